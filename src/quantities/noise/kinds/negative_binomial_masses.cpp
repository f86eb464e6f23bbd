#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/noise/kinds/counting_masses.hpp"
#include "quantities/noise/kinds/outlines.hpp"

namespace shufflecert::inline v0_1 {
namespace {

class negative_binomial_masses : public part_masses {
 public:
  negative_binomial_masses(const negative_binomial_noise& of, const number& weight, bits precision)
      : of_(of),
        r_(of.r.to_ball(precision)),
        failure_(of.failure.to_ball(precision)),
        weight_(weight.to_ball(precision)),
        precision_(precision) {}

  [[nodiscard]] ball at(std::int64_t x) const override {
    if (x < 0) return ball(precision_);
    // Terms of this size cancel in the logarithm.
    const auto count = static_cast<double>(x);
    const double r = double_near(of_.r);
    const double most = count + r + 1;
    const double logs = std::abs(log_near(of_.p)) + std::abs(log_near(of_.failure)) +
                        std::abs(std::log(most)) + std::abs(log_near(of_.r));
    const bits wide = precision_ + bits_near(std::log2(1 + most * (1 + logs)));
    const ball successes = of_.r.to_ball(wide);
    ball exponent = successes * log(of_.p.to_ball(wide));
    if (x > 0)
      exponent += log(of_.failure.to_ball(wide)) * x + lgamma(successes + x) - lgamma(successes) -
                  lgamma(ball::of(x, wide) + 1);
    return weight_ * exp(exponent).with_precision(precision_);
  }
  // (EE.21)
  [[nodiscard]] ball above(std::int64_t x) const override {
    if (x < -1) return upper_bound(weight_);
    return bound_of_tail(at(x + 1), max(factor_to(x + 2), failure_), weight_);
  }
  [[nodiscard]] ball below(std::int64_t x) const override {
    if (x <= 0) return ball(precision_);
    const ball falls = max(1 / factor_to(std::max<std::int64_t>(x - 1, 1)), 1 / factor_to(1));
    return bound_of_tail(at(x - 1), falls, weight_);
  }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

  // The mass of x > 0 is so many times that of x − 1: (EE.20).
  [[nodiscard]] ball factor_to(std::int64_t x) const { return failure_ * (r_ + (x - 1)) / x; }

 private:
  negative_binomial_noise of_;
  ball r_;
  ball failure_;
  ball weight_;
  bits precision_;
};

class negative_binomial_walk : public mass_walk {
 public:
  negative_binomial_walk(const negative_binomial_masses& of, std::int64_t x)
      : of_(of), x_(x), mass_(of.at(x)) {}
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override {
    ++x_;
    if (x_ <= 0)
      mass_ = of_.at(x_);
    else
      mass_ *= of_.factor_to(x_);
  }

 private:
  const negative_binomial_masses& of_;
  std::int64_t x_;
  ball mass_;
};

std::unique_ptr<mass_walk> negative_binomial_masses::walk_from(std::int64_t x) const {
  return std::make_unique<negative_binomial_walk>(*this, x);
}

}  // namespace

std::unique_ptr<const part_masses> masses_of(const negative_binomial_noise& of,
                                             const number& weight, bits precision) {
  return std::make_unique<const negative_binomial_masses>(of, weight, precision);
}

}  // namespace shufflecert::inline v0_1
