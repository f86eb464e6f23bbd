#include "quantities/variation/variation_tails.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits search_bits = 40;
constexpr int most_steps = 200;
// The share of the bits asked for with which a search that was quick may end.
constexpr double most_of_them = 0.625;

variation_laws rounded(const variation_laws& of, bits precision) {
  const auto to = [&](const ball& x) { return x.with_precision(precision); };
  return {of.n,           to(of.first), to(of.second), to(of.none), to(of.counted), to(of.either),
          to(of.neither), to(of.odds),  to(of.share),  to(of.rest), to(of.rise),    to(of.fall)};
}

kary_laws rounded(const kary_laws& of, bits precision) {
  const auto to = [&](const ball& x) { return x.with_precision(precision); };
  return {rounded(of.counts, precision), of.n, to(of.odds), to(of.twos), to(of.fewer)};
}

ball exact_factor(double log_factor, bits precision) {
  ball at(precision);
  arb_set_d(at.raw(), log_factor);
  return lower_bound(exp(at));
}

// The logarithm as a double, whatever the size. Chooses steps only.
double log_near(const ball& x) {
  if (!x.is_certainly_positive()) return -1e300;
  return log(x.with_precision(64)).near();
}

// The largest log(P/Q), and less the least.
double largest_loss(const variation_laws& of) {
  return log_near(of.first) - log_near(of.second);
}
double largest_loss(const kary_laws& of) {
  return log_near(of.odds);
}

ball enclosing(const ball& value, const ball& more) {
  return nonnegative_part(ball::hull(value, value + more));
}

// Both steps of a search in log κ: a guess that stays between what is known.
struct bracket {
  double low;
  double high;

  [[nodiscard]] double inside(double guess) const {
    return guess > low && guess < high ? guess : (low + high) / 2;
  }
  [[nodiscard]] bool is_closed() const {
    return high - low <= 1e-13 * std::max(1e-3, std::abs(low) + std::abs(high));
  }
};

template <class Laws>
class epsilon_search {
 public:
  epsilon_search(const Laws& of, const number& delta, bits precision, const budget& limits)
      : of_(of),
        limits_(limits),
        asked_(precision),
        delta_(delta.to_ball(of.precision())),
        rest_(subtract(1, delta, of.precision()).to_ball(of.precision())),
        depth_(bits_near(-log2_near(delta_)) + 8) {}

  ball run() {
    ball factor = exact_factor(rough(), of_.precision());
    // (W.9): from anywhere to the left of the crossing, and near it.
    for (int i = 0; i < most_steps; ++i) {
      const rejected_masses at = masses_beyond(of_, factor, asked_ + depth_, limits_);
      if (!at.q.is_certainly_positive()) break;
      const ball next = lower_bound((at.p - delta_) / at.q);
      if (!next.is_certainly_positive()) break;
      const double gap = log2_near(next - factor) - log2_near(factor);
      factor = next;
      if (gap < -static_cast<double>(asked_) / 2 - static_cast<double>(bit_length(of_.n)))
        return log(ball::hull(factor, end_beyond(factor)));
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

 private:
  // log κ, to some ten digits.
  [[nodiscard]] double rough() const {
    const bits precision = search_bits + depth_;
    const Laws of = rounded(of_, variation_precision(precision, of_.n));
    const double target = log_near(delta_);
    bracket known{log_near(rest_), largest_loss(of_)};
    double eps = std::max(0.0, known.low);
    for (int i = 0; i < most_steps && !known.is_closed(); ++i) {
      const ball factor = exact_factor(eps, of.precision());
      const rejected_masses at = masses_beyond(of, factor, precision, limits_);
      const ball value = at.p - factor * at.q;
      const double ahead = log_near(value) - target;
      (ahead >= 0 ? known.low : known.high) = eps;
      // Newton's method for log H as a function of ε, which is nearly concave.
      const double step = ahead * (value / (factor * at.q)).near();
      const double next = known.inside(std::isfinite(step) ? eps + step : 1e300);
      if (std::abs(next - eps) < 1e-10 * std::abs(eps)) return next;
      eps = next;
    }
    return eps;
  }

  // (W.9): a factor beyond this one at which H <= δ is certain.
  [[nodiscard]] ball end_beyond(const ball& factor) const {
    ball step = factor;
    arb_mul_2exp_si(step.raw(), step.raw(), -asked_ + 2);
    for (int i = 0; i < 40; ++i) {
      ball end = upper_bound(factor + step);
      const rejected_masses at = masses_beyond(of_, end, asked_ + depth_, limits_);
      if (less_equal(at.p - end * at.q + at.misplaced, delta_).value_or(false)) return end;
      step = upper_bound(step * 16);
    }
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  }

  const Laws& of_;
  const budget& limits_;
  bits asked_;
  ball delta_;
  ball rest_;  // 1 − δ
  bits depth_;
};

// For the pair (Q, P), so that {Q > κP} is what a test rejects: its type I error is q of the
// masses, and its type II error 1 − p.
template <class Laws>
class tradeoff_search {
 public:
  tradeoff_search(const Laws& of, const number& alpha, bits precision, const budget& limits)
      : of_(of),
        limits_(limits),
        asked_(precision),
        alpha_(alpha.to_ball(of.precision())),
        rest_(subtract(1, alpha, of.precision()).to_ball(of.precision())),
        depth_(bits_near(-std::min(log2_near(alpha_), log2_near(rest_))) + 8),
        lower_(of.precision()),
        upper_(rest_) {}

  ball run() {
    double at = rough();
    double away = 1e-9;
    constexpr int most_rounds = 12;
    ball factor = exact_factor(at, of_.precision());
    for (int i = 0; i < most_rounds; ++i) {
      const test more = look_at(factor * (1 - scaled(away)));
      const test fewer = look_at(factor * (scaled(away) + 1));
      join(more, fewer);
      if (is_narrow()) break;
      // The slope of the line through both: exactly that of the function, if they are the ends of
      // one linear piece.
      const ball slope = (fewer.misses - more.misses) / (more.errs - fewer.errs);
      if (slope.is_certainly_positive()) {
        look_at(slope);
        if (is_narrow()) break;
      }
      if (more.errs.is_certainly_nonpositive() || fewer.errs.is_certainly_nonnegative()) {
        away *= 64;
        continue;
      }
      // The secant through both.
      const ball share = more.errs / (more.errs - fewer.errs);
      const ball next = more.factor + (fewer.factor - more.factor) * share;
      if (!next.is_certainly_positive()) break;
      factor = lower_bound(next);
      away = std::max(away * away * 64, 1e-290);
    }
    if (!is_narrower_than(static_cast<double>(asked_) * most_of_them)) close_in();
    return ball::hull(lower_, upper_);
  }

 private:
  struct test {
    ball factor;
    ball errs;    // its type I error less α
    ball misses;  // its type II error
  };

  [[nodiscard]] ball scaled(double x) const {
    ball result(of_.precision());
    arb_set_d(result.raw(), x);
    return result;
  }

  // Where the corners are so close together that the function is neither one linear piece nor
  // smooth between the two tests: (W.18). Bisections in between bound the number of steps.
  void close_in() {
    for (int i = 0; i < most_steps && more_ && fewer_; ++i) {
      limits_.check();
      const test more = *more_;
      const test fewer = *fewer_;
      join(more, fewer);
      const ball slope = (fewer.misses - more.misses) / (more.errs - fewer.errs);
      if (slope.is_certainly_positive()) look_at(slope);
      if (is_narrow()) return;
      if (i % 2 == 1) look_at((more_->factor + fewer_->factor) / 2);
      const bool is_same = equal(more.factor, more_->factor).value_or(false) &&
                           equal(fewer.factor, fewer_->factor).value_or(false);
      if (is_same && i % 2 == 1) return;
    }
  }

  // (W.10)
  test look_at(const ball& near) {
    const ball factor = lower_bound(near);
    const rejected_masses at = masses_beyond(of_, factor, asked_ + depth_, limits_);
    test found{factor, at.q - alpha_, 1 - at.p};
    lower_ = max(lower_, found.misses + factor * found.errs - at.misplaced);
    if (found.errs.is_certainly_nonpositive()) upper_ = min(upper_, found.misses);
    keep(found);
    return found;
  }

  // The nearest tests on either side of α.
  void keep(const test& found) {
    if (found.errs.is_certainly_positive()) {
      if (!more_ || less(more_->factor, found.factor).value_or(false)) more_ = found;
    } else if (found.errs.is_certainly_nonpositive()) {
      if (!fewer_ || less(found.factor, fewer_->factor).value_or(false)) fewer_ = found;
    }
  }

  // (W.11): α lies between the type I errors of the two.
  void join(const test& more, const test& fewer) {
    if (!more.errs.is_certainly_positive() || !fewer.errs.is_certainly_nonpositive()) return;
    const ball share = more.errs / (more.errs - fewer.errs);  // of `fewer`
    upper_ = min(upper_, share * fewer.misses + (1 - share) * more.misses);
  }

  [[nodiscard]] bool is_narrower_than(double wanted) const {
    return log2_near(upper_ - lower_) < log2_near(upper_) - wanted;
  }
  [[nodiscard]] bool is_narrow() const { return is_narrower_than(static_cast<double>(asked_) + 2); }

  [[nodiscard]] double rough() const {
    const bits precision = search_bits + depth_;
    const Laws of = rounded(of_, variation_precision(precision, of_.n));
    const bool is_small = alpha_.near() < 0.5;
    const double target = log_near(is_small ? alpha_ : rest_);
    const double farthest = largest_loss(of_);
    bracket known{-farthest, farthest};
    double last = 0;
    double last_gap = 0;
    double eps = 0;
    for (int i = 0; i < most_steps && !known.is_closed(); ++i) {
      const ball factor = exact_factor(eps, of.precision());
      const rejected_masses at = masses_beyond(of, factor, precision, limits_);
      const double gap = log_near(is_small ? at.q : 1 - at.q) - target;
      const bool is_large = is_small ? gap >= 0 : gap <= 0;
      (is_large ? known.low : known.high) = eps;
      double next = 1e300;
      if (i > 0 && gap != last_gap) next = eps - gap * (eps - last) / (gap - last_gap);
      // A bisection now and then, so that no shape of the tail makes this slow.
      if (i % 4 == 3) next = 1e300;
      last = eps;
      last_gap = gap;
      next = known.inside(next);
      if (std::abs(next - eps) < 1e-11) return next;
      eps = next;
    }
    return eps;
  }

  const Laws& of_;
  const budget& limits_;
  bits asked_;
  ball alpha_;
  ball rest_;  // 1 − α
  bits depth_;
  ball lower_;
  ball upper_;
  std::optional<test> more_;
  std::optional<test> fewer_;
};

template <class Laws>
ball hockey_stick_of(const Laws& of, const number& eps, bits precision, const budget& limits) {
  const ball factor = exp(eps, of.precision()).to_ball(of.precision());
  const rejected_masses at = masses_beyond(of, factor, precision, limits);
  return enclosing(at.p - factor * at.q, at.misplaced);
}

template <class Laws>
ball epsilon_of(const Laws& of, const number& delta, bits precision, const budget& limits) {
  return epsilon_search<Laws>(of, delta, precision, limits).run();
}

template <class Laws>
ball tradeoff_of(const Laws& of, const number& alpha, bits precision, const budget& limits) {
  return nonnegative_part(tradeoff_search<Laws>(of, alpha, precision, limits).run());
}

}  // namespace

ball variation_hockey_stick(const variation_laws& of, const number& eps, bits precision,
                            const budget& limits) {
  return hockey_stick_of(of, eps, precision, limits);
}
ball kary_hockey_stick(const kary_laws& of, const number& eps, bits precision,
                       const budget& limits) {
  return hockey_stick_of(of, eps, precision, limits);
}

ball variation_epsilon(const variation_laws& of, const number& delta, bits precision,
                       const budget& limits) {
  return epsilon_of(of, delta, precision, limits);
}
ball kary_epsilon(const kary_laws& of, const number& delta, bits precision, const budget& limits) {
  return epsilon_of(of, delta, precision, limits);
}

ball variation_tradeoff(const variation_laws& of, const number& alpha, bits precision,
                        const budget& limits) {
  return tradeoff_of(of, alpha, precision, limits);
}
ball kary_tradeoff(const kary_laws& of, const number& alpha, bits precision, const budget& limits) {
  return tradeoff_of(of, alpha, precision, limits);
}

}  // namespace shufflecert::inline v0_1
