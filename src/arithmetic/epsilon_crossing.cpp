#include "arithmetic/epsilon_crossing.hpp"

#include <optional>
#include <utility>

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr int most_doublings = 80;

ball midpoint(const ball& x) {
  ball middle(x.precision());
  arf_set(arb_midref(middle.raw()), arb_midref(x.raw()));
  return middle;
}

enum class side { low, high, open };

side side_of(const ball& value) {
  if (value.is_certainly_positive()) return side::low;
  if (value.is_certainly_nonpositive()) return side::high;
  return side::open;
}

struct point {
  ball x;
  ball value;
};

// The secant through both ends, unless it says nothing.
std::optional<ball> secant(const point& low, const point& high) {
  // In this form the ends may be close together.
  const ball share = low.value / (low.value - high.value);
  const ball x = midpoint(low.x + (high.x - low.x) * share);
  const bool is_inside = less(low.x, x).value_or(false) && less(x, high.x).value_or(false);
  return is_inside ? std::optional<ball>(x) : std::nullopt;
}

// The sign at `x` is open: the crossing is as near as the enclosures tell. Widens around x.
crossing around(const std::function<ball(const ball&)>& value, const ball& x, const point& low,
                const point& high, bits precision) {
  ball scale = abs(x) + (high.x - low.x);
  arb_mul_2exp_si(scale.raw(), scale.raw(), -precision);
  const auto bound = [&](int direction, const point& known) {
    ball step = midpoint(scale);
    for (;;) {
      ball next = midpoint(direction < 0 ? x - step : x + step);
      const bool is_outside = direction < 0 ? !less(known.x, next).value_or(false)
                                            : !less(next, known.x).value_or(false);
      if (is_outside) return known.x;
      if (side_of(value(next)) == (direction < 0 ? side::low : side::high)) return next;
      step = step * 4;
    }
  };
  return {bound(-1, low), bound(1, high)};
}

}  // namespace

crossing find_crossing(const std::function<ball(const ball&)>& value, const ball& low,
                       const ball& high, bool may_move_low, bits precision, const budget& limits) {
  point left{low, value(low)};
  point right{high, value(high)};
  ball reach = high - low;
  // An end whose sign is open is no use; one with the sign of the other end replaces that.
  for (int i = 0; i < most_doublings && side_of(right.value) != side::high; ++i) {
    limits.check();
    const ball next = midpoint(right.x + reach);
    if (side_of(right.value) == side::low) left = std::move(right);
    right = {next, value(next)};
    reach = reach * 2;
  }
  for (int i = 0; may_move_low && i < most_doublings && side_of(left.value) != side::low; ++i) {
    limits.check();
    const ball next = midpoint(left.x - reach);
    if (side_of(left.value) == side::high) right = std::move(left);
    left = {next, value(next)};
    reach = reach * 2;
  }
  if (side_of(left.value) != side::low || side_of(right.value) != side::high)
    throw precision_needed("where the function passes the value is not determined");

  // Secant steps (the Illinois rule halves the value of an end that stays twice), and a bisection
  // in every third step, so that no shape of the function makes this slow.
  side last = side::open;
  for (int i = 0;; ++i) {
    limits.check();
    const ball width = right.x - left.x;
    ball finest = abs(right.x) + abs(left.x);
    arb_mul_2exp_si(finest.raw(), finest.raw(), -precision);
    if (less_equal(width, finest).value_or(false)) return {left.x, right.x};
    std::optional<ball> x;
    if (i % 3 != 2) x = secant(left, right);
    if (!x) x = midpoint((left.x + right.x) / 2);
    if (!less(left.x, *x).value_or(false) || !less(*x, right.x).value_or(false))
      return {left.x, right.x};
    point next{*x, value(*x)};
    const side found = side_of(next.value);
    if (found == side::open) return around(value, *x, left, right, precision);
    point& moved = found == side::low ? left : right;
    point& kept = found == side::low ? right : left;
    moved = std::move(next);
    if (found == last) kept.value = kept.value / 2;
    last = found;
  }
}

std::optional<crossing> crossing_by_secants(const std::function<ball(const ball&)>& value,
                                            const crossing& near, bits precision) {
  const auto middle_of = [&](const ball& x) {
    ball middle(precision);
    arf_set_round(arb_midref(middle.raw()), arb_midref(x.raw()), precision, ARF_RND_NEAR);
    return middle;
  };
  const auto radius_of = [](const ball& x) {
    ball radius(64);
    arb_get_rad_arb(radius.raw(), x.raw());
    return radius;
  };
  ball last = middle_of(near.low);
  ball last_value = value(last);
  ball x = middle_of(near.high);
  constexpr int most_steps = 10;
  for (int i = 0; i < most_steps; ++i) {
    const ball here = value(x);
    const ball slope = middle_of((here - last_value) / (x - last));
    if (!slope.is_certainly_negative()) return std::nullopt;
    const ball next = middle_of(x - middle_of(here) / slope);
    const ball moved = abs(next - x);
    ball finest = abs(next);
    arb_mul_2exp_si(finest.raw(), finest.raw(), -precision);
    const ball open = radius_of(here) / abs(slope);
    last = std::exchange(x, next);
    last_value = here;
    // The last step leaves about the square of its length.
    if (!less(moved * moved, (open + finest) * abs(next)).value_or(false) && i + 1 < most_steps)
      continue;
    const ball around = open * 2 + finest * 4 + moved * moved / (abs(next) + moved);
    const ball low = lower_bound(x - around);
    const ball high = upper_bound(x + around);
    if (value(low).is_certainly_positive() && value(high).is_certainly_nonpositive())
      return crossing{low, high};
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1
