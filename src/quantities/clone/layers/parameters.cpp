#include "quantities/clone/layers/parameters.hpp"

namespace shufflecert {

clone_parameters parameters_of(const clone_pair& pair, bits precision) {
  const number clone = pair.p ? *pair.p : exp(negate(pair.eps0), precision);
  const number no_clone =
      pair.p ? subtract(1, *pair.p, precision) : negate(expm1(negate(pair.eps0), precision));
  return {pair.n, clone.to_ball(precision), no_clone.to_ball(precision),
          tanh(divide(pair.eps0, 2, precision), precision).to_ball(precision),
          divide(2, add(exp(pair.eps0, precision), 1, precision), precision).to_ball(precision)};
}

}  // namespace shufflecert
