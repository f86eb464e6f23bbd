#include <algorithm>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/divergences/binomial_tails.hpp"
#include "quantities/normal/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/tradeoff/polygon.hpp"
#include "quantities/tradeoff/table.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

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

quantity normal_epsilon(const distribution_pair& pair, const number& delta, bits precision,
                        const budget& limits) {
  const ball target = log(delta.to_ball(precision));
  const auto value = [&](const ball& eps) {
    const ball h = hockey_stick(pair, eps, precision, limits).value.to_ball(precision);
    // Anything below 0 will do where the divergence is 0: it has passed δ.
    return h.is_exact_zero() ? ball::of(-1, precision) : log(h) - target;
  };
  const crossing at = find_crossing(value, ball::of(-1, precision), ball::of(1, precision), true,
                                    precision, limits);
  return {ball::hull(at.low, at.high), evaluation_method::closed_form};
}

}  // namespace

namespace {

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity epsilon_at(const distribution_pair& pair, const number& delta, bits precision,
                    const budget& limits, evaluation_method method) {
  if (is_one(delta, precision))
    return {ball::infinity(precision, -1), evaluation_method::closed_form};
  if (delta.is_zero()) return renyi(pair, ball::infinity(precision), precision, limits);
  if (std::holds_alternative<normal_pair>(pair.kind) || as_subsampled_normal(pair, precision)) {
    require_method(method, evaluation_method::closed_form, "epsilon");
    return normal_epsilon(pair, delta, precision, limits);
  }
  // H = (1 − e^ε)₊ for identical laws.
  if (certainly_identical(pair))
    return {log1p(negate(delta), precision), evaluation_method::closed_form};
  if (allows(method, evaluation_method::exact_rationals) && delta.as_rational() != nullptr)
    if (const auto polygon = exact_polygon(pair, most_exact_pieces(precision))) {
      const auto factor = least_factor(*polygon, *delta.as_rational());
      if (!factor) return {ball::infinity(precision), evaluation_method::exact_rationals};
      if (*factor == 0) return {ball::infinity(precision, -1), evaluation_method::exact_rationals};
      return {log(number(*factor), precision), evaluation_method::exact_rationals};
    }
  if (allows(method, evaluation_method::binomial_tails))
    if (const auto found = epsilon_by_tails(pair, delta, precision, limits)) return *found;
  require_method(method, evaluation_method::direct_summation, "epsilon");
  const ball enclosed = delta.to_ball(precision + 16);
  // δ itself, where it is small, decides how much may be left out.
  const double log2_delta = std::min(0.0, log2_near(enclosed));
  const tradeoff_table table =
      table_of(pair, precision, -static_cast<double>(precision) - 8 + log2_delta, limits);
  const ball factor = least_factor_of(table, enclosed);
  if (factor.is_infinity(1)) return {factor, evaluation_method::direct_summation};
  return {known(log(factor), "epsilon"), evaluation_method::direct_summation};
}

}  // namespace

quantity epsilon(const distribution_pair& pair, const number& delta, bits precision,
                 const budget& limits, evaluation_method method) {
  limits.check();
  check_parameters(pair, precision);
  check_weight(delta, "delta", precision);
  return over_ranges(pair, delta, {trend::rising, trend::falling}, precision,
                     [&](const distribution_pair& p, const number& x) {
                       return epsilon_at(p, x, precision, limits, method);
                     });
}

}  // namespace shufflecert
