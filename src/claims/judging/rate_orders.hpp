#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1::claims {

// When local orders support or contradict a claimed one: docs/guide/verdicts.md, "Rates".

inline constexpr bits order_precision = 128;

/// The verdict rests on the local orders at the last sizes; a trend shows in three, not in fewer.
inline constexpr std::size_t orders_judged = 3;

/// Three local orders at growing sizes.
using last_orders = std::array<ball, orders_judged>;

ball fraction(std::int64_t above, std::int64_t below);

/// Whether orders that are certainly at most `most` show no sign of rising above it.
bool stay_at_most(const last_orders& orders, const ball& most);

/// The same downwards.
bool stay_at_least(const last_orders& orders, const ball& least);

/// Whether the last two orders are certainly at most 1/1000, or 4/5 of the one before: if they
/// go on like this, the error tends to a number that is not 0, or does not fall.
bool fall_away(const last_orders& orders);

/// Whether orders are at least `least` in the end: at once, or because they rise and their changes
/// shrink so fast that they lead there. Those of log(n)/n shrink too slowly to tell.
bool reach(const last_orders& orders, const ball& least);

}  // namespace shufflecert::inline v0_1::claims
