#include "quantities/noise/term_tails.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quantities/noise/part_masses.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr double farthest_outcome = 4e15;

bool is_linear(const noise_part& part) {
  return std::holds_alternative<discrete_gaussian_noise>(part.kind) ||
         std::holds_alternative<geometric_noise>(part.kind);
}

// On which side of the centre an outcome certainly lies, for laws whose masses change their form
// there.
bool is_beyond_centre(const noise_part& part, std::int64_t y, int side, bits precision) {
  return slope_bounds_from(y, part.kind, side, precision).has_value();
}

far_slope combined(const noise_part& a, const noise_part& b, int side, const number& alpha,
                   const number& beta, bits precision) {
  const far_slope of_a = far_slope_of(a.kind, side, precision);
  const far_slope of_b = far_slope_of(b.kind, side, precision);
  const bool is_one = are_one_law(a.kind, b.kind);
  const number excess = subtract(alpha, beta, precision);
  const auto both = [&](const number& x, const number& y) {
    if (is_one) return multiply(excess, x, precision);
    return subtract(multiply(alpha, x, precision), multiply(beta, y, precision), precision);
  };
  return {both(of_a.growth, of_b.growth), both(of_a.log_growth, of_b.log_growth),
          both(of_a.constant, of_b.constant), both(of_a.power, of_b.power)};
}

term_tail::behaviour behaviour_of(const far_slope& slope, bits precision) {
  using behaviour = term_tail::behaviour;
  for (const number* decides : {&slope.growth, &slope.log_growth, &slope.constant, &slope.power}) {
    const auto known_sign = sign(*decides, precision);
    if (!known_sign) return behaviour::unknown;
    if (*known_sign > 0) return behaviour::rises;
    if (*known_sign < 0) return decides == &slope.power ? behaviour::fades : behaviour::falls;
  }
  return behaviour::stays;
}

}  // namespace

bool term_tail::is_finite(bool is_largest) const {
  if (behaviour_ == behaviour::falls) return true;
  return is_largest && (behaviour_ == behaviour::fades || behaviour_ == behaviour::stays);
}

// Terms that fade faster than 1/y have a finite sum, for which no bound is computed.
bool term_tail::is_infinite(bool is_largest) const {
  if (behaviour_ == behaviour::rises) return true;
  if (is_largest) return false;
  if (behaviour_ == behaviour::stays) return true;
  return behaviour_ == behaviour::fades &&
         sign(add(slope_.power, 1, precision_), precision_).value_or(-1) >= 0;
}

term_tail::term_tail(const noise_part& a, const noise_part& b, int side, const number& alpha,
                     const number& beta, bits precision)
    : a_(a),
      b_(b),
      side_(side),
      alpha_(alpha),
      beta_(beta),
      precision_(precision),
      is_linear_(is_linear(a) && is_linear(b)),
      slope_(combined(a, b, side, alpha, beta, precision)),
      behaviour_(behaviour_of(slope_, precision)) {}

double term_tail::log_term_near(double y) const {
  const double x = side_ * y;
  const auto log_near = [x](const noise_part& part) {
    return std::log(double_near(part.weight)) + log_mass_near(part.kind, x);
  };
  return double_near(alpha_) * log_near(a_) - double_near(beta_) * log_near(b_);
}

// Where the terms are largest on this side.
double term_tail::top_near() const {
  const double centre = std::max(side_ * centre_near(a_.kind), side_ * centre_near(b_.kind));
  if (is_linear_) {
    const double growth = double_near(slope_.growth);
    return growth < 0 ? std::max(centre, -double_near(slope_.constant) / growth) : centre;
  }
  const auto falls_at = [&](double y) {
    return double_near(alpha_) * step_near(a_.kind, side_ * y, side_) -
               double_near(beta_) * step_near(b_.kind, side_ * y, side_) <
           0;
  };
  if (falls_at(centre)) return centre;
  double far = 1;
  while (!falls_at(centre + far)) {
    far *= 2;
    if (!(far < farthest_outcome)) refuse_noise_span();
  }
  double near_end = far / 2;
  while (far - near_end > 1) {
    const double middle = (far + near_end) / 2;
    (falls_at(centre + middle) ? far : near_end) = middle;
  }
  return centre + far;
}

std::optional<ball> term_tail::steepest(std::int64_t y, bits precision) const {
  if (!is_linear_) return steepest_from(y, a_.kind, b_.kind, side_, alpha_, beta_, precision);
  // A growth <= 0 makes the slope largest at the first of the terms.
  const auto growth_sign = sign(slope_.growth, precision_);
  if (!growth_sign || *growth_sign > 0) return std::nullopt;
  return add(multiply(slope_.growth, y, precision), slope_.constant, precision).to_ball(precision);
}

std::int64_t term_tail::reach(double log2_threshold, bool is_relative) const {
  const double centre = std::max(side_ * centre_near(a_.kind), side_ * centre_near(b_.kind));
  const double growth = double_near(slope_.growth);
  const double constant = double_near(slope_.constant);
  const double top = top_near();
  if (!(std::abs(top) < farthest_outcome)) refuse_noise_span();
  const double largest = is_relative ? std::max(log_term_near(top), log_term_near(centre)) : 0.0;
  const auto slope_at = [&](double y) {
    if (is_linear_) return growth * y + constant;
    constexpr bits few = 128;
    const auto most = steepest(static_cast<std::int64_t>(std::ceil(y)), few);
    return most ? most->near() : 0.0;
  };
  const auto is_far_enough = [&](double y) {
    const double slope = slope_at(y);
    if (!(slope < 0)) return false;
    const double rest = -std::log(-std::expm1(std::max(slope, -700.0)));
    return log_term_near(y) + rest < largest + log2_threshold * std::log(2.0);
  };
  double step = 2;
  while (!is_far_enough(top + step)) {
    step *= 2;
    if (!(std::abs(top + step) < farthest_outcome)) refuse_noise_span();
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
  const auto slope = steepest(y, wide);
  if (!slope) return std::nullopt;
  const ball mass_a = masses_of(a_, wide)->at(next);
  const ball mass_b = masses_of(b_, wide)->at(next);
  const ball all_of_p = law_masses(p, wide).at(next);
  // (EE.9)
  const ball exponent =
      log(mass_a) + (alpha_.to_ball(wide) - 1) * log(all_of_p) - beta_.to_ball(wide) * log(mass_b);
  return bound{upper_bound(exp(exponent)), upper_bound(exp(*slope))};
}

term_tails::term_tails(const noise_pair& pair, const number& alpha, const number& beta,
                       bits precision)
    : pair_(pair), alpha_(alpha), precision_(precision), least_(span_of(*pair.p, 0)) {
  for (const noise_part& a : pair_.p->parts)
    if (outcomes_of(a.kind) == outcome_set::from_zero) least_ = hull(least_, {0, 0});
  for (const int side : {1, -1})
    for (const noise_part& a : pair_.p->parts) {
      if (!has_tail(a.kind, side)) continue;
      group terms{side, &a, {}};
      for (const noise_part& b : pair_.q->parts)
        if (has_tail(b.kind, side))
          terms.with_each.emplace_back(a, b, side, alpha, beta, precision);
      groups_.push_back(std::move(terms));
    }
}

bool term_tails::every_group_has(bool is_largest) const {
  bool is_undetermined = false;
  bool fades = false;
  for (const group& terms : groups_) {
    const auto finite = [&](const term_tail& one) { return one.is_finite(is_largest); };
    const auto infinite = [&](const term_tail& one) { return one.is_infinite(is_largest); };
    if (std::any_of(terms.with_each.begin(), terms.with_each.end(), finite)) continue;
    if (std::all_of(terms.with_each.begin(), terms.with_each.end(), infinite)) return false;
    is_undetermined = true;
    fades = fades ||
            std::any_of(terms.with_each.begin(), terms.with_each.end(), [](const term_tail& one) {
              return one.far_out() == term_tail::behaviour::fades;
            });
  }
  if (fades) throw beyond_reach("the terms of the sum fade too slowly to add them up");
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
ball term_tails::bounds_on_side(int side, const outcome_span& span, bool is_largest,
                                const Bound& bound) const {
  ball sum(precision_);
  for (const group& terms : groups_) {
    if (terms.side != side) continue;
    std::optional<ball> least;
    for (const term_tail& one : terms.with_each) {
      if (!one.is_finite(is_largest)) continue;
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

ball term_tails::limit_of_ratio() const {
  ball largest(precision_);
  for (const group& terms : groups_) {
    // Q/P without the parts of Q that are soon small beside this part of P.
    ball others(precision_);
    const auto is_known = [&](const noise_part& b) {
      if (!has_tail(b.kind, terms.side)) return true;
      if (are_one_law(b.kind, terms.a->kind)) {
        others += b.weight.to_ball(precision_);
        return true;
      }
      const auto beside = term_tail(b, *terms.a, terms.side, 1, 1, precision_).far_out();
      return beside == term_tail::behaviour::falls || beside == term_tail::behaviour::fades;
    };
    const auto& of_q = pair_.q->parts;
    if (std::all_of(of_q.begin(), of_q.end(), is_known) && others.is_certainly_positive())
      largest = max(largest, terms.a->weight.to_ball(precision_) / others);
  }
  return largest;
}

}  // namespace shufflecert::inline v0_1
