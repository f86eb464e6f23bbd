#pragma once
// The normalising constants of integer noise. Formula numbers refer to docs/methods/noise.md.

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// θ(m, v) = Σ e^{−(x−m)²/(2v)} over all whole x, for v > 0: (EE.1), (EE.2).
ball theta(const ball& m, const ball& v);

/// The same with so few terms that about `accuracy` bits are known.
ball theta(const ball& m, const ball& v, bits accuracy);

}  // namespace shufflecert::inline v0_1
