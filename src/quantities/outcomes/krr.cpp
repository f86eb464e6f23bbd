#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "quantities/outcomes/layer_sum.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// The counts c2 of symbol 2 given N = c0 + c1: certain for k = 3, else Bin(n − N, r) with r =
// e^ε0/(e^ε0 + k − 3). See docs/methods/laws.md, (L.3) and (L.4).
class krr_sum {
 public:
  krr_sum(const krr_pair& pair, const summation_limits& limits, bits precision,
          outcome_visitor& visitor)
      : pair_(pair),
        precision_(precision),
        odds_(exp(pair.eps0, precision).to_ball(precision)),
        total_(odds_ + (pair.k - 1)),
        rest_(odds_ + (pair.k - 3)),
        layers_(limits, precision, visitor) {}

  ball run(const summation_limits& limits) {
    const binomial_walk start(pair_.n, 2 / total_, rest_ / total_);
    refuse_if_too_long(limits);
    const central_weight central_start(start.index(), precision_);
    binomial_walk walk = start;
    central_weight central = central_start;
    for (;;) {
      add_layers(walk, central.value());
      if (walk.index() == pair_.n || leaves_out(walk.mass_above())) break;
      walk.step_up();
      central.step_up();
    }
    walk = start;
    central = central_start;
    while (walk.index() > 0 && !leaves_out(walk.mass_below())) {
      walk.step_down();
      central.step_down();
      add_layers(walk, central.value());
    }
    return layers_.left_out();
  }

 private:
  void refuse_if_too_long(const summation_limits& limits) const {
    const auto n = static_cast<double>(pair_.n);
    const double deviations = std::sqrt(2 * std::log(2.0) * std::abs(limits.log2_threshold));
    const double either = 2 / total_.near();
    const double two = odds_.near() / rest_.near();
    const auto width = [&](double trials, double p) {
      return std::min(trials + 1, 2 * deviations * std::sqrt(trials * p * (1 - p)) + 1);
    };
    const double per_layer = std::min(n * either + 1, deviations * std::sqrt(n * either) / 4 + 1);
    const double outcomes = width(n, either) * width(n, two) * per_layer;
    const auto most = static_cast<double>(most_outcomes);
    if (outcomes <= most) return;
    // They grow like n for three symbols and like n^(3/2) for more.
    const double within = n * std::pow(most / outcomes, pair_.k == 3 ? 1 : 2.0 / 3);
    throw beyond_reach(
        fmt::format("krr_pair with {} symbols and {} users has about {:.0e} outcomes to sum, and "
                    "4*10^8 are the "
                    "limit; about {:.0g} users are within reach here",
                    pair_.k, pair_.n, outcomes, within));
  }

  // All outcomes with c0 + c1 = N, N the walk's index.
  void add_layers(const binomial_walk& walk, const ball& central) {
    const std::int64_t layer = walk.index();
    const std::int64_t others = pair_.n - layer;
    if (pair_.k == 3) {
      add_layer(layer, others, walk.weight(), central);
      return;
    }
    const binomial_walk start(others, odds_ / rest_, (pair_.k - 3) / rest_);
    binomial_walk twos = start;
    for (;;) {
      add_layer(layer, twos.index(), walk.weight() * twos.weight(), central);
      if (twos.index() == others || leaves_out(walk.weight() * twos.mass_above())) break;
      twos.step_up();
    }
    twos = start;
    while (twos.index() > 0 && !leaves_out(walk.weight() * twos.mass_below())) {
      twos.step_down();
      add_layer(layer, twos.index(), walk.weight() * twos.weight(), central);
    }
  }

  // P = weight·Bin_N(c0)·(N + (e^ε0 − 1)·c0 + c2·e^−ε0 + d)/n.
  void add_layer(std::int64_t layer, std::int64_t twos, const ball& weight, const ball& central) {
    const ball others = twos / odds_ + (pair_.n - layer - twos);
    const ball c = weight * (others + layer) / pair_.n;
    const ball d = weight * (odds_ - 1) * layer / (pair_.n * 2);
    layers_.add_layer(layer, c, d, central);
  }

  // P <= e^ε0·R and Q <= e^ε0·R, R the law of all inputs 2: (L.4).
  bool leaves_out(const ball& mass) {
    const ball bound = odds_ * mass;
    if (!layers_.is_negligible(bound)) return false;
    layers_.leave_out(bound);
    return true;
  }

  const krr_pair& pair_;
  bits precision_;
  ball odds_;
  ball total_;
  ball rest_;
  layer_sum layers_;
};

}  // namespace

ball visit_outcomes(const krr_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor) {
  return krr_sum(pair, limits, walking_precision(limits.precision, pair.n), visitor).run(limits);
}

}  // namespace shufflecert::inline v0_1
