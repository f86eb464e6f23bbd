// rdp_epsilon(pair, delta): what a Rényi curve alone gives. docs/methods/conversions.md.

#include <algorithm>
#include <utility>

#include "quantities/conversions/best_order.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/conversions.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/renyi_curve.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Whether x is the value, exactly or not at all.
bool is_exactly(const number& x, std::int64_t value, bits precision) {
  const truth equal = compare(x, relation::equal, value, precision);
  if (!equal.value || equal.tied)
    throw precision_needed("whether delta is " + std::to_string(value) + " is not determined");
  return *equal.value;
}

// Random allocation has closed forms at whole orders, and takes seconds at others.
bool is_slow_between_whole_orders(const distribution_pair& pair) {
  if (const auto* rounds = std::get_if<composed_pair>(&pair.kind))
    return std::any_of(rounds->parts.begin(), rounds->parts.end(), [](const repeated_pair& part) {
      return is_slow_between_whole_orders(*part.of);
    });
  return std::holds_alternative<allocation_pair>(pair.kind);
}

quantity at_a_point(const distribution_pair& pair, const number& delta, bits precision,
                    const evaluation_options& options, rdp_conversion by) {
  if (is_exactly(delta, 0, precision))
    return renyi(pair, ball::infinity(precision), precision, options);
  quantity at_one = renyi(pair, 1, precision, options);
  if (at_one.value.is_infinity(1)) return at_one;
  const bool is_mironov = by == rdp_conversion::mironov;
  // The infimum is the limit λ → 1.
  if (is_exactly(delta, 1, precision))
    return is_mironov ? at_one : quantity{ball::infinity(precision, -1), at_one.method};
  if (at_one.value.is_zero())
    return {is_mironov ? number(0) : log1p(negate(delta), precision), at_one.method};
  evaluation_method method = at_one.method;
  const renyi_values curve = [&](const std::vector<number>& orders, bits at) {
    std::vector<number> values;
    values.reserve(orders.size());
    for (quantity& found : renyi_curve(pair, orders, at, options)) {
      method = found.method;
      values.push_back(std::move(found.value));
    }
    return values;
  };
  const auto orders =
      is_slow_between_whole_orders(pair) ? order_choice::whole_from_two : order_choice::all;
  // More bits bring no more digits of the orders between whole ones.
  constexpr bits enough = 100;
  if (orders == order_choice::whole_from_two && precision > enough)
    throw beyond_reach("rdp_epsilon of allocation_pair is known from whole orders, to some digits");
  const ball found = least_over_orders(curve, delta, by, precision, orders, options.limits);
  return {known(found, "rdp_epsilon"), method};
}

}  // namespace

quantity rdp_epsilon(const distribution_pair& pair, const number& delta, bits precision,
                     const evaluation_options& options, rdp_conversion by) {
  options.limits.check();
  check_parameters(pair, precision);
  check_weight(delta, "delta", precision);
  // For the parameters as they are; ranges of them: docs/methods/ranges.md.
  return over_ranges(pair, delta, {trend::rising, trend::falling}, precision,
                     [&](const distribution_pair& p, const number& x) {
                       return at_a_point(p, x, precision, options, by);
                     });
}

}  // namespace shufflecert::inline v0_1
