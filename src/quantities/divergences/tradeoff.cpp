#include "quantities/normal/tradeoff.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/divergences/binomial_tails.hpp"
#include "quantities/normal/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/tradeoff/polygon.hpp"
#include "quantities/tradeoff/table.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {

void check_type_one_error(const number& alpha, bits precision) {
  const auto require = [&](const truth& holds) {
    if (!holds.value || holds.tied)
      throw precision_needed("whether alpha lies in [0, 1] is not determined");
    if (!*holds.value) throw undefined_value("alpha must be in [0, 1]");
  };
  require(compare(alpha, relation::greater_equal, 0, precision));
  require(compare(alpha, relation::less_equal, 1, precision));
}

namespace {

// T of (P', Q) or, swapped, of (Q, P') for P' = γP + (1−γ)Q of two normal laws: (T.15).
quantity subsampled_normal_tradeoff(const subsampled_normal& pair, const number& alpha,
                                    bits precision, const budget& limits) {
  const distribution_pair back{pair.of, true};
  const auto swapped_tradeoff = [&](const number& x) {
    const number rest = subtract(1, pair.gamma, precision);
    const number of_pair = tradeoff(back, x, precision, limits).value;
    return add(multiply(rest, subtract(1, x, precision), precision),
               multiply(pair.gamma, of_pair, precision), precision);
  };
  if (pair.swapped) return {swapped_tradeoff(alpha), evaluation_method::closed_form};
  const ball target = alpha.to_ball(precision);
  // The ends of [0, 1] are given as they are known, and are no arguments of Φ⁻¹.
  const ball one = ball::of(1, precision);
  const auto value = [&](const ball& x) {
    if (x.is_exact_zero()) return one - target;
    if (equal(x, one).value_or(false)) return -target;
    return swapped_tradeoff(x).to_ball(precision) - target;
  };
  const crossing at = find_crossing(value, ball(precision), one, false, precision, limits);
  return {ball::hull(at.low, at.high), evaluation_method::closed_form};
}

}  // namespace

namespace {

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity tradeoff_at(const distribution_pair& pair, const number& alpha, bits precision,
                     const budget& limits, evaluation_method method) {
  if (alpha.as_rational() != nullptr && *alpha.as_rational() == 1)
    return {0, evaluation_method::closed_form};
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) {
    require_method(method, evaluation_method::closed_form, "tradeoff");
    if (alpha.is_zero()) return {1, evaluation_method::closed_form};
    return {normal_tradeoff(*normal, pair.swapped, alpha, precision, limits),
            evaluation_method::closed_form};
  }
  if (const auto sampled = as_subsampled_normal(pair, precision)) {
    require_method(method, evaluation_method::closed_form, "tradeoff");
    if (alpha.is_zero()) return {1, evaluation_method::closed_form};
    return subsampled_normal_tradeoff(*sampled, alpha, precision, limits);
  }
  if (certainly_identical(pair))
    return {subtract(1, alpha, precision), evaluation_method::closed_form};
  if (alpha.is_zero() && find_log_ratio_range(pair, precision))
    return {1, evaluation_method::closed_form};
  if (allows(method, evaluation_method::exact_rationals) && alpha.as_rational() != nullptr)
    if (const auto polygon = exact_polygon(pair, most_exact_pieces(precision)))
      return {value_at(*polygon, *alpha.as_rational()), evaluation_method::exact_rationals};
  if (allows(method, evaluation_method::binomial_tails))
    if (const auto found = tradeoff_by_tails(pair, alpha, precision, limits)) return *found;
  require_method(method, evaluation_method::direct_summation, "tradeoff");
  const tradeoff_table table =
      table_of(pair, precision, -static_cast<double>(precision) - 8, limits);
  return {known(tradeoff_of(table, alpha.to_ball(precision)), "the trade-off function"),
          evaluation_method::direct_summation};
}

}  // namespace

quantity tradeoff(const distribution_pair& pair, const number& alpha, bits precision,
                  const budget& limits, evaluation_method method) {
  limits.check();
  check_parameters(pair, precision);
  check_type_one_error(alpha, precision);
  return over_ranges(pair, alpha, {trend::falling, trend::falling}, precision,
                     [&](const distribution_pair& p, const number& x) {
                       return tradeoff_at(p, x, precision, limits, method);
                     });
}

}  // namespace shufflecert
