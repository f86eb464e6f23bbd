#include "quantities/low_layers.hpp"

#include <algorithm>

#include "quantities/binomial_walk.hpp"
#include "quantities/bit_length.hpp"

namespace shufflecert {
namespace {

// ((g(z) + g(−z))/2 − 1)/(λ(λ−1)) and its limit at λ = 1.
class even_part {
 public:
  even_part(const number& lambda, bits precision)
      : is_one_(lambda.as_rational() != nullptr && *lambda.as_rational() == 1),
        order_(lambda.to_ball(precision)) {
    if (is_one_) return;
    // What λ(λ−1) loses to cancellation.
    const double size = log2_near(order_ * (order_ - 1));
    constexpr double most = 1e6;
    guard_ = static_cast<bits>(std::clamp(-size, 0.0, most)) + 8;
    order_ = lambda.to_ball(precision + guard_);
  }

  [[nodiscard]] ball at(const ball& point) const {
    const ball z = point.with_precision(point.precision() + guard_);
    const ball artanh = (log1p(z) - log1p(-z)) / 2;
    if (is_one_) return z * artanh * 2;
    const ball root = sqrt(1 - z * z);
    ball half = (order_ * 2 - 1) * artanh / 2;
    arb_sinh(half.raw(), half.raw(), half.precision());
    return (root * half * half * 2 - z * z / (root + 1)) / (order_ * (order_ - 1));
  }

 private:
  bool is_one_;
  ball order_;
  bits guard_ = 0;
};

}  // namespace

ball low_layer_series(const clone_parameters& of, const number& lambda, std::int64_t first_layer,
                      double /*log2_threshold*/, const budget& limits) {
  const bits precision = of.clone.precision();
  const even_part even(lambda, precision);
  const ball odds = of.clone / of.no_clone;
  ball weight = pow(of.no_clone, integer(of.n - 1));
  ball sum(precision);
  for (std::int64_t layer = 1; layer < first_layer; ++layer) {
    // Outcomes with m more signs of one kind than of the other, both signs of m at once.
    ball central = binomial_probability(layer, layer / 2, ball::of(1, precision) / 2,
                                        ball::of(1, precision) / 2);
    ball of_layer(precision);
    for (std::int64_t a = layer / 2; a >= 0; --a) {
      limits.check();
      const std::int64_t m = layer - 2 * a;
      if (m > 0) of_layer += central * 2 * even.at(of.t * m / layer);
      central = central * a / (layer - a + 1);
    }
    sum += weight * of_layer;
    weight = weight * odds * (of.n - layer) / layer;
  }
  return sum;
}

}  // namespace shufflecert
