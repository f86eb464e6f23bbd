#include "quantities/conversions/binary_pairs.hpp"

#include <algorithm>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr int most_steps = 300;

ball middle_of(const ball& x) {
  ball middle(x.precision());
  arf_set(arb_midref(middle.raw()), arb_midref(x.raw()));
  return middle;
}

// The pair of weights p and 1 − p of which the smaller one is given, so that neither loses digits.
binary_pair with_weights(const ball& p, const ball& rest, const ball& log_q) {
  if (less(rest, p) == true) return {1 - rest, rest, log_q};
  return {p, 1 - p, log_q};
}

// 1 − e^x.
ball one_minus_exp(const ball& x) {
  return -expm1(x);
}

// F(p, q) = p^λ q^(1−λ) + (1−p)^λ (1−q)^(1−λ) in the notation of (Y.5).
struct moment_terms {
  ball log_x;      // log(p/q)
  ball log_r;      // log of q(1−p)/(p(1−q))
  ball r_missing;  // 1 − r^(λ−1)
  ball mix;        // p + (1−p) r^(λ−1)
  ball excess;     // log F − K

  moment_terms(const moment_bound& bound, const ball& p, const ball& rest, const ball& log_q)
      : log_x(log(p) - log_q),
        log_r(log(rest) - log_x - log(one_minus_exp(log_q))),
        r_missing(one_minus_exp(bound.excess * log_r)),
        mix(p + rest * exp(bound.excess * log_r)),
        excess(log(mix) + bound.excess * log_x - bound.most) {}

  // 1 − r^λ.
  [[nodiscard]] ball whole_power_missing(const moment_bound& bound) const {
    return one_minus_exp((bound.excess + 1) * log_r);
  }
};

bool is_negligible(const ball& step, const ball& of, bits precision) {
  return !step.is_finite() ||
         log2_near(step) <= std::max(0.0, log2_near(of)) - static_cast<double>(precision) + 12;
}

// The point at which the outcome of weight p alone has the moment e^K: F is at least e^K there.
ball left_of_least_log_q(const moment_bound& bound, const ball& p) {
  return ((bound.excess + 1) * log(p) - bound.most) / bound.excess;
}

// Pairs along z, p = (δ + e^z)/(1 + e^z), with their least q, and on which side of the best they
// lie.
class family {
 public:
  family(const moment_bound& bound, ball delta) : bound_(bound), delta_(std::move(delta)) {}

  // Below 0 where (p − δ)/q still rises in z, above 0 where it falls: (Y.5).
  ball slope(const ball& z) {
    const ball weight = exp(z);
    const ball all = weight + 1;
    const ball p = middle_of((delta_ + weight) / all);
    const ball rest = middle_of((1 - delta_) / all);
    const ball log_q = near_least_log_q(bound_, p, rest, last_q());
    const moment_terms at(bound_, p, rest, log_q);
    const ball above = (1 - delta_) * weight / all;
    last_ = with_weights(p, rest, log_q);
    return (bound_.excess + 1) * above * at.r_missing / (bound_.excess * p) -
           at.whole_power_missing(bound_);
  }

  [[nodiscard]] const binary_pair& last() const { return *last_; }

 private:
  [[nodiscard]] std::optional<ball> last_q() const {
    return last_ ? std::optional(last_->log_q) : std::nullopt;
  }

  const moment_bound& bound_;
  ball delta_;
  std::optional<binary_pair> last_;
};

struct place {
  ball z;
  ball slope;
};

// Whether both signs are seen; else rounding hides the place, or there is none.
bool is_open(const ball& low, const ball& high) {
  return low.is_certainly_negative() && high.is_certainly_positive();
}

}  // namespace

ball near_least_log_q(const moment_bound& bound, const ball& p, const ball& rest,
                      const std::optional<ball>& start) {
  // log F is convex and falls in log q < log p, so that Newton's method does not pass the root
  // again once it is left of it.
  const ball first = middle_of(left_of_least_log_q(bound, p));
  ball log_q =
      start && less(*start, log(p)) == true && less(first, *start) == true ? *start : first;
  for (int i = 0; i < most_steps; ++i) {
    const moment_terms at(bound, p, rest, log_q);
    if (at.excess.is_finite() && at.excess.contains_zero()) break;  // rounding hides the rest
    const ball step =
        middle_of(at.excess * at.mix / (bound.excess * p * at.whole_power_missing(bound)));
    if (!step.is_finite()) return i == 0 && start ? near_least_log_q(bound, p, rest, {}) : log_q;
    log_q = middle_of(log_q + step);
    if (is_negligible(step, log_q, log_q.precision())) break;
  }
  return log_q;
}

binary_pair near_worst_pair(const moment_bound& given, const ball& delta) {
  const moment_bound bound{middle_of(given.excess), middle_of(given.most)};
  const ball level = middle_of(delta);
  const bits precision = level.precision();
  family along(bound, level);
  // The best pair if the second outcome had no weight in the moment: p = λδ.
  ball start = middle_of(log(level * bound.excess / (1 - level * (bound.excess + 1))));
  if (!start.is_finite()) start = ball(precision);
  place low{start, along.slope(start)};
  place high = low;
  ball reach = ball::of(1, precision) / 4;
  for (int i = 0; i < most_steps && high.slope.is_certainly_negative(); ++i) {
    low = high;
    high.z = middle_of(high.z + reach);
    high.slope = along.slope(high.z);
    reach = reach * 2;
  }
  for (int i = 0; i < most_steps && low.slope.is_certainly_positive(); ++i) {
    high = low;
    low.z = middle_of(low.z - reach);
    low.slope = along.slope(low.z);
    reach = reach * 2;
  }
  if (!is_open(low.slope, high.slope)) return along.last();
  // False position, in which an end that stays counts half: Illinois.
  int kept = 0;
  for (int i = 0; i < most_steps; ++i) {
    const ball width = high.z - low.z;
    if (is_negligible(width, high.z, precision)) break;
    const ball difference = high.slope - low.slope;
    ball z = middle_of(low.z - low.slope * width / difference);
    if (!z.is_finite() || less(low.z, z) != true || less(z, high.z) != true)
      z = middle_of(low.z + width / 2);
    ball slope = along.slope(z);
    if (!slope.is_finite() || slope.contains_zero()) break;
    if (is_negligible(z - low.z, z, precision) || is_negligible(high.z - z, z, precision)) break;
    if (slope.is_certainly_negative()) {
      low = {std::move(z), std::move(slope)};
      if (kept == 1) high.slope = high.slope / 2;
      kept = 1;
    } else {
      high = {std::move(z), std::move(slope)};
      if (kept == -1) low.slope = low.slope / 2;
      kept = -1;
    }
  }
  return along.last();
}

ball certain_log_q(const moment_bound& bound, const ball& p, const ball& rest, const ball& near) {
  const moment_terms at(bound, p, rest, near);
  const ball whole = at.excess + bound.most;
  if (!bound.most.is_certainly_positive() || !whole.is_certainly_positive())
    throw precision_needed("whether the Rényi divergence is 0 is not determined");
  const ball share = upper_bound(nonnegative_part(at.excess) / whole);
  if (!share.is_finite() || less_equal(share, ball::of(1, share.precision())) != true)
    throw precision_needed("a pair within the Rényi divergence is not determined");
  return near + share * at.log_x;
}

ball largest_log_ratio(const moment_bound& bound, const binary_pair& at, const ball& delta) {
  const moment_terms terms(bound, at.p, at.rest, at.log_q);
  const ball order = bound.excess + 1;
  if (!terms.log_r.is_certainly_negative() || !terms.r_missing.is_certainly_positive())
    throw precision_needed("the tangent at a pair within the Rényi divergence is not determined");
  const ball log_slope = log(bound.excess / order) + terms.log_x +
                         log(terms.whole_power_missing(bound) / terms.r_missing);
  const ball slope = exp(log_slope);
  const ball beyond = expm1(-terms.excess) * terms.mix / (order * terms.r_missing) + at.p - delta -
                      slope * exp(at.log_q);
  if (!beyond.is_finite()) throw precision_needed("the tangent's height is not determined");
  if (beyond.is_certainly_nonpositive()) return log_slope;
  // The least q of p = δ is below that of every p > δ.
  const ball level = middle_of(delta);
  ball least = near_least_log_q(bound, level, middle_of(1 - delta), std::nullopt) - 1;
  const moment_terms there(bound, delta, 1 - delta, least);
  if (!there.log_r.is_certainly_negative() || !there.excess.is_certainly_nonnegative())
    least = left_of_least_log_q(bound, delta);
  return log_slope + log1p(nonnegative_part(beyond) * exp(-least - log_slope));
}

}  // namespace shufflecert::inline v0_1
