#include <algorithm>
#include <cmath>
#include <optional>

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/pairs/variation.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

// P = Bin_N^θ(a)·(ω(N−1)/N·(a·pα/θ + b·α/(1−θ)) + none·ω(N)): (W.2).
class variation_sum {
 public:
  variation_sum(const variation_pair& pair, bool swapped, const summation_limits& limits,
                bits precision, outcome_visitor& visitor)
      : n_(pair.n),
        swapped_(swapped),
        limits_(limits),
        precision_(precision),
        visitor_(visitor),
        rates_(rates_of(pair, precision)),
        none_(rates_.none.to_ball(precision)),
        either_(add(rates_.to_first, rates_.to_second, precision).to_ball(precision)),
        neither_(rates_.neither.to_ball(precision)),
        share_(rates_.to_first.to_ball(precision) / either_),
        rest_(rates_.to_second.to_ball(precision) / either_),
        first_up_(rates_.first.to_ball(precision) / share_),
        first_down_(rates_.second.to_ball(precision) / rest_),
        second_up_(rates_.second.to_ball(precision) / share_),
        second_down_(rates_.first.to_ball(precision) / rest_),
        left_out_(precision) {}

  ball run() {
    refuse_if_too_long();
    if (rates_.neither.is_zero()) {
      add_layer(n_, ball::of(1, precision_), ball(precision_));
      add_layer(n_ - 1, ball(precision_), ball::of(1, precision_));
      return upper_bound(left_out_);
    }
    const binomial_walk start(n_ - 1, either_, neither_);
    binomial_walk walk = start;
    for (;;) {
      add_layer(walk.index() + 1, walk.weight(), walk.weight_above());
      if (walk.index() == n_ - 1 || leaves_out(walk.mass_above())) break;
      walk.step_up();
    }
    walk = start;
    for (;;) {
      if (leaves_out(walk.mass_below() + walk.weight())) break;
      if (walk.index() == 0) {
        add_layer(0, ball(precision_), walk.weight());
        break;
      }
      walk.step_down();
      add_layer(walk.index() + 1, walk.weight(), walk.weight_above());
    }
    return upper_bound(left_out_);
  }

 private:
  void refuse_if_too_long() const {
    const auto n = static_cast<double>(n_);
    const double either = either_.near();
    const double deviations = std::sqrt(2 * std::log(2.0) * std::abs(limits_.log2_threshold));
    const double layers = std::min(n, deviations * std::sqrt(n * either * (1 - either)) + 1);
    const double share = share_.near();
    const double per_layer =
        std::min(n * either + 1, deviations * std::sqrt(n * either * share * (1 - share)) / 2 + 1);
    if (layers * per_layer > static_cast<double>(most_outcomes)) refuse_long_sum();
  }

  bool leaves_out(const ball& mass) {
    if (!is_below_power_of_two(mass, limits_.log2_threshold)) return false;
    left_out_ += mass;
    return true;
  }

  // All outcomes with a + b = N, for ω(N − 1) and ω(N).
  void add_layer(std::int64_t layer, const ball& counted, const ball& idle) {
    limits_.time.check_time();
    const ball same = none_ * idle;
    if (counted.is_exact_zero()) {
      // P = Q here, whatever the outcome: one stands for all. Where it may be none it is left out.
      if (same.is_exact_zero()) return;
      if (same.is_certainly_positive())
        visitor_.single(same.raw(), same.raw());
      else
        left_out_ += upper_bound(same);
      return;
    }
    const ball unit = counted / layer;
    const ball pu = first_up_ * unit;
    const ball pd = first_down_ * unit;
    const ball qu = second_up_ * unit;
    const ball qd = second_down_ * unit;
    // Neither law has more than this times Bin_N^θ(a).
    const ball most = max(first_up_, second_down_) * counted + same;
    const binomial_walk start(layer, share_, rest_);
    const double threshold = limits_.log2_threshold - log2_near(most);
    const auto stops = [&](const binomial_walk& walk, bool up) {
      if (!is_below_power_of_two(walk.weight(), threshold)) return false;
      return leaves_out((up ? walk.mass_above() : walk.mass_below()) * most);
    };
    ball p(precision_);
    ball q(precision_);
    const auto see = [&](const binomial_walk& walk) {
      if ((++visited_ & 255) == 0) limits_.time.check();
      if (visited_ > most_outcomes) refuse_long_sum();
      const auto a = static_cast<ulong>(walk.index());
      const auto b = static_cast<ulong>(layer - walk.index());
      const auto set = [&](ball& mass, const ball& up, const ball& down) {
        arb_mul_ui(mass.raw(), up.raw(), a, precision_);
        arb_addmul_ui(mass.raw(), down.raw(), b, precision_);
        arb_add(mass.raw(), mass.raw(), same.raw(), precision_);
        arb_mul(mass.raw(), mass.raw(), walk.weight().raw(), precision_);
      };
      set(p, pu, pd);
      set(q, qu, qd);
      if (swapped_)
        visitor_.single(q.raw(), p.raw());
      else
        visitor_.single(p.raw(), q.raw());
    };
    binomial_walk walk = start;
    for (;;) {
      see(walk);
      if (walk.index() == layer || stops(walk, true)) break;
      walk.step_up();
    }
    walk = start;
    while (walk.index() > 0 && !stops(walk, false)) {
      walk.step_down();
      see(walk);
    }
  }

  std::int64_t n_;
  bool swapped_;
  const summation_limits& limits_;
  bits precision_;
  outcome_visitor& visitor_;
  variation_rates rates_;
  ball none_;
  ball either_;
  ball neither_;
  ball share_;  // θ
  ball rest_;
  ball first_up_;     // pα/θ
  ball first_down_;   // α/(1 − θ)
  ball second_up_;    // α/θ
  ball second_down_;  // pα/(1 − θ)
  std::int64_t visited_ = 0;
  ball left_out_;
};

}  // namespace

ball visit_outcomes(const variation_pair& pair, bool swapped, const summation_limits& limits,
                    outcome_visitor& visitor) {
  const bits precision = walking_precision(limits.precision, pair.n);
  if (pair.beta.is_zero()) {
    const ball one = ball::of(1, precision);
    visitor.single(one.raw(), one.raw());
    return ball(precision);
  }
  return variation_sum(pair, swapped, limits, precision, visitor).run();
}

}  // namespace shufflecert::inline v0_1
