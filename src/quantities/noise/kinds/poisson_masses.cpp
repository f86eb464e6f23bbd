#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/noise/kinds/counting_masses.hpp"
#include "quantities/noise/kinds/outlines.hpp"

namespace shufflecert::inline v0_1 {
namespace {

class poisson_masses : public part_masses {
 public:
  poisson_masses(const poisson_noise& of, const number& weight, bits precision)
      : of_(of),
        mu_(of.mu.to_ball(precision)),
        weight_(weight.to_ball(precision)),
        precision_(precision) {}

  [[nodiscard]] ball at(std::int64_t x) const override {
    if (x < 0) return ball(precision_);
    // Terms of this size cancel in the logarithm.
    const double mu = std::max(double_near(of_.mu), 1e-300);
    const auto count = static_cast<double>(x);
    const double size = mu + count * (std::abs(std::log(mu)) + std::log1p(count));
    const bits wide = precision_ + bits_near(std::log2(1 + size));
    const ball mean = of_.mu.to_ball(wide);
    const ball exponent = log(mean) * x - mean - lgamma(ball::of(x, wide) + 1);
    return weight_ * exp(exponent).with_precision(precision_);
  }
  // (EE.18)
  [[nodiscard]] ball above(std::int64_t x) const override {
    if (x < -1) return upper_bound(weight_);
    return bound_of_tail(at(x + 1), mu_ / ball::of(x + 2, precision_), weight_);
  }
  [[nodiscard]] ball below(std::int64_t x) const override {
    if (x <= 0) return ball(precision_);
    return bound_of_tail(at(x - 1), ball::of(x - 1, precision_) / mu_, weight_);
  }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

  [[nodiscard]] const ball& mu() const { return mu_; }

 private:
  poisson_noise of_;
  ball mu_;
  ball weight_;
  bits precision_;
};

// (EE.17)
class poisson_walk : public mass_walk {
 public:
  poisson_walk(const poisson_masses& of, std::int64_t x) : of_(of), x_(x), mass_(of.at(x)) {}
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override {
    ++x_;
    if (x_ <= 0) {
      mass_ = of_.at(x_);
      return;
    }
    mass_ *= of_.mu();
    mass_ = mass_ / x_;
  }

 private:
  const poisson_masses& of_;
  std::int64_t x_;
  ball mass_;
};

std::unique_ptr<mass_walk> poisson_masses::walk_from(std::int64_t x) const {
  return std::make_unique<poisson_walk>(*this, x);
}

}  // namespace

std::unique_ptr<const part_masses> masses_of(const poisson_noise& of, const number& weight,
                                             bits precision) {
  return std::make_unique<const poisson_masses>(of, weight, precision);
}

}  // namespace shufflecert::inline v0_1
