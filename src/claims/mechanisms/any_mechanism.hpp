#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "claims/mechanisms/staircase_mechanism.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// The most users for which mechanisms are looked for.
constexpr std::int64_t most_mechanism_users = 12;

/// A comparison about any_mechanism(n, eps0): the pair of the shuffled reports of some ε0-LDP
/// randomizer on some neighbouring data sets of n users.
struct mechanism_relation {
  expression_ptr formula;  ///< as it was given: a comparison by <, <=, > or >=
  expression_ptr users;    ///< the first argument
  expression_ptr eps0;     ///< the second one

  /// The relation with this mechanism in the place of every any_mechanism(n, eps0).
  [[nodiscard]] expression_ptr about(const staircase_mechanism& mechanism) const;
};

/// The call of a family of mechanisms, such as any_mechanism(n, eps0), that the formula has. Throws
/// formula_error where it has none, two different ones, or one whose arguments use the index of a
/// sum or the family itself.
call only_mechanism(const expression_ptr& formula, std::string_view family);

/// Whether this part of a formula is any_mechanism(…).
bool is_any_mechanism(const expression& part);

/// Whether a formula calls any_mechanism(…) anywhere; it has no value then.
bool calls_any_mechanism(const expression& formula);

/// The formula with `pair` in the place of every any_mechanism(n, eps0).
expression_ptr with_mechanism(const expression_ptr& formula, const expression_ptr& pair);

/// |left − right|/max(|left|, |right|): how far apart both sides of a comparison are. It has no
/// value where both are 0, and digits of it come only with precision where both are nearly equal.
expression_ptr gap_of_sides(const expression& relation);

/// Finds the parts of such a comparison. Throws formula_error where it is none.
mechanism_relation find_mechanism_relation(const expression_ptr& formula);

/// Reads such a comparison and checks its names and kinds; `names` are the variables that have a
/// value. Throws formula_error: no comparison of this kind, no any_mechanism in it or two different
/// ones, or one whose arguments use the index of a sum.
mechanism_relation read_mechanism_relation(const expression_ptr& formula,
                                           const definitions& visible, const name_kinds& names);

}  // namespace shufflecert::inline v0_1::claims
