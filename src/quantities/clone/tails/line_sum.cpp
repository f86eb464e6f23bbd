#include "quantities/clone/tails/line_sum.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/flint_complex.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

ball cos(const ball& x) {
  ball result(x.precision());
  arb_cos(result.raw(), x.raw(), x.precision());
  return result;
}

ball sin(const ball& x) {
  ball result(x.precision());
  arb_sin(result.raw(), x.raw(), x.precision());
  return result;
}

ball square(const ball& x) {
  return x * x;
}

// A whole number certainly not above x, next to it.
ball whole_below(const ball& x) {
  ball result(x.precision());
  arb_floor(result.raw(), x.raw(), x.precision());
  result = lower_bound(result);
  arf_floor(arb_midref(result.raw()), arb_midref(result.raw()));
  return result;
}

// The bits of the sum: log f^n needs those of n, and what is left of it those of the largest term.
bits working_precision(const line_terms& of, bits precision) {
  return precision + bit_length(static_cast<std::int64_t>(of.n)) + 96;
}

class line_sum {
 public:
  line_sum(const clone_parameters& of, const ball& y, const line_plan& plan, bits precision,
           const budget& limits)
      : plan_(plan),
        limits_(limits),
        n_(of.n),
        working_(working_precision(line_terms_of(of, y), precision)),
        p_(of.clone.with_precision(working_)),
        no_clone_(of.no_clone.with_precision(working_)),
        y_(y.with_precision(working_)),
        c_(exact_ball(plan.abscissa, working_)),
        period_(exact_ball(plan.period, working_)),
        pi_(ball::pi(working_)),
        step_(pi_ * 2 / period_),
        is_periodic_(y.is_exact_zero()),
        sum_(working_),
        left_out_(working_) {
    const ball up = p_ / 2 * exp(c_ * (1 - y_));
    const ball down = p_ / 2 * exp(-c_ * (y_ + 1));
    const ball whole = no_clone_ + up + down;
    const ball pairs = no_clone_ * min(up, down);
    within_ = lower_bound((pairs + up * down * 2) / square(whole) * n_);
    between_ = lower_bound(pairs * 2 / square(whole) * n_);
    height_ = exp(log(whole) * n_);
  }

  ball run() {
    // What the derivation assumes of a plan. With y < 3/20 no multiple is visited for two clusters,
    // though some more than the visible ones are visited.
    const bool is_sound = 0 < plan_.left && plan_.left < plan_.abscissa &&
                          plan_.abscissa < plan_.right && plan_.period >= 32 && 0 < plan_.reach &&
                          plan_.reach <= 0.52 && plan_.visible < 0.2 &&
                          plan_.period == std::floor(plan_.period) &&
                          less(y_ * 20, ball::of(3, working_)).value_or(false);
    if (!is_sound) throw std::logic_error("no plan for a line");
    const ball reach = exact_ball(plan_.reach, working_);
    bound_gaps(reach);
    add_points(ball(working_), whole_below(reach / step_) + 2, true);
    if (!is_periodic_) add_windows(reach);
    // E[Z₊] is np·E[(Y − y)₊]: (B.21).
    ball result = sum_ / period_;
    const ball error = upper_bound(height_ / period_ * left_out_ + aliases());
    arb_add_error(result.raw(), error.raw());
    return nonnegative_part(result / (p_ * n_));
  }

 private:
  // f(s)^n
  [[nodiscard]] ball height_at(double real) const {
    const ball s = exact_ball(real, working_);
    const ball value = no_clone_ + p_ / 2 * (exp(s * (1 - y_)) + exp(-s * (y_ + 1)));
    return exp(log(value) * n_);
  }

  // What the terms of (B.23) with m ≠ 0 add: (B.24).
  [[nodiscard]] ball aliases() const {
    const auto side = [&](double other) {
      const ball at = exact_ball(other, working_);
      const ball ratio = exp(-abs(at - c_) * period_);
      return height_at(other) / (at * exp(ball::of(1, working_))) * ratio / (1 - ratio);
    };
    return upper_bound(side(plan_.left) + side(plan_.right));
  }

  // (B.27), all relative to f(c)^n·h/(2π).
  void bound_gaps(const ball& reach) {
    const ball slope = sin(reach);
    const ball fall = exp(-within_ * square(slope));
    const ball points = pi_ / (step_ * within_ * sin(reach * 2) * 2) + 1;
    const ball core = reach * 2 / step_ + 1;
    // Σ e^{−K sin²θ} over the points around one multiple of πi
    peak_ = sqrt(pi_ / within_) / step_ * reach / slope + 1;
    if (is_periodic_) {
      left_out_ += fall * points * square(pi_ / reach) / 2;
      left_out_ += exp(-between_) * (period_ / 2 + 2) / 2;
      return;
    }
    left_out_ += fall * points * (2 / (square(c_) + square(reach)) + 2);
    const ball angle = pi_ * 2 * exact_ball(plan_.visible, working_) - y_ * reach;
    const bool falls = angle.is_certainly_nonnegative();
    left_out_ += (falls ? exp(-between_ * (1 - cos(angle))) : ball::of(1, working_)) * core;
  }

  void add_windows(const ball& reach) {
    const double y = y_.near();
    const std::int64_t most_near = whole_near(plan_.visible / y + 2);
    const std::int64_t near = std::min(plan_.near, most_near);
    const ball visible = exact_ball(plan_.visible, working_);
    const ball nearer = 1 / square(1 - reach / pi_);
    for (std::int64_t j = 1; j <= near; ++j) add_window(2 * j, 0, reach);
    // (B.28): the multiples 2j, j > near, if there are visible ones.
    if (!less_equal(visible, y_ * (near + 1)).value_or(false))
      left_out_ += peak_ * 2 * nearer / (square(pi_) * 4 * (ball::of(2 * near + 1, working_) / 2));
    // (B.29): i > clusters.
    const ball rest = ball::of(2 * plan_.clusters + 1, working_) / 2 - visible * 2;
    left_out_ += peak_ * 2 * nearer * (visible * y_ * 2 + square(y_)) / (square(pi_) * rest);
    for (std::int64_t i = 1; i <= plan_.clusters; ++i) {
      const double middle = static_cast<double>(i) / y;
      const double half = 2 * plan_.visible / y;
      // Two more on each side than doubles say, so that none is missed.
      auto m = std::max(static_cast<std::int64_t>(middle - half) - 2, std::int64_t{1});
      if ((m - i) % 2 != 0) ++m;
      for (; static_cast<double>(m) <= middle + half + 2; m += 2) add_window(m, i, reach);
    }
  }

  // The points around ±mπi, one of cluster i: visited, or bounded where that is little.
  void add_window(std::int64_t m, std::int64_t i, const ball& reach) {
    const ball middle = pi_ * m;
    const ball angle = abs(pi_ * (y_ * m - i)) - y_ * reach;
    constexpr double little = 1.0 / 1024;
    if (angle.is_certainly_positive() && less(angle * 2, pi_).value_or(false)) {
      const ball bound =
          exp(-between_ * (1 - cos(angle))) * (reach * 2 / step_ + 1) * 2 / square(middle - reach);
      if (less(bound, left_out_ * exact_ball(little, working_)).value_or(false)) {
        left_out_ += bound;
        return;
      }
    }
    const ball first = whole_below((middle - reach) / step_);
    const ball last = whole_below((middle + reach) / step_) + 2;
    add_points(first, last, false);
  }

  // g(first) + … + g(last), each with its conjugate: twice the real part of those above the axis,
  // the one on it once.
  void add_points(const ball& first, const ball& last, bool starts_on_axis) {
    complex_ball s;
    complex_ball term;
    complex_ball part;
    ball part_sum(working_);
    arb_set(acb_realref(s.raw()), c_.raw());
    const ball up = 1 - y_;
    const ball down = -(y_ + 1);
    const ball half = p_ / 2;
    bool is_first = starts_on_axis;
    int visited = 0;
    for (ball k = first; !less(last, k).value_or(true); k = k + 1) {
      if ((++visited & 15) == 0) limits_.check();
      arb_mul(acb_imagref(s.raw()), step_.raw(), k.raw(), working_);
      acb_mul_arb(term.raw(), s.raw(), up.raw(), working_);
      acb_exp(term.raw(), term.raw(), working_);
      acb_mul_arb(part.raw(), s.raw(), down.raw(), working_);
      acb_exp(part.raw(), part.raw(), working_);
      acb_add(term.raw(), term.raw(), part.raw(), working_);
      acb_mul_arb(term.raw(), term.raw(), half.raw(), working_);
      acb_add_arb(term.raw(), term.raw(), no_clone_.raw(), working_);
      acb_log(term.raw(), term.raw(), working_);
      acb_mul_ui(term.raw(), term.raw(), static_cast<ulong>(n_), working_);
      acb_exp(term.raw(), term.raw(), working_);
      if (is_periodic_) {
        // 1/(2 sinh(s/2))²: (B.30)
        acb_mul_2exp_si(part.raw(), s.raw(), -1);
        acb_sinh(part.raw(), part.raw(), working_);
        acb_mul_2exp_si(part.raw(), part.raw(), 1);
      } else {
        acb_set(part.raw(), s.raw());
      }
      acb_mul(part.raw(), part.raw(), part.raw(), working_);
      acb_div(term.raw(), term.raw(), part.raw(), working_);
      arb_add(part_sum.raw(), part_sum.raw(), acb_realref(term.raw()), working_);
      if (!is_first) arb_add(part_sum.raw(), part_sum.raw(), acb_realref(term.raw()), working_);
      is_first = false;
    }
    sum_ += part_sum;
  }

  const line_plan& plan_;
  const budget& limits_;
  std::int64_t n_;
  bits working_;
  ball p_;
  ball no_clone_;
  ball y_;
  ball c_;
  ball period_;
  ball pi_;
  ball step_;
  bool is_periodic_;
  ball sum_;
  ball left_out_;  // relative to f(c)^n·h/(2π)
  ball within_ = ball(2);
  ball between_ = ball(2);
  ball height_ = ball(2);
  ball peak_ = ball(2);
};

}  // namespace

line_terms line_terms_of(const clone_parameters& of, const ball& y) {
  return {static_cast<double>(of.n), of.clone.near(), of.no_clone.near(), y.near()};
}

ball small_excess(const clone_parameters& of, const ball& y, bits precision) {
  const line_terms terms = line_terms_of(of, y);
  const bits working = working_precision(terms, precision);
  const ball p = of.clone.with_precision(working);
  const ball cut = lower_bound(y.with_precision(working));
  const ball c = exact_ball(place_of_bound(terms), working);
  const ball log_f = log1p(p * ((exp(c * (1 - cut)) + exp(-c * (cut + 1))) / 2 - 1));
  const ball most = upper_bound(exp(log_f * of.n - 1) / (c * p * of.n));
  return ball::hull(ball(working), most);
}

ball excess_by_line(const clone_parameters& of, const ball& y, const line_plan& plan,
                    bits precision, const budget& limits) {
  return line_sum(of, y, plan, precision, limits).run();
}

}  // namespace shufflecert::inline v0_1
