#include "quantities/clone/summation/summation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/interval.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/clone/layers/estimates.hpp"
#include "quantities/clone/summation/layer.hpp"
#include "quantities/outcomes/layer_sum.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/summation.md.

namespace shufflecert::inline v0_1 {
namespace {

// Blocks of layers left out on one side; more are not worth it.
constexpr int most_blocks = 64;

// Beyond it the sizes of terms, in bits, leave the range in which they are counted.
constexpr double largest_log2_term = 0x1p57;

// Bits that the weight of a layer must have.
constexpr slong least_accuracy = 4;

[[noreturn]] void refuse_wide_parameters() {
  throw precision_needed("the parameters are too wide for direct summation");
}

double order_near(const number& lambda) {
  const double order = lambda.to_ball(64).near();
  if (!std::isfinite(order)) throw beyond_reach("the order is too large for direct summation");
  return order;
}

// Bits that the terms lose: a power or exponential with exponent λ·log(u/v), and the difference
// from 1 where tY is small.
bits lost_bits(const clone_estimates::window& layers, const ball& tail, const ball& t,
               double lambda) {
  const double ratio = tail.is_exact_zero() ? 1e3 : std::max(1.0, -log2_near(tail));
  const double size = std::sqrt(static_cast<double>(layers.last));
  const double small = std::log2(size) - log2_near(t) - std::log2(std::max(lambda, 1.0));
  return bits_near(std::log2(1 + lambda * ratio) + std::max(0.0, small)) + 8;
}

// P(N) of one layer after the other.
class layer_weights {
 public:
  layer_weights(const clone_parameters& of, std::int64_t layer, bits precision)
      : precision_(precision),
        n_(of.n),
        layer_(layer),
        odds_(precision),
        weight_(ball::of(1, precision)) {
    if (of.no_clone.is_exact_zero()) return;  // N = n for certain
    odds_ = of.clone.with_precision(precision) / of.no_clone.with_precision(precision);
    weight_ = binomial_probability(n_ - 1, layer - 1, of.clone.with_precision(precision),
                                   of.no_clone.with_precision(precision));
    if (!odds_.is_finite() || !odds_.is_certainly_positive() ||
        arb_rel_accuracy_bits(weight_.raw()) < least_accuracy)
      refuse_wide_parameters();
  }

  [[nodiscard]] const ball& value() const { return weight_; }
  [[nodiscard]] std::int64_t layer() const { return layer_; }

  void step_up() {
    arb_mul(weight_.raw(), weight_.raw(), odds_.raw(), precision_);
    arb_mul_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(n_ - layer_), precision_);
    arb_div_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(layer_), precision_);
    ++layer_;
  }

  void step_down() {
    --layer_;
    arb_div(weight_.raw(), weight_.raw(), odds_.raw(), precision_);
    arb_mul_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(layer_), precision_);
    arb_div_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(n_ - layer_), precision_);
  }

  // P(N <= layer) or P(N >= layer), at most: by (D.6) where it applies, else 1.
  [[nodiscard]] ball mass_up_to() const {
    return series((layer_ - 1) / (odds_ * (n_ - layer_ + 1)));
  }
  [[nodiscard]] ball mass_from() const { return series(odds_ * (n_ - layer_) / layer_); }

 private:
  [[nodiscard]] ball series(const ball& ratio) const {
    ball one = ball::of(1, precision_);
    const ball gap = 1 - ratio;
    if (!gap.is_certainly_positive()) return one;
    return min(one, upper_bound(weight_ / gap));
  }

  bits precision_;
  std::int64_t n_;
  std::int64_t layer_;
  ball odds_;
  ball weight_;
};

// An outcome near the largest term of its layer with its Bin_N(a), moved along with N.
class anchor {
 public:
  anchor(const clone_estimates& estimates, std::int64_t layer, bits precision)
      : estimates_(estimates),
        precision_(precision),
        layer_(layer),
        a_(estimates.layer_peak(layer).a),
        weight_(binomial_probability(layer, a_, ball::of(1, precision) / 2,
                                     ball::of(1, precision) / 2)) {}

  [[nodiscard]] std::int64_t a() const { return a_; }
  [[nodiscard]] const ball& weight() const { return weight_; }

  void step_up() {
    // C(N+1, a) = C(N, a)·(N+1)/(N+1−a), C(N+1, a+1) = C(N, a)·(N+1)/(a+1)
    const bool along = a_ <= layer_ + 1 - a_;
    scale(layer_ + 1, along ? a_ + 1 : layer_ + 1 - a_);
    arb_mul_2exp_si(weight_.raw(), weight_.raw(), -1);
    if (along) ++a_;
    ++layer_;
    climb();
  }

  void step_down() {
    const bool along = a_ == layer_;
    scale(along ? a_ : layer_ - a_, layer_);
    arb_mul_2exp_si(weight_.raw(), weight_.raw(), 1);
    if (along) --a_;
    --layer_;
    climb();
  }

 private:
  void scale(std::int64_t numerator, std::int64_t denominator) {
    arb_mul_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(numerator), precision_);
    arb_div_ui(weight_.raw(), weight_.raw(), static_cast<ulong>(denominator), precision_);
  }

  // To the largest term nearby.
  void climb() {
    double here = estimates_.log2_term(layer_, a_);
    while (a_ < layer_) {
      const double next = estimates_.log2_term(layer_, a_ + 1);
      if (next <= here) break;
      scale(layer_ - a_, a_ + 1);
      ++a_;
      here = next;
    }
    while (a_ - 1 > layer_ / 2) {
      const double next = estimates_.log2_term(layer_, a_ - 1);
      if (next <= here) break;
      scale(a_, layer_ - a_ + 1);
      --a_;
      here = next;
    }
  }

  const clone_estimates& estimates_;
  bits precision_;
  std::int64_t layer_;
  std::int64_t a_;
  ball weight_;
};

class layers_sum {
 public:
  layers_sum(const clone_parameters& of, const term_order& order, const clone_estimates& estimates,
             const clone_estimates::window& window, std::int64_t last, double log2_threshold,
             bits precision, bits guard, const budget& limits)
      : of_(of),
        estimates_(estimates),
        window_(window),
        last_(last),
        log2_threshold_(log2_threshold),
        precision_(precision),
        layer_(of.t, of.tail, order, precision, guard, limits),
        rough_(of.t.with_precision(rough_bits(guard)), of.tail.with_precision(rough_bits(guard)),
               order, rough_bits(guard), guard, limits),
        guard_(guard),
        sum_(precision),
        rest_(precision) {}

  ball enclose() {
    const double count = static_cast<double>(window_.last - window_.first + 1);
    log2_share_ = log2_threshold_ - std::log2(count) - 1;
    const layer_weights weights(of_, window_.peak, precision_);
    const anchor start(estimates_, window_.peak, precision_);
    sum_upward(weights, start);
    sum_downward(weights, start);
    // What is left out is not negative: (S.4).
    return sum_ + ball::hull(ball(precision_), upper_bound(rest_));
  }

 private:
  static bits rough_bits(bits guard) { return guard + 96; }

  void add(const layer_weights& weights, const anchor& at) {
    // Else no bound would ever be small enough.
    if (arb_rel_accuracy_bits(weights.value().raw()) < least_accuracy) refuse_wide_parameters();
    layer_.add(weights.layer(), at.a(), at.weight(), log2_share_ - log2_near(weights.value()));
    sum_ += weights.value() * layer_.sum();
    rest_ += weights.value() * layer_.rest();
  }

  void sum_upward(layer_weights weights, anchor at) {
    std::int64_t attempt = window_.last;
    for (;;) {
      add(weights, at);
      const std::int64_t layer = weights.layer();
      if (layer == last_) return;
      if (layer >= attempt) {
        if (leave_out_above(weights, layer_.sum() + layer_.rest())) return;
        attempt = layer + 1 + std::min((layer - window_.peak) / 8, last_ - layer - 1);
      }
      weights.step_up();
      at.step_up();
    }
  }

  void sum_downward(layer_weights weights, anchor at) {
    std::int64_t attempt = window_.first;
    if (of_.no_clone.is_exact_zero()) return;
    for (;;) {
      const std::int64_t layer = weights.layer();
      if (layer == 1) return;
      weights.step_down();
      if (layer <= attempt) {
        if (leave_out_below(weights)) return;
        attempt = layer - 1 - (window_.peak - layer) / 8;
      }
      at.step_down();
      add(weights, at);
    }
  }

  // Adds the bound to what is left out if it is small enough.
  bool leave_out(const ball& bound) {
    if (!is_below_power_of_two(bound, log2_threshold_)) return false;
    rest_ += bound;
    return true;
  }

  // An upper bound for K_N of this layer, from few bits.
  ball layer_bound(std::int64_t layer) {
    const clone_estimates::peak highest = estimates_.layer_peak(layer);
    const bits precision = rough_bits(guard_);
    const ball half = ball::of(1, precision) / 2;
    rough_.add(layer, highest.a, binomial_probability(layer, highest.a, half, half),
               highest.log2_sum - 6);
    return upper_bound(rough_.sum() + rough_.rest());
  }

  // The layers above that of `weights`, whose K_N is at most `size`: (S.8).
  bool leave_out_above(const layer_weights& weights, ball size) {
    std::int64_t from = weights.layer();
    const double level = log2_threshold_ - 7;
    ball bound(precision_);
    for (int i = 0; i < most_blocks && from < last_; ++i) {
      const double room = level - log2_near(size);
      const std::int64_t to = highest_with_mass(from, room);
      if (to == from) return false;
      ball mass = layer_weights(of_, from + 1, rough_bits(guard_)).mass_from();
      if (to < last_ || last_ < of_.n)
        mass = min(mass, layer_weights(of_, to, rough_bits(guard_)).mass_up_to());
      bound += mass * size;
      from = to;
      if (from < last_) size = layer_bound(from);
    }
    return from == last_ && leave_out(bound);
  }

  // The highest layer such that those above `from` up to it are estimated to have at most the mass
  // 2^room.
  [[nodiscard]] std::int64_t highest_with_mass(std::int64_t from, double room) const {
    if (room >= 0 || estimates_.log2_mass_from(from + 1) <= room) return last_;
    return bisect(from, last_,
                  [&](std::int64_t layer) { return estimates_.log2_mass_up_to(layer) <= room; });
  }

  // The layers up to that of `weights`: (S.9).
  bool leave_out_below(const layer_weights& weights) {
    const double level = log2_threshold_ - 7;
    ball bound(precision_);
    ball mass = weights.mass_up_to();
    std::int64_t to = weights.layer();
    for (int i = 0; i < most_blocks; ++i) {
      if (const ball all = bound + mass * layer_.largest(); leave_out(all)) return true;
      const double room = level - log2_near(mass);
      const std::int64_t from = bisect(to + 1, 1, [&](std::int64_t layer) {
        return estimates_.layer_peak(layer).log2_sum <= room;
      });
      if (from == to + 1) return false;
      bound += mass * layer_bound(from);
      if (from == 1) return leave_out(bound);
      to = from - 1;
      mass = layer_weights(of_, to, rough_bits(guard_)).mass_up_to();
    }
    return false;
  }

  // The last place on the way from `inside` to `outside` at which the condition, which holds near
  // `inside` if anywhere, still holds.
  template <class Condition>
  static std::int64_t bisect(std::int64_t inside, std::int64_t outside, const Condition& holds) {
    if (holds(outside)) return outside;
    while (std::abs(outside - inside) > 1) {
      const std::int64_t middle = inside + (outside - inside) / 2;
      (holds(middle) ? inside : outside) = middle;
    }
    return inside;
  }

  const clone_parameters& of_;
  const clone_estimates& estimates_;
  const clone_estimates::window& window_;
  std::int64_t last_;
  double log2_threshold_;
  double log2_share_ = 0;
  bits precision_;
  clone_layer layer_;
  clone_layer rough_;
  bits guard_;
  ball sum_;
  ball rest_;
};

void refuse_if_too_long(const clone_estimates& estimates, const clone_estimates::window& window,
                        double log2_threshold) {
  if (std::isnan(window.log2_sum) || std::isnan(log2_threshold)) refuse_wide_parameters();
  if (estimates.outcomes(window, log2_threshold) > static_cast<double>(most_outcomes))
    refuse_long_sum();
}

clone_estimates estimates_for(const clone_pair& pair, const number& lambda) {
  constexpr bits rough = 64;
  const clone_parameters of = parameters_of(pair, rough);
  return {of, of.tail, order_near(lambda)};
}

ball enclose_layers(const clone_parameters& of, const number& lambda,
                    const clone_estimates& estimates, const clone_estimates::window& window,
                    std::int64_t last, double log2_threshold, const budget& limits) {
  const bits precision = of.clone.precision();
  refuse_if_too_long(estimates, window, log2_threshold);
  const term_order order(lambda, precision);
  const bits guard = lost_bits(window, of.tail, of.t, order_near(lambda));
  return layers_sum(of, order, estimates, window, last, log2_threshold, precision, guard, limits)
      .enclose();
}

// Below 1, E g(tY) = e^((λ−1)D) is computed as 1 − λ(1−λ)·S and may be as small as e^((λ−1)ε0), but
// only where hardly any clones are expected.
bits bits_below_one(const clone_pair& pair, const number& lambda) {
  const double order = order_near(lambda);
  const double clones = static_cast<double>(pair.n) * parameters_of(pair, 64).clone.near();
  if (order >= 1 || clones > 64) return 0;
  const double lost = (1 - order) * pair.eps0.to_ball(64).near() / std::log(2.0);
  return bits_near(std::min(lost, 1e5));
}

// Bits beside those asked for: the error of p grows about n times, that of the weights with the
// layers and outcomes walked over.
bits walk_bits(const clone_parameters& of, const clone_estimates::window& window) {
  return bit_length(of.n) + bit_length(window.last) + 16;
}

number divergence(const ball& series, const number& lambda, bits precision) {
  if (term_order(lambda, precision).is_one) return known(series, "the divergence");
  const ball order = lambda.to_ball(precision);
  const ball k = subtract(lambda, 1, precision).to_ball(precision);
  return known(log1p(order * k * series) / k, "the divergence");  // (S.1)
}

// Whether the largest terms, about e^(λε0), are beyond counting.
bool is_beyond_counting(const clone_pair& pair, const number& lambda) {
  const double size = lambda.to_ball(64).near() * pair.eps0.to_ball(64).near() / std::log(2.0);
  return !(size < largest_log2_term);
}

// (S.10)
number divergence_by_one_outcome(const clone_pair& pair, const number& lambda, bits precision) {
  const bits working = precision + bit_length(pair.n) + 32;
  const ball eps0 = pair.eps0.to_ball(working);
  const ball minus_log_mass =
      log1p(exp(-eps0)) - log1p(-parameters_of(pair, working).clone / 2) * (pair.n - 1);
  const ball missing = minus_log_mass / subtract(lambda, 1, working).to_ball(working);
  if (!is_below_power_of_two(missing / eps0, -static_cast<double>(precision)))
    throw beyond_reach("the order is too large for direct summation");
  return known(covering(eps0 - missing, eps0, working), "the divergence");
}

}  // namespace

number renyi_by_clone_summation(const clone_pair& pair, const number& lambda, double log2_threshold,
                                bits precision, const budget& limits) {
  const auto position = sign(subtract(lambda, 1, precision), precision);
  if (!position) throw precision_needed("whether the order is 1 is not determined");
  const clone_estimates estimates = estimates_for(pair, lambda);
  const auto window = estimates.relative_window(pair.n, log2_threshold);
  const clone_parameters rough = parameters_of(pair, 64);
  const bits working = precision + walk_bits(rough, window) +
                       lost_bits(window, rough.tail, rough.t, order_near(lambda)) + 8;
  const ball series = enclose_layers(parameters_of(pair, working), lambda, estimates, window,
                                     pair.n, window.log2_sum + log2_threshold, limits);
  return divergence(series, lambda, working);
}

number renyi_by_clone_summation(const clone_pair& pair, const number& lambda, bits precision,
                                const budget& limits) {
  if (is_beyond_counting(pair, lambda)) return divergence_by_one_outcome(pair, lambda, precision);
  const bits asked = precision + bits_below_one(pair, lambda);
  return renyi_by_clone_summation(pair, lambda, -static_cast<double>(asked) - 4, asked, limits);
}

double summation_cost(const clone_pair& pair, const number& lambda, bits precision) {
  if (is_beyond_counting(pair, lambda)) return 1;
  const clone_estimates estimates = estimates_for(pair, lambda);
  const double log2_threshold = -static_cast<double>(precision) - 4;
  const auto window = estimates.relative_window(pair.n, log2_threshold);
  return estimates.outcomes(window, window.log2_sum + log2_threshold);
}

ball sum_of_layers(const clone_parameters& of, const number& lambda, std::int64_t last,
                   double log2_threshold, const budget& limits) {
  const clone_estimates estimates(of, of.tail, order_near(lambda));
  const auto window = estimates.absolute_window(std::min(last, of.n), log2_threshold);
  return enclose_layers(of, lambda, estimates, window, std::min(last, of.n), log2_threshold,
                        limits);
}

ball low_layer_series(const clone_parameters& of, const number& lambda, std::int64_t first_layer,
                      double log2_threshold, const budget& limits) {
  if (first_layer <= 1) return ball(of.clone.precision());
  if (of.no_clone.is_exact_zero() && first_layer <= of.n) return ball(of.clone.precision());
  return sum_of_layers(of, lambda, first_layer - 1, log2_threshold, limits);
}

}  // namespace shufflecert::inline v0_1
