#include <cmath>

#include "quantities/binomial_walk.hpp"
#include "quantities/bit_length.hpp"
#include "quantities/outcome_sum.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert {
namespace {

// Above this many outcomes direct summation takes minutes.
constexpr std::int64_t most_outcomes = 400'000'000;

number clone_probability(const number& eps0, const std::optional<number>& p, bits precision) {
  return p ? *p : exp(negate(eps0), precision);
}

number no_clone_probability(const number& eps0, const std::optional<number>& p, bits precision) {
  return p ? subtract(1, *p, precision) : negate(expm1(negate(eps0), precision));
}

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

// Steers the cost only.
double log2_of(const ball& mass) {
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, mass.raw());
  const double result = mag_get_d_log2_approx(bound);
  mag_clear(bound);
  return result;
}

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
    limits_.time.check();
    if (layer == 0) {
      visitor_.single(c.raw(), c.raw());
      return;
    }
    // With the weight divided by N, P = weight·(c·N + 2d·a) and Q = weight·(c·N + 2d·b).
    const ball scaled_c = c * layer;
    const ball twice_d = d * 2;
    const ball mass = c + d;
    weight_ = central / layer;
    layer_threshold_ = limits_.log2_threshold - log2_of(mass);
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
    if ((++visited_ & 1023) == 0) limits_.time.check();
    if (visited_ > most_outcomes)
      throw beyond_reach("direct summation would need more than 4*10^8 outcomes");
  }

  void set_probability(ball& result, const ball& scaled_c, const ball& twice_d,
                       std::int64_t count) const {
    arb_set(result.raw(), scaled_c.raw());
    arb_addmul_ui(result.raw(), twice_d.raw(), static_cast<ulong>(count), precision_);
    arb_mul(result.raw(), result.raw(), weight_.raw(), precision_);
  }

  // Leaves out the outcomes beyond `a` and their mirror images if (2.5) bounds them well enough:
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

// Refuses at once what is certain to take too long; what this estimate misses is counted.
void refuse_if_too_long(const layered_form& pair, const summation_limits& limits) {
  const auto n = static_cast<double>(pair.n);
  const double p = pair.p.to_ball(64).near();
  const double deviations = std::sqrt(2 * std::log(2.0) * std::abs(limits.log2_threshold));
  const double layers =
      p < 1 ? std::min(n, deviations * std::sqrt(n * p * (1 - p)) + 1) : 2 - pair.shift;
  const double per_layer = std::min(n * p + 1, deviations * std::sqrt(n * p) / 4 + 1);
  if (layers * per_layer > static_cast<double>(most_outcomes))
    throw beyond_reach("direct summation would need more than 4*10^8 outcomes");
}

// p = 1: C = n − 1 for certain, so at most two layers have mass.
void add_certain_layers(const layered_form& pair, bits precision, layer_sum& sum) {
  const ball c = pair.c.to_ball(precision);
  const ball d = pair.d.to_ball(precision);
  const ball zero(precision);
  if (pair.shift == 1) {
    sum.add_layer(pair.n, c, d, central_weight(pair.n, precision).value());
    return;
  }
  sum.add_layer(pair.n, zero, d, central_weight(pair.n, precision).value());
  sum.add_layer(pair.n - 1, c, zero, central_weight(pair.n - 1, precision).value());
}

}  // namespace

bits walking_precision(bits precision, std::int64_t n) {
  return precision + 2 * bit_length(n) + 24;
}

layered_form layers_of(const clone_pair& pair, bits precision) {
  // P/Q = (1 + tY)/(1 − tY) with t = tanh(ε0/2), so d = t and c = 1 − t = 2/(e^ε0 + 1).
  return {pair.n,
          clone_probability(pair.eps0, pair.p, precision),
          no_clone_probability(pair.eps0, pair.p, precision),
          divide(2, add(exp(pair.eps0, precision), 1, precision), precision),
          tanh(divide(pair.eps0, 2, precision), precision),
          1};
}

layered_form layers_of(const unmixed_pair& pair, bits precision) {
  return {pair.n,
          clone_probability(pair.eps0, pair.p, precision),
          no_clone_probability(pair.eps0, pair.p, precision),
          0,
          1,
          1};
}

layered_form layers_of(const printed_pair& pair, bits precision) {
  return {pair.n,
          clone_probability(pair.eps0, std::nullopt, precision),
          no_clone_probability(pair.eps0, std::nullopt, precision),
          subtract(1, pair.b, precision),
          pair.b,
          0};
}

ball visit_outcomes(const layered_form& pair, const summation_limits& limits,
                    outcome_visitor& visitor) {
  const bits precision = walking_precision(limits.precision, pair.n);
  layer_sum sum(limits, precision, visitor);
  refuse_if_too_long(pair, limits);
  if (pair.one_minus_p.is_zero()) {
    add_certain_layers(pair, precision, sum);
    return sum.left_out();
  }
  const ball c = pair.c.to_ball(precision);
  const ball d = pair.d.to_ball(precision);
  const std::int64_t trials = pair.n - 1;
  const binomial_walk start(trials, pair.p.to_ball(precision), pair.one_minus_p.to_ball(precision));

  // The walk's index is k = N − 1, so that d_N = d·ω(k) and c_N = c·ω(k + 1 − shift).
  const auto layer_of = [&](const binomial_walk& walk, const central_weight& central) {
    sum.add_layer(walk.index() + 1, c * (pair.shift == 1 ? walk.weight() : walk.weight_above()),
                  d * walk.weight(), central.value());
  };

  binomial_walk walk = start;
  central_weight central(walk.index() + 1, precision);
  const central_weight central_start = central;
  for (;;) {
    layer_of(walk, central);
    if (walk.index() == trials) break;
    // Layers above N have mass at most P(C >= N) = P(C > k), whatever the shift.
    const ball above = walk.mass_above();
    if (sum.is_negligible(above)) {
      sum.leave_out(above);
      break;
    }
    walk.step_up();
    central.step_up();
  }

  walk = start;
  central = central_start;
  for (;;) {
    // Layers below N have mass at most P(C < N − shift): P(C < k) or P(C < k + 1).
    const ball below = pair.shift == 1 ? walk.mass_below() : walk.mass_below() + walk.weight();
    if (sum.is_negligible(below)) {
      sum.leave_out(below);
      break;
    }
    if (walk.index() == 0) {
      // The layer N = 0 exists only where the user's own report is not counted.
      if (pair.shift == 0)
        sum.add_layer(0, c * walk.weight(), ball(precision), ball::of(1, precision));
      break;
    }
    walk.step_down();
    central.step_down();
    layer_of(walk, central);
  }
  return sum.left_out();
}

}  // namespace shufflecert
