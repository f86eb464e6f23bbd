// Forms that are pairs by name, whose number of users is whole by its form.

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/recognised_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {

variable_map letters_of_pair(const stated_pair& pair) {
  variable_map letters{{"n", pair.users()}, {"eps0", pair.eps0()}};
  if (pair.name == "krr_pair") letters["k"] = pair.arguments[0];
  const bool has_own_rate = pair.name == "clone_pair" && pair.arguments.size() > 2;
  letters["p"] = has_own_rate ? pair.clone_rate() : usual_clone_rate(pair.eps0());
  letters["r"] = filled_in(has_own_rate ? "1/p" : "exp(eps0)", letters);
  return letters;
}

std::optional<stated_pair> pair_of_users(const claim& subject, const expression& formula) {
  auto pair = pair_in(formula);
  if (!pair || pair->name == "unmixed_pair" || !is_whole_by_form(subject, *pair->users()))
    return std::nullopt;
  return pair;
}

std::optional<recognised> rounds_in(const claim& subject, const call& quantity, const char* pair) {
  const call* rounds = call_of(quantity.arguments[0], "compose");
  if (rounds == nullptr) return std::nullopt;
  const auto single = pair_of_users(subject, *rounds->arguments[0]);
  if (!single || single->name != pair) return std::nullopt;
  recognised way{letters_of_pair(*single)};
  way.letters["m"] = rounds->arguments[1];
  return way;
}

std::optional<recognised> sampled_clones_in(const claim& subject, const call& quantity) {
  const auto pair = pair_of_users(subject, *quantity.arguments[0]);
  if (!pair || pair->name != "clone_pair") return std::nullopt;
  recognised way{letters_of_pair(*pair)};
  way.letters["g"] = make_number(1);
  return way;
}

namespace {

std::optional<recognised> sampled_pair_in(const claim& subject, const expression_ptr& formula) {
  const call* sampled = call_of(formula, "subsampled");
  if (sampled == nullptr) return std::nullopt;
  const auto pair = pair_of_users(subject, *sampled->arguments[0]);
  if (!pair || pair->name != "rr_pair" || pair->is_swapped) return std::nullopt;
  recognised way{letters_of_pair(*pair)};
  way.letters["g"] = sampled->arguments[1];
  return way;
}

}  // namespace

std::optional<recognised> sampled_response_in(const claim& subject, const call& quantity) {
  return sampled_pair_in(subject, quantity.arguments[0]);
}

std::optional<recognised> swapped_sampled_in(const claim& subject, const call& quantity) {
  expression_ptr pair = quantity.arguments[0];
  if (call_of(pair, "swap") == nullptr) return std::nullopt;
  while (const call* swapped = call_of(pair, "swap")) pair = expression_ptr(swapped->arguments[0]);
  return sampled_pair_in(subject, pair);
}

std::optional<recognised> normal_reports_in(const claim& subject, const call& quantity) {
  if (quantity.name != "shuffle_gaussian_renyi" ||
      !is_whole_by_form(subject, *quantity.arguments[0]))
    return std::nullopt;
  return recognised{};  // all of its arguments are letters of the quantity
}

std::optional<recognised> laplace_in(const call& quantity) {
  const expression_ptr plain = simplified_up_to_outcomes(quantity.arguments[0]);
  const call* pair = call_of(plain, "laplace_pair");
  if (pair == nullptr) return std::nullopt;
  return recognised{{{"eta", pair->arguments[0]}}};
}

}  // namespace shufflecert::inline v0_1::claims
