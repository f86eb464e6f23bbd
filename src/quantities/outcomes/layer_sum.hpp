#pragma once
// Sums over the outcomes (a, b) of one layer a + b = N at a time, for the pairs whose laws given N
// are Bin_N(a)·(c + d·2a/N) and Bin_N(a)·(c + d·2b/N). Formula numbers refer to
// docs/methods/outcomes.md.

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {

// C(N, ⌊N/2⌋)/2^N, moved along with N.
class central_weight {
 public:
  central_weight(std::int64_t layer, bits precision)
      : layer_(layer),
        weight_(binomial_probability(layer, layer / 2, ball::of(1, precision) / 2,
                                     ball::of(1, precision) / 2)) {}

  [[nodiscard]] const ball& value() const { return weight_; }

  void step_up() {
    if (layer_ % 2 == 0) weight_ = weight_ * (layer_ + 1) / (layer_ + 2);
    ++layer_;
  }

  void step_down() {
    if (layer_ % 2 == 1) weight_ = weight_ * (layer_ + 1) / layer_;
    --layer_;
  }

 private:
  std::int64_t layer_;
  ball weight_;
};

class layer_sum {
 public:
  layer_sum(const summation_limits& limits, bits precision, outcome_visitor& visitor)
      : limits_(limits),
        precision_(precision),
        visitor_(visitor),
        left_out_(precision),
        weight_(precision),
        p_(precision),
        q_(precision) {}

  // All outcomes (a, b) with a + b = layer.
  void add_layer(std::int64_t layer, const ball& c, const ball& d, const ball& central) {
    limits_.time.check_time();
    if (layer == 0) {
      visitor_.single(c.raw(), c.raw());
      return;
    }
    // With the weight divided by N, P = weight·(c·N + 2d·a) and Q = weight·(c·N + 2d·b).
    const ball scaled_c = c * layer;
    const ball twice_d = d * 2;
    const ball mass = c + d;
    weight_ = central / layer;
    layer_threshold_ = limits_.log2_threshold - log2_near(mass);
    std::int64_t a = layer / 2;
    if (layer % 2 == 0) {
      set_probability(p_, scaled_c, twice_d, a);
      visitor_.single(p_.raw(), p_.raw());
    }
    while (a < layer) {
      if (layer % 2 == 0 || a > layer / 2) {
        if (tail_is_negligible(layer, a, mass)) return;
        arb_mul_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(layer - a), precision_);
        arb_div_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(a + 1), precision_);
      }
      // For odd N the two middle outcomes share the central weight.
      ++a;
      count_outcome();
      set_probability(p_, scaled_c, twice_d, a);
      set_probability(q_, scaled_c, twice_d, layer - a);
      visitor_.mirrored(p_.raw(), q_.raw());
    }
  }

  void leave_out(const ball& mass) { left_out_ += mass; }

  [[nodiscard]] bool is_negligible(const ball& mass) const {
    return is_below_power_of_two(mass, limits_.log2_threshold);
  }

  [[nodiscard]] ball left_out() const { return upper_bound(left_out_); }

 private:
  void count_outcome() {
    if ((++visited_ & 255) == 0) limits_.time.check();
    if (visited_ > most_outcomes) refuse_long_sum();
  }

  void set_probability(ball& result, const ball& scaled_c, const ball& twice_d,
                       std::int64_t count) const {
    arb_set(result.raw(), scaled_c.raw());
    arb_addmul_ui(result.raw(), twice_d.raw(), static_cast<ulong>(count), precision_);
    arb_mul(result.raw(), result.raw(), weight_.raw(), precision_);
  }

  // Leaves out the outcomes beyond `a` and their mirror images if (D.5) bounds them well enough:
  // Σ_{a' > a} 2·Bin_N(a')·(c + d) with Σ Bin_N(a') <= Bin_N(a+1)·(a+2)/(2a+3−N).
  bool tail_is_negligible(std::int64_t layer, std::int64_t a, const ball& mass) {
    if (a == layer) return false;
    // The weight alone first: it is cheap and mostly settles that the tail still matters.
    if (!is_below_power_of_two(weight_, layer_threshold_)) return false;
    const ball next = weight_ * layer * (layer - a) / (a + 1);
    const ball tail = next * (a + 2) / (2 * a + 3 - layer) * mass * 2;
    if (!is_negligible(tail)) return false;
    leave_out(tail);
    return true;
  }

  const summation_limits& limits_;
  bits precision_;
  outcome_visitor& visitor_;
  std::int64_t visited_ = 0;
  double layer_threshold_ = 0;
  ball left_out_;
  ball weight_;
  ball p_;
  ball q_;
};

}  // namespace shufflecert::inline v0_1
