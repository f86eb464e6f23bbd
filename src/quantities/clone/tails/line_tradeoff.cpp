#include <algorithm>
#include <array>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/line.hpp"
#include "quantities/clone/tails/line_divergence.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

// φ(k) = 1 − kα − H_k as a function of s = log k: (B.16), (B.17).
class dual_function {
 public:
  dual_function(const clone_parameters& of, const number& alpha, bits precision,
                const budget& limits)
      : of_(of),
        working_(of.t.precision()),
        precision_(precision),
        limits_(limits),
        alpha_(alpha.to_ball(working_)),
        beta_(subtract(1, alpha, working_).to_ball(working_)) {}

  struct point {
    bool rejects;  // s >= 0
    ball factor;   // k
    ball part;     // H_k, or k·H_{1/k} = k − 1 + H_k where s < 0
    ball value;    // φ(k)
  };

  [[nodiscard]] point at(double s) const {
    const ball exponent = exact_ball(s, working_);
    const ball k = exp(exponent);
    const ball h = enclosed_positive_part(of_, expm1(abs(exponent)), precision_, limits_);
    if (s >= 0) return {true, k, h, 1 - k * alpha_ - h};
    return {false, k, k * h, k * (beta_ - h)};
  }

  // (φ(k') − φ(k))/(k' − k), without a loss where α or 1 − α is tiny.
  [[nodiscard]] ball slope(const point& left, const point& right) const {
    const ball run = right.factor - left.factor;
    if (left.rejects != right.rejects) return (right.value - left.value) / run;
    const ball share = (right.part - left.part) / run;
    return (left.rejects ? -alpha_ : beta_) - share;
  }

  // log of what the test at s rejects of Q, or for s < 0 accepts of P, beside α or β: about, from
  // the slope of φ. 0 where φ is largest.
  [[nodiscard]] double log_tail(double s, double step) const {
    const point left = at(s - step);
    const point right = at(s + step);
    const ball share = (right.part - left.part) / (right.factor - left.factor);
    return log_near(s >= 0 ? -share / alpha_ : share / beta_);
  }

  [[nodiscard]] const ball& alpha() const { return alpha_; }
  [[nodiscard]] const ball& beta() const { return beta_; }

 private:
  const clone_parameters& of_;
  bits working_;
  bits precision_;
  const budget& limits_;
  ball alpha_;
  ball beta_;
};

// Secant steps for log_tail, which falls in |s|, from about 2^−13 to about 2^−40 of s.
double best_place(const dual_function& of, double start, double unit) {
  double s = start;
  double last = 0;
  double last_value = 0;
  bool has_last = false;
  for (const double share : {1e-3, 1e-3, 1e-3, 1e-3, 1e-4, 1e-6, 1e-7, 1e-8}) {
    const double step = share * std::max(std::abs(s), unit);
    const double value = of.log_tail(s, step);
    if (!std::isfinite(value)) break;
    double next = 0;
    if (has_last && value != last_value) {
      next = s - value * (s - last) / (value - last_value);
    } else {
      // A tail of about e^{−(s/unit)²/2}.
      const double slope = -(s / unit + (s >= 0 ? 1 : -1)) / unit;
      next = s - value / slope;
    }
    has_last = true;
    last = s;
    last_value = value;
    if (next == s || !std::isfinite(next)) break;
    const double farthest = 2 * std::abs(s) + unit;
    s = std::clamp(next, s - farthest, s + farthest);
  }
  return s;
}

// (B.31), from three points; nothing where the maximum is not certainly between the outer two.
std::optional<ball> enclose(const dual_function& of,
                            const std::array<dual_function::point, 3>& at) {
  const ball rise = of.slope(at[0], at[1]);
  const ball fall = -of.slope(at[1], at[2]);
  if (!rise.is_certainly_nonnegative() || !fall.is_certainly_nonnegative()) return std::nullopt;
  const ball above =
      max(rise * (at[2].factor - at[1].factor), fall * (at[1].factor - at[0].factor));
  return ball::hull(at[1].value, at[1].value + upper_bound(above));
}

}  // namespace

std::optional<ball> line_tradeoff(const clone_parameters& of, const number& alpha, bits precision,
                                  line_choice choice, const budget& limits) {
  // Differences are taken of values that are close to each other.
  const bits finer = precision + precision / 2 + 16;
  const dual_function dual(of, alpha, finer, limits);
  const bool rejects = dual.alpha().near() < 0.5;
  const double near =
      tail_near(of, log_near(rejects ? dual.alpha() : dual.beta())).convert_to<double>();
  if (choice == line_choice::where_better && !is_line_faster(of, near, precision))
    return std::nullopt;
  const double t = of.t.near();
  const double unit = 2 * t / std::sqrt(static_cast<double>(of.n) * of.clone.near());
  const double start = 2 * std::atanh(std::min(t * near, 0.9)) + unit / 16;
  const double s = best_place(dual, rejects ? start : -start, unit);
  double step = std::ldexp(std::max(std::abs(s), unit), -static_cast<int>(precision / 2));
  for (int i = 0; i < 20; ++i, step *= 16) {
    limits.check();
    if (s - step == s || s + step == s) continue;
    const auto found = enclose(dual, {dual.at(s - step), dual.at(s), dual.at(s + step)});
    if (found) return unless_walk_is_better(of, nonnegative_part(*found), precision);
  }
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1
