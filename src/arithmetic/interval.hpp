#pragma once

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// Whether the exact sum of two balls' ends has more than some millions of bits: as many as their
/// exponents differ by. One operation on it could fill the memory.
[[nodiscard]] bool has_long_sum(const ball& left, const ball& right);

/// A ball that contains [left, right], left <= right exact. Its ends are left and right themselves
/// where the radius fits the 30 bits that FLINT keeps of it; where left is 0 the lower end is 0.
/// Where their sum would be long, only the sign of both ends is kept. ball::hull() rounds the
/// radius up always, which carries [0, r] over the edge of a domain.
ball ball_between(const ball& left, const ball& right, bits precision);

/// A ball that contains [low, high], which need not be exact: [right − 2r, right] or
/// [left, left + 2r] for an upper bound r of half the width with FLINT's 30 bits. An end that is
/// exact stays one, since it may be the edge of a domain; of two exact ends see ball_between().
ball covering(const ball& low, const ball& high, bits precision);

/// The part of x at or above 0 of a value that is known not to be negative; the lower end is not
/// negative then.
ball known_nonnegative(const ball& x);

}  // namespace shufflecert::inline v0_1
