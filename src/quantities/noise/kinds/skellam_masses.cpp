#include <cstddef>
#include <vector>

#include "quantities/noise/kinds/counting_masses.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Of the difference from m.
class skellam_masses : public part_masses {
 public:
  skellam_masses(const skellam_noise& of, const number& weight, bits precision)
      : of_(of),
        mu_(of.mu.to_ball(precision)),
        weight_(weight.to_ball(precision)),
        precision_(precision) {}

  [[nodiscard]] ball at(std::int64_t x) const override { return away(std::abs(x - of_.m)); }

  // (EE.22), for k >= 0.
  [[nodiscard]] ball away(std::int64_t k) const {
    ball best(precision_);
    slong most_accurate = 0;
    for (const bits extra : {bits{32}, precision_ + 64, 3 * precision_ + 128}) {
      const bits wide = precision_ + extra;
      const ball order = ball::of(k, wide);
      const ball argument = of_.mu.to_ball(wide) * 2;
      ball mass(wide);
      arb_hypgeom_bessel_i_scaled(mass.raw(), order.raw(), argument.raw(), wide);
      const slong accurate = arb_rel_accuracy_bits(mass.raw());
      const bool is_no_better = extra != 32 && accurate <= most_accurate;
      if (extra == 32 || !is_no_better) {
        best = mass.with_precision(precision_);
        most_accurate = accurate;
      }
      if (accurate >= precision_ || is_no_better) break;
    }
    // Of a wide μ nothing may come out.
    if (!best.is_finite()) best = ball::hull(ball(precision_), ball::of(1, precision_));
    return sharpened(k, weight_ * nonnegative_part(best));
  }

  // What a wide μ makes a wide ball of is still no more than (EE.24) says.
  [[nodiscard]] ball sharpened(std::int64_t k, ball mass) const {
    constexpr slong few = 8;
    if (arb_rel_accuracy_bits(mass.raw()) > few) return mass;
    return min(nonnegative_part(mass), upper_bound(weight_ / (2 * k + 1)));
  }

  // (EE.24)
  [[nodiscard]] ball above(std::int64_t x) const override { return beyond(x + 1 - of_.m); }
  [[nodiscard]] ball below(std::int64_t x) const override { return beyond(of_.m - (x - 1)); }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

  [[nodiscard]] const skellam_noise& of() const { return of_; }
  [[nodiscard]] const ball& mu() const { return mu_; }

 private:
  [[nodiscard]] ball beyond(std::int64_t k) const {
    if (k < 1) return upper_bound(weight_);
    const ball distance = ball::of(k, precision_);
    const ball twice = mu_ * 2;
    const ball falls = twice / (distance + sqrt(distance * distance + twice * twice));
    return bound_of_tail(away(k), falls, weight_);
  }

  skellam_noise of_;
  ball mu_;
  ball weight_;
  bits precision_;
};

// Masses follow from those farther out, (EE.23), which loses no digits: up to m from one outcome to
// the next, and beyond by steps of many outcomes, each from its far end.
class skellam_walk : public mass_walk {
 public:
  skellam_walk(const skellam_masses& of, std::int64_t x)
      : of_(of), k_(x - of.of().m), mass_(of.at(x)), before_(mass_.precision()) {
    if (k_ < 0) before_ = of.away(1 - k_);
    if (k_ > 0) fill();
  }
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override {
    ++k_;
    if (k_ <= 0) {
      ball next = of_.sharpened(-k_, before_ + mass_ * (1 - k_) / of_.mu());
      before_ = std::move(mass_);
      mass_ = std::move(next);
      return;
    }
    if (k_ > last_) fill();
    mass_ = ahead_[static_cast<std::size_t>(last_ - k_)];
  }

 private:
  static constexpr std::int64_t at_once = 512;

  // Masses from k on, the farthest first.
  void fill() {
    last_ = k_ + at_once - 1;
    ahead_.clear();
    ball farther = of_.away(last_ + 1);
    ahead_.push_back(of_.away(last_));
    for (std::int64_t k = last_; k > k_; --k) {
      ball next = of_.sharpened(k - 1, farther + ahead_.back() * k / of_.mu());
      farther = ahead_.back();
      ahead_.push_back(std::move(next));
    }
  }

  const skellam_masses& of_;
  std::int64_t k_;
  ball mass_;
  ball before_;  // one farther out, below m
  std::vector<ball> ahead_;
  std::int64_t last_ = 0;
};

std::unique_ptr<mass_walk> skellam_masses::walk_from(std::int64_t x) const {
  return std::make_unique<skellam_walk>(*this, x);
}

}  // namespace

std::unique_ptr<const part_masses> masses_of(const skellam_noise& of, const number& weight,
                                             bits precision) {
  return std::make_unique<const skellam_masses>(of, weight, precision);
}

}  // namespace shufflecert::inline v0_1
