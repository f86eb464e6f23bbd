#pragma once

#include <optional>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/forms/stated_pair.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the letters of a form stand for in a quantity of it.
struct recognised {
  variable_map letters;
  /// What has to hold besides for the quantity to be of the form.
  std::vector<expression_ptr> required = {};
};

// The readers of each form, named as src/claims/rules/rule.hpp names it: nothing for a quantity
// that is not of it.

/// The letters n, eps0, p and r, and k where there are k symbols.
variable_map letters_of_pair(const stated_pair& pair);
/// clone_pair(), rr_pair() or krr_pair() of a whole number of users behind any number of swap().
std::optional<stated_pair> pair_of_users(const claim& subject, const expression& formula);

std::optional<recognised> rounds_in(const claim& subject, const call& quantity, const char* pair);
std::optional<recognised> sampled_clones_in(const claim& subject, const call& quantity);
std::optional<recognised> sampled_response_in(const claim& subject, const call& quantity);
std::optional<recognised> swapped_sampled_in(const claim& subject, const call& quantity);
std::optional<recognised> normal_reports_in(const claim& subject, const call& quantity);
std::optional<recognised> laplace_in(const call& quantity);

std::optional<recognised> exchanged_mixture_in(const call& quantity);
std::optional<recognised> mixture_in(const call& quantity);
std::optional<recognised> three_mixtures_in(const call& quantity);
std::optional<recognised> three_mixed_alike_in(const call& quantity);

std::optional<recognised> neighbours_of(const call& quantity, bool others_are_alike);
std::optional<recognised> three_neighbours_of(const call& quantity, bool others_are_alike);
std::optional<recognised> sampled_laws_in(const call& quantity);

}  // namespace shufflecert::inline v0_1::claims
