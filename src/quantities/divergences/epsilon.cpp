#include <algorithm>
#include <array>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/allocation/allocation_divergence.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/line.hpp"
#include "quantities/densities/laplace.hpp"
#include "quantities/divergences/methods.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/pairs/variation.hpp"
#include "quantities/response/response_tails.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/shuffled/shuffled_divergence.hpp"
#include "quantities/tradeoff/polygon.hpp"
#include "quantities/tradeoff/table.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr const char* named = "epsilon";

// Returns whether δ is 1. Otherwise it is certainly in [0, 1), and exactly 0 or certainly not.
bool is_one(const number& delta, bits precision) {
  const auto require = [](const truth& answer) {
    if (!answer.value || answer.tied)
      throw precision_needed("whether delta lies in [0, 1] is not determined");
    return *answer.value;
  };
  if (!require(compare(delta, relation::greater_equal, 0, precision)) ||
      !require(compare(delta, relation::less_equal, 1, precision)))
    throw undefined_value("delta must be in [0, 1]");
  if (!delta.is_zero() && !require(compare(delta, relation::greater, 0, precision)))
    throw precision_needed("whether delta is 0 is not determined");
  return !require(compare(delta, relation::less, 1, precision));
}

// Where the search for ε begins. The laws may be so close to each other that 1 is far beyond all ε.
ball size_of_search(const ball& size) {
  return min(upper_bound(size), ball::of(1, size.precision()));
}

// ε < 0 with H_{e^ε} = δ = 1 − rest: 1 − H_κ(P‖Q) = κ(1 − H_{1/κ}(Q‖P)) keeps its digits where δ is
// near 1.
ball negative_epsilon(const distribution_pair& pair, const ball& rest, bits precision,
                      const budget& limits) {
  const ball least = log(rest);
  const distribution_pair swapped = swap(pair);
  const auto divergence = [&](const ball& eps, bits at) {
    return hockey_stick(swapped, (-eps).with_precision(at), at, {.limits = limits})
        .value.to_ball(at)
        .with_precision(precision);
  };
  const auto surplus = [&](const ball& eps, const ball& h) { return least - eps - log1p(-h); };
  // log(rest) <= ε, and if ε is at most half of that, ε = log(rest) − log(1 − H) narrows quickly,
  // as H is small and monotone. Of a small H few bits are enough.
  constexpr bits few_bits = 64;
  constexpr double small_log2 = -20;
  constexpr int most_steps = 6;
  ball low = lower_bound(least);
  ball high =
      upper_bound(upper_bound(least / 2).with_precision(few_bits)).with_precision(precision);
  const ball most = divergence(high, few_bits);
  if (surplus(high, most).is_certainly_negative() && is_below_power_of_two(most, small_log2)) {
    const ball zero(precision);
    high = min(high, upper_bound(least - log1p(-ball::hull(zero, most))));
    for (int i = 0; i < most_steps; ++i) {
      ball finest = abs(high);
      arb_mul_2exp_si(finest.raw(), finest.raw(), 2 - precision);
      // What is known of δ ends it too.
      finest += (upper_bound(least) - lower_bound(least)) * 2;
      if (less_equal(high - low, finest).value_or(false)) return ball::hull(low, high);
      const double log2_h = log2_near(divergence(high, few_bits));
      const bits enough = few_bits + bits_near(static_cast<double>(precision) + log2_h);
      const ball found =
          least - log1p(-ball::hull(divergence(low, enough), divergence(high, enough)));
      low = max(low, lower_bound(found));
      high = min(high, upper_bound(found));
    }
  }
  const ball unit = size_of_search(abs(least));
  const crossing at =
      find_crossing([&](const ball& eps) { return surplus(eps, divergence(eps, precision)); },
                    -unit, unit, true, precision, limits);
  return ball::hull(at.low, at.high);
}

// By a search, for pairs of which the hockey-stick divergence is quick.
ball searched_epsilon(const distribution_pair& pair, const number& delta, bits precision,
                      const budget& limits) {
  const ball level = delta.to_ball(precision);
  const auto divergence = [&](const ball& eps) {
    return hockey_stick(pair, eps, precision, {.limits = limits}).value.to_ball(precision);
  };
  const ball at_zero = divergence(ball(precision));
  if ((at_zero - level).is_certainly_negative())
    return negative_epsilon(pair, subtract(1, delta, precision).to_ball(precision), precision,
                            limits);
  const ball target = log(level);
  const auto value = [&](const ball& eps) {
    const ball h = divergence(eps);
    // Anything below 0 will do where the divergence is 0: it has passed δ.
    if (h.is_exact_zero()) return ball::of(-1, precision);
    // So it has where the ball ends below δ, though it may reach down to 0.
    if ((h - level).is_certainly_negative()) return log(upper_bound(h)) - target;
    return log(h) - target;
  };
  // H at 0 is about as large as the logarithms of P/Q are, or 1.
  const ball unit = size_of_search(at_zero);
  const crossing at = find_crossing(value, -unit, unit, true, precision, limits);
  return ball::hull(at.low, at.high);
}

// The same with as few values at full precision as there can be, for divergences that take time.
ball epsilon_by_secants(const distribution_pair& pair, const number& delta, bits precision,
                        const budget& limits) {
  const ball level = delta.to_ball(precision);
  const auto value = [&](const ball& eps, bits at) {
    const ball h =
        hockey_stick(pair, eps.with_precision(at), at, {.limits = limits}).value.to_ball(at);
    if (h.is_exact_zero()) return ball::of(-1, at);
    return log(h / level.with_precision(at));
  };
  constexpr bits few = 64;
  constexpr bits first_bits = 8;
  const ball at_zero = hockey_stick(pair, 0, few, {.limits = limits}).value.to_ball(few);
  if (!(at_zero - level).is_certainly_positive())
    return searched_epsilon(pair, delta, precision, limits);
  const crossing near = find_crossing([&](const ball& eps) { return value(eps, few); }, ball(few),
                                      size_of_search(at_zero), false, first_bits, limits);
  const auto finely = [&](const ball& eps) { return value(eps, precision); };
  auto at = crossing_by_secants(finely, near, precision);
  if (!at) return searched_epsilon(pair, delta, precision, limits);
  return ball::hull(at->low, at->high);
}

std::optional<quantity> at_the_ends(const pair_question& of) {
  if (is_one(of.parameter, of.precision))
    return quantity{ball::infinity(of.precision, -1), evaluation_method::closed_form};
  if (of.parameter.is_zero())
    return renyi(of.pair, ball::infinity(of.precision), of.precision, {.limits = of.limits});
  return std::nullopt;
}

// (T.16): where P/Q is never below 1 − δ. `lowest` is log inf P/Q.
std::optional<quantity> above_all_ratios(const pair_question& of, const number& lowest) {
  number eps = log(subtract(1, of.parameter, of.precision), of.precision);
  const truth all = compare(eps, relation::less_equal, lowest, of.precision);
  if (!all.value.value_or(false) || all.tied) return std::nullopt;
  return quantity{std::move(eps), evaluation_method::closed_form};
}

std::optional<quantity> of_densities(const pair_question& of) {
  if (const auto* laplace = std::get_if<laplace_pair>(&of.pair.kind))
    return quantity{laplace_epsilon(*laplace, of.parameter, of.precision),
                    evaluation_method::closed_form};
  // log inf P/Q = −D_∞(Q‖P): (N.3), (L.7).
  const quantity largest =
      renyi(swap(of.pair), ball::infinity(of.precision), of.precision, {.limits = of.limits});
  if (auto eps = above_all_ratios(of, negate(largest.value))) return eps;
  return quantity{searched_epsilon(of.pair, of.parameter, of.precision, of.limits),
                  evaluation_method::closed_form};
}

// H = (1 − e^ε)₊ for identical laws.
std::optional<quantity> without_a_sum(const pair_question& of) {
  // H = 1 > δ at every ε.
  if (is_of_rounds(of) && certainly_disjoint(of.pair, of.precision, of.limits))
    return quantity{ball::infinity(of.precision), evaluation_method::closed_form};
  if (certainly_identical(of.pair))
    return quantity{log1p(negate(of.parameter), of.precision), evaluation_method::closed_form};
  const auto range = find_log_ratio_range(of.pair, of.precision);
  return range ? above_all_ratios(of, range->lowest) : std::nullopt;
}

std::optional<quantity> exactly(const pair_question& of) {
  const rational* delta = of.parameter.as_rational();
  if (delta == nullptr) return std::nullopt;
  const auto polygon = exact_polygon(of.pair, most_exact_pieces(of.precision));
  if (!polygon) return std::nullopt;
  const auto factor = least_factor(*polygon, *delta);
  const auto is = [](number value) {
    return quantity{std::move(value), evaluation_method::exact_rationals};
  };
  if (!factor) return is(ball::infinity(of.precision));
  if (*factor == 0) return is(ball::infinity(of.precision, -1));
  return is(log(number(*factor), of.precision));
}

std::optional<quantity> along_a_line(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const line_choice choice =
      of.asked == evaluation_method::automatic ? line_choice::where_better : line_choice::wherever;
  const auto value = line_epsilon(*clones, of.parameter, of.precision, choice, of.limits);
  if (!value) return std::nullopt;
  return quantity{known(*value, named), evaluation_method::line_integral};
}

std::optional<quantity> by_tails_of_layers(const pair_question& of) {
  const auto clones = as_tilted(of.pair, of.precision);
  if (!clones) return std::nullopt;
  const ball value = tilted_epsilon(*clones, of.parameter, of.precision, of.limits);
  return quantity{value.is_infinity(1) ? number(value) : known(value, named),
                  evaluation_method::binomial_tails};
}

std::optional<quantity> over_numbers_of_clones(const pair_question& of) {
  const ball value = epsilon_by_secants(of.pair, of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::sum_over_clones};
}

std::optional<quantity> by_tails(const pair_question& of) {
  const ball value = response_epsilon(*as_response(of.pair), of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_convolution(const pair_question& of) {
  // Few outcomes are summed as they are, to any number of digits.
  if (of.asked == evaluation_method::automatic && has_table(of.pair)) return std::nullopt;
  const ball value =
      rounds_epsilon(std::get<composed_pair>(of.pair.kind), of.parameter, of.precision, of.limits);
  return quantity{value.is_infinity(1) ? number(value) : known(value, named),
                  evaluation_method::convolution};
}

std::optional<quantity> by_tails_of_variation(const pair_question& of) {
  const std::int64_t n = as_variation(of.pair, of.precision)->n;
  const bits depth = bits_near(-log2_near(of.parameter.to_ball(of.precision))) + 8;
  // ε is the logarithm of what is looked for, which may be near 1.
  const bits wide = of.precision + 16;
  const auto laws = laws_of(of.pair, variation_precision(wide + depth, n));
  if (!laws) return std::nullopt;
  const ball value = variation_epsilon(*laws, of.parameter, wide, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> by_tails_of_kary(const pair_question& of) {
  const bits depth = bits_near(-log2_near(of.parameter.to_ball(of.precision))) + 8;
  const bits wide = of.precision + 16;
  const auto laws = kary_laws_for(of, wide + depth);
  if (!laws) return std::nullopt;
  const ball value = kary_epsilon(*laws, of.parameter, wide, of.limits);
  return quantity{known(value, named), evaluation_method::binomial_tails};
}

std::optional<quantity> of_allocation(const pair_question& of) {
  const ball value = allocation_epsilon(std::get<allocation_pair>(of.pair.kind), of.pair.swapped,
                                        of.parameter, of.precision, of.limits);
  return quantity{known(value, named), evaluation_method::line_integral};
}

std::optional<quantity> of_reports(const pair_question& of) {
  const ball value = shuffled_epsilon(std::get<shuffled_pair>(of.pair.kind), of.pair.swapped,
                                      of.parameter, of.precision, of.limits);
  return quantity{value.is_infinity(1) ? number(value) : known(value, named),
                  evaluation_method::line_integral};
}

std::optional<quantity> by_summation(const pair_question& of) {
  const ball delta = of.parameter.to_ball(of.precision + 16);
  // δ itself, where it is small, decides how much may be left out.
  const double log2_delta = std::min(0.0, log2_near(delta));
  const double threshold = -static_cast<double>(of.precision) - 8 + log2_delta;
  const tradeoff_table table = table_of(of.pair, of.precision, threshold, of.limits);
  const ball factor = least_factor_of(table, delta);
  return quantity{factor.is_infinity(1) ? number(factor) : known(log(factor), named),
                  evaluation_method::direct_summation};
}

constexpr const char* here = "2. ε";

constexpr std::array registry{
    whatever_is_asked(pair_method{evaluation_method::closed_form, all_pairs, "δ = 0 and δ = 1",
                                  costs::nothing, "tradeoff.md", here, at_the_ends}),
    pair_method{evaluation_method::closed_form, pairs_with_densities, "", costs::a_few_functions,
                "tradeoff.md", here, of_densities},
    whatever_is_asked(pair_method{evaluation_method::closed_form, plain_cases, "", costs::nothing,
                                  "tradeoff.md", here, without_a_sum}),
    pair_method{evaluation_method::exact_rationals, rational_pairs, "rational δ", costs::fractions,
                "tradeoff.md", here, exactly},
    pair_method{evaluation_method::line_integral, clone_and_unmixed_pair, "many clones",
                costs::independent, "tails.md", "8. Many layers: a sum along a line", along_a_line},
    pair_method{evaluation_method::binomial_tails, clone_and_unmixed_pair, "", costs::layers,
                "tails.md", "5. ε", by_tails_of_layers},
    pair_method{evaluation_method::sum_over_clones, laws_of_clones, "", costs::each_number,
                "clone-laws.md", "4. ε", over_numbers_of_clones},
    pair_method{evaluation_method::binomial_tails, variation_pairs, "", costs::layers,
                "variation.md", "4. ε and the trade-off function", by_tails_of_variation},
    pair_method{evaluation_method::binomial_tails, kary_pairs, "", costs::layers_of_tails,
                "kary.md", "3. ε and the trade-off function", by_tails_of_kary},
    pair_method{evaluation_method::binomial_tails, response_pairs, "", costs::a_few_tails,
                "response.md", "4. Tails", by_tails},
    pair_method{evaluation_method::line_integral, shuffled_pairs, "", costs::independent, "sums.md",
                "6. ε and the trade-off function", of_reports},
    pair_method{evaluation_method::line_integral, allocation_pairs, "", costs::transforms,
                "allocation.md", "5. ε", of_allocation},
    pair_method{evaluation_method::convolution, several_rounds, "", costs::grid, "rounds.md",
                "5. Hockey-stick divergence and ε", by_convolution},
    pair_method{evaluation_method::direct_summation, discrete_pairs, "", costs::outcomes,
                "tradeoff.md", here, by_summation},
};

}  // namespace

std::vector<method_row> epsilon_methods() {
  return rows_of_registry(registry);
}

quantity epsilon(const distribution_pair& pair, const number& delta, bits precision,
                 const evaluation_options& options) {
  options.limits.check();
  check_parameters(pair, precision);
  check_weight(delta, "delta", precision);
  // For the parameters as they are; ranges of them: docs/methods/ranges.md.
  return over_ranges(
      pair, delta, {trend::rising, trend::falling}, precision,
      [&](const distribution_pair& p, const number& x) {
        const distribution_pair simplest = as_clones(p, precision);
        const pair_question question{simplest, x, precision, options.limits, options.method};
        return evaluate_by(registry, question, "epsilon");
      });
}

}  // namespace shufflecert::inline v0_1
