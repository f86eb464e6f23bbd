#pragma once
// What the trade-off function and epsilon of the clone and unmixed pairs need to know of one upper
// tail {Y >= y}. Formula numbers refer to docs/methods/tails.md.

#include <optional>

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/tails/tail_walk.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Enclosures over all layers, what the window leaves out included: (B.11).
struct tilted_masses {
  ball p;           ///< P(Y >= y)
  ball p_above;     ///< P(Y > y)
  ball q;           ///< Q(Y >= y)
  ball q_above;     ///< Q(Y > y)
  ball difference;  ///< P(Y >= y) − Q(Y >= y)
  ball excess;      ///< E[(Y − y)₊]
};

/// @param y  in [0, 1]
/// @param window  the caller's, where one is given
tilted_masses masses_at(const clone_parameters& of, const rational& y, bits precision,
                        const budget& limits,
                        const std::optional<layer_window>& window = std::nullopt);

/// About the y at which Σ w(N)·z(y)^N, which bounds P(Y >= y)/2, has this logarithm. A place to
/// start from.
rational tail_near(const clone_parameters& of, double log_mass);

/// The derivative of that logarithm in y, as a guess.
double tail_slope_near(const clone_parameters& of, const rational& y);

/// P(Y = 1) + Q(Y = 1), exactly (1 − p/2)^(n−1): (B.10).
ball extreme_mass(const clone_parameters& of);

/// The logarithm of a positive ball as a double, whatever its size. Chooses steps only.
double log_near(const ball& x);

/// The midpoint of x, cut to [0, 1] and rounded to a multiple of 2^−scale.
rational grid_point_near(const ball& x, bits scale);

}  // namespace shufflecert::inline v0_1
