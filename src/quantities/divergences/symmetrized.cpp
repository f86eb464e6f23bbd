#include "quantities/divergences/symmetrized.hpp"

#include "arithmetic/bit_length.hpp"
#include "shufflecert/quantities.hpp"

// Formula numbers refer to docs/methods/tradeoff.md.

namespace shufflecert::inline v0_1 {
namespace {

class dual_value {
 public:
  dual_value(const curve_ptr& f, const curve_ptr& symmetric, const number& alpha, bits precision,
             const budget& limits)
      : f_(f),
        symmetric_(symmetric),
        alpha_(alpha),
        precision_(precision),
        wide_(precision + 32),
        limits_(limits) {}

  [[nodiscard]] std::optional<ball> find() const {
    const ball alpha = alpha_.to_ball(wide_);
    const ball rest = subtract(1, alpha_, wide_).to_ball(wide_);
    if (!alpha.is_certainly_positive() || !rest.is_certainly_positive()) return std::nullopt;
    const ball step = lower_bound(shifted(min(alpha, rest)));
    const ball centre = lower_bound(alpha);
    const ball slope = (value(centre - step) - value(centre + step)) / (step * 2);
    const ball k = lower_bound(slope);
    if (!less_equal(ball::of(1, wide_), k).value_or(false)) return on_the_chord(alpha);
    // (T.21): where f falls faster than with slope −1 it mostly is its symmetrization.
    return narrow(below(k, alpha), curve_value(f_, alpha_, wide_, limits_).value.to_ball(wide_));
  }

 private:
  // (T.22): between (x, f(x)) and its mirror image, x the point at which f has the slope −1.
  [[nodiscard]] std::optional<ball> on_the_chord(const ball& alpha) const {
    const ball one = ball::of(1, wide_);
    const ball step = shifted(one);
    // δ falls with the slope −f(x) in the factor.
    const ball high = (delta(one - step) - delta(one + step)) / (step * 2);
    const ball x = lower_bound(1 - delta(one) - high);
    if (!x.is_certainly_positive() || !less_equal(x, alpha).value_or(false)) return std::nullopt;
    const ball y = value(x);
    if (!less_equal(alpha, y).value_or(false)) return std::nullopt;
    return narrow(below(one, alpha), x + y - alpha);
  }

  // (T.20), for an exact k.
  [[nodiscard]] ball below(const ball& k, const ball& alpha) const {
    const ball most =
        curve_delta(symmetric_, log(number(k), wide_), wide_, limits_).value.to_ball(wide_);
    return 1 - most - k * alpha;
  }

  [[nodiscard]] std::optional<ball> narrow(const ball& lower, const ball& upper) const {
    const ball width = upper - lower;
    if (!upper.is_certainly_positive() ||
        log2_near(upper_bound(width)) > log2_near(upper) - static_cast<double>(precision_) / 2 + 8)
      return std::nullopt;
    return nonnegative_part(ball::hull(lower, upper)).with_precision(precision_ + 16);
  }

  [[nodiscard]] ball value(const ball& at) const {
    return curve_value(f_, number(at), wide_, limits_).value.to_ball(wide_);
  }

  // δ of f at log k.
  [[nodiscard]] ball delta(const ball& k) const {
    return curve_delta(f_, log(number(k), wide_), wide_, limits_).value.to_ball(wide_);
  }

  // x·2^−(precision/2): a difference over it is known to about half of the bits.
  [[nodiscard]] ball shifted(const ball& x) const {
    ball result(wide_);
    arb_mul_2exp_si(result.raw(), x.raw(), -precision_ / 2);
    return result;
  }

  const curve_ptr& f_;
  const curve_ptr& symmetric_;
  const number& alpha_;
  bits precision_;
  bits wide_;
  const budget& limits_;
};

}  // namespace

std::optional<ball> symmetrized_by_duality(const curve_ptr& f, const curve_ptr& symmetric,
                                           const number& alpha, bits precision,
                                           const budget& limits) {
  return dual_value(f, symmetric, alpha, precision, limits).find();
}

}  // namespace shufflecert::inline v0_1
