#include "language/analysis/ray_arithmetic.hpp"

#include <algorithm>

#include "arithmetic/interval.hpp"

namespace shufflecert::inline v0_1 {
namespace {

[[noreturn]] void give_up(const char* what) {
  throw precision_needed(what);
}

ball required(const ball& x, const char* what) {
  if (!x.is_finite()) give_up(what);
  return x;
}

}  // namespace

ray_arithmetic::ray_arithmetic(bits precision, std::vector<positive_range> ranges)
    : precision_(precision),
      ranges_(std::move(ranges)),
      has_small_(std::any_of(ranges_.begin(), ranges_.end(),
                             [](const positive_range& range) { return range.lower == 0; })) {}

ball ray_arithmetic::whole(std::int64_t k) const {
  return ball::of(k, precision_);
}

ball ray_arithmetic::ball_of(const rational& x) const {
  return ball::of(x, precision_);
}

// e^(rate·x)·x^degree
ball ray_arithmetic::ball_of(const scale& of, const rational& x) const {
  constexpr int quick = 64;
  const ball at = ball_of(x);
  if (is_integer(of.degree) && abs(of.degree) <= quick) {
    const ball power = of.degree == 0 ? whole(1) : pow(at, numerator(of.degree));
    return of.rate == 0 ? power : power * exp(ball_of(rational(of.rate * x)));
  }
  return exp(ball_of(rational(of.rate * x)) + ball_of(of.degree) * log(at));
}

scales ray_arithmetic::unit() const {
  return scales(ranges_.size());
}

scaled ray_arithmetic::constant(const number& x) const {
  const ball value = required(x.to_ball(precision_), "a part is not finite");
  scaled result{unit(), value, linear_form{std::vector<rational>(ranges_.size()), value}, {}};
  if (const auto* exact = x.as_rational()) result.exact = *exact;
  return result;
}

scaled ray_arithmetic::of_ray(std::size_t index) const {
  scaled result = constant(0);
  result.exact.reset();
  result.of[index].degree = 1;
  result.factor = whole(1);
  result.linear->rates[index] = 1;
  return result;
}

// What is below 0 has a whole part of at most −1, however close to 0 it comes far out.
scaled ray_arithmetic::whole_part(const scaled& f) const {
  const auto range = bounded(f);
  if (!range) return sum(f, between(-1, 0));
  const ball part = shufflecert::floor(number(*range), precision_).to_ball(precision_);
  return of_ball(f.factor.is_certainly_negative() ? min(part, whole(-1)) : part);
}

// An element of [from, to], another one at each point.
scaled ray_arithmetic::between(std::int64_t from, std::int64_t to) const {
  return of_ball(ball_between(whole(from), whole(to), precision_));
}

scaled ray_arithmetic::of_ball(const ball& value) const {
  return {unit(),
          required(value, "a part is not finite"),
          linear_form{std::vector<rational>(ranges_.size()), value},
          {}};
}

// All values of a/b, x^degree·e^(−falling·x), on the variable's range; nothing where they are not
// bounded. Besides the ends there is one more place for an extreme value, degree/falling.
std::optional<ball> ray_arithmetic::ratio(const scale& a, const scale& b,
                                          const positive_range& range) const {
  if (a == b) return whole(1);
  const rational falling = b.rate - a.rate;
  const rational degree = a.degree - b.degree;
  if (range.lower == 0) {
    if (degree < 0) return std::nullopt;
    return covering(whole(0), ball_of({0, degree}, *range.upper), precision_);
  }
  const bool tends_to_zero = falling > 0 || (falling == 0 && degree < 0);
  if (!range.upper && !tends_to_zero) return std::nullopt;
  const scale of{rational(-falling), degree};
  const auto at = [&](const rational& x) { return ball_of(of, x); };
  const ball first = at(range.lower);
  const ball last = range.upper ? at(*range.upper) : whole(0);
  ball least = min(first, last);
  ball most = max(first, last);
  if (falling != 0) {
    const rational turn = degree / falling;
    if (turn > range.lower && (!range.upper || turn < *range.upper)) {
      const ball there = at(turn);
      least = min(least, there);
      most = max(most, there);
    }
  }
  return covering(least, most, precision_);
}

// The factor that the value has with `target` as scales, none of which grows more slowly.
ball ray_arithmetic::factor_at(const scaled& f, const scales& target) const {
  ball factor = f.factor;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const auto values = ratio(f.of[i], target[i], ranges_[i]);
    if (!values) give_up("the scales are too far apart");
    factor *= *values;
  }
  return required(factor, "the scales are too far apart");
}

scales ray_arithmetic::common(const scaled& f, const scaled& g) const {
  return common(f.of, g.of);
}

scales ray_arithmetic::common(const scales& f, const scales& g) const {
  scales result = f;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (is_small(i) ? g[i].degree < result[i].degree : grows_faster(g[i], result[i]))
      result[i] = g[i];
  return result;
}

// Whether the variable takes all values down to 0. It has no exponentials in its scales.
bool ray_arithmetic::is_small(std::size_t index) const {
  return ranges_[index].lower == 0;
}

// An enclosure of the values by one ball, where they are bounded.
std::optional<ball> ray_arithmetic::bounded(const scaled& f) const {
  const scale one;
  for (std::size_t i = 0; i < f.of.size(); ++i)
    if (is_small(i) ? f.of[i].degree < 0 : !ranges_[i].upper && grows_faster(f.of[i], one))
      return std::nullopt;
  return factor_at(f, unit());
}

// All values of a linear form; nothing where they are not bounded from below and above.
std::optional<ball> ray_arithmetic::range_of(const linear_form& form) const {
  ball total = form.rest;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (form.rates[i] == 0) continue;
    if (!ranges_[i].upper) return std::nullopt;
    const ball x = ball_between(ball_of(ranges_[i].lower), ball_of(*ranges_[i].upper), precision_);
    total += ball_of(form.rates[i]) * x;
  }
  return total;
}

std::optional<linear_form> ray_arithmetic::linear(const scaled& f) const {
  if (f.linear) return f.linear;
  if (const auto rest = bounded(f))
    return linear_form{std::vector<rational>(ranges_.size()), *rest};
  return std::nullopt;
}

scaled ray_arithmetic::opposite(scaled f) {
  f.factor = -f.factor;
  std::swap(f.least, f.negated_least);
  if (f.exact) f.exact = rational(-*f.exact);
  if (f.offset) f.offset = offset_form{-f.offset->constant, f.offset->of, -f.offset->factor};
  if (!f.linear) return f;
  for (rational& rate : f.linear->rates) rate = -rate;
  f.linear->rest = -f.linear->rest;
  return f;
}

scaled ray_arithmetic::sum(const scaled& f, const scaled& g) const {
  if (f.factor.is_exact_zero()) return g;
  if (g.factor.is_exact_zero()) return f;
  if (f.factor.is_indeterminate() || g.factor.is_indeterminate()) {
    if (auto bound = least_of_sum(f, g)) return at_least(*std::move(bound));
    give_up("a sum that grows too fast");
  }
  scaled result{common(f, g), ball(precision_), {}, {}};
  result.factor = factor_at(f, result.of) + factor_at(g, result.of);
  if (result.factor.is_exact_zero()) return constant(0);
  const auto left = linear(f);
  const auto right = linear(g);
  if (left && right) {
    result.linear = left;
    for (std::size_t i = 0; i < ranges_.size(); ++i) result.linear->rates[i] += right->rates[i];
    result.linear->rest += right->rest;
  }
  if (f.exact && g.exact) return constant(rational(*f.exact + *g.exact));
  const auto [a, b] = std::pair(offset_of(f), offset_of(g));
  if (a.constant != 0 || b.constant != 0)
    if (const scaled rest = sum_of_rests(a, b); is_worth_an_offset(rest))
      set_offset(result, rational(a.constant + b.constant), rest);
  result.least = least_of_sum(f, g);
  if (f.negated_least || g.negated_least)
    result.negated_least = least_of_sum(opposite(f), opposite(g));
  return result;
}

std::optional<least_form> ray_arithmetic::least_of_sum(const scaled& f, const scaled& g) const {
  if (!f.least && !g.least) return std::nullopt;
  const scaled a = least_of(f);
  const scaled b = least_of(g);
  const scales shared = common(a, b);
  return least_form{shared, factor_at(a, shared) + factor_at(b, shared)};
}

scaled ray_arithmetic::at_least(least_form bound) const {
  scaled result{unit(), ball::infinity(precision_) - ball::infinity(precision_), {}, {}};
  result.least = std::move(bound);
  return result;
}

// Of values that are not negative, and of multiples.
std::optional<least_form> ray_arithmetic::least_of_product(const scaled& f, const scaled& g) const {
  if (!f.least && !g.least) return std::nullopt;
  const scaled a = least_of(f);
  const scaled b = least_of(g);
  const bool is_multiple = (f.exact && *f.exact > 0) || (g.exact && *g.exact > 0);
  if (!is_multiple && !(a.factor.is_certainly_nonnegative() && b.factor.is_certainly_nonnegative()))
    return std::nullopt;
  const scaled least = product(a, b);
  return least_form{least.of, least.factor};
}

scaled ray_arithmetic::least_of(const scaled& f) {
  if (!f.least) return f;
  return {f.least->of, f.least->factor, {}, {}};
}

// Every value has this form; where nothing better is known the constant is 0.
offset_form ray_arithmetic::offset_of(const scaled& f) const {
  if (f.offset) return *f.offset;
  if (f.exact) return {*f.exact, unit(), whole(0)};
  return {0, f.of, f.factor};
}

scaled ray_arithmetic::rest_of(const offset_form& f) const {
  return {f.of, f.factor, {}, {}};
}

scaled ray_arithmetic::sum_of_rests(const offset_form& a, const offset_form& b) const {
  if (a.factor.is_exact_zero()) return rest_of(b);
  if (b.factor.is_exact_zero()) return rest_of(a);
  const scales shared = common(a.of, b.of);
  return {shared, factor_at(rest_of(a), shared) + factor_at(rest_of(b), shared), {}, {}};
}

// Adds what is known to `value`: that it is the constant plus the rest. Without a constant the
// rest is the value, whose scales fall faster.
void ray_arithmetic::set_offset(scaled& value, const rational& constant, const scaled& rest) {
  value.offset.reset();
  if (constant != 0) {
    value.offset = offset_form{constant, rest.of, rest.factor};
  } else {
    value.of = rest.of;
    value.factor = rest.factor;
  }
}

scaled ray_arithmetic::difference(const scaled& f, const scaled& g) const {
  return sum(f, opposite(g));
}

scaled ray_arithmetic::product(const scaled& f, const scaled& g) const {
  if (f.exact && g.exact) return constant(rational(*f.exact * *g.exact));
  if (f.factor.is_exact_zero() || g.factor.is_exact_zero()) return constant(0);
  if (f.factor.is_indeterminate() || g.factor.is_indeterminate()) {
    if (auto bound = least_of_product(f, g)) return at_least(*std::move(bound));
    give_up("a product that grows too fast");
  }
  scaled result{f.of, required(f.factor * g.factor, "a product is too wide"), {}, {}};
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    result.of[i].rate += g.of[i].rate;
    result.of[i].degree += g.of[i].degree;
  }
  if (f.exact && g.linear) result.linear = multiple(*g.linear, *f.exact);
  if (g.exact && f.linear) result.linear = multiple(*f.linear, *g.exact);
  const auto [a, b] = std::pair(offset_of(f), offset_of(g));
  if (a.constant != 0 && b.constant != 0) {
    // (a + r)(b + s) = ab + as + br + rs
    const auto times = [&](const offset_form& x, const rational& by) {
      return offset_form{0, x.of, x.factor * ball_of(by)};
    };
    const offset_form both = offset_of(product(rest_of(a), rest_of(b)));
    const offset_form one = offset_of(sum_of_rests(times(a, b.constant), times(b, a.constant)));
    if (const scaled rest = sum_of_rests(one, both); is_worth_an_offset(rest))
      set_offset(result, rational(a.constant * b.constant), rest);
  }
  result.least = least_of_product(f, g);
  if (f.negated_least)
    result.negated_least = least_of_product(opposite(f), g);
  else if (g.negated_least)
    result.negated_least = least_of_product(f, opposite(g));
  return result;
}

linear_form ray_arithmetic::multiple(linear_form f, const rational& by) const {
  for (rational& rate : f.rates) rate *= by;
  f.rest *= ball_of(by);
  return f;
}

scaled ray_arithmetic::quotient(const scaled& f, const scaled& g) const {
  return product(f, raised(g, -1));
}

scaled ray_arithmetic::raised(const scaled& f, const rational& exponent) const {
  if (!is_integer(exponent) && f.factor.is_certainly_negative())
    throw undefined_value("a power of a negative number");
  if (!is_integer(exponent) && !f.factor.is_certainly_nonnegative())
    give_up("the sign of a base is not determined");
  const number factor = f.exact ? number(*f.exact) : number(f.factor);
  const number power_of_factor = power(factor, exponent, precision_);
  if (f.exact) return constant(power_of_factor);
  scaled result{f.of, required(power_of_factor.to_ball(precision_), "a power"), {}, {}};
  for (scale& s : result.of) {
    s.rate *= exponent;
    s.degree *= exponent;
  }
  add_offset_of_power(result, f, exponent);
  return result;
}

// (c + r)^q = c^q + r·q·y^(q − 1) with y between c and c + r, where both are positive.
void ray_arithmetic::add_offset_of_power(scaled& result, const scaled& f,
                                         const rational& exponent) const {
  if (!f.offset || f.offset->constant <= 0) return;
  const number start = power(f.offset->constant, exponent, precision_);
  const auto range = bounded(f);
  if (start.as_rational() == nullptr || !range) return;
  const ball between_them = ball::hull(*range, ball_of(f.offset->constant));
  if (!between_them.is_certainly_positive()) return;
  const ball slope = ball_of(exponent) * exp(ball_of(exponent - 1) * log(between_them));
  if (slope.is_finite())
    set_offset(result, *start.as_rational(), {f.offset->of, f.offset->factor * slope, {}, {}});
}

scaled ray_arithmetic::exponential(const scaled& f) const {
  if (const auto form = linear(f)) {
    ball rest = form->rest;
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      if (is_small(i)) rest += ball_of(form->rates[i]) * all_values(i);
    scaled result{unit(), required(exp(rest), "an exponential"), {}, {}};
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      if (!is_small(i)) result.of[i].rate = form->rates[i];
    add_offset_of_exponential(result, f);
    return result;
  }
  if (const auto power = exponential_of_power(f)) return *power;
  if (f.factor.is_certainly_nonpositive()) return between(0, 1);
  give_up("an exponential grows too fast");
}

// From x = L on, c·x^d with d >= 1 is at least r·x for r = c·L^(d−1): e^(c·x^d) is at least
// e^(r·x), and e^(−c·x^d) at most e^(−r·x).
std::optional<scaled> ray_arithmetic::exponential_of_power(const scaled& f) const {
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (f.of[i] == scale{}) continue;
    if (place || is_small(i) || f.of[i].rate != 0 || f.of[i].degree < 1) return std::nullopt;
    place = i;
  }
  const bool falls = f.factor.is_certainly_negative();
  if (!place || (!falls && !f.factor.is_certainly_positive())) return std::nullopt;
  const scale growth{0, rational(f.of[*place].degree - 1)};
  const ball steepness = abs(f.factor) * ball_of(growth, ranges_[*place].lower);
  constexpr double steepest = 1e9;
  const double most = std::min(steepest, lower_bound(steepness).near());
  const std::int64_t steps = most < 1 ? 65536 : 64;
  const rational rate(static_cast<std::int64_t>(static_cast<double>(steps) * most) - 1, steps);
  if (rate <= 0 || !(steepness - ball_of(rate)).is_certainly_nonnegative()) return std::nullopt;
  least_form bound{unit(), whole(1)};
  bound.of[*place].rate = falls ? rational(-rate) : rate;
  if (!falls) return at_least(std::move(bound));
  return scaled{bound.of, ball_between(whole(0), whole(1), precision_), {}, {}};
}

ball ray_arithmetic::all_values(std::size_t index) const {
  return ball_between(ball_of(ranges_[index].lower), ball_of(*ranges_[index].upper), precision_);
}

// e^f = 1 + f·h(f) with h(y) = (e^y − 1)/y, h(0) = 1, which rises.
void ray_arithmetic::add_offset_of_exponential(scaled& result, const scaled& f) const {
  if (f.offset || f.exact || !is_worth_an_offset(f)) return;
  const auto range = bounded(f);
  if (!range) return;
  const ball most = upper_bound(*range);
  const ball least = -upper_bound(-*range);
  const ball lower = least.is_certainly_negative() ? expm1(least) / least : whole(1);
  const ball upper = most.is_certainly_positive() ? expm1(most) / most : whole(1);
  // Ends of which not even the sign is known stay within 1 of what they stand for: none is taken.
  if (least.contains_zero() && !least.is_exact_zero()) return;
  if (most.contains_zero() && !most.is_exact_zero()) return;
  const ball slope = f.factor * ball::hull(lower, upper);
  if (slope.is_finite()) set_offset(result, 1, {f.of, slope, {}, {}});
}

scaled ray_arithmetic::logarithm(const scaled& f) const {
  if (f.offset && f.offset->constant == 1)
    if (const auto range = bounded(rest_of(*f.offset)))
      if ((*range + 1).is_certainly_positive()) return logarithm_above(rest_of(*f.offset));
  if (f.factor.is_certainly_nonpositive())
    throw undefined_value("the logarithm of a number that is not positive");
  if (!f.factor.is_certainly_positive()) give_up("the sign under a logarithm is not determined");
  scaled result = of_ball(log(f.factor));
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    result = sum(result, product(constant(f.of[i].rate), of_ray(i)));
    if (f.of[i].degree != 0)
      result = sum(result, product(constant(f.of[i].degree), logarithm_of_ray(i)));
  }
  return result;
}

// Without an upper end, log x = x^¼·(log x)/x^¼, where the quotient rises to 4/e at x = e^4 and
// falls to 0 from there on.
scaled ray_arithmetic::logarithm_of_ray(std::size_t index) const {
  if (is_small(index)) return logarithm_near_zero(index);
  const ball start = ball_of(ranges_[index].lower);
  if (const auto& upper = ranges_[index].upper)
    return of_ball(covering(log(start), log(ball_of(*upper)), precision_));
  scaled result = raised(of_ray(index), rational(1, 4));
  const ball at_start = log(start) / ball_of(scale{0, rational(1, 4)}, ranges_[index].lower);
  const bool is_beyond_top = less(exp(whole(4)), start) == true;
  result.factor = ball::hull(min(whole(0), at_start), is_beyond_top ? at_start : 4 / exp(whole(1)));
  result.least = least_form{unit(), log(start)};
  return result;
}

// Down to 0, log x = (1/x)·x log x, where x log x falls from 0 to −1/e at x = 1/e and then rises.
scaled ray_arithmetic::logarithm_near_zero(std::size_t index) const {
  const ball end = ball_of(*ranges_[index].upper);
  const ball at_end = end * log(end);
  const ball turn = exp(whole(-1));
  scaled result = raised(of_ray(index), -1);
  result.factor = ball::hull(less(end, turn) == true ? at_end : -turn, max(whole(0), at_end));
  result.negated_least = least_form{unit(), -log(end)};
  return result;
}

// log(1 + f) = f·g(f) with g(y) = log(1 + y)/y, g(0) = 1, which falls on (−1, inf).
scaled ray_arithmetic::logarithm_above(const scaled& f) const {
  const auto range = bounded(f);
  if (!range) return logarithm(sum(constant(1), f));
  const ball most = upper_bound(*range);
  const ball least = -upper_bound(-*range);
  if (!(least + 1).is_certainly_positive()) give_up("the sign under a logarithm");
  // y/(1 + y) <= log(1 + y) <= y bounds g next to 0.
  const ball lower = most.contains_zero() ? whole(1) : log1p(most) / most;
  const ball upper = least.is_certainly_positive()      ? log1p(least) / least
                     : least.is_certainly_nonnegative() ? whole(1)
                                                        : 1 / (least + 1);
  scaled result = f;
  result.exact.reset();
  result.linear.reset();
  result.offset.reset();
  result.least.reset();
  result.negated_least.reset();
  result.factor = required(f.factor * ball::hull(lower, upper), "a logarithm");
  return result;
}

scaled ray_arithmetic::absolute(scaled f) {
  if (f.factor.is_certainly_nonnegative()) return f;
  if (f.factor.is_certainly_nonpositive()) return opposite(std::move(f));
  return {f.of, abs(f.factor), {}, {}};
}

// tanh(y) = y·k(y), where k falls from 1 as |y| rises: for what falls to 0.
scaled ray_arithmetic::tangent(const scaled& f) const {
  if (const auto range = bounded(f)) {
    const ball most = upper_bound(abs(*range));
    if (!falls_to_zero(f) || !most.is_certainly_positive()) return of_ball(tanh(*range));
    return {
        f.of, required(f.factor * ball::hull(tanh(most) / most, whole(1)), "a tangent"), {}, {}};
  }
  return between(f.factor.is_certainly_nonnegative() ? 0 : -1, 1);
}

// What does not come close to 0 is known well enough by its ball.
bool ray_arithmetic::is_worth_an_offset(const scaled& rest) const {
  return has_small_ || falls_to_zero(rest);
}

bool ray_arithmetic::falls_far_out(std::size_t index, const scale& of) const {
  return !ranges_[index].upper && (of.rate < 0 || (of.rate == 0 && of.degree < 0));
}

bool ray_arithmetic::falls_to_zero(const scaled& f) const {
  for (std::size_t i = 0; i < f.of.size(); ++i)
    if (is_small(i) ? f.of[i].degree > 0 : falls_far_out(i, f.of[i])) return true;
  return false;
}

// Phi(y) = 1/2 + y·k(y), where k falls from 1/√(2π) as |y| rises.
scaled ray_arithmetic::normal(const scaled& f) const {
  const auto range = bounded(f);
  if (!range) return between(0, 1);
  scaled result = of_ball(normal_cdf(*range));
  const ball most = upper_bound(abs(*range));
  if (!falls_to_zero(f) || !most.is_certainly_positive()) return result;
  const ball slope = ball::hull((normal_cdf(most) - ball_of(rational(1, 2))) / most,
                                1 / sqrt(ball::pi(precision_) * whole(2)));
  set_offset(result, rational(1, 2), {f.of, required(f.factor * slope, "a normal law"), {}, {}});
  return result;
}

}  // namespace shufflecert::inline v0_1
