#include "quantities/divergences/methods.hpp"

#include <variant>

#include "quantities/densities/density_pairs.hpp"
#include "quantities/noise/merged_tails.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_parameters.hpp"
#include "quantities/variation/kary.hpp"
#include "quantities/variation/variation_tails.hpp"

namespace shufflecert::inline v0_1 {

bool is_of_any_pair(const pair_question& /*question*/) {
  return true;
}

bool is_of_densities(const pair_question& question) {
  return has_densities(question.pair);
}

bool is_of_discrete_laws(const pair_question& question) {
  return !is_of_densities(question) && !is_of_allocation(question);
}

bool is_of_the_clone_pair(const pair_question& question) {
  return std::holds_alternative<clone_pair>(question.pair.kind);
}

bool is_of_a_law_of_clones(const pair_question& question) {
  return std::holds_alternative<clone_law_pair>(question.pair.kind);
}

bool is_of_clones_or_unmixed(const pair_question& question) {
  return is_of_the_clone_pair(question) || std::holds_alternative<unmixed_pair>(question.pair.kind);
}

bool is_of_variation(const pair_question& question) {
  return as_variation(question.pair, question.precision).has_value();
}

bool is_of_kary(const pair_question& question) {
  return symbols_of_kary(question.pair).has_value();
}

bool is_of_randomized_response(const pair_question& question) {
  return as_response(question.pair).has_value();
}

bool is_of_noise(const pair_question& question) {
  const auto* noise = std::get_if<noise_pair>(&question.pair.kind);
  return noise != nullptr && !merged_size(*noise);
}

bool is_of_rounds(const pair_question& question) {
  return std::holds_alternative<composed_pair>(question.pair.kind);
}

bool is_of_allocation(const pair_question& question) {
  return std::holds_alternative<allocation_pair>(question.pair.kind);
}

bool is_of_shuffled_reports(const pair_question& question) {
  return std::holds_alternative<shuffled_pair>(question.pair.kind);
}

std::optional<kary_laws> kary_laws_for(const pair_question& question, bits wide) {
  constexpr std::int64_t few_users = 30;  // 5,456 outcomes
  constexpr long digits_of_a_value = 9;
  constexpr bits enough = 64;
  const auto& response = std::get<krr_pair>(question.pair.kind);
  const bool is_summed = response.n <= few_users ||
                         !response.eps0.to_ball(enough).has_relative_radius(digits_of_a_value);
  if (is_summed && question.asked == evaluation_method::automatic) return std::nullopt;
  return kary_laws_of(question.pair, variation_precision(wide, response.n));
}

namespace {

// H at ε = 0, where e^ε is rational.
std::vector<method_row> total_variation_methods() {
  std::vector<method_row> rows = hockey_stick_methods();
  for (method_row& row : rows) row.at = "";
  return rows;
}

}  // namespace

std::vector<quantity_methods> methods_of_quantities() {
  return {{"renyi", renyi_methods()},
          {"hockey_stick", hockey_stick_methods()},
          {"total_variation", total_variation_methods()},
          {"tradeoff", tradeoff_methods()},
          {"epsilon", epsilon_methods()},
          {"chi_moment", chi_moment_methods()},
          {"ternary_moment", ternary_moment_methods()}};
}

}  // namespace shufflecert::inline v0_1
