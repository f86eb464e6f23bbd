#include "quantities/clone/summation/low_layers.hpp"

#include "quantities/clone/summation/summation.hpp"

namespace shufflecert {

ball low_layer_series(const clone_parameters& of, const number& lambda, std::int64_t first_layer,
                      double log2_threshold, const budget& limits) {
  if (first_layer <= 1) return ball(of.clone.precision());
  if (of.no_clone.is_exact_zero() && first_layer <= of.n) return ball(of.clone.precision());
  return sum_of_layers(of, lambda, first_layer - 1, log2_threshold, limits);
}

}  // namespace shufflecert
