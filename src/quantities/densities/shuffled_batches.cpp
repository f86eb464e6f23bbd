// The lower bound of δ for shuffled batches. Formula numbers refer to docs/methods/normal.md.

#include "arithmetic/epsilon_crossing.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/gaussian_shuffling.hpp"

namespace shufflecert::inline v0_1 {
namespace {

class largest_coordinate {
 public:
  largest_coordinate(const number& sigma, std::int64_t batches, const number& eps, bits precision)
      : shift_(1 / sigma.to_ball(precision)),
        others_(ball::of(batches - 1, precision)),
        eps_(eps.to_ball(precision)),
        factor_(exp(eps_)) {}

  // f(c) = A − e^ε·B, C = cσ: (N.11).
  [[nodiscard]] ball gain(const ball& c) const {
    return beyond(c, shift_ * 2) - factor_ * beyond(c, shift_);
  }
  // ε − log r(c), which falls: (N.12).
  [[nodiscard]] ball before_largest(const ball& c) const {
    return eps_ + log(density(c, shift_)) - log(density(c, shift_ * 2));
  }
  // f'(c)
  [[nodiscard]] ball slope(const ball& c) const {
    const ball weight = exp(others_ * log_cdf(c) - c * c / 2) / sqrt(ball::pi(c.precision()) * 2);
    return weight * (factor_ * density(c, shift_) - density(c, shift_ * 2));
  }

 private:
  // log Φ(x), accurate where Φ is near 1.
  static ball log_cdf(const ball& x) {
    return x.is_certainly_positive() ? log1p(-normal_cdf(-x)) : log(normal_cdf(x));
  }
  // P(max > c), the mean of one coordinate moved by so much.
  [[nodiscard]] ball beyond(const ball& c, const ball& shift) const {
    return -expm1(log_cdf(c - shift) + others_ * log_cdf(c));
  }
  // The density of the largest coordinate, over Φ(c)^{T−1}·φ(c).
  [[nodiscard]] ball density(const ball& c, const ball& shift) const {
    return exp(shift * c - shift * shift / 2) + others_ * exp(log_cdf(c - shift) - log_cdf(c));
  }

  ball shift_;
  ball others_;
  ball eps_;
  ball factor_;
};

}  // namespace

number shuffled_batches_lower(const number& sigma, std::int64_t batches, const number& eps,
                              bits precision, const budget& limits) {
  if (batches < 1) throw undefined_value("the number of batches T must be a whole number >= 1");
  const auto sigma_sign = sign(sigma, precision);
  if (!sigma_sign) throw precision_needed("whether sigma is positive is not determined");
  if (*sigma_sign <= 0 || sigma.is_infinity(1))
    throw undefined_value("sigma must be finite and > 0");
  if (eps.is_infinity(1) || eps.is_infinity(-1)) throw undefined_value("eps must be finite");
  const bits wide = precision + 48;
  const largest_coordinate of(sigma, batches, eps, wide);
  // f is flat at its largest value: half of the digits of the place will do.
  const crossing place =
      find_crossing([&](const ball& c) { return of.before_largest(c); }, ball::of(-1, wide),
                    ball::of(1, wide), true, wide / 2 + 16, limits);
  const ball at_low = of.gain(place.low);
  const ball at_high = of.gain(place.high);
  const ball steepest = upper_bound(abs(of.slope(ball::hull(place.low, place.high))));
  const ball largest = upper_bound(at_low) + steepest * (place.high - place.low);
  const ball found = ball::hull(lower_bound(max(at_low, at_high)), upper_bound(largest));
  return known(nonnegative_part(found).with_precision(precision), "shuffled_batches_lower");
}

}  // namespace shufflecert::inline v0_1
