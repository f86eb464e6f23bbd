#pragma once

#include "shufflecert/ball.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert {

/// A point z in [0, 1) with what the bound needs of it to full relative accuracy.
struct series_point {
  ball z;
  ball artanh;
  ball root;  ///< √(1 − z²)
};

/// z = tanh(ε0/2).
series_point full_point(const ball& eps0);
/// z = t·y0 for 0 < y0 < 1.
series_point cut_point(const ball& t, double y0);

/// An upper bound, as an exact ball, for B(z) = Σ_{j>=1} b_{2j} z^{2j} at the order μ >= 1/2:
/// (M.4) of docs/methods/moments.md.
ball series_bound(const ball& mu, const series_point& at);

}  // namespace shufflecert
