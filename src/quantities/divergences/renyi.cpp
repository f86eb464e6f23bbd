#include <array>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/allocation/allocation_renyi.hpp"
#include "quantities/clone/clone_renyi.hpp"
#include "quantities/clone/law/clone_law.hpp"
#include "quantities/densities/subsampled.hpp"
#include "quantities/divergences/methods.hpp"
#include "quantities/noise/noise_moments.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_moments.hpp"
#include "quantities/variation/report_series.hpp"
#include "quantities/variation/variation_series.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/gaussian_shuffling.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {
// Those of the other quantities have the same names.
namespace of_renyi {
namespace {

// D_λ = log(Σ P^λ Q^(1−λ))/(λ − 1) of rational rows without singular outcomes, for whole λ >= 2.
std::optional<number> exact_renyi(const std::vector<outcome_row>& rows, std::int64_t lambda,
                                  bits precision, const budget& limits) {
  const auto moment_of = [&](const outcome_row& row) -> std::optional<rational> {
    const rational& p = *row.p.as_rational();
    const rational& q = *row.q.as_rational();
    const auto raised = exact_power(rational(p / q), lambda - 1);
    if (!raised) return std::nullopt;
    return rational(p * *raised);
  };
  const auto sum = exact_sum(rows, moment_of, limits);
  if (!sum) return std::nullopt;
  return divide(log(number(*sum), precision), lambda - 1, precision);
}

// (G.1): the divergences of independent rounds add up.
std::optional<quantity> over_rounds(const pair_question& of) {
  number sum = 0;
  for (const repeated_pair& part : std::get<composed_pair>(of.pair.kind).parts) {
    const quantity one = renyi(*part.of, of.parameter, of.precision, {.limits = of.limits});
    sum = add(sum, multiply(one.value, part.rounds, of.precision), of.precision);
  }
  return quantity{std::move(sum), evaluation_method::sum_over_rounds};
}

std::optional<quantity> of_densities(const pair_question& of) {
  if (const auto densities = as_density_pair(of.pair))
    return quantity{density_renyi(*densities, of.pair.swapped, of.parameter, of.precision),
                    evaluation_method::closed_form};
  const auto sampled = as_subsampled_densities(of.pair, of.precision);
  return subsampled_renyi(*sampled, of.parameter, of.precision, of.limits);
}

std::optional<quantity> by_integral(const pair_question& of) {
  const auto sampled = as_subsampled_densities(of.pair, of.precision);
  return quantity{subsampled_renyi_by_integral(*sampled, of.parameter, of.precision, of.limits),
                  evaluation_method::line_integral};
}

std::optional<quantity> without_a_sum(const pair_question& of) {
  if (certainly_identical(of.pair)) return quantity{0, evaluation_method::closed_form};
  const auto singular = has_singular_outcomes(of.pair, of.precision);
  const bool is_infinite_order = of.parameter.is_infinity(1);
  if (!is_infinite_order && kind_of_order(of.parameter, of.precision) == order_kind::below_one)
    return std::nullopt;
  if (!singular) throw precision_needed("whether an outcome is possible is not determined");
  if (*singular) return quantity{ball::infinity(of.precision), evaluation_method::closed_form};
  if (!is_infinite_order) return std::nullopt;
  auto range = find_log_ratio_range(of.pair, of.precision);
  if (!range) return std::nullopt;
  return quantity{std::move(range->highest), evaluation_method::closed_form};
}

// P and Q as they stand in the question.
noise_pair noise_of(const pair_question& of) {
  const auto& noise = std::get<noise_pair>(of.pair.kind);
  return of.pair.swapped ? noise_pair{noise.q, noise.p} : noise;
}

std::optional<quantity> of_one_kind_of_noise(const pair_question& of) {
  auto value = gaussian_noise_renyi(noise_of(of), of.parameter, of.precision);
  if (!value) value = counting_noise_renyi(noise_of(of), of.parameter, of.precision);
  if (!value) return std::nullopt;
  return quantity{*std::move(value), evaluation_method::closed_form};
}

std::optional<quantity> of_noise(const pair_question& of) {
  // Below order 1 the bound for what is left out is that of all discrete pairs.
  if (!of.parameter.is_infinity(1) &&
      kind_of_order(of.parameter, of.precision) == order_kind::below_one)
    return std::nullopt;
  number value = noise_renyi(noise_of(of), of.parameter, of.precision, of.limits);
  const auto method =
      value.is_infinity(1) ? evaluation_method::closed_form : evaluation_method::direct_summation;
  return quantity{std::move(value), method};
}

std::optional<quantity> largest_ratio(const pair_question& of) {
  return quantity{largest_log_ratio_of_table(of.pair, of.precision, of.limits),
                  evaluation_method::direct_summation};
}

std::optional<quantity> exactly(const pair_question& of) {
  const auto whole = of.parameter.to_int64();
  if (!whole || *whole == 1) return std::nullopt;
  const auto rows = rows_for_exact_sum(of.pair, of.precision, of.asked);
  if (!rows) return std::nullopt;
  auto value = exact_renyi(*rows, *whole, of.precision, of.limits);
  if (!value) return std::nullopt;
  return quantity{*std::move(value), evaluation_method::exact_rationals};
}

std::optional<quantity> of_clones(const pair_question& of) {
  return clone_renyi(std::get<clone_pair>(of.pair.kind), of.parameter, of.precision, of.limits,
                     of.asked);
}

// (HH.3)
std::optional<quantity> over_numbers_of_clones(const pair_question& of) {
  const auto& pair = std::get<clone_law_pair>(of.pair.kind);
  const bits wide = of.precision + 16;
  const order_kind kind = kind_of_order(of.parameter, wide);
  const number factor = subtract(of.parameter, 1, wide);
  const auto beside = [&](std::int64_t clones) {
    const number divergence =
        renyi(pair_beside(clones, pair.eps0), of.parameter, wide, {.limits = of.limits}).value;
    if (kind == order_kind::one) return divergence.to_ball(wide);
    const ball excess = expm1(multiply(factor, divergence, wide), wide).to_ball(wide);
    return kind == order_kind::below_one ? -excess : excess;
  };
  const ball mean = mean_of_falling(*pair.clones, beside, of.precision, of.limits);
  if (kind == order_kind::one)
    return quantity{known(mean, "the Renyi divergence"), evaluation_method::sum_over_clones};
  const number excess(kind == order_kind::below_one ? -mean : mean);
  return quantity{divide(log1p(excess, of.precision), factor, of.precision),
                  evaluation_method::sum_over_clones};
}

std::optional<quantity> by_central_moments(const pair_question& of) {
  return response_renyi(*as_response(of.pair), of.parameter, of.precision, of.limits, of.asked);
}

std::optional<quantity> by_layers(const pair_question& of) {
  const std::int64_t n = as_variation(of.pair, of.precision)->n;
  const bits working = variation_precision(of.precision + 2 * bit_length(n), n);
  const auto laws = laws_of(of.pair, working);
  if (!laws) return std::nullopt;
  auto value = variation_renyi(*laws, of.parameter, of.precision, of.limits);
  if (!value) return std::nullopt;
  return quantity{*std::move(value), evaluation_method::windowed_moments};
}

std::optional<quantity> of_variation_by_moments(const pair_question& of) {
  const std::int64_t n = as_variation(of.pair, of.precision)->n;
  const auto laws = laws_of(of.pair, variation_precision(of.precision + 2 * bit_length(n), n));
  // Bounded P/Q: of a pair with p = inf there are no laws.
  if (!laws || !laws->second.is_certainly_positive()) return std::nullopt;
  auto value = renyi_by_reports(report_law_of(*laws), of.parameter, of.precision, of.limits);
  if (!value) return std::nullopt;
  return quantity{*std::move(value), evaluation_method::central_moments};
}

std::optional<quantity> by_moments_of_reports(const pair_question& of) {
  const std::int64_t n = std::get<krr_pair>(of.pair.kind).n;
  const auto laws = kary_laws_of(of.pair, variation_precision(of.precision + 2 * bit_length(n), n));
  if (!laws) return std::nullopt;
  auto value = renyi_by_reports(report_law_of(*laws), of.parameter, of.precision, of.limits);
  if (!value) return std::nullopt;
  return quantity{*std::move(value), evaluation_method::central_moments};
}

// (N.9), in the direction (P, Q) only.
std::optional<quantity> of_allocation_in_whole_orders(const pair_question& of) {
  constexpr std::int64_t largest = 10'000;
  const auto whole = of.parameter.to_int64();
  if (of.pair.swapped || !whole || *whole < 2 || *whole > largest) return std::nullopt;
  const auto& pair = std::get<allocation_pair>(of.pair.kind);
  return quantity{
      shuffle_gaussian_renyi(pair.batches, pair.sigma, of.parameter, of.precision, of.limits),
      evaluation_method::closed_form};
}

std::optional<quantity> of_allocation(const pair_question& of) {
  const ball value = allocation_renyi(std::get<allocation_pair>(of.pair.kind), of.pair.swapped,
                                      of.parameter, of.precision, of.limits);
  if (value.is_infinity(1)) return quantity{value, evaluation_method::closed_form};
  return quantity{known(value, "the Renyi divergence"), evaluation_method::line_integral};
}

std::optional<quantity> by_summation(const pair_question& of) {
  number sum = renyi_by_summation(of.pair, of.parameter, of.precision, of.limits);
  const auto method =
      sum.is_infinity(1) ? evaluation_method::closed_form : evaluation_method::direct_summation;
  return quantity{std::move(sum), method};
}

constexpr const char* here = "2. Rényi divergence";
constexpr const char* noise_here = "3. Rényi divergence and moments";
constexpr pair_subject sampled_pairs_with_densities{
    "subsampled normal and Laplace pairs", [](const pair_question& of) {
      return is_of_densities(of) && std::holds_alternative<subsampled_pair>(of.pair.kind);
    }};
constexpr pair_subject tables_at_inf{"tables of laws", [](const pair_question& of) {
                                       return is_of_discrete_laws(of) && !is_of_noise(of) &&
                                              of.parameter.is_infinity(1);
                                     }};

constexpr std::array registry{
    pair_method{evaluation_method::sum_over_rounds, several_rounds, "", costs::each_round,
                "rounds.md", "1. What a composed pair is", over_rounds},
    pair_method{evaluation_method::closed_form, pairs_with_densities, "", costs::a_few_functions,
                "normal.md", "1. Rényi divergence", of_densities},
    pair_method{evaluation_method::line_integral, sampled_pairs_with_densities, "orders up to 10^4",
                costs::one_integral, "laws.md", "3. Subsampled pairs", by_integral},
    whatever_is_asked(pair_method{evaluation_method::closed_form, plain_cases, "", costs::nothing,
                                  "outcomes.md", here, without_a_sum}),
    pair_method{evaluation_method::closed_form, noise_pairs,
                "most orders, for two discrete Gaussian, Poisson or negative binomial laws",
                costs::a_few_functions, "noise.md", noise_here, of_one_kind_of_noise},
    pair_method{evaluation_method::direct_summation, noise_pairs, "orders from 1 on",
                costs::noise_outcomes, "noise.md", noise_here, of_noise},
    whatever_is_asked(pair_method{evaluation_method::direct_summation, tables_at_inf, "order inf",
                                  "all outcomes; given whatever is asked for", "outcomes.md", here,
                                  largest_ratio}),
    pair_method{evaluation_method::exact_rationals, rational_pairs, "whole orders",
                costs::fractions, "laws.md", "5. Exact evaluation", exactly},
    cheapest_of(clone_renyi_methods, the_clone_pair, of_clones),
    pair_method{evaluation_method::sum_over_clones, laws_of_clones, "", costs::each_number,
                "clone-laws.md", "2. Divergences as means", over_numbers_of_clones},
    pair_method{evaluation_method::central_moments, response_pairs, "", costs::independent,
                "response.md", "2. Rényi divergence and moments by central moments",
                by_central_moments},
    pair_method{evaluation_method::central_moments, variation_pairs, "", costs::independent,
                "kary.md", "4. Rényi divergence", of_variation_by_moments},
    pair_method{evaluation_method::windowed_moments, variation_pairs, "", costs::layers,
                "variation.md", "5. Rényi divergence", by_layers},
    pair_method{evaluation_method::central_moments, kary_pairs, "", costs::independent, "kary.md",
                "4. Rényi divergence", by_moments_of_reports},
    pair_method{evaluation_method::closed_form, allocation_pairs,
                "whole orders from 2 to 10^4, P against Q", costs::a_few_functions, "normal.md",
                "4. The shuffle Gaussian mechanism", of_allocation_in_whole_orders},
    pair_method{evaluation_method::line_integral, allocation_pairs, "orders up to 1000",
                costs::transforms, "allocation.md", "6. Rényi divergence", of_allocation},
    pair_method{evaluation_method::direct_summation, discrete_pairs, "", costs::outcomes,
                "outcomes.md", here, by_summation},
};

}  // namespace
}  // namespace of_renyi

namespace {

// What encloses an order that is 1 but for rounding. Divided by λ − 1 its sum says nothing; half of
// the digits away from 1 it says half of them, and the divergence rises with the order: (V.1).
number apart_from_one(const number& lambda, bits precision) {
  if (lambda.is_exact()) return lambda;
  const ball order = lambda.to_ball(precision);
  if (order.is_exact() || !contains(order, rational(1))) return lambda;
  ball around = ball::of(rational(1), precision);
  arb_add_error_2exp_si(around.raw(), -precision / 2);
  return ball::hull(order, around);
}

}  // namespace

std::vector<method_row> renyi_methods() {
  return rows_of_registry(of_renyi::registry);
}

quantity renyi(const distribution_pair& pair, const number& lambda, bits precision,
               const evaluation_options& options) {
  options.limits.check();
  check_parameters(pair, precision);
  check_order(lambda, "lambda", precision);
  // For the parameters as they are; ranges of them: docs/methods/ranges.md.
  return over_ranges(
      pair, apart_from_one(lambda, precision), {trend::rising, trend::rising}, precision,
      [&](const distribution_pair& p, const number& x) {
        const distribution_pair simplest = as_clones(p, precision);
        const pair_question question{simplest, x, precision, options.limits, options.method};
        return evaluate_by(of_renyi::registry, question, "renyi");
      });
}

}  // namespace shufflecert::inline v0_1
