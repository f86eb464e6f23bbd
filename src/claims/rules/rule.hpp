#pragma once

#include <string>
#include <vector>

#include "shufflecert/version.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a bound speaks of: the pairs, laws or reports of one form.
enum class bounded_form {
  clones,             ///< clone_pair()
  response,           ///< rr_pair()
  swapped_response,   ///< swap(rr_pair())
  kary,               ///< krr_pair()
  swapped_kary,       ///< swap(krr_pair())
  any_pair,           ///< every pair
  response_rounds,    ///< compose(rr_pair(), m)
  kary_rounds,        ///< compose(krr_pair(), m)
  exchanged_mixture,  ///< each law with some probability the other one of an exchangeable pair
  mixture,            ///< two mixtures with one weight
  mixture_levels,     ///< the same, at the mean of two levels of tests with one threshold
  neighbours_alike,   ///< reports of neighbours, where the other users have one input
  neighbours,         ///< the same with any inputs of the others
  three_alike,        ///< three laws of such reports
  three_neighbours,   ///< the same with any inputs of the others
  three_mixtures,     ///< three mixtures with one weight
  three_mixed_alike,  ///< the same, where the second parts of two of them agree
  sampled_clones,     ///< clone_pair(), as users who always take part
  sampled_response,   ///< subsampled(rr_pair(), g)
  swapped_sampled,    ///< swap(subsampled(rr_pair(), g))
  sampled_laws,       ///< reports of neighbours, each of which takes part with probability g
  three_coins,        ///< reports of which all but one user's are fair coins
  sampled_coins,      ///< the same with sampling
  drawn_users,        ///< reports of users drawn without replacement
  normal_reports,     ///< shuffle_gaussian_renyi()
  laplace             ///< laplace_pair()
};

/// A letter of a bound's formulas, and what it stands for.
struct letter_meaning {
  std::string letter;
  std::string formula;
};

/// A form, shown by one pair of it in letters.
struct form_row {
  bounded_form form;
  /// One pair of the form: "clone_pair(n, eps0, p)". The bounds hold for all of them.
  std::string pair;
  /// Which others are of the form, in words; empty where it is what `pair` shows.
  std::string meaning;
  /// Letters that the bounds use besides those in `pair`, and what they stand for there.
  std::vector<letter_meaning> further;
  /// The numbers in `pair` for which it exists; users and symbols are whole besides.
  std::vector<std::string> exists;
  std::vector<std::string> whole;  ///< which of its letters are whole
};

enum class rule_side {
  upper,  ///< the quantity is at most the formula
  lower,  ///< at least
  value   ///< both: it is the formula
};

/// One bound that docs/methods derives: the formula bounds the quantity wherever the conditions
/// hold and the quantity has a value.
struct rule {
  std::string place;  ///< where it is derived: "(K.9)"
  /// The quantity, where PAIR stands for what it is of: "renyi(PAIR, lambda)". A number in it is
  /// meant as it is.
  std::string quantity;
  std::vector<bounded_form> forms;  ///< what it is of, each of them
  rule_side side;
  std::string formula;
  std::vector<std::string> conditions;
  std::vector<letter_meaning> constants = {};  ///< letters that are numbers
  std::vector<std::string> whole = {};         ///< letters that have to be whole
  bool is_strict = false;                      ///< the quantity is never equal to the formula
  /// Whether a claim may have the formula itself on one side, so that a proof goes from there to
  /// the quantity.
  bool is_sought = false;

  /// A formula near to this one that is no bound: a test refutes it at the point `refuted_at`, such
  /// as "n = 1, eps0 = 2, lambda = 3", of the form that is first in `forms`.
  std::string false_twin;
  std::string refuted_at;
};

/// All forms, each once.
const std::vector<form_row>& bounded_forms();
/// The row of a form.
const form_row& row_of(bounded_form form);

/// What stands in a rule's quantity for the pair, or the laws, of each of its forms.
inline constexpr const char* pair_in_rules = "PAIR";

/// Where (K.1) has randomized response below the clone pair with the rate p.
inline constexpr const char* below_response = "p <= 2/(exp(eps0) + 1)";

/// The rule's quantity, in letters, of the pair that shows the form: "renyi(rr_pair(n, eps0),
/// lambda)".
std::string quantity_of(const rule& row, const form_row& form);

/// The values at which a letter of the rules is tried; its least and its greatest usual ones are
/// among them. Throws std::out_of_range for what is no letter.
const std::vector<std::string>& sample_values(const std::string& letter);

// The rules by what they are of; each list is in the file of its name. Those that serve one or two
// claims are in src/claims/special.
std::vector<rule> renyi_rules();
std::vector<rule> hockey_stick_rules();
std::vector<rule> tradeoff_rules();
std::vector<rule> law_rules();
std::vector<rule> normal_rules();
std::vector<rule> laplace_rules();

}  // namespace shufflecert::inline v0_1::claims
