#include "claims/judging/rate_orders.hpp"

#include <algorithm>
#include <optional>

#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

bool at_most(const ball& x, const ball& most) {
  return less_equal(x, most) == true;
}

bool all_finite(const last_orders& orders) {
  return std::all_of(orders.begin(), orders.end(), [](const ball& o) { return o.is_finite(); });
}

// Where orders that change in one direction lead if their changes shrink at a constant ratio
// (Aitken's extrapolation); nothing where the changes do not certainly shrink.
std::optional<ball> continued(const last_orders& orders) {
  const ball before = orders[1] - orders[0];
  const ball last = orders[2] - orders[1];
  if (less(abs(last), abs(before)) != true) return std::nullopt;
  return orders[2] + last * last / (before - last);
}

// A change of less than 1/1000 from size to size is no trend.
bool is_rising(const last_orders& orders) {
  const ball change = fraction(1, 1000);
  return less(orders[0], orders[1]) == true && less(orders[1], orders[2]) == true &&
         !(at_most(orders[1] - orders[0], change) && at_most(orders[2] - orders[1], change));
}

last_orders mirrored(const last_orders& orders) {
  return {-orders[0], -orders[1], -orders[2]};
}

}  // namespace

ball fraction(std::int64_t above, std::int64_t below) {
  return ball::of(rational(above, below), order_precision);
}

bool stay_at_most(const last_orders& orders, const ball& most) {
  if (!std::all_of(orders.begin(), orders.end(), [&](const ball& o) { return at_most(o, most); }))
    return false;
  if (!all_finite(orders) || !is_rising(orders)) return true;
  const auto end = continued(orders);
  return end && at_most(*end, most);
}

bool reach(const last_orders& orders, const ball& least) {
  if (!all_finite(orders) || at_most(least, orders[2])) return at_most(least, orders[2]);
  const ball before = orders[1] - orders[0];
  const ball last = orders[2] - orders[1];
  if (!is_rising(orders) || !at_most(last, before * fraction(4, 5))) return false;
  const auto end = continued(orders);
  return end && at_most(least, *end);
}

bool fall_away(const last_orders& orders) {
  const ball none = fraction(1, 1000);
  for (std::size_t i = 1; i < orders.size(); ++i)
    if (!at_most(orders.at(i), none) &&
        !(all_finite(orders) && at_most(orders.at(i), orders.at(i - 1) * fraction(4, 5))))
      return false;
  return true;
}

bool stay_at_least(const last_orders& orders, const ball& least) {
  return stay_at_most(mirrored(orders), -least);
}

}  // namespace shufflecert::inline v0_1::claims
