#include <array>

#include "quantities/allocation/allocation_divergence.hpp"
#include "quantities/clone/law/clone_law.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/line.hpp"
#include "quantities/densities/subsampled.hpp"
#include "quantities/divergences/methods.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_tails.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/shuffled/shuffled_divergence.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {
// Those of the other quantities have the same names.
namespace of_hockey_stick {
namespace {

// Σ (P − e^ε Q)₊.
class positive_part_sum : public outcome_visitor {
 public:
  positive_part_sum(const ball& factor, bits precision)
      : factor_(factor), precision_(precision), sum_(precision), difference_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    arb_mul(difference_.raw(), factor_.raw(), q, precision_);
    arb_sub(difference_.raw(), p, difference_.raw(), precision_);
    if (arb_is_nonpositive(difference_.raw())) return;
    // The hull with 0 where the sign is not certain.
    arb_nonnegative_part(difference_.raw(), difference_.raw());
    arb_add(sum_.raw(), sum_.raw(), difference_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  ball factor_;
  bits precision_;
  ball sum_;
  ball difference_;
};

constexpr const char* named = "the hockey-stick divergence";

std::optional<quantity> of_densities(const pair_question& of) {
  if (const auto densities = as_density_pair(of.pair))
    return quantity{density_hockey_stick(*densities, of.pair.swapped, of.parameter, of.precision),
                    evaluation_method::closed_form};
  const auto sampled = as_subsampled_densities(of.pair, of.precision);
  return subsampled_hockey_stick(*sampled, of.parameter, of.precision);
}

std::optional<quantity> without_a_sum(const pair_question& of) {
  const number& eps = of.parameter;
  const auto least = [&] { return negate(expm1(eps, of.precision)); };  // 1 − e^ε
  if (certainly_identical(of.pair))
    return quantity{max(0, least(), of.precision), evaluation_method::closed_form};
  if (is_of_rounds(of) && certainly_disjoint(of.pair, of.precision, of.limits))
    return quantity{1, evaluation_method::closed_form};
  const auto range = find_log_ratio_range(of.pair, of.precision);
  if (!range) return std::nullopt;
  const truth none = compare(eps, relation::greater_equal, range->highest, of.precision);
  if (none.value.value_or(false) && !none.tied) return quantity{0, evaluation_method::closed_form};
  const truth all = compare(eps, relation::less_equal, range->lowest, of.precision);
  if (all.value.value_or(false) && !all.tied)
    return quantity{least(), evaluation_method::closed_form};
  return std::nullopt;
}

std::optional<quantity> exactly(const pair_question& of) {
  const number factor = exp(of.parameter, of.precision);
  const rational* exact_factor = factor.as_rational();
  if (exact_factor == nullptr) return std::nullopt;
  const auto rows = rows_for_exact_sum(of.pair, of.precision, of.asked);
  if (!rows) return std::nullopt;
  const auto positive_part = [&](const outcome_row& row) -> std::optional<rational> {
    const rational difference = *row.p.as_rational() - *exact_factor * *row.q.as_rational();
    return difference > 0 ? difference : rational(0);
  };
  const auto sum = exact_sum(*rows, positive_part, of.limits);
  if (!sum) return std::nullopt;
  return quantity{*sum, evaluation_method::exact_rationals};
}

std::optional<quantity> along_a_line(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const line_choice choice =
      of.asked == evaluation_method::automatic ? line_choice::where_better : line_choice::wherever;
  const auto value = line_hockey_stick(*clones, of.parameter, of.precision, choice, of.limits);
  if (!value) return std::nullopt;
  return quantity{known(*value, named), evaluation_method::line_integral};
}

std::optional<quantity> by_tails_of_layers(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const ball value = tilted_hockey_stick(*clones, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> over_numbers_of_clones(const pair_question& of) {
  const auto& pair = std::get<clone_law_pair>(of.pair.kind);
  const bits wide = of.precision + 16;
  const auto beside = [&](std::int64_t clones) {
    return hockey_stick(pair_beside(clones, pair.eps0), of.parameter, wide, {.limits = of.limits})
        .value.to_ball(wide);
  };
  const ball value = mean_of_falling(*pair.clones, beside, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::sum_over_clones};
}

std::optional<quantity> by_tails(const pair_question& of) {
  const ball value =
      response_hockey_stick(*as_response(of.pair), of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_convolution(const pair_question& of) {
  // Few outcomes are summed as they are, to any number of digits.
  if (of.asked == evaluation_method::automatic && has_table(of.pair)) return std::nullopt;
  const ball value = rounds_hockey_stick(std::get<composed_pair>(of.pair.kind), of.parameter,
                                         of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::convolution};
}

std::optional<quantity> by_tails_of_variation(const pair_question& of) {
  const std::int64_t n = as_variation(of.pair, of.precision)->n;
  const auto laws = laws_of(of.pair, variation_precision(of.precision, n));
  if (!laws) return std::nullopt;
  const ball value = variation_hockey_stick(*laws, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_tails_of_kary(const pair_question& of) {
  const auto laws = kary_laws_for(of, of.precision);
  if (!laws) return std::nullopt;
  const ball value = kary_hockey_stick(*laws, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> of_allocation(const pair_question& of) {
  const ball value =
      allocation_hockey_stick(std::get<allocation_pair>(of.pair.kind), of.pair.swapped,
                              of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::line_integral};
}

std::optional<quantity> of_reports(const pair_question& of, sum_methods ways) {
  const auto found = shuffled_hockey_stick(std::get<shuffled_pair>(of.pair.kind), of.pair.swapped,
                                           of.parameter, ways, of.precision, of.limits);
  if (!found) throw beyond_reach("more than 10^7 outcomes have P > e^eps Q");
  return quantity{known(found->value, named), found->is_by_line
                                                  ? evaluation_method::line_integral
                                                  : evaluation_method::direct_summation};
}

std::optional<quantity> of_reports_along_a_line(const pair_question& of) {
  const bool is_asked = of.asked == evaluation_method::line_integral;
  return of_reports(of, is_asked ? sum_methods::line_only : sum_methods::all);
}

std::optional<quantity> of_reports_by_outcomes(const pair_question& of) {
  return of_reports(of, sum_methods::outcomes_only);
}

std::optional<quantity> by_summation(const pair_question& of) {
  constexpr bits guard_bits = 16;
  const bits wide = of.precision + guard_bits;
  positive_part_sum visitor(exp(of.parameter, wide).to_ball(wide), wide);
  const double threshold = -static_cast<double>(of.precision) - 8;
  const ball left_out = visit_outcomes(of.pair, {of.precision, threshold, of.limits}, visitor);
  // 0 <= Σ over what is left out <= its P mass: (D.11). The ball is symmetric, hence the halves.
  ball sum = visitor.sum() + left_out / 2;
  const ball half = left_out / 2;
  arb_add_error(sum.raw(), half.raw());
  return quantity{known(nonnegative_part(sum), named), evaluation_method::direct_summation};
}

constexpr const char* here = "3. Hockey-stick divergence";

constexpr std::array registry{
    pair_method{evaluation_method::closed_form, pairs_with_densities, "", costs::a_few_functions,
                "normal.md", "2. Hockey-stick divergence", of_densities},
    whatever_is_asked(pair_method{evaluation_method::closed_form, plain_cases, "", costs::nothing,
                                  "outcomes.md", here, without_a_sum}),
    pair_method{evaluation_method::exact_rationals, rational_pairs, "rational e^ε",
                costs::fractions, "laws.md", "5. Exact evaluation", exactly},
    pair_method{evaluation_method::line_integral, clone_and_unmixed_pair, "many clones",
                costs::independent, "tails.md", "8. Many layers: a sum along a line", along_a_line},
    pair_method{evaluation_method::binomial_tails, clone_and_unmixed_pair, "", costs::layers,
                "tails.md", "4. Hockey-stick divergence", by_tails_of_layers},
    pair_method{evaluation_method::sum_over_clones, laws_of_clones, "", costs::each_number,
                "clone-laws.md", "2. Divergences as means", over_numbers_of_clones},
    pair_method{evaluation_method::binomial_tails, variation_pairs, "", costs::layers,
                "variation.md", "3. Hockey-stick divergence", by_tails_of_variation},
    pair_method{evaluation_method::binomial_tails, kary_pairs, "", costs::layers_of_tails,
                "kary.md", "2. Hockey-stick divergence", by_tails_of_kary},
    pair_method{evaluation_method::binomial_tails, response_pairs, "", costs::a_few_tails,
                "response.md", "4. Tails", by_tails},
    pair_method{evaluation_method::line_integral, shuffled_pairs, "", costs::independent, "sums.md",
                "3. A smoothed sum along a line", of_reports_along_a_line},
    pair_method{evaluation_method::direct_summation, shuffled_pairs, "", costs::outcomes, "sums.md",
                "2. Few outcomes", of_reports_by_outcomes},
    pair_method{evaluation_method::line_integral, allocation_pairs, "", costs::transforms,
                "allocation.md", "3. A sum along a line", of_allocation},
    pair_method{evaluation_method::convolution, several_rounds, "", costs::grid, "rounds.md",
                "5. Hockey-stick divergence and ε", by_convolution},
    pair_method{evaluation_method::direct_summation, discrete_pairs, "", costs::outcomes,
                "outcomes.md", here, by_summation},
};

}  // namespace
}  // namespace of_hockey_stick

std::vector<method_row> hockey_stick_methods() {
  return rows_of_registry(of_hockey_stick::registry);
}

quantity hockey_stick(const distribution_pair& pair, const number& eps, bits precision,
                      const evaluation_options& options) {
  options.limits.check();
  check_parameters(pair, precision);
  if (eps.is_infinity(1) || eps.is_infinity(-1)) throw undefined_value("eps must be finite");
  // For the parameters as they are; ranges of them: docs/methods/ranges.md.
  return over_ranges(
      pair, eps, {trend::rising, trend::falling}, precision,
      [&](const distribution_pair& p, const number& x) {
        const distribution_pair simplest = as_clones(p, precision);
        const pair_question question{simplest, x, precision, options.limits, options.method};
        return evaluate_by(of_hockey_stick::registry, question, "hockey_stick");
      });
}

quantity total_variation(const distribution_pair& pair, bits precision,
                         const evaluation_options& options) {
  return hockey_stick(pair, 0, precision, options);
}

}  // namespace shufflecert::inline v0_1
