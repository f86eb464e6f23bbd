#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/tilted_dual.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits slope_search_bits = 30;
constexpr int most_slope_steps = 400;

// Looks for the cut at which the dual function is largest.
class tradeoff_search {
 public:
  tradeoff_search(const clone_parameters& of, const dual_problem& problem, bits precision,
                  const budget& limits)
      : of_(of),
        problem_(problem),
        precision_(precision),
        limits_(limits),
        right_(right_end(of, problem.rejects)) {}

  ball run() {
    rational y = tail_near(of_, log_near(problem_.target));
    if (!is_inside(y)) y = middle();
    slope_ = tail_slope_near(of_, y);
    bits now = std::min(slope_search_bits, precision_);
    for (int i = 0; i < most_slope_steps; ++i) {
      const dual_point at =
          dual_at(of_, problem_, y, {left_, right_}, masses_at(of_, y, now, limits_));
      ball found = ball::hull(at.value, at.value + at.loss);
      if (now == precision_ && is_small(at.loss, at.value)) return found;
      const bool goes_right = at.above.is_certainly_negative();
      const bool goes_left = at.from.is_certainly_positive();
      if (!goes_right && !goes_left) {
        // On an outcome, or too near one of the ends of its step to be told.
        if (now == precision_) return found;
        now = precision_;
        continue;
      }
      const ball& residue = goes_right ? at.above : at.from;
      if (is_small_enough_for_more_bits(residue)) now = precision_;
      const double width = (right_ - left_).convert_to<double>();
      (goes_right ? left_ : right_) = y;
      y = next_after(y, goes_right, residue, width);
    }
    throw precision_needed("the trade-off function is not determined");
  }

 private:
  // No maximum is to the right of it: beyond 1 − 1/n only outcomes with Q = 0 are left where t = 1.
  static rational right_end(const clone_parameters& of, bool rejects) {
    const bool is_unmixed = equal(of.t, ball::of(1, of.t.precision())).value_or(false);
    return is_unmixed && rejects ? 1 - rational(1) / of.n : rational(1);
  }

  [[nodiscard]] bool is_inside(const rational& y) const { return left_ < y && y < right_; }
  [[nodiscard]] rational middle() const {
    const rational quarter = (right_ - left_) / 4;
    return simplest_between(left_ + quarter, right_ - quarter);
  }

  [[nodiscard]] bool is_small(const ball& loss, const ball& value) const {
    return log2_near(loss) - log2_near(value) < -static_cast<double>(precision_) - 2;
  }
  [[nodiscard]] bool is_small_enough_for_more_bits(const ball& residue) const {
    return log2_near(residue) - log2_near(problem_.target) < -12;
  }

  // A secant step for the logarithm of the tail, a little too long so that the next point is on the
  // other side; a bisection where such steps do not help.
  rational next_after(const rational& y, bool goes_right, const ball& residue, double width) {
    const double gap = std::log1p(-(residue / problem_.target).near());  // log(tail/target)
    if (has_last_ && gap != last_gap_) {
      const double run = rational(y - last_y_).convert_to<double>();
      slope_ = (gap - last_gap_) / run;
    }
    const double now_wide = (right_ - left_).convert_to<double>();
    const bool helped = now_wide < width / 4;
    overshoot_ = helped ? 1.0 / 64 : std::min(overshoot_ * 8, 2.0);
    failures_ = helped ? 0 : failures_ + 1;
    has_last_ = true;
    last_y_ = y;
    last_gap_ = gap;
    const double step = -gap / slope_ * (1 + overshoot_);
    const bool is_forward = std::isfinite(step) && step != 0 && (step > 0) == goes_right;
    if (failures_ < 3 && is_forward) {
      const rational aim = y + rational(step);
      const rational slack = rational(std::abs(step) * overshoot_ / 4);
      rational near = aim > slack ? simplest_between(aim - slack, aim + slack) : aim;
      if (is_inside(near)) return near;
    }
    failures_ = std::min(failures_, 2);
    return middle();
  }

  const clone_parameters& of_;
  const dual_problem& problem_;
  bits precision_;
  const budget& limits_;
  // The maximum is certainly between.
  rational left_ = 0;
  rational right_;
  double slope_ = 0;
  double overshoot_ = 1.0 / 64;
  int failures_ = 0;
  bool has_last_ = false;
  rational last_y_;
  double last_gap_ = 0;
};

// Where only outcomes with |Y| = 1 are rejected, or accepted; nothing where that is not certain:
// (B.20).
std::optional<ball> at_extreme(const clone_parameters& of, const ball& alpha, const ball& beta) {
  const ball mass = extreme_mass(of) / 2;
  const ball up = of.t + 1;
  const ball& down = of.tail;
  if (less_equal(beta, mass * up).value_or(false)) return beta * down / up;
  const bool is_unmixed = down.is_exact_zero();
  if (!is_unmixed && less_equal(alpha, mass * down).value_or(false)) return 1 - alpha * up / down;
  return std::nullopt;
}

}  // namespace

ball tilted_tradeoff(const clone_parameters& of, const number& alpha, bits precision,
                     const budget& limits) {
  const bits working = of.t.precision();
  const ball type_one = alpha.to_ball(working);
  const ball beta = subtract(1, alpha, working).to_ball(working);
  if (const auto extreme = at_extreme(of, type_one, beta)) return *extreme;
  const tilted_masses middle = masses_at(of, 0, precision, limits);
  const bool rejects = less(type_one, middle.q_above).value_or(false);
  if (rejects || less(beta, middle.p_above).value_or(false)) {
    const dual_problem problem{rejects ? type_one : beta, rejects};
    return nonnegative_part(tradeoff_search(of, problem, precision, limits).run());
  }
  // (B.19)
  const ball value = beta - middle.difference;
  const ball steepest =
      of.tail.is_exact_zero() ? ball::of(of.n, working) * 2 : (of.t + 1) / of.tail;
  const ball loss = nonnegative_part(middle.q_above - type_one) * (steepest - 1) +
                    nonnegative_part(middle.p_above - beta);
  return nonnegative_part(ball::hull(value, value + upper_bound(loss)));
}

}  // namespace shufflecert::inline v0_1
