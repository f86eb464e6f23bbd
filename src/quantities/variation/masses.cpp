#include <algorithm>

#include "arithmetic/bit_length.hpp"
#include "quantities/variation/layer_tails.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double most_weighed_layers = 2e7;

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
    if ((layer & 255) == 0) limits.check();
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
