#pragma once
// Bounds for the law of N = C + 1, C ~ Bin(n−1, p), and for the sums over Y given N that a method
// of docs/methods/moments.md leaves out. All are upper bounds, as exact balls.

#include <cstdint>

#include "quantities/clone/layers/parameters.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert {

/// Precision of bounds, in bits. E e^{−aC} has an exponent of about n, and may only lose a factor.
bits bound_precision(std::int64_t n);

/// E e^{−aC}: (M.14).
ball clone_transform(const clone_parameters& of, const ball& a);

/// An upper bound for E[e^{−aN}; N >= first_layer], a >= 0.
ball layer_transform_bound(const clone_parameters& of, const ball& a, std::int64_t first_layer);

/// An upper bound for P(N < layer), by tilting with e^{−θC}, θ >= 0: (M.16).
ball mass_below_bound(const clone_parameters& of, std::int64_t layer, double tilt);
/// An upper bound for P(N > layer), by tilting with e^{θC}, θ >= 0: (M.16).
ball mass_above_bound(const clone_parameters& of, std::int64_t layer, double tilt);

/// x exactly.
ball exact_ball(double x, bits precision);

}  // namespace shufflecert
