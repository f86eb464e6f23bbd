#include "quantities/noise/term_tails.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arithmetic/overloaded.hpp"
#include "quantities/noise/part_masses.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

const number& centre_of(const noise_part& part) {
  static const number nowhere = 0;
  return std::visit(overloaded{[](const law_ptr&) -> const number& { return nowhere; },
                               [](const auto& of) -> const number& { return of.m; }},
                    part.kind);
}

// (EE.7) of one law.
tail_slope slope_of(const noise_part& part, int side, bits precision) {
  return std::visit(overloaded{[&](const discrete_gaussian_noise& of) -> tail_slope {
                                 const number growth = negate(divide(1, of.v, precision));
                                 const number twice = multiply(of.m, 2 * side, precision);
                                 const number start =
                                     divide(subtract(twice, 1, precision),
                                            multiply(of.v, 2, precision), precision);
                                 return {growth, start};
                               },
                               [](const geometric_noise& of) -> tail_slope {
                                 return {0, negate(of.eps)};
                               },
                               [](const law_ptr&) -> tail_slope {
                                 return {0, 0};
                               }},
                    part.kind);
}

term_tail::behaviour behaviour_of(const tail_slope& slope, bits precision) {
  using behaviour = term_tail::behaviour;
  for (const number* decides : {&slope.growth, &slope.constant}) {
    const auto known_sign = sign(*decides, precision);
    if (!known_sign) return behaviour::unknown;
    if (*known_sign != 0) return *known_sign < 0 ? behaviour::falls : behaviour::rises;
  }
  return behaviour::stays;
}

// On which side of the centre an outcome certainly lies, for laws whose masses change their form
// there.
bool is_beyond_centre(const noise_part& part, std::int64_t y, int side, bits precision) {
  const ball centre = centre_of(part).to_ball(precision) * side;
  return (ball::of(y, precision) - centre).is_certainly_nonnegative();
}

bool is_infinite_behaviour(term_tail::behaviour of, bool may_stay) {
  return of == term_tail::behaviour::rises || (of == term_tail::behaviour::stays && !may_stay);
}

bool is_finite_behaviour(term_tail::behaviour of, bool may_stay) {
  return of == term_tail::behaviour::falls || (of == term_tail::behaviour::stays && may_stay);
}

}  // namespace

term_tail::term_tail(const noise_part& a, const noise_part& b, int side, const number& alpha,
                     const number& beta, bits precision)
    : a_(a),
      b_(b),
      side_(side),
      alpha_(alpha),
      beta_(beta),
      precision_(precision),
      slope_{0, 0},
      behaviour_(behaviour::unknown) {
  const tail_slope of_a = slope_of(a, side, precision);
  const tail_slope of_b = slope_of(b, side, precision);
  const auto combined = [&](const number& x, const number& y) {
    return subtract(multiply(alpha, x, precision), multiply(beta, y, precision), precision);
  };
  slope_ = {combined(of_a.growth, of_b.growth), combined(of_a.constant, of_b.constant)};
  behaviour_ = behaviour_of(slope_, precision);
}

double term_tail::log_term_near(double y) const {
  const double x = side_ * y;
  const auto log_near = [x](const noise_part& part) {
    return std::log(double_near(part.weight)) + log_mass_near(part.kind, x);
  };
  return double_near(alpha_) * log_near(a_) - double_near(beta_) * log_near(b_);
}

std::int64_t term_tail::reach(double log2_threshold, bool is_relative) const {
  constexpr double farthest = 4e15;
  const double centre =
      std::max(side_ * double_near(centre_of(a_)), side_ * double_near(centre_of(b_)));
  const double growth = double_near(slope_.growth);
  const double constant = double_near(slope_.constant);
  // Where the terms are largest on this side.
  double top = centre;
  if (growth < 0) top = std::max(centre, -constant / growth);
  if (!(std::abs(top) < farthest)) refuse_noise_span();
  const double largest = is_relative ? std::max(log_term_near(top), log_term_near(centre)) : 0.0;
  const auto is_far_enough = [&](double y) {
    const double slope = growth * y + constant;
    if (!(slope < 0)) return false;
    const double rest = -std::log(-std::expm1(std::max(slope, -700.0)));
    return log_term_near(y) + rest < largest + log2_threshold * std::log(2.0);
  };
  double step = 2;
  while (!is_far_enough(top + step)) {
    step *= 2;
    if (!(std::abs(top + step) < farthest)) refuse_noise_span();
  }
  double near_end = step / 2;
  for (int i = 0; i < 12 && step - near_end > 1; ++i) {
    const double middle = (step + near_end) / 2;
    (is_far_enough(top + middle) ? step : near_end) = middle;
  }
  return side_ * static_cast<std::int64_t>(std::ceil(top + step));
}

std::optional<term_tail::bound> term_tail::beyond(const integer_noise& p, std::int64_t last,
                                                  bits precision) const {
  const std::int64_t next = last + side_;
  const std::int64_t y = side_ * next;
  const integer_noise law_a{{a_}, std::nullopt};
  const integer_noise law_b{{b_}, std::nullopt};
  const bits wide = std::max(walking_precision(law_a, {next, next}, precision),
                             walking_precision(law_b, {next, next}, precision));
  if (!is_beyond_centre(a_, y, side_, wide) || !is_beyond_centre(b_, y, side_, wide))
    return std::nullopt;
  // A growth <= 0 makes the slope largest at the first of the terms.
  const auto growth_sign = sign(slope_.growth, precision_);
  if (!growth_sign || *growth_sign > 0) return std::nullopt;
  const ball slope = add(multiply(slope_.growth, y, wide), slope_.constant, wide).to_ball(wide);
  const ball mass_a = masses_of(a_, wide)->at(next);
  const ball mass_b = masses_of(b_, wide)->at(next);
  const ball all_of_p = law_masses(p, wide).at(next);
  // (EE.9)
  const ball exponent =
      log(mass_a) + (alpha_.to_ball(wide) - 1) * log(all_of_p) - beta_.to_ball(wide) * log(mass_b);
  return bound{upper_bound(exp(exponent)), upper_bound(exp(slope))};
}

term_tails::term_tails(const noise_pair& pair, const number& alpha, const number& beta,
                       bits precision)
    : pair_(pair), alpha_(alpha), precision_(precision), least_(span_of(*pair.p, 0)) {
  for (const int side : {1, -1})
    for (const noise_part& a : pair_.p->parts) {
      if (is_table(a)) continue;
      group terms{side, &a, {}};
      for (const noise_part& b : pair_.q->parts)
        if (!is_table(b)) terms.with_each.emplace_back(a, b, side, alpha, beta, precision);
      groups_.push_back(std::move(terms));
    }
}

bool term_tails::every_group_has(bool may_stay) const {
  bool is_undetermined = false;
  for (const group& terms : groups_) {
    const auto finite = [&](const term_tail& one) {
      return is_finite_behaviour(one.far_out(), may_stay);
    };
    const auto infinite = [&](const term_tail& one) {
      return is_infinite_behaviour(one.far_out(), may_stay);
    };
    if (std::any_of(terms.with_each.begin(), terms.with_each.end(), finite)) continue;
    if (std::all_of(terms.with_each.begin(), terms.with_each.end(), infinite)) return false;
    is_undetermined = true;
  }
  if (is_undetermined) throw precision_needed("whether the divergence is finite is not determined");
  return true;
}

bool term_tails::has_infinite_sum() const {
  return !every_group_has(false);
}

bool term_tails::is_unbounded() const {
  return !every_group_has(true);
}

outcome_span term_tails::span(double log2_threshold, bool is_relative) const {
  outcome_span all = least_;
  for (const group& terms : groups_) {
    // The part of Q with which the terms end first.
    std::optional<std::int64_t> nearest;
    for (const term_tail& one : terms.with_each) {
      if (one.far_out() != term_tail::behaviour::falls) continue;
      const std::int64_t end = one.reach(log2_threshold, is_relative);
      if (!nearest || terms.side * end < terms.side * *nearest) nearest = end;
    }
    if (nearest) all = hull(all, {*nearest, *nearest});
  }
  return all;
}

template <class Bound>
ball term_tails::bounds_on_side(int side, const outcome_span& span, bool may_stay,
                                const Bound& bound) const {
  ball sum(precision_);
  for (const group& terms : groups_) {
    if (terms.side != side) continue;
    std::optional<ball> least;
    for (const term_tail& one : terms.with_each) {
      if (!is_finite_behaviour(one.far_out(), may_stay)) continue;
      const auto beyond = one.beyond(*pair_.p, terms.side > 0 ? span.last : span.first, precision_);
      if (!beyond) continue;
      const std::optional<ball> most = bound(*beyond);
      if (most && most->is_finite()) least = least ? min(*least, *most) : *most;
    }
    if (!least) throw precision_needed("what the tails of the laws add is not determined");
    sum += upper_bound(*least);
  }
  return upper_bound(sum);
}

ball term_tails::sum_outside(const outcome_span& span) const {
  const auto series = [](const term_tail::bound& beyond) -> std::optional<ball> {
    const ball rest = 1 - beyond.falls;
    if (!rest.is_certainly_positive()) return std::nullopt;
    return upper_bound(beyond.first / rest);
  };
  return upper_bound(bounds_on_side(1, span, false, series) +
                     bounds_on_side(-1, span, false, series));
}

ball term_tails::largest_outside(const outcome_span& span) const {
  const auto largest = [](const term_tail::bound& beyond) -> std::optional<ball> {
    if (!(1 - beyond.falls).is_certainly_nonnegative()) return std::nullopt;
    return beyond.first;
  };
  return max(bounds_on_side(1, span, true, largest), bounds_on_side(-1, span, true, largest));
}

}  // namespace shufflecert::inline v0_1
