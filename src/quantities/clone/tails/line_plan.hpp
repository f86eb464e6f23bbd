#pragma once
// Where the line of docs/methods/tails.md, section 8, is laid and what is visited of it, chosen in
// machine doubles. Nothing certified rests on it: what a plan leaves out is bounded whatever it is.

#include <cstdint>
#include <optional>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// E[(Y − y)₊] is a sum over the points c + ihk of a line. Most of them are skipped: those visited
/// are near multiples of πi at which the integrand is large.
struct line_plan {
  double abscissa;    ///< c > 0
  double left;        ///< in (0, c): bounds the terms of (B.23) with m > 0
  double right;       ///< beyond c: bounds those with m < 0
  double period;      ///< 2π/h, a whole number where y = 0
  double reach;       ///< θ0, at most π/6: how far around a multiple of πi points are visited
  double visible;     ///< η < 1/4: multiples m are visible where |my − i| < 2η, i + m even
  std::int64_t near;  ///< the multiples 2, 4, …, 2·near are visited,
  std::int64_t clusters;  ///< and the visible ones with 1 <= i <= clusters
  double log2_error;      ///< about the relative error that this leaves
  double points;          ///< about how many are visited
};

/// The law of one term of Z, and how many there are: (B.21).
struct line_terms {
  double n;
  double p;
  double no_clone;  ///< 1 − p
  double y;
};

/// A plan for `precision` bits or as many as are within reach; nothing where the line does not
/// serve: few layers, p = 1, or y not small.
///
/// @param most_windows  how many multiples of πi may be visited beside 0
std::optional<line_plan> plan_line(const line_terms& of, bits precision, double most_windows);

/// A c > 0 at which f(c)^n/c is small, at most 1.
double place_of_bound(const line_terms& of);

}  // namespace shufflecert::inline v0_1
