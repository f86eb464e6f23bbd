#include "quantities/variation/layer_tails.hpp"

#include <cmath>

#include "quantities/binomial/cut.hpp"
#include "quantities/binomial/walk.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {

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

tail_of_layers::tail_of_layers(const variation_laws& of, std::int64_t layer, bits precision,
                               const budget& limits)
    : of_(of),
      precision_(precision),
      limits_(limits),
      law_precision_(of.precision()),
      layer_(layer),
      weight_(weight_of(of, layer - 1)),
      share_odds_(of.share / of.rest),
      tail_(law_precision_),
      edge_(law_precision_) {}

void tail_of_layers::go_to(std::int64_t layer, std::int64_t cut) {
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

void tail_of_layers::start_at(std::int64_t cut) {
  cut_ = cut;
  is_inside_ = true;
  const std::int64_t trials = layer_ - 1;
  tail_ = ball(law_precision_);
  if (trials > 0)
    tail_ = weight_ * cut_at({trials, of_.share, of_.rest}, cut, precision_, limits_).above;
  edge_ = weight_ * binomial_probability(trials, cut - 1, of_.share, of_.rest);
}

// (W.7): from Bin(N, θ) to Bin(N − 1, θ) at the same cut, `layer` being N, and ω along.
void tail_of_layers::step_down(std::int64_t layer) {
  const std::int64_t trials = layer;  // of the layer above
  edge_ = edge_ * (trials - cut_ + 1) / trials;
  tail_ -= edge_ * share_odds_;
  edge_ = edge_ / of_.rest;
  const ball factor = (layer / of_.odds) / (of_.n - layer);
  tail_ = tail_ * factor;
  edge_ = edge_ * factor;
}

void tail_of_layers::move_cut_up(std::int64_t layer) {
  edge_ = edge_ * share_odds_ * (layer - cut_) / cut_;
  tail_ -= edge_;
  ++cut_;
}

void tail_of_layers::move_cut_down(std::int64_t layer) {
  tail_ += edge_;
  edge_ = edge_ * (cut_ - 1) / (share_odds_ * (layer - cut_ + 1));
  --cut_;
}

}  // namespace shufflecert::inline v0_1
