#pragma once

#include <string>
#include <vector>

#include "language/syntax/builtins.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// Where a formula stands by more leakage of a pair that it is made of: a number is larger or
/// smaller, a relation that held may fail or one that failed may hold. Both where its form does not
/// tell.
struct leak_effect {
  bool raises = false;  ///< a number may be larger; a relation that holds may fail
  bool lowers = false;  ///< a number may be smaller; a relation that fails may hold

  [[nodiscard]] bool is_any() const { return raises || lowers; }
  friend bool operator==(const leak_effect&, const leak_effect&) = default;
};

/// Which local randomizers a pair of clones with a parameter p bounds, as far as its p tells: every
/// one up to e^−eps0, binary and k-ary randomized response up to 2/(e^eps0 + 1) (docs/methods,
/// (K.1)), and beyond that none that is known.
enum class clone_reach { every_randomizer, response, nothing_known, unclear };

/// A pair, a law or a number about a mechanism that a formula rests on, and that does not stand for
/// all inputs of the users by itself.
struct resting_pair {
  std::string name;  ///< of the built-in function that makes it
  /// The named formulas of the question that lead there; empty where it stands there itself.
  std::vector<std::string> through;
  covered_inputs inputs;
  leak_effect effect;
  clone_reach reach = clone_reach::every_randomizer;  ///< of a pair without a p: this
};

/// What a formula is asked about. Everything referred to must outlive it.
struct formula_in_use {
  const expression& formula;
  const definitions& visible;
  /// Formulas for some of its variables: what `let` and --set give.
  const variable_map& values;
  /// Conditions that hold; they tell which variables are not negative.
  const std::vector<expression_ptr>& domain;
};

/// The pairs, laws and numbers that the formula rests on, itself or by what it calls, each once, in
/// the order of their appearance. Left out are those that stand for all inputs of the users, those
/// without users, and those of one user, who has no others. Where formulas nest too deeply, or the
/// limits run out, the answer is the longer list.
std::vector<resting_pair> resting_pairs(const formula_in_use& asked, const budget& limits);

/// The pairs that the formula rests on and that bound mechanisms without being one, such as
/// clone_pair(n, eps0): a mechanism may leak less. Not those of one user, which are mechanisms.
std::vector<resting_pair> dominating_pairs(const formula_in_use& asked, const budget& limits);

/// The pairs of which the formula itself, not what it calls, takes a quantity in one direction, and
/// the other may differ: takes_one_direction(). Those that are made of others are named with their
/// arguments left out: "compose(...)".
std::vector<resting_pair> pairs_in_one_direction(const formula_in_use& asked, const budget& limits);

/// The pairs, laws and numbers of the formula that speak of users: what is said of them assumes how
/// data sets differ, and who reports.
std::vector<resting_pair> pairs_of_users(const formula_in_use& asked, const budget& limits);

/// A call that takes the number of users and another parameter by their places, and may have them
/// exchanged. Of symbols: there are more than users, who are several, or each stands under the
/// other's name, as in krr_pair(n, k, eps0). Of eps0: the same names, as in clone_pair(eps0, n), or
/// an eps0 above 20 that is larger than n. Not where both stand under their own names.
struct exchanged_arguments {
  std::string call;   ///< "krr_pair(k, n, eps0)"
  std::string first;  ///< which of both it takes first: "number of symbols"
  std::string here;   ///< what it has: "1000 symbols and 3 users"

  friend bool operator==(const exchanged_arguments&, const exchanged_arguments&) = default;
};
std::vector<exchanged_arguments> arguments_that_may_be_exchanged(const formula_in_use& asked,
                                                                 const budget& limits);

/// Whether variation_pair(n, p, beta, ...) bounds every randomizer with these parameters, as far as
/// their form tells: the report that differs shows one of its two parts for certain, s = 1
/// (docs/methods/randomizers.md, (J.5)). Throws beyond_reach when the limits run out.
bool bounds_its_randomizers(const call& variation_pair, const definitions& visible,
                            const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
