#pragma once

#include <string>
#include <vector>

namespace check {

/// What a bound is of. A pair behind swap() is that pair where the order of its laws is of no
/// importance.
enum class form {
  clones,            ///< clone_pair
  response,          ///< rr_pair
  swapped_response,  ///< swap(rr_pair)
  kary,              ///< krr_pair
  swapped_kary,      ///< swap(krr_pair)
  any_pair,
  response_rounds,    ///< compose(rr_pair, m)
  kary_rounds,        ///< compose(krr_pair, m)
  exchanged_mixture,  ///< mixtures of two laws that an exchange of outcomes exchanges
  mixture,            ///< pair(mix(w, P1, P2), mix(w, Q1, Q2))
  three_mixtures,     ///< the same of three laws
  three_mixed_alike,  ///< of which the second parts of the first two are the same
  neighbours_alike,   ///< reports that differ in one input; the others have one input
  neighbours,         ///< the others have any inputs
  three_alike,
  three_neighbours,
  sampled_clones,    ///< clone_pair, as users who always take part
  sampled_response,  ///< subsampled(rr_pair, g)
  swapped_sampled,   ///< the same behind swap()
  sampled_laws,      ///< pair(mix(g, Z, R), mix(g, O, R)) of reports that differ in one input
  three_coins,       ///< reports of fair coins, but for one user's
  sampled_coins,
  drawn_users,     ///< reports of users drawn without replacement
  normal_reports,  ///< shuffle_gaussian_renyi
  laplace          ///< laplace_pair
};

enum class side { upper, lower, both };

/// A bound as docs/methods derives it by hand, in letters.
struct rule {
  std::string place;     ///< "(K.9)"
  std::string quantity;  ///< with PAIR for what it is of; a number is meant as it is
  std::vector<form> forms;
  side where;
  std::string formula;
  std::vector<std::string> conditions;  ///< each is a condition, or "whole lambda"
  bool is_strict = false;               ///< the quantity is never equal to the formula
};

/// All rules that this program knows.
const std::vector<rule>& rules();
std::vector<rule> divergence_rules();
std::vector<rule> law_rules();
std::vector<rule> normal_rules();

/// The places of bounds that proof files may name and that this program does not know.
const std::vector<std::string>& unknown_places();

/// One pair of the form, in letters, and what the letters stand for that are not in it.
struct shown_form {
  std::string pair;
  std::vector<std::pair<std::string, std::string>> letters;
};
const shown_form& shown(form which);

/// All rules, once for each form: as lines that people read, or as JSON.
std::string rules_as_text();
std::string rules_as_json();

}  // namespace check
