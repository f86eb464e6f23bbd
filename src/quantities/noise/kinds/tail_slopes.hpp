#pragma once
// How the masses t(y) of one law fall far out, at the outcomes x = y above the centre or x = −y
// below it. Formula numbers refer to docs/methods/noise.md.

#include <cstdint>
#include <optional>
#include <vector>

#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

/// log t(y+1) − log t(y) = growth·y + log_growth·log(y+1) + constant + power/y + O(1/y²): (EE.7),
/// (EE.25). Rounded only where a parameter is.
struct far_slope {
  number growth;
  number log_growth;
  number constant;
  number power;
};

/// Of a law with a tail on that side.
far_slope far_slope_of(const noise_kind& kind, int side, bits precision);

/// A polynomial in y, the constant term first.
using polynomial = std::vector<ball>;

/// A bound s(y) of log t(y+1) − log t(y) for all y >= Y with −s'(y) = √(above/below), and where
/// `above` and `below` are not negative; `limit` is its limit, nothing where that is −inf: (EE.26).
struct slope_bound {
  ball at_start;  ///< s(Y)
  polynomial above;
  polynomial below;
  std::optional<ball> limit;
};

/// The two bounds, which may be one.
struct slope_bounds {
  slope_bound most;
  slope_bound least;
};

/// Nothing where Y is not certainly beyond the law's centre.
std::optional<slope_bounds> slope_bounds_from(std::int64_t y, const noise_kind& kind, int side,
                                              bits precision);

/// An upper bound for α·s_a(y) − β·s_b(y) over all whole y >= Y, α > β >= 0 or α = β: (EE.27).
/// Nothing where none was found.
std::optional<ball> steepest_from(std::int64_t y, const noise_kind& a, const noise_kind& b,
                                  int side, const number& alpha, const number& beta,
                                  bits precision);

/// Whether both are certainly one law: the same name and the same exact parameters.
bool are_one_law(const noise_kind& a, const noise_kind& b);

}  // namespace shufflecert::inline v0_1
