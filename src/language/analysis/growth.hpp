#pragma once
// How fast a function of one variable can grow toward +inf or −inf; docs/methods/quadrature.md.

#include <array>
#include <optional>

#include "language/analysis/existence.hpp"
#include "language/analysis/one_variable.hpp"

namespace shufflecert::inline v0_1 {

/// a + b·y + c·y² with ball coefficients, y = |x| >= 0.
using quadratic = std::array<ball, 3>;

/// What is known of a function on a part of a half-line, as a function of y = |x| >= start. The
/// bounds hold at every point at which the function has a value.
struct growth {
  std::optional<quadratic> value;      ///< f lies in it: its coefficients may depend on x
  std::optional<quadratic> log_size;   ///< log|f| is at most this
  std::optional<quadratic> log_least;  ///< f > 0, and log f is at least this
  existence exists = existence::open;  ///< on the whole part
};

/// Bounds for the function on the part x >= start (sign > 0) or x <= −start (sign < 0), start >= 0.
/// A power of y is bounded by a constant times e^(slack·y); a smaller slack gives the better rate
/// and the worse constant.
growth growth_of(const one_variable_function& function, int sign, const rational& slack,
                 std::int64_t start, bits precision);

/// An upper bound for the integral of exp(log_size) over y >= start, if the bound is integrable.
std::optional<ball> tail_bound(const quadratic& log_size, const ball& start);

}  // namespace shufflecert::inline v0_1
