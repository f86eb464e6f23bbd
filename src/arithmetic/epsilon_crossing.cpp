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

}  // namespace shufflecert::inline v0_1
