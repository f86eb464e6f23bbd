#pragma once
// Pairs of laws with two outcomes, (p, 1 − p) and (q, 1 − q), within a bound of one Rényi moment:
// docs/methods/conversions.md, section 2. Points are chosen by approximation; what is said of them
// is certain.

#include <optional>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// (λ − 1)D_λ <= K at one order λ > 1.
struct moment_bound {
  ball excess;  ///< λ − 1 > 0
  ball most;    ///< K, finite
};

/// Enclosures of one p and of 1 − p, as narrow as rounding makes them, and an exact log q.
struct binary_pair {
  ball p;
  ball rest;
  ball log_q;
};

/// A log q near the least one for which the bound holds of (p, q). `start` is a guess, if there is
/// one. Nothing of the result is certain.
ball near_least_log_q(const moment_bound& bound, const ball& p, const ball& rest,
                      const std::optional<ball>& start);

/// A pair near the one with the largest (p − δ)/q within the bound, 0 < δ < 1/λ. Nothing of the
/// result is certain but 0 < p < 1.
binary_pair near_worst_pair(const moment_bound& bound, const ball& delta);

/// Encloses a log q for which the bound certainly holds of (p, q), close to `near`: (Y.6).
/// Throws precision_needed where none is found.
ball certain_log_q(const moment_bound& bound, const ball& p, const ball& rest, const ball& near);

/// Not below log((p − δ)/q) of every pair within the bound, by the tangent at `at`: (Y.7). Throws
/// precision_needed where the tangent is not known well enough.
ball largest_log_ratio(const moment_bound& bound, const binary_pair& at, const ball& delta);

}  // namespace shufflecert::inline v0_1
