#include "quantities/shuffled/shuffled_divergence.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/shuffled/divergence_sum.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

// A line gives about twelve digits, in more time if more bits are asked for.
constexpr bits quick_precision = 100;
constexpr bits bits_of_line = 40;
constexpr sum_effort rough{1e-8, 3'000, 1'500'000, 1e4};
constexpr sum_effort quick{1e-13, 15'000, 5'000'000, 3e5};
constexpr sum_effort patient{1e-13, 60'000, 20'000'000, 1e6};

const sum_effort& effort_for(bits precision) {
  return precision < quick_precision ? quick : patient;
}

// More bits would take more time and give no more digits. Laws that are not exact need 256 before
// they have a value at all, so twice as many are always tried.
void require_within_reach(const ball& value, bits precision) {
  constexpr bits most = 600;
  if (precision > most && 2 * arb_rel_accuracy_bits(value.raw()) < precision)
    throw beyond_reach("more digits than a line gives for this sum of shuffled reports");
}

// log(H/δ); −1 where H has passed δ for sure.
ball log_over(const ball& value, const ball& level) {
  if ((value - level).is_certainly_negative() && !lower_bound(value).is_certainly_positive())
    return value.is_certainly_nonpositive() ? ball::of(-1, value.precision())
                                            : log(upper_bound(value) / level);
  return log(value / level);
}

}  // namespace

std::optional<summed_value> shuffled_hockey_stick(const shuffled_pair& pair, bool swapped,
                                                  const number& eps, sum_methods ways,
                                                  bits precision, const budget& limits) {
  auto found =
      shuffled_divergence(pair, swapped)
          .at(exp(eps, 2 * precision + 64), ways, effort_for(precision), precision, limits);
  if (found && found->is_by_line) require_within_reach(found->value, precision);
  if (found && !found->value.is_certainly_nonnegative())
    found->value = ball::hull(nonnegative_part(lower_bound(found->value)),
                              min(upper_bound(found->value), ball::of(1, precision)));
  return found;
}

ball shuffled_epsilon(const shuffled_pair& pair, bool swapped, const number& delta, bits precision,
                      const budget& limits) {
  const shuffled_divergence divergence(pair, swapped);
  const bits working = 2 * precision + 64;
  const ball level = delta.to_ball(working);
  const ball least = divergence.mass_without_second(working);
  if ((least - level).is_certainly_positive()) return ball::infinity(precision);
  if (!(level - least).is_certainly_positive())
    throw precision_needed("whether delta exceeds the mass where Q is 0 is not determined");
  bool is_by_line = false;
  const auto value = [&](const ball& eps, const sum_effort& effort, bits at) {
    const number factor = exp(eps.with_precision(2 * at + 64));
    const auto found = divergence.at(factor, sum_methods::all, effort, at, limits);
    is_by_line = is_by_line || found->is_by_line;
    return log_over(found->value, level).with_precision(at);
  };
  constexpr bits few = 64;
  constexpr bits first_bits = 24;
  const ball at_zero = divergence.at(1, sum_methods::all, rough, few, limits)->value;
  const ball unit = min(upper_bound(at_zero * 4).with_precision(few), ball::of(1, few));
  const crossing near = find_crossing([&](const ball& eps) { return value(eps, rough, few); },
                                      ball(few), unit, true, first_bits, limits);
  const auto finely = [&](const ball& eps) { return value(eps, effort_for(precision), precision); };
  auto at = crossing_by_secants(finely, near, precision);
  if (!at) {
    const ball reach = near.high - near.low;
    at = find_crossing(finely, lower_bound((near.low - reach).with_precision(precision)),
                       upper_bound((near.high + reach).with_precision(precision)), true,
                       is_by_line ? std::min(precision, bits_of_line) : precision, limits);
  }
  ball result = ball::hull(at->low, at->high);
  if (is_by_line) require_within_reach(result, precision);
  return result;
}

}  // namespace shufflecert::inline v0_1
