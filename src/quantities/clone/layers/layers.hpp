#pragma once
// The parameters of a clone pair, bounds for the law of N = C + 1, C ~ Bin(n−1, p), and for the
// sums over Y given N that a method of docs/methods/moments.md leaves out. All are upper bounds, as
// exact balls.

#include <cstdint>

#include "shufflecert/ball.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The parameters of a clone pair in balls of one precision.
struct clone_parameters {
  std::int64_t n;
  ball clone;     ///< p
  ball no_clone;  ///< 1 − p, accurate near p = 1
  ball t;         ///< tanh(ε0/2)
  ball tail;      ///< 1 − t, accurate near t = 1
};

clone_parameters parameters_of(const clone_pair& pair, bits precision);

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

}  // namespace shufflecert::inline v0_1
