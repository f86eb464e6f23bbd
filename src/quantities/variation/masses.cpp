#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/cut.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/variation/tails.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double most_weighed_layers = 2e7;

std::int64_t whole_end(const ball& x, bool upper) {
  arf_t end;
  arf_init(end);
  if (upper)
    arb_get_ubound_arf(end, x.raw(), x.precision());
  else
    arb_get_lbound_arf(end, x.raw(), x.precision());
  arf_ceil(end, end);
  constexpr slong far = slong{1} << 62;
  const bool is_far = arf_cmpabs_2exp_si(end, 62) >= 0;
  const slong found = is_far ? (arf_sgn(end) < 0 ? -far : far) : arf_get_si(end, ARF_RND_DOWN);
  arf_clear(end);
  return found;
}

// For the layers N from the highest down: the tail of Bin(N − 1, θ) at its cut k, and the
// probability of k − 1, both times ω(N − 1).
class tail_of_layers {
 public:
  tail_of_layers(const variation_laws& of, std::int64_t layer, bits precision, const budget& limits)
      : of_(of),
        precision_(precision),
        limits_(limits),
        law_precision_(of.precision()),
        layer_(layer),
        weight_(weight_of(of, layer - 1)),
        share_odds_(of.share / of.rest),
        tail_(law_precision_),
        edge_(law_precision_) {}

  // The tail at the cut `cut` of layer `layer`, which is the one before or the next below.
  void go_to(std::int64_t layer, std::int64_t cut) {
    const bool is_next = layer + 1 == layer_;
    if (is_next) {
      weight_ = weight_ * layer / (of_.odds * (of_.n - layer));
      layer_ = layer;
    }
    if (cut <= 0 || cut > layer) {
      is_inside_ = false;
      tail_ = cut <= 0 ? weight_ : ball(law_precision_);
      edge_ = ball(law_precision_);
      return;
    }
    constexpr std::int64_t longest_way = 64;
    if (!is_inside_ || std::abs(cut - cut_) > longest_way || cut_ > layer) {
      start_at(cut);
      return;
    }
    if (is_next) step_down(layer);
    while (cut_ < cut) move_cut_up(layer);
    while (cut_ > cut) move_cut_down(layer);
  }

  [[nodiscard]] const ball& weight() const { return weight_; }  // ω(N − 1)
  [[nodiscard]] const ball& tail() const { return tail_; }      // of k, …, N − 1
  [[nodiscard]] const ball& edge() const { return edge_; }      // at k − 1

 private:
  void start_at(std::int64_t cut) {
    cut_ = cut;
    is_inside_ = true;
    const std::int64_t trials = layer_ - 1;
    tail_ = ball(law_precision_);
    if (trials > 0)
      tail_ = weight_ * cut_at({trials, of_.share, of_.rest}, cut, precision_, limits_).above;
    edge_ = weight_ * binomial_probability(trials, cut - 1, of_.share, of_.rest);
  }

  // (W.7): from Bin(N, θ) to Bin(N − 1, θ) at the same cut, `layer` being N, and ω along.
  void step_down(std::int64_t layer) {
    const std::int64_t trials = layer;  // of the layer above
    edge_ = edge_ * (trials - cut_ + 1) / trials;
    tail_ -= edge_ * share_odds_;
    edge_ = edge_ / of_.rest;
    const ball factor = (layer / of_.odds) / (of_.n - layer);
    tail_ = tail_ * factor;
    edge_ = edge_ * factor;
  }
  void move_cut_up(std::int64_t layer) {
    edge_ = edge_ * share_odds_ * (layer - cut_) / cut_;
    tail_ -= edge_;
    ++cut_;
  }
  void move_cut_down(std::int64_t layer) {
    tail_ += edge_;
    edge_ = edge_ * (cut_ - 1) / (share_odds_ * (layer - cut_ + 1));
    --cut_;
  }

  const variation_laws& of_;
  bits precision_;
  const budget& limits_;
  bits law_precision_;
  std::int64_t layer_;
  std::int64_t cut_ = 0;
  bool is_inside_ = false;
  ball weight_;
  ball share_odds_;
  ball tail_;
  ball edge_;
};

}  // namespace

bits variation_precision(bits precision, std::int64_t n) {
  return precision + 4 * bit_length(n) + 48;
}

rejected_masses masses_beyond(const variation_laws& of, const ball& factor, bits precision,
                              const budget& limits) {
  const bits working = of.precision();
  layer_range range = layers_of(of, static_cast<double>(precision) + 8);
  if (static_cast<double>(range.high - range.low) > most_weighed_layers)
    throw beyond_reach("binomial tails would need more than 2*10^7 layers");
  range.high = std::max<std::int64_t>(range.high, 1);
  // (W.6): rejected where (A + B)·a >= B·N + G·(n − N)
  const ball up = (of.first - factor * of.second) / of.share;
  const ball down = (factor * of.first - of.second) / of.rest;
  const ball idle = (factor - 1) * of.none * of.odds;
  const ball both = of.rise + factor * of.fall;
  if (!both.is_certainly_positive() || !up.is_finite() || !down.is_finite())
    throw precision_needed("the parameters are too wide for binomial tails");
  const ball start = idle * of.n / both;
  const ball slope = (down - idle) / both;

  // Differences of the sums lose about the bits of N.
  tail_of_layers at(of, range.high, precision + bit_length(of.n) + 16, limits);
  ball counted(working);  // Σ ω(N−1)·P(Bin(N−1) >= k)
  ball edges(working);    // Σ ω(N−1)·P(Bin(N−1) = k − 1)
  ball others(working);   // Σ ω(N)·P(Bin(N) >= k)
  ball open(working);
  for (std::int64_t layer = range.high; layer >= std::max<std::int64_t>(range.low, 1); --layer) {
    if ((layer & 1023) == 0) limits.check();
    const ball exact_cut = start + slope * layer;
    const std::int64_t cut = whole_end(exact_cut, false);
    const std::int64_t last = whole_end(exact_cut, true);
    if (cut != last) {
      if (last - cut > 1 && last > 0 && cut <= layer)
        throw precision_needed("where binomial tails are cut is not determined");
      // (W.8): the outcome a = cut is as near to the edge as the ball is wide.
      open = max(open, upper_bound(exact_cut - lower_bound(exact_cut)));
    }
    at.go_to(layer, cut);
    counted += at.tail();
    edges += at.edge();
    others += (at.tail() + at.edge() * of.share) * (of.odds * (of.n - layer) / layer);
  }
  ball misplaced = upper_bound(open * both);
  if (range.low <= 0) {
    // N = 0, where P = Q: rejected unless κ > 1 is certain.
    const ball excess = factor - 1;
    if (!excess.is_certainly_positive()) {
      const ball alone = weight_of(of, 0);
      others += alone;
      misplaced += nonnegative_part(excess) * of.none * alone;
    }
  }
  const ball p = of.first * edges + of.counted * counted + of.none * others;
  const ball q = of.second * edges + of.counted * counted + of.none * others;
  return {nonnegative_part(p), nonnegative_part(q),
          upper_bound(misplaced + mass_outside(of, range))};
}

}  // namespace shufflecert::inline v0_1
