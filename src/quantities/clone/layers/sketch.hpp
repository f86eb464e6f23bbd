#pragma once
// A clone pair in double precision, for choosing methods, plans and the free parameters of bounds.
// Nothing here is certified, and nothing certified rests on it. Logarithms are natural.

#include <cstdint>

#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

struct clone_sketch {
  double n;
  double p;
  double no_clone;  ///< 1 − p
  double eps0;

  [[nodiscard]] double clones() const { return n * p; }
};

clone_sketch sketch_of(const clone_pair& pair);

/// log E e^{−aC}; a of either sign.
double log_clone_transform(const clone_sketch& of, double a);
/// log of E[e^{−aN}; N >= first_layer] or a little more.
double log_layer_transform(const clone_sketch& of, double a, double first_layer);

/// θ with which P(N < layer) is bounded best, and the logarithm of the bound: (M.16). θ is 0 where
/// the bound would not be below 1.
double tilt_below(const clone_sketch& of, double layer);
double log_mass_below(const clone_sketch& of, double layer);
/// The same for P(N > layer).
double tilt_above(const clone_sketch& of, double layer);
double log_mass_above(const clone_sketch& of, double layer);

/// log B(z) of (M.4) for artanh(z).
double log_series_bound(double mu, double artanh);

/// The cut y0 that makes the bound (M.15) for a layer small, and the logarithm of the bound.
double best_cut(const clone_sketch& of, double mu, double layer);
double log_layer_bound(const clone_sketch& of, double mu, double layer);

}  // namespace shufflecert::inline v0_1
