#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/outcomes/layer_sum.hpp"
#include "shufflecert/laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

number clone_probability(const number& eps0, const std::optional<number>& p, bits precision) {
  return p ? *p : exp(negate(eps0), precision);
}

number no_clone_probability(const number& eps0, const std::optional<number>& p, bits precision) {
  return p ? subtract(1, *p, precision) : negate(expm1(negate(eps0), precision));
}

// Refuses at once what is certain to take too long; what this estimate misses is counted.
void refuse_if_too_long(const layered_form& pair, const summation_limits& limits) {
  const auto n = static_cast<double>(pair.n);
  const double p = pair.p.to_ball(64).near();
  const double deviations = std::sqrt(2 * std::log(2.0) * std::abs(limits.log2_threshold));
  const double layers =
      p < 1 ? std::min(n, deviations * std::sqrt(n * p * (1 - p)) + 1) : 2 - pair.shift;
  const double per_layer = std::min(n * p + 1, deviations * std::sqrt(n * p) / 4 + 1);
  if (layers * per_layer > static_cast<double>(most_outcomes)) refuse_long_sum();
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

using layer_of_law = std::vector<law_entry>::const_iterator;

// C(N, ⌊N/2⌋)/2^N for layers in ascending order, which are often neighbours.
class central_weights {
 public:
  explicit central_weights(bits precision) : precision_(precision) {}

  const ball& of(std::int64_t layer) {
    if (current_ && layer_ + 1 == layer)
      current_->step_up();
    else
      current_.emplace(layer, precision_);
    layer_ = layer;
    return current_->value();
  }

 private:
  bits precision_;
  std::int64_t layer_ = 0;
  std::optional<central_weight> current_;
};

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

// (HH.1): given C the layer N = C + 1, with the masses of the clone pair.
ball visit_outcomes(const clone_law_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor) {
  const auto& entries = pair.clones->entries;
  const bits precision = walking_precision(limits.precision, entries.back().outcome.front() + 1);
  const clone_pair same_report{1, pair.eps0, number(1)};
  const layered_form form = layers_of(same_report, precision);
  const ball c = form.c.to_ball(precision);
  const ball d = form.d.to_ball(precision);
  layer_sum sum(limits, precision, visitor);

  // Numbers of clones at both ends, as long as they have next to no mass together.
  layer_of_law first = entries.begin();
  layer_of_law last = entries.end();
  const auto leave_out_from = [&](layer_of_law entry, ball& left_out) {
    const ball more = left_out + entry->probability.to_ball(precision);
    if (!sum.is_negligible(more)) return false;
    left_out = more;
    return true;
  };
  ball below(precision);
  while (first != last && leave_out_from(first, below)) ++first;
  ball above(precision);
  while (last != first && leave_out_from(std::prev(last), above)) --last;
  sum.leave_out(below + above);

  central_weights central(precision);
  for (; first != last; ++first) {
    const std::int64_t layer = first->outcome.front() + 1;
    const ball mass = first->probability.to_ball(precision);
    sum.add_layer(layer, c * mass, d * mass, central.of(layer));
  }
  return sum.left_out();
}

}  // namespace shufflecert::inline v0_1
