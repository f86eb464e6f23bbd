#include "quantities/rounds/smoothing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "quantities/binomial/walk.hpp"
#include "quantities/rounds/working.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// E e^{sN} = ((z·e^{sh/2} + e^{−sh/2})/(z + 1))^{2K} with z = e^{h/2}.
ball moment(const ball& s, const ball& half_step, std::int64_t rounds) {
  const ball z = exp(half_step);
  const ball one = (z * exp(s * half_step) + exp(-(s * half_step))) / (z + 1);
  return pow(one, integer(2 * rounds));
}

}  // namespace

smoothing::smoothing(const tilted_sum_law& law)
    : law_(law), reach_(0), below_(working), far_above_(working) {
  const std::int64_t rounds = law.rounds();
  constexpr double deviations = 9;
  const double spread = std::sqrt(static_cast<double>(rounds) / 2);
  reach_ = std::min(rounds, static_cast<std::int64_t>(deviations * spread) + 8);
  const ball step = law.step().of(1, working);
  const ball half_step = step / 2;
  const ball z = exp(half_step);
  const ball up = z / (z + 1);
  const ball down = 1 / (z + 1);

  const auto count = static_cast<std::size_t>(2 * reach_ + 1);
  probabilities_.assign(count, ball(working));
  const auto middle = static_cast<std::size_t>(reach_);
  probabilities_[middle] = binomial_probability(2 * rounds, rounds, up, down);
  for (std::int64_t j = 0; j < reach_; ++j) {
    // B = K + j to B + 1, and K − j to K − j − 1: P(B + 1)/P(B) = z·(2K − B)/(B + 1).
    const auto at = static_cast<std::size_t>(j);
    probabilities_[middle + at + 1] =
        probabilities_[middle + at] * z * (rounds - j) / (rounds + j + 1);
    probabilities_[middle - at - 1] =
        probabilities_[middle - at] * (rounds - j) / (rounds + j + 1) / z;
  }
  if (reach_ == rounds) return;
  // Chernoff's bound, with about the best exponents.
  const ball farthest = law.step().of(reach_, working);
  const ball more = exactly(deviations / (spread * law.step().near()));
  below_ = upper_bound(moment(-more, half_step, rounds) * exp(-(more * farthest)));
  far_above_ = upper_bound(moment(law.tilt() + more, half_step, rounds) * exp(-(more * farthest)));
}

ball smoothing::lower_part(const ball& eps, const budget& limits) const {
  const ball step = law_.step().of(1, working);
  // The losses were raised by at most this before they were spread: (G.8).
  ball raise = ball::of(law_.rounds(), working);
  arb_mul_2exp_si(raise.raw(), raise.raw(), log2_raise);
  const ball spread_part = law_.lower_part(eps + raise);

  // At ε − N, from N = −reach·h to reach·h.
  std::vector<ball> upper;
  upper.reserve(probabilities_.size());
  for (std::int64_t j = -reach_; j <= reach_; ++j) {
    if ((j & 255) == 0) limits.check();
    upper.push_back(law_.upper_part(eps - law_.step().of(j, working)));
  }
  const auto upper_at = [&](std::int64_t j) -> const ball& {
    return upper[static_cast<std::size_t>(j + reach_)];
  };

  // The chord reaches to ±w; several are tried.
  const double spread = std::sqrt(static_cast<double>(law_.rounds()) / 2);
  // Spreading raises a loss by one step at most: (G.21).
  ball best = law_.lower_part(eps + raise + law_.step().of(law_.rounds(), working));
  for (const double width : std::array{1.2, 1.6, 2.0}) {
    const std::int64_t w =
        std::clamp(static_cast<std::int64_t>(std::lround(width * spread)), std::int64_t{1}, reach_);
    const ball near = expm1(-(law_.step().of(w, working)));  // e^{−w} − 1
    const ball far = expm1(law_.step().of(w, working));
    ball share = probability(0);  // of what is asked for
    ball rest(working);
    for (std::int64_t j = 1; j <= reach_; ++j) {
      const ball& above = probability(j);
      const ball& below = probability(-j);
      if (j > w) {
        rest += above * upper_at(j) + below * upper_at(-j);
        continue;
      }
      const ball toward_near = expm1(-(law_.step().of(j, working))) / near;
      const ball toward_far = expm1(law_.step().of(j, working)) / far;
      share += above * (1 - toward_near) + below * (1 - toward_far);
      rest += above * toward_near * upper_at(w) + below * toward_far * upper_at(-w);
    }
    rest += below_ * upper_at(-w);
    rest += far_above_ * exp(-(law_.tilt() * eps)) * law_.bound_factor();
    const ball bound = lower_bound((spread_part - rest) / share);
    if (less(best, bound).value_or(false)) best = bound;
  }
  return best;
}

}  // namespace shufflecert::inline v0_1
