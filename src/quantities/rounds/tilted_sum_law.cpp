#include "quantities/rounds/tilted_sum_law.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "quantities/rounds/working.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// θ^θ/(1 + θ)^(1+θ), the largest value of e^{−θx}(1 − e^{−x}) over x >= 0: (G.12).
ball largest_weight(const ball& tilt) {
  const ball rest = tilt + 1;
  const ball inverse = exp(-(rest * log(rest)));
  return tilt.is_exact_zero() ? inverse : inverse * exp(tilt * log(tilt));
}

struct tilted_round {
  whole_masses masses;
  ball norm;         // N >= T: the masses are divided by it
  ball total;        // T/N
  ball left_behind;  // what was left out, tilted, over N
};

tilted_round tilted_masses(const grid_rounds& of, const convolution_plan& plan, const ball& tilt) {
  std::vector<ball> masses = of.one.masses;
  ball sum(working);
  const ball step = exp(tilt * plan.step.of(1, working));
  ball factor = exp(tilt * plan.step.of(of.one.first, working));
  for (ball& mass : masses) {
    if (!mass.is_exact_zero()) {
      mass *= factor;
      sum += mass;
    }
    factor *= step;
  }
  // Where no finite loss is seen, 1 will do.
  const ball norm = sum.is_exact_zero() ? ball::of(1, working) : upper_bound(sum);
  for (ball& mass : masses)
    if (!mass.is_exact_zero()) mass /= norm;
  ball left_behind(working);
  if (of.highest)
    left_behind = of.one.left_out * exp(tilt * plan.step.of(*of.highest, working)) / norm;
  return {whole_masses(of.one.first, masses, plan.scale), norm, sum / norm, left_behind};
}

ball raised(const ball& x, std::int64_t k) {
  return pow(x, integer(k));
}

// The probability that some loss of the rounds is infinite: 1 − Π(1 − m_i), (G.10).
class any_infinite {
 public:
  void add(const ball& mass, std::int64_t rounds) {
    const ball one = ball::of(1, working);
    if (less(mass, one / 2).value_or(false)) {
      // No digit of a small mass is lost.
      log_none_ += log1p(-mass) * rounds;
      return;
    }
    const ball least = nonnegative_part(lower_bound(1 - min(mass, one)));
    const ball most = min(upper_bound(1 - mass), one);
    none_ *= raised(ball::hull(least, nonnegative_part(most)), rounds);
  }
  [[nodiscard]] ball value() const { return (1 - none_) - none_ * expm1(log_none_); }

 private:
  ball none_ = ball::of(1, working);
  ball log_none_{working};
};

}  // namespace

tilted_sum_law::tilted_sum_law(const std::vector<grid_rounds>& all, const convolution_plan& plan,
                               const budget& limits)
    : step_(plan.step),
      tilt_(exactly(plan.tilt)),
      slow_ratio_(working),
      scale_(ball::of(1, working)),
      missing_(working),
      bound_factor_(working),
      infinite_(working) {
  std::optional<whole_masses> sum;
  ball largest_total = ball::of(1, working);
  any_infinite infinite;
  any_infinite infinite_or_unseen;
  for (const grid_rounds& part : all) {
    limits.check();
    const tilted_round one = tilted_masses(part, plan, tilt_);
    whole_masses rounds = power(one.masses, part.rounds, plan.log2_cut, limits);
    if (sum)
      sum->convolve(rounds, plan.log2_cut);
    else
      sum = std::move(rounds);
    rounds_ += part.rounds;
    scale_ *= raised(one.norm, part.rounds);
    largest_total *= raised(one.total + one.left_behind, part.rounds);
    // What was left out may be infinite where no loss is the highest.
    const ball& mass = part.one.infinite;
    infinite.add(mass, part.rounds);
    infinite_or_unseen.add(part.highest ? mass : mass + part.one.left_out, part.rounds);
  }
  infinite_ = ball::hull(infinite.value(), infinite_or_unseen.value());
  missing_ = upper_bound(nonnegative_part(largest_total - sum->total(working)));
  const ball weight = largest_weight(tilt_);
  bound_factor_ = upper_bound(scale_ * largest_total * weight);
  missing_ = upper_bound(missing_ * weight * scale_);
  arb_mul_2exp_si(scale_.raw(), scale_.raw(), -plan.scale);

  first_ = sum->first();
  slow_ratio_ = exp(-(tilt_ * step_.of(1, working)));
  const ball fast_ratio = exp(-((tilt_ + 1) * step_.of(1, working)));
  const auto count = static_cast<std::size_t>(sum->size());
  slow_.assign(count, ball(working));
  fast_.assign(count, ball(working));
  for (std::size_t i = count; i-- > 0;) {
    const fmpz* mass = sum->at(static_cast<std::int64_t>(i));
    if (i + 1 < count) {
      arb_mul(slow_[i].raw(), slow_[i + 1].raw(), slow_ratio_.raw(), working);
      arb_mul(fast_[i].raw(), fast_[i + 1].raw(), fast_ratio.raw(), working);
    }
    arb_add_fmpz(slow_[i].raw(), slow_[i].raw(), mass, working);
    arb_add_fmpz(fast_[i].raw(), fast_[i].raw(), mass, working);
  }
}

ball tilted_sum_law::mass_at(std::int64_t i) const {
  const auto at = static_cast<std::size_t>(i);
  return at + 1 < slow_.size() ? slow_[at] - slow_ratio_ * slow_[at + 1] : slow_[at];
}

// Σ c_j·e^{−θL_j}·(1 − e^{ε−L_j})₊
ball tilted_sum_law::sum_above(const ball& eps) const {
  const auto loss = [&](std::int64_t i) { return step_.of(first_ + i, working); };
  const auto term = [&](std::int64_t i) { return nonnegative_part(-expm1(eps - loss(i))); };
  // The first index that is certainly not below ε; before it come those for which it is open.
  const double place = std::ceil(eps.near() / step_.near()) - static_cast<double>(first_);
  auto i = static_cast<std::int64_t>(std::clamp(place, 0.0, static_cast<double>(size())));
  while (i < size() && !less_equal(eps, loss(i)).value_or(false)) ++i;
  ball sum(working);
  if (i < size()) {
    const auto at = static_cast<std::size_t>(i);
    const ball slow = exp(-(tilt_ * loss(i)));
    sum = slow * (slow_[at] - exp(eps - loss(i)) * fast_[at]);
  }
  while (i-- > 0 && !less_equal(loss(i), eps).value_or(false))
    sum += mass_at(i) * exp(-(tilt_ * loss(i))) * term(i);
  return nonnegative_part(sum);
}

ball tilted_sum_law::lower_part(const ball& eps) const {
  return lower_bound(sum_above(eps) * scale_);
}

ball tilted_sum_law::upper_part(const ball& eps) const {
  return upper_bound(sum_above(eps) * scale_ + missing_ * exp(-(tilt_ * eps)));
}

}  // namespace shufflecert::inline v0_1
