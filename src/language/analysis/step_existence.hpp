#pragma once
// Where the steps of a function of one variable have a value. The domain of every operation is
// stated here, once; complex balls, slopes and bounds of tails ask with what they know of the
// arguments.

#include <vector>

#include "language/analysis/existence.hpp"
#include "language/analysis/one_variable.hpp"

namespace shufflecert::inline v0_1 {

/// What is certain of a step wherever it has a value, by the way it is made.
struct step_sign {
  bool is_whole = false;  ///< a whole number
  bool is_nonnegative = false;
  bool is_positive = false;
};

/// The signs that follow from those of the step's parts.
step_sign sign_of_step(const one_variable_function& function, std::size_t i,
                       const std::vector<step_sign>& known);

/// Existence of x^y from what is known of x and y. `Facts` is described below.
template <class Facts>
existence existence_of_power(std::size_t base, std::size_t exponent, const Facts& facts) {
  const auto exponent_not_negative = facts.is_at_least(exponent, 0);
  if (certainly(facts.is_whole(exponent)) && certainly(exponent_not_negative))
    return existence::everywhere;
  const auto positive = facts.is_above(base, 0);
  if (certainly(positive)) return existence::everywhere;
  const auto not_negative = facts.is_at_least(base, 0);
  if (certainly(facts.is_whole(exponent))) {
    if (certainly_not(not_negative)) return existence::everywhere;
    const bool is_zero = certainly(not_negative) && certainly_not(positive);
    return is_zero && certainly_not(exponent_not_negative) ? existence::nowhere : existence::open;
  }
  if (certainly(not_negative)) {
    if (certainly(exponent_not_negative)) return existence::everywhere;
    return certainly_not(positive) && certainly_not(exponent_not_negative) ? existence::nowhere
                                                                           : existence::open;
  }
  // A negative base has a value for whole exponents only.
  return certainly_not(not_negative) && certainly_not(facts.is_whole(exponent)) ? existence::nowhere
                                                                                : existence::open;
}

/// Existence of the i-th step on a set of points, from that of the steps before it. `facts` answers
/// for all points of the set at which the step asked about has a value: true at all of them, false
/// at none, or not known:
///   is_above(step, k)     whether the result is > k
///   is_at_least(step, k)  whether it is >= k
///   is_whole(step)        whether it is a whole number
///   holds(step)           the condition of a `choose`
template <class Facts>
existence existence_of_step(const one_variable_function& function, std::size_t i,
                            const std::vector<existence>& known, const Facts& facts) {
  const step& s = function.steps[i];
  const std::size_t a = s.of[0];
  switch (s.what) {
    case operation::argument:
    case operation::constant:
      return existence::everywhere;
    case operation::undefined:
      return existence::nowhere;
    case operation::undetermined:
      return existence::open;
    case operation::negate:
    case operation::exp:
    case operation::expm1:
    case operation::abs:
    case operation::tanh:
    case operation::normal_cdf:
    case operation::floor:
    case operation::ceil:
      return known[a];
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::min:
    case operation::max:
    case operation::first_given_second:
      return both(known[a], known[s.of[1]]);
    case operation::log:
    case operation::lgamma:
      return both(known[a], where_inside(facts.is_above(a, 0)));
    case operation::log1p:
      return both(known[a], where_inside(facts.is_above(a, -1)));
    case operation::sqrt:
      return both(known[a], where_inside(facts.is_at_least(a, 0)));
    case operation::normal_quantile: {
      const auto too_large = facts.is_at_least(a, 1);
      const auto below_one = too_large ? std::optional(!*too_large) : std::nullopt;
      return both(known[a], both(where_inside(facts.is_above(a, 0)), where_inside(below_one)));
    }
    case operation::gamma: {
      // 0, −1, −2, … are its poles.
      const auto positive = facts.is_above(a, 0);
      const auto whole = facts.is_whole(a);
      existence own = existence::open;
      if (certainly(positive) || certainly_not(whole)) own = existence::everywhere;
      if (certainly_not(positive) && certainly(whole)) own = existence::nowhere;
      return both(known[a], own);
    }
    case operation::divide: {
      const std::size_t b = s.of[1];
      const auto positive = facts.is_above(b, 0);
      const auto not_negative = facts.is_at_least(b, 0);
      existence own = existence::open;
      if (certainly(positive) || certainly_not(not_negative)) own = existence::everywhere;
      if (certainly_not(positive) && certainly(not_negative)) own = existence::nowhere;
      return both(both(known[a], known[b]), own);
    }
    case operation::power:
      return both(both(known[a], known[s.of[1]]), existence_of_power(a, s.of[1], facts));
    case operation::choose: {
      const existence condition = both(known[a], known[s.of[1]]);
      const auto held = condition == existence::everywhere ? facts.holds(s) : std::nullopt;
      return of_choice(condition, held, known[s.of[2]], known[s.of[3]]);
    }
  }
  return existence::open;
}

/// `u op v` where u is certainly less, or certainly greater, than v at all points; nothing where
/// neither is certain. Touching sides count as undecided: the boundary between two branches is
/// there.
std::optional<bool> holds_by_order(bool is_less, bool is_greater, relation op);

/// x > k and x >= k for all points of a finite ball; nothing for another one.
std::optional<bool> is_above(const arb_t x, std::int64_t k);
std::optional<bool> is_at_least(const arb_t x, std::int64_t k);
/// True for an exact whole number, false for a ball that contains none.
std::optional<bool> is_whole(const arb_t x);

/// Adds what a ball around all values tells of their sign.
void add_sign_of(const arb_t x, step_sign& sign);

/// Facts from balls around the values of the steps, and from how the steps are made. `Balls` gives
/// value(i), an arb_srcptr.
template <class Balls>
class facts_of_balls {
 public:
  facts_of_balls(const Balls& balls, const std::vector<step_sign>& signs)
      : balls_(balls), signs_(signs) {}

  [[nodiscard]] std::optional<bool> is_above(std::size_t i, std::int64_t k) const {
    if ((k <= 0 && signs_[i].is_positive) || (k < 0 && signs_[i].is_nonnegative)) return true;
    return shufflecert::is_above(balls_.value(i), k);
  }
  [[nodiscard]] std::optional<bool> is_at_least(std::size_t i, std::int64_t k) const {
    if (k <= 0 && signs_[i].is_nonnegative) return true;
    return shufflecert::is_at_least(balls_.value(i), k);
  }
  [[nodiscard]] std::optional<bool> is_whole(std::size_t i) const {
    return signs_[i].is_whole ? true : shufflecert::is_whole(balls_.value(i));
  }

 protected:
  const Balls& balls_;
  const std::vector<step_sign>& signs_;
};

}  // namespace shufflecert::inline v0_1
