#include <algorithm>
#include <cmath>
#include <map>

#include "quantities/binomial/cut.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/variation/kary.hpp"
#include "quantities/variation/layer_tails.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/kary.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double most_walk_steps = 1e9;

// P(c >= t) and P(c = t − 1) for c ~ Bin(m, ρ2), 1 <= t <= m + 1, as m rises and t moves. (H.5)
class tail_of_twos {
 public:
  tail_of_twos(const kary_laws& of, bits precision, const budget& limits)
      : of_(of),
        precision_(precision),
        limits_(limits),
        step_(of.twos / of.fewer),
        tail_(of.precision()),
        edge_(of.precision()) {}

  void go_to(std::int64_t trials, std::int64_t cut) {
    constexpr std::int64_t longest_way = 512;
    if (trials_ < 0 || trials < trials_ || trials - trials_ > 4 ||
        std::abs(cut - cut_) > longest_way) {
      start_at(trials, cut);
      return;
    }
    while (trials_ < trials) {
      tail_ += edge_ * of_.twos;
      edge_ = edge_ * of_.fewer * (trials_ + 1) / (trials_ - cut_ + 2);
      ++trials_;
    }
    while (cut_ > cut) {
      tail_ += edge_;
      edge_ = edge_ * (cut_ - 1) / (step_ * (trials_ - cut_ + 2));
      --cut_;
    }
    while (cut_ < cut) {
      edge_ = edge_ * step_ * (trials_ - cut_ + 1) / cut_;
      tail_ -= edge_;
      ++cut_;
    }
  }

  [[nodiscard]] const ball& tail() const { return tail_; }
  [[nodiscard]] const ball& edge() const { return edge_; }

 private:
  void start_at(std::int64_t trials, std::int64_t cut) {
    trials_ = trials;
    cut_ = cut;
    tail_ = cut_at({trials, of_.twos, of_.fewer}, cut, precision_, limits_).above;
    edge_ = binomial_probability(trials, cut - 1, of_.twos, of_.fewer);
  }

  const kary_laws& of_;
  bits precision_;
  const budget& limits_;
  ball step_;
  std::int64_t trials_ = -1;
  std::int64_t cut_ = 0;
  ball tail_;
  ball edge_;
};

// Places 0, …, N of the first count in one layer.
struct place_range {
  std::int64_t low;
  std::int64_t high;
};

// For κ > 1: all layers from the highest down, and in each the places at which the others' symbol
// decides.
class rejected_sum {
 public:
  rejected_sum(const kary_laws& of, const ball& factor, bits precision, const budget& limits)
      : of_(of),
        limits_(limits),
        precision_(precision),
        range_(layers_of(of.counts, static_cast<double>(precision) + 8)),
        excess_(factor - 1),
        slack_(excess_ * (1 - 1 / of.odds)),
        per_layer_((factor * of.odds - 1) / slack_),
        per_other_(excess_ / slack_),
        per_place_((of.odds - 1) * (factor + 1) / slack_),
        open_(of.precision()),
        below_(of.precision()),
        above_(of.precision()),
        counted_(of.precision()),
        edges_(of.precision()),
        others_(of.precision()),
        seconds_(of.precision()),
        twos_(of.precision()) {
    if (!excess_.is_certainly_positive() || !per_place_.is_finite())
      throw precision_needed("the parameters are too wide for binomial tails");
    range_.high = std::max<std::int64_t>(range_.high, 1);
    refuse_if_too_long();
  }

  rejected_masses run() {
    const bits guard = bit_length_of(of_.n) + 16;
    tail_of_layers layers(of_.counts, range_.high, precision_ + guard, limits_);
    for (std::int64_t layer = range_.high; layer >= std::max<std::int64_t>(range_.low, 1);
         --layer) {
      if ((layer & 63) == 0) limits_.check();
      add_layer(layer, layers);
    }
    const variation_laws& law = of_.counts;
    const ball same = law.counted * counted_ + law.none * others_ + law.second * twos_;
    ball p = same + law.first * edges_ + law.second * seconds_;
    ball q = same + law.second * edges_ + law.first * seconds_;
    // (H.6)
    const ball charge = upper_bound(below_ + above_);
    arb_add_error(p.raw(), charge.raw());
    arb_add_error(q.raw(), charge.raw());
    // (H.7)
    const ball misplaced = open_ * slack_ / of_.n + mass_outside(law, range_);
    return {nonnegative_part(p), nonnegative_part(q), upper_bound(misplaced)};
  }

 private:
  static bits bit_length_of(std::int64_t n) {
    return static_cast<bits>(std::ceil(std::log2(static_cast<double>(n) + 1)));
  }

  // How far from its mean the others' symbol counts: Bernstein's inequality, a guess.
  [[nodiscard]] double reach(double trials) const {
    const double nats = (static_cast<double>(precision_) + 8) * std::log(2.0);
    const double third = nats / 3;
    return third +
           std::sqrt(third * third + 2 * nats * trials * of_.twos.near() * of_.fewer.near()) + 2;
  }

  void refuse_if_too_long() const {
    const auto layers = static_cast<double>(range_.high - range_.low + 1);
    const double places = 2 * reach(static_cast<double>(of_.n)) / per_place_.near() + 3;
    const double steps = layers * places * (of_.odds.near() + 8);
    if (steps > most_walk_steps)
      throw beyond_reach("k-ary randomized response would need more than 10^9 steps here");
  }

  // Where the tail of the others' symbol is neither near 0 nor near 1: a guess.
  [[nodiscard]] place_range places_of(std::int64_t layer) const {
    const auto all = static_cast<double>(layer);
    const auto trials = static_cast<double>(of_.n - layer);
    const double far = reach(trials);
    const double mean = trials * of_.twos.near();
    const double start = per_layer_.near() * all + per_other_.near() * trials;
    const auto whole = [&](double x) { return static_cast<std::int64_t>(std::clamp(x, 0.0, all)); };
    const double step = per_place_.near();
    return {whole(std::floor((start - mean - far) / step)),
            whole(std::ceil((start - mean + far) / step))};
  }

  void add_layer(std::int64_t layer, tail_of_layers& layers) {
    const place_range places = places_of(layer);
    layers.go_to(layer, places.high + 1);
    // ω(N)/ω(N − 1)
    const ball next = of_.counts.odds * (of_.n - layer) / layer;
    // (H.4): places beyond the range count as if the others' symbol did not matter.
    counted_ += layers.tail();
    edges_ += layers.edge();
    others_ += (layers.tail() + layers.edge() / 2) * next;

    // ω(N − 1)·Bin_N at the place
    ball chance = places.high < layer ? layers.edge() * layer / ((layer - places.high) * 2)
                                      : layers.weight() * pow(of_.counts.share, integer(layer));
    ball place = start_of(layer);
    place -= per_place_ * places.high;
    const std::int64_t trials = of_.n - layer - 1;
    ball at_first(of_.precision());   // Σ chance·V·j/N
    ball at_second(of_.precision());  // Σ chance·V·(N − j)/N
    ball inside(of_.precision());     // Σ chance·V'
    ball edge(of_.precision());       // Σ chance·e
    for (std::int64_t j = places.high;; --j) {
      const tail_here here = tail_at(layer, j, trials, place);
      if (here.tail != nullptr) {
        const ball whole = *here.tail + *here.edge * of_.twos;
        const ball term = chance * whole;
        at_first += term * j;
        at_second += term * (layer - j);
        inside += chance * *here.tail;
        edge += chance * *here.edge;
        if (j == places.high && j < layer) above_ = max(above_, upper_bound(1 - *here.tail));
        if (j == places.low && j > 0) below_ = max(below_, upper_bound(*here.tail));
      } else if (here.is_all) {
        at_first += chance * j;
        at_second += chance * (layer - j);
        inside += chance;
        if (j == places.low && j > 0) below_ = ball::of(1, of_.precision());
      } else if (j == places.high && j < layer) {
        above_ = ball::of(1, of_.precision());
      }
      if (j == places.low) break;
      chance = chance * j / (layer - j + 1);
      place += per_place_;
    }
    // Bin_(N−1)(j − 1) = Bin_N(j)·2j/N and Bin_(N−1)(j) = Bin_N(j)·2(N − j)/N
    edges_ += at_first * 2 / layer;
    seconds_ += at_second * 2 / layer;
    others_ += inside * next;
    twos_ += edge * next;
  }

  struct tail_here {
    bool is_all = false;         // where there is no tail: 1 or 0
    const ball* tail = nullptr;  // V' = P(c >= t) for n − N − 1 trials
    const ball* edge = nullptr;  // e = P(c = t − 1)
  };

  // The least t that is rejected is the whole number above `place`.
  tail_here tail_at(std::int64_t layer, std::int64_t j, std::int64_t trials, const ball& place) {
    const std::int64_t cut = whole_end(place, false);
    const std::int64_t last = whole_end(place, true);
    if (last <= 0) return {.is_all = true};
    if (cut > trials + 1) return {};
    if (cut != last) {
      if (last - cut > 1) throw precision_needed("where binomial tails are cut is not determined");
      open_ = max(open_, upper_bound(place - lower_bound(place)));
    }
    if (cut <= 0) return {.is_all = true};
    auto [found, is_new] = tails_.try_emplace(2 * j - layer, of_, precision_ + 24, limits_);
    found->second.go_to(trials, cut);
    return {false, &found->second.tail(), &found->second.edge()};
  }

  [[nodiscard]] ball start_of(std::int64_t layer) const {
    return per_layer_ * layer + per_other_ * (of_.n - layer);
  }

  const kary_laws& of_;
  const budget& limits_;
  bits precision_;
  layer_range range_;
  ball excess_;     // κ − 1
  ball slack_;      // (κ − 1)(1 − 1/r)
  ball per_layer_;  // by how much t rises with N, with the count of all others,
  ball per_other_;  // and falls with the first count: (H.3)
  ball per_place_;
  std::map<std::int64_t, tail_of_twos> tails_;  // by 2j − N
  ball open_;
  ball below_;
  ball above_;
  ball counted_;  // Σ ω(N−1)·P(Bin(N−1) >= k), k the first place beyond the range
  ball edges_;    // Σ ω(N−1)·P(Bin(N−1) = j − 1)·V
  ball others_;   // Σ ω(N)·Bin_N(j)·V'
  ball seconds_;  // Σ ω(N−1)·P(Bin(N−1) = j)·V, within the range
  ball twos_;     // Σ ω(N)·Bin_N(j)·e
};

}  // namespace

rejected_masses masses_beyond(const kary_laws& of, const ball& factor, bits precision,
                              const budget& limits) {
  const ball excess = factor - 1;
  // (H.2)
  if (excess.is_exact_zero()) return masses_beyond(of.counts, factor, precision, limits);
  if (!excess.is_certainly_negative()) return rejected_sum(of, factor, precision, limits).run();
  const rejected_masses other = rejected_sum(of, 1 / factor, precision, limits).run();
  return {nonnegative_part(1 - other.q), nonnegative_part(1 - other.p),
          upper_bound(factor * other.misplaced)};
}

}  // namespace shufflecert::inline v0_1
