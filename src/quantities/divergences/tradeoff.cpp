#include <algorithm>
#include <array>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/line.hpp"
#include "quantities/densities/subsampled.hpp"
#include "quantities/divergences/methods.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_tails.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/tradeoff/polygon.hpp"
#include "quantities/tradeoff/table.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

void check_type_one_error(const number& alpha, bits precision) {
  const auto require = [&](const truth& holds) {
    if (!holds.value || holds.tied)
      throw precision_needed("whether alpha lies in [0, 1] is not determined");
    if (!*holds.value) throw undefined_value("alpha must be in [0, 1]");
  };
  require(compare(alpha, relation::greater_equal, 0, precision));
  require(compare(alpha, relation::less_equal, 1, precision));
}

// Those of the other quantities have the same names.
namespace of_tradeoff {
namespace {

// T of (P', Q) or, swapped, of (Q, P') for P' = γP + (1−γ)Q of laws with densities: (T.15).
quantity subsampled_tradeoff(const subsampled_densities& pair, const number& alpha, bits precision,
                             const budget& limits) {
  const distribution_pair back = with_densities(pair.of, true);
  const auto swapped_tradeoff = [&](const number& x) {
    const number rest = subtract(1, pair.gamma, precision);
    const number of_pair = tradeoff(back, x, precision, {.limits = limits}).value;
    return add(multiply(rest, subtract(1, x, precision), precision),
               multiply(pair.gamma, of_pair, precision), precision);
  };
  if (pair.swapped) return {swapped_tradeoff(alpha), evaluation_method::closed_form};
  const ball target = alpha.to_ball(precision);
  // The ends of [0, 1] are given as they are known, and no quantile is asked for there.
  const ball one = ball::of(1, precision);
  const auto value = [&](const ball& x) {
    if (x.is_exact_zero()) return one - target;
    if (equal(x, one).value_or(false)) return -target;
    return swapped_tradeoff(x).to_ball(precision) - target;
  };
  const crossing at = find_crossing(value, ball(precision), one, false, precision, limits);
  return {ball::hull(at.low, at.high), evaluation_method::closed_form};
}

constexpr const char* named = "the trade-off function";

std::optional<quantity> at_one(const pair_question& of) {
  const rational* alpha = of.parameter.as_rational();
  if (alpha == nullptr || *alpha != 1) return std::nullopt;
  return quantity{0, evaluation_method::closed_form};
}

std::optional<quantity> of_densities(const pair_question& of) {
  if (of.parameter.is_zero()) return quantity{1, evaluation_method::closed_form};
  if (const auto densities = as_density_pair(of.pair))
    return quantity{
        density_tradeoff(*densities, of.pair.swapped, of.parameter, of.precision, of.limits),
        evaluation_method::closed_form};
  const auto sampled = as_subsampled_densities(of.pair, of.precision);
  return subsampled_tradeoff(*sampled, of.parameter, of.precision, of.limits);
}

std::optional<quantity> without_a_sum(const pair_question& of) {
  if (is_of_rounds(of) && certainly_disjoint(of.pair, of.precision, of.limits))
    return quantity{0, evaluation_method::closed_form};
  if (certainly_identical(of.pair))
    return quantity{subtract(1, of.parameter, of.precision), evaluation_method::closed_form};
  // T(0) = 1 − Q(P = 0).
  if (of.parameter.is_zero() && has_singular_outcomes(swap(of.pair), of.precision) == false)
    return quantity{1, evaluation_method::closed_form};
  return std::nullopt;
}

std::optional<quantity> exactly(const pair_question& of) {
  const rational* alpha = of.parameter.as_rational();
  if (alpha == nullptr) return std::nullopt;
  const auto polygon = exact_polygon(of.pair, most_exact_pieces(of.precision));
  if (!polygon) return std::nullopt;
  return quantity{value_at(*polygon, *alpha), evaluation_method::exact_rationals};
}

std::optional<quantity> along_a_line(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const line_choice choice =
      of.asked == evaluation_method::automatic ? line_choice::where_better : line_choice::wherever;
  const auto value = line_tradeoff(*clones, of.parameter, of.precision, choice, of.limits);
  if (!value) return std::nullopt;
  return quantity{known(*value, named), evaluation_method::line_integral};
}

std::optional<quantity> by_tails_of_layers(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const ball value = tilted_tradeoff(*clones, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_tails(const pair_question& of) {
  const ball value =
      response_tradeoff(*as_response(of.pair), of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_tails_of_variation(const pair_question& of) {
  const std::int64_t n = as_variation(of.pair, of.precision)->n;
  const ball alpha = of.parameter.to_ball(of.precision);
  const bits depth = bits_near(-std::min(log2_near(alpha), log2_near(1 - alpha))) + 8;
  const auto laws = laws_of(swap(of.pair), variation_precision(of.precision + depth, n));
  if (!laws) return std::nullopt;
  const ball value = variation_tradeoff(*laws, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_tails_of_kary(const pair_question& of) {
  const ball alpha = of.parameter.to_ball(of.precision);
  const bits depth = bits_near(-std::min(log2_near(alpha), log2_near(1 - alpha))) + 8;
  const auto laws = kary_laws_for(of, of.precision + depth);
  if (!laws) return std::nullopt;
  const ball value = kary_tradeoff(*laws, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_convolution(const pair_question& of) {
  if (of.asked == evaluation_method::automatic && has_table(of.pair)) return std::nullopt;
  // T(0) is left to the outcomes.
  if (of.parameter.is_zero()) return std::nullopt;
  const ball value =
      rounds_tradeoff(std::get<composed_pair>(of.pair.kind), of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::convolution};
}

std::optional<quantity> by_summation(const pair_question& of) {
  const double threshold = -static_cast<double>(of.precision) - 8;
  const tradeoff_table table = table_of(of.pair, of.precision, threshold, of.limits);
  return quantity{known(tradeoff_of(table, of.parameter.to_ball(of.precision)), named),
                  evaluation_method::direct_summation};
}

constexpr const char* here = "1. Trade-off functions of discrete pairs";

constexpr std::array registry{
    whatever_is_asked(pair_method{evaluation_method::closed_form, all_pairs, "α = 1",
                                  costs::nothing, "tradeoff.md", here, at_one}),
    pair_method{evaluation_method::closed_form, pairs_with_densities, "", costs::a_few_functions,
                "tradeoff.md", "4. Normal pairs", of_densities},
    whatever_is_asked(pair_method{evaluation_method::closed_form, plain_cases, "", costs::nothing,
                                  "tradeoff.md", here, without_a_sum}),
    pair_method{evaluation_method::exact_rationals, rational_pairs, "rational α", costs::fractions,
                "tradeoff.md", here, exactly},
    pair_method{evaluation_method::line_integral, clone_and_unmixed_pair, "many clones",
                costs::independent, "tails.md", "8. Many layers: a sum along a line", along_a_line},
    pair_method{evaluation_method::binomial_tails, clone_and_unmixed_pair, "", costs::layers,
                "tails.md", "6. Trade-off function", by_tails_of_layers},
    pair_method{evaluation_method::binomial_tails, variation_pairs, "", costs::layers,
                "variation.md", "4. ε and the trade-off function", by_tails_of_variation},
    pair_method{evaluation_method::binomial_tails, kary_pairs, "", costs::layers_of_tails,
                "kary.md", "3. ε and the trade-off function", by_tails_of_kary},
    pair_method{evaluation_method::binomial_tails, response_pairs, "", costs::a_few_tails,
                "response.md", "4. Tails", by_tails},
    pair_method{evaluation_method::convolution, several_rounds, "α above 0", costs::grid,
                "rounds.md", "6. Trade-off function", by_convolution},
    pair_method{evaluation_method::direct_summation, discrete_pairs, "", costs::outcomes,
                "tradeoff.md", here, by_summation},
};

}  // namespace
}  // namespace of_tradeoff

std::vector<method_row> tradeoff_methods() {
  return rows_of_registry(of_tradeoff::registry);
}

quantity tradeoff(const distribution_pair& pair, const number& alpha, bits precision,
                  const evaluation_options& options) {
  options.limits.check();
  check_parameters(pair, precision);
  check_type_one_error(alpha, precision);
  // For the parameters as they are; ranges of them: docs/methods/ranges.md.
  return over_ranges(
      pair, alpha, {trend::falling, trend::falling}, precision,
      [&](const distribution_pair& p, const number& x) {
        const distribution_pair simplest = as_clones(p, precision);
        const pair_question question{simplest, x, precision, options.limits, options.method};
        return evaluate_by(of_tradeoff::registry, question, "tradeoff");
      });
}

}  // namespace shufflecert::inline v0_1
