#include "language/analysis/growth.hpp"

#include <algorithm>

#include "language/analysis/step_existence.hpp"

namespace shufflecert::inline v0_1 {
namespace {

quadratic of_constant(const ball& a) {
  const ball zero(a.precision());
  return {a, zero, zero};
}

quadratic sum(const quadratic& p, const quadratic& q) {
  return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}

quadratic multiple_of(const quadratic& p, const ball& k) {
  return {p[0] * k, p[1] * k, p[2] * k};
}

// As y >= 0, the larger coefficients give the larger polynomial.
quadratic larger(const quadratic& p, const quadratic& q) {
  return {max(p[0], q[0]), max(p[1], q[1]), max(p[2], q[2])};
}

quadratic smaller(const quadratic& p, const quadratic& q) {
  return {min(p[0], q[0]), min(p[1], q[1]), min(p[2], q[2])};
}

quadratic either(const quadratic& p, const quadratic& q) {
  return {ball::hull(p[0], q[0]), ball::hull(p[1], q[1]), ball::hull(p[2], q[2])};
}

quadratic upper(const quadratic& p) {
  return {upper_bound(p[0]), upper_bound(p[1]), upper_bound(p[2])};
}

quadratic lower(const quadratic& p) {
  return {lower_bound(p[0]), lower_bound(p[1]), lower_bound(p[2])};
}

template <class Combine>
std::optional<quadratic> both(const std::optional<quadratic>& p, const std::optional<quadratic>& q,
                              Combine combine) {
  if (!p || !q) return std::nullopt;
  return combine(*p, *q);
}

std::optional<quadratic> opposite(const std::optional<quadratic>& p) {
  if (!p) return std::nullopt;
  return multiple_of(*p, ball::of(std::int64_t{-1}, (*p)[0].precision()));
}

class half_line {
 public:
  half_line(const one_variable_function& function, int sign, const rational& slack,
            std::int64_t start, bits precision)
      : function_(function),
        sign_(sign),
        slack_(ball::of(slack, precision)),
        start_(ball::of(start, precision)),
        precision_(precision) {}

  growth of_last() {
    known_.reserve(function_.steps.size());
    for (std::size_t i = 0; i < function_.steps.size(); ++i) {
      const step& s = function_.steps[i];
      const existence exists = existence_of_step(function_, i, exists_, *this);
      signs_.push_back(sign_of_step(function_, i, signs_));
      if (s.what == operation::argument && sign_ > 0)
        signs_.back() = {false, true, start_.is_certainly_positive()};
      known_.push_back(completed(of(s)));
      known_.back().exists = exists;
      exists_.push_back(exists);
    }
    return known_.back();
  }

  // What existence_of_step() asks, for all y >= start.
  [[nodiscard]] std::optional<bool> is_above(std::size_t i, std::int64_t k) const {
    if ((k <= 0 && signs_[i].is_positive) || (k < 0 && signs_[i].is_nonnegative)) return true;
    return compared(i, k, &ball::is_certainly_positive, &ball::is_certainly_nonnegative);
  }

  [[nodiscard]] std::optional<bool> is_at_least(std::size_t i, std::int64_t k) const {
    if (k <= 0 && signs_[i].is_nonnegative) return true;
    return compared(i, k, &ball::is_certainly_nonnegative, &ball::is_certainly_positive);
  }

  [[nodiscard]] std::optional<bool> is_whole(std::size_t i) const {
    return signs_[i].is_whole ? std::optional(true) : std::nullopt;
  }

  [[nodiscard]] std::optional<bool> holds(const step& s) const {
    const growth& left = known_[s.of[0]];
    const growth& right = known_[s.of[1]];
    if (!left.value || !right.value) return std::nullopt;
    const auto above = least_of(sum(*left.value, times(*right.value, -1)));
    const auto below = least_of(sum(*right.value, times(*left.value, -1)));
    return holds_by_order(below && below->is_certainly_positive(),
                          above && above->is_certainly_positive(), s.op);
  }

 private:
  // Whether value i minus k passes the first test everywhere, or its opposite the second.
  [[nodiscard]] std::optional<bool> compared(std::size_t i, std::int64_t k,
                                             bool (ball::*passes)() const,
                                             bool (ball::*denies)() const) const {
    const growth& f = known_[i];
    if (k <= 0 && f.log_least) return true;
    if (!f.value) return std::nullopt;
    const auto least = least_of(shifted(*f.value, k));
    if (least && ((*least).*passes)()) return true;
    const auto most = least_of(times(shifted(*f.value, k), -1));
    return most && ((*most).*denies)() ? std::optional(false) : std::nullopt;
  }

  // A lower bound for all y >= start; nothing where there is none.
  [[nodiscard]] std::optional<ball> least_of(const quadratic& p) const {
    const quadratic at_least = lower(p);
    if (!at_least[2].is_certainly_nonnegative()) return std::nullopt;
    // Not decreasing from the start on.
    if ((at_least[1] + at_least[2] * start_ * 2).is_certainly_nonnegative())
      return at_least[0] + (at_least[1] + at_least[2] * start_) * start_;
    if (!at_least[2].is_certainly_positive()) return std::nullopt;
    return at_least[0] - at_least[1] * at_least[1] / (at_least[2] * 4);
  }

  [[nodiscard]] quadratic shifted(quadratic p, std::int64_t k) const {
    p[0] -= whole(k);
    return p;
  }

  [[nodiscard]] static quadratic times(const quadratic& p, std::int64_t k) {
    return multiple_of(p, ball::of(k, p[0].precision()));
  }

  [[nodiscard]] ball whole(std::int64_t k) const { return ball::of(k, precision_); }

  // What the other kinds of bounds follow from.
  [[nodiscard]] growth completed(growth g) const {
    if (g.value && !g.log_size) g.log_size = size_of(*g.value);
    if (g.value && !g.log_least) {
      const auto least = least_of(*g.value);
      if (least && least->is_certainly_positive())
        g.log_least = of_constant(-upper_bound(-log(*least)));
    }
    return g;
  }

  // |a + b·y + c·y²| <= (|a| + |b|/(eσ) + |c|·(2/(eσ))²)·e^(σy), by y <= e^(σy)/(eσ).
  [[nodiscard]] quadratic size_of(const quadratic& p) const {
    const ball scale = 1 / (exp(whole(1)) * slack_);
    const bool grows = !(p[1].is_exact_zero() && p[2].is_exact_zero());
    const ball factor =
        upper_bound(abs(p[0]) + abs(p[1]) * scale + abs(p[2]) * (scale * 2) * (scale * 2));
    quadratic size = of_constant(factor.is_certainly_positive() ? log(factor) : whole(0));
    // Any size is above that of 0; this one can be integrated.
    if (!grows && p[0].is_exact_zero()) size[1] = whole(-1);
    if (grows) size[1] = slack_;
    return size;
  }

  [[nodiscard]] growth bounded(std::int64_t from, std::int64_t to) const {
    growth g;
    g.value = of_constant(ball::hull(whole(from), whole(to)));
    return g;
  }

  [[nodiscard]] growth of(const step& s) const {
    switch (s.what) {
      case operation::argument: {
        growth g;
        g.value = quadratic{whole(0), whole(sign_), whole(0)};
        return g;
      }
      case operation::constant: {
        growth g;
        g.value = of_constant(s.value.to_ball(precision_));
        return g;
      }
      case operation::negate: {
        const growth& f = known_[s.of[0]];
        return {opposite(f.value), f.log_size, std::nullopt, {}};
      }
      case operation::add:
        return of_sum(known_[s.of[0]], known_[s.of[1]]);
      case operation::subtract: {
        const growth& g = known_[s.of[1]];
        return of_sum(known_[s.of[0]], {opposite(g.value), g.log_size, std::nullopt, {}});
      }
      case operation::multiply:
        return of_product(known_[s.of[0]], known_[s.of[1]]);
      case operation::divide:
        return of_quotient(known_[s.of[0]], s.of[1]);
      case operation::power:
        return of_power(s.of[0], s.of[1]);
      case operation::exp:
        return of_exp(known_[s.of[0]]);
      case operation::expm1:
        return of_sum(of_exp(known_[s.of[0]]), completed(bounded(-1, -1)));
      case operation::log:
        return of_log(known_[s.of[0]]);
      case operation::log1p:
        return of_log(completed(of_sum(known_[s.of[0]], completed(bounded(1, 1)))));
      case operation::sqrt: {
        const growth& f = known_[s.of[0]];
        const ball half = whole(1) / 2;
        growth g;
        if (f.log_size) g.log_size = multiple_of(*f.log_size, half);
        if (f.log_least) g.log_least = multiple_of(*f.log_least, half);
        return g;
      }
      case operation::abs: {
        const growth& f = known_[s.of[0]];
        if (is_at_least(s.of[0], 0) == true) return f;
        growth g;
        if (is_above(s.of[0], 0) == false)
          g.value = opposite(f.value);
        else if (f.value)
          g.value = either(*f.value, *opposite(f.value));
        g.log_size = f.log_size;
        g.log_least = f.log_least;
        return g;
      }
      case operation::tanh:
        return bounded(-1, 1);
      case operation::normal_cdf:
        return bounded(0, 1);
      case operation::floor:
        return of_sum(known_[s.of[0]], completed(bounded(-1, 0)));
      case operation::ceil:
        return of_sum(known_[s.of[0]], completed(bounded(0, 1)));
      case operation::min:
      case operation::max:
        return one_of(known_[s.of[0]], known_[s.of[1]]);
      case operation::choose:
        if (const auto held = holds(s)) return known_[s.of[*held ? 2 : 3]];
        return one_of(known_[s.of[2]], known_[s.of[3]]);
      case operation::first_given_second:
        return known_[s.of[0]];
      case operation::undefined:
      case operation::undetermined:
      case operation::gamma:
      case operation::lgamma:
      case operation::normal_quantile:
        break;
    }
    return {};
  }

  [[nodiscard]] growth of_sum(const growth& f, const growth& g) const {
    growth result;
    result.value = both(f.value, g.value, sum);
    result.log_size = both(f.log_size, g.log_size, larger);
    if (result.log_size) (*result.log_size)[0] += log(whole(2));
    // Both positive: the sum is at least either of them; the first is as good as the second.
    if (f.log_least && g.log_least) {
      const bool second = less((*f.log_least)[1], (*g.log_least)[1]) == true;
      result.log_least = second ? g.log_least : f.log_least;
    }
    if (result.value) result.log_size = std::nullopt;  // completed() finds the better one
    return keep_smaller_size(result, f, g);
  }

  // A sum of large terms that cancel is bounded by its value, one of small terms by their sizes.
  [[nodiscard]] growth keep_smaller_size(growth result, const growth& f, const growth& g) const {
    if (!result.value || !f.log_size || !g.log_size) return result;
    quadratic size = larger(*f.log_size, *g.log_size);
    size[0] += log(whole(2));
    const bool decays = size[2].is_certainly_negative() ||
                        (size[2].is_exact_zero() && size[1].is_certainly_negative());
    if (decays) result.log_size = size;
    return result;
  }

  [[nodiscard]] static growth of_product(const growth& f, const growth& g) {
    growth result;
    result.value = both(f.value, g.value, [](const quadratic& p, const quadratic& q) {
      const ball cubic = p[1] * q[2] + p[2] * q[1];
      const ball quartic = p[2] * q[2];
      quadratic product{p[0] * q[0], p[0] * q[1] + p[1] * q[0],
                        p[0] * q[2] + p[1] * q[1] + p[2] * q[0]};
      // Beyond degree 2 only the size is kept.
      if (!cubic.is_exact_zero() || !quartic.is_exact_zero()) arb_indeterminate(product[2].raw());
      return product;
    });
    if (result.value && !(*result.value)[2].is_finite()) result.value = std::nullopt;
    result.log_size = both(f.log_size, g.log_size, sum);
    result.log_least = both(f.log_least, g.log_least, sum);
    return result;
  }

  [[nodiscard]] growth reciprocal(const growth& f) const {
    // 1/k for a constant of either sign.
    if (f.value && (*f.value)[1].is_exact_zero() && (*f.value)[2].is_exact_zero() &&
        !(*f.value)[0].contains_zero()) {
      growth result;
      result.value = of_constant(1 / (*f.value)[0]);
      return completed(std::move(result));
    }
    growth result;
    if (!f.log_least) return result;
    result.log_size = opposite(f.log_least);
    if (f.log_size) result.log_least = opposite(f.log_size);
    return result;
  }

  [[nodiscard]] growth of_quotient(const growth& f, std::size_t divisor) const {
    const growth& g = known_[divisor];
    if (is_at_least(divisor, 0) != false) return with_range(of_product(f, reciprocal(g)));
    // f/g = (−f)/(−g) where g is negative.
    const growth positive = completed({opposite(g.value), g.log_size, std::nullopt, {}});
    return with_range(
        of_product({opposite(f.value), f.log_size, std::nullopt, {}}, reciprocal(positive)));
  }

  // What does not grow lies in a ball around 0, or between 0 and its largest size.
  [[nodiscard]] growth with_range(growth g) const {
    if (g.value || !g.log_size) return g;
    const auto falls = least_of(times(upper(*g.log_size), -1));
    if (!falls) return g;
    const ball most = upper_bound(exp(-*falls));
    g.value = of_constant(ball::hull(g.log_least ? whole(0) : -most, most));
    return g;
  }

  // f^g = e^(g·log f) of a positive f.
  [[nodiscard]] growth of_variable_power(const growth& f, const growth& g) const {
    if (!f.log_least) return {};
    return of_exp(of_product(of_log(f), {g.value, std::nullopt, std::nullopt, {}}));
  }

  [[nodiscard]] growth of_power(std::size_t base_index, std::size_t exponent_index) const {
    const growth& base = known_[base_index];
    const step& exponent = function_.steps[exponent_index];
    if (exponent.what != operation::constant)
      return of_variable_power(base, known_[exponent_index]);
    const ball w = exponent.value.to_ball(precision_);
    const auto* q = exponent.value.as_rational();
    const bool whole_exponent = q != nullptr && is_integer(*q);
    if (whole_exponent && *q == 2) return square(base);
    if (!whole_exponent && !w.is_certainly_positive() && !w.is_certainly_negative()) return {};
    growth result;
    if (w.is_certainly_negative()) {
      if (base.log_least) result.log_size = multiple_of(*base.log_least, w);
      if (base.log_least && base.log_size) result.log_least = multiple_of(*base.log_size, w);
      return result;
    }
    if (whole_exponent && *q == 0) return bounded(1, 1);
    if (base.log_size) result.log_size = multiple_of(*base.log_size, w);
    if (base.log_least) result.log_least = multiple_of(*base.log_least, w);
    return result;
  }

  [[nodiscard]] static growth square(const growth& base) { return of_product(base, base); }

  [[nodiscard]] growth of_exp(const growth& f) const {
    growth result;
    if (!f.value) return result;
    result.log_size = upper(*f.value);
    result.log_least = lower(*f.value);
    // An exponential that does not grow is bounded by its value at the start.
    if (const auto falls = least_of(times(*result.log_size, -1)))
      result.value = of_constant(ball::hull(whole(0), upper_bound(exp(-*falls))));
    return result;
  }

  [[nodiscard]] static growth of_log(const growth& f) {
    growth result;
    result.value = both(f.log_least, f.log_size, either);
    return result;
  }

  [[nodiscard]] static growth one_of(const growth& f, const growth& g) {
    growth result;
    result.value = both(f.value, g.value, either);
    result.log_size = both(f.log_size, g.log_size, larger);
    result.log_least = both(f.log_least, g.log_least, smaller);
    return result;
  }

  const one_variable_function& function_;
  int sign_;
  ball slack_;
  ball start_;
  bits precision_;
  std::vector<growth> known_;
  std::vector<existence> exists_;
  std::vector<step_sign> signs_;
};

}  // namespace

growth growth_of(const one_variable_function& function, int sign, const rational& slack,
                 std::int64_t start, bits precision) {
  return half_line(function, sign, slack, start, precision).of_last();
}

std::optional<ball> tail_bound(const quadratic& log_size, const ball& start) {
  const quadratic top = upper(log_size);
  const bits precision = start.precision();
  ball bound(precision);
  if (top[2].is_certainly_negative()) {
    // ∫_T^∞ e^(a + b·y − d·y²) dy = e^(a + b²/4d)·√(π/4d)·erfc(√d·(T − b/2d)).
    const ball d = -top[2];
    const ball root = sqrt(d);
    const ball from = root * (start - top[1] / (d * 2));
    ball complement(precision);
    arb_hypgeom_erfc(complement.raw(), from.raw(), precision);
    bound = exp(top[0] + top[1] * top[1] / (d * 4)) * sqrt(ball::pi(precision)) / (root * 2) *
            complement;
  } else if (!top[2].is_certainly_positive() && top[2].is_exact_zero() &&
             top[1].is_certainly_negative()) {
    // ∫_T^∞ e^(a + b·y) dy = e^(a + b·T)/(−b).
    bound = exp(top[0] + top[1] * start) / -top[1];
  } else {
    return std::nullopt;
  }
  if (bound.is_indeterminate()) return std::nullopt;
  return upper_bound(bound);
}

}  // namespace shufflecert::inline v0_1
