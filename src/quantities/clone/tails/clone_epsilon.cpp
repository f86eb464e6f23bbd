#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/tails.md. Throughout ω = κ − 1 with κ = e^|ε|.

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits search_bits = 24;
constexpr int most_steps = 200;

class epsilon_search {
 public:
  epsilon_search(const clone_parameters& of, const number& delta, bits precision,
                 const budget& limits)
      : of_(of),
        precision_(precision),
        working_(of.t.precision()),
        limits_(limits),
        delta_(delta.to_ball(working_)),
        rest_(subtract(1, delta, working_).to_ball(working_)) {}

  ball run() {
    tilted_masses middle = masses_at(of_, 0, std::min(search_bits, precision_), limits_);
    if ((middle.difference - delta_).contains_zero())
      middle = masses_at(of_, 0, precision_, limits_);
    const ball above = middle.difference - delta_;  // H_1 − δ
    if (above.is_certainly_positive()) return log1p(crossing_above());
    if (above.is_certainly_negative()) return -log1p(crossing_below());
    // ε is as near to 0 as the enclosures tell.
    const ball low = above / middle.q_above;
    return log1p(ball::hull(low, certified_end(upper_bound(abs(low)) * 2)));
  }

 private:
  // The ω > 0 with H_{1+ω} = δ.
  ball crossing_above() {
    const ball one = ball::of(1, working_);
    const ball twice_extreme = extreme_mass(of_);
    if (!equal(of_.t, one).value_or(false)) {
      // Where Y = 1 alone counts, H is linear: (B.10).
      ball omega = (1 - delta_ / twice_extreme) * 2 / (1 - of_.t) - 2;
      const bool is_linear = omega.is_certainly_positive() &&
                             less_equal(one - one / of_.n, cut_of(omega)).value_or(false);
      if (is_linear) return omega;
    } else {
      // P(Y = 1) of the unmixed pair, whose Q(Y = 1) is 0.
      const auto is_reached = less(delta_, twice_extreme);
      if (!is_reached)
        throw precision_needed("whether delta exceeds the singular mass is not determined");
      if (*is_reached) return ball::infinity(working_);
    }
    const ball low = newton_from_left();
    return ball::hull(low, certified_end(low));
  }

  [[nodiscard]] ball cut_of(const ball& omega) const { return omega / (of_.t * (omega + 2)); }
  [[nodiscard]] rational grid_cut_of(const ball& omega) const {
    return grid_point_near(cut_of(omega), precision_ + 2 * bit_length(of_.n) + 16);
  }
  [[nodiscard]] ball omega_of(const rational& y) const {
    const ball scaled = of_.t * ball::of(y, working_);
    return scaled * 2 / (1 - scaled);
  }
  // Two steps of Newton's method apart by this much, the next would be as near as was asked for.
  [[nodiscard]] bool is_close(const ball& a, const ball& b) const {
    const double gap = log2_near(a - b) - log2_near(b);
    return gap < -static_cast<double>(precision_) / 2 - static_cast<double>(bit_length(of_.n));
  }

  // (B.12): a lower bound for ω, near it.
  ball newton_from_left() {
    const double target = log_near(delta_);
    rational y = tail_near(of_, target);
    rational low = 0;
    rational high = 1;
    bits now = std::min(search_bits, precision_);
    for (int i = 0; i < most_steps; ++i) {
      const tilted_masses at = masses_at(of_, y, now, limits_);
      const ball here = omega_of(y);
      const ball h = of_.t * 2 * at.excess / (1 - of_.t * ball::of(y, working_));
      const double ahead = h.is_certainly_positive() ? log_near(h) - target : -1e9;
      (ahead > 0 ? low : high) = y;
      ball next(working_);
      const bool is_near = std::abs(ahead) < 0.5 && at.q.is_certainly_positive();
      if (is_near) {
        next = (at.difference - delta_) / at.q;
        if (now == precision_ && (is_close(next, here) || grid_cut_of(next) == y)) return next;
        if (std::abs(ahead) < 1e-3) now = precision_;
        // From too far to the right the tangent may lead below 0: on from a point on the left.
        y = next.is_certainly_positive() ? grid_cut_of(next) : rational(low / 2);
        continue;
      }
      y = log_step(at, here, h, ahead);
      if (y <= low || y >= high) y = (low + high) / 2;
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

  // Newton's method for log H as a function of ε.
  [[nodiscard]] rational log_step(const tilted_masses& at, const ball& omega, const ball& h,
                                  double ahead) const {
    if (!h.is_certainly_positive() || !at.q.is_certainly_positive()) return 0;
    const double slope = (at.q * (omega + 1) / h).near();
    const double step = std::clamp(ahead / slope, -50.0, 50.0);
    if (!std::isfinite(step)) return 0;
    const ball moved = ball::of(rational(step), working_);
    return grid_cut_of((omega + 1) * exp(moved) - 1);
  }

  // (B.13): an ω' >= omega with H_{1+ω'} <= δ certain.
  ball certified_end(const ball& omega) {
    ball step = upper_bound(abs(omega));
    arb_mul_2exp_si(step.raw(), step.raw(), -precision_ + 2);
    for (int i = 0; i < 40; ++i) {
      ball end = upper_bound(upper_bound(omega) + step);
      const ball h = tilted_positive_part(of_, end, precision_, limits_);
      if (less_equal(h, delta_).value_or(false)) return end;
      step = upper_bound(step * 16);
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

  // The ω > 0 with H_{1+ω} = δ − (1 − δ)·ω, which is 1/κ − 1 for the κ < 1 with H_κ = δ: (B.14).
  ball crossing_below() {
    ball high = delta_ / rest_;
    const ball one = ball::of(1, working_);
    if (less_equal(one, cut_of(high)).value_or(false)) return high;
    for (int i = 0; i < most_steps; ++i) {
      const rational y = grid_cut_of(high);
      const tilted_masses at = masses_at(of_, y, precision_, limits_);
      const ball slope = rest_ - at.q;
      if (!slope.is_certainly_positive()) break;
      const ball next = (delta_ - at.difference) / slope;
      const bool is_done = is_close(next, high) || grid_cut_of(next) == y;
      high = next;
      if (is_done) return ball::hull(certified_start(high), high);
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

  // (B.15): an ω' <= omega with H_{1+ω'} <= δ − (1 − δ)·ω' certain.
  ball certified_start(const ball& omega) {
    ball step = upper_bound(omega);
    arb_mul_2exp_si(step.raw(), step.raw(), -precision_ + 2);
    for (int i = 0; i < 40; ++i) {
      ball end = -upper_bound(step - omega);
      if (!end.is_certainly_positive()) return ball(working_);
      const ball h = tilted_positive_part(of_, end, precision_, limits_);
      if (less_equal(h, delta_ - rest_ * end).value_or(false)) return end;
      step = upper_bound(step * 16);
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

  const clone_parameters& of_;
  bits precision_;
  bits working_;
  const budget& limits_;
  ball delta_;
  ball rest_;  // 1 − δ
};

}  // namespace

ball tilted_epsilon(const clone_parameters& of, const number& delta, bits precision,
                    const budget& limits) {
  return epsilon_search(of, delta, precision, limits).run();
}

}  // namespace shufflecert::inline v0_1
