#include "language/analysis/slope.hpp"

#include "arithmetic/interval.hpp"
#include "language/analysis/jet.hpp"
#include "language/analysis/step_existence.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using pair_of_balls = value_and_slope;

ball indeterminate(bits precision) {
  ball nothing(precision);
  arb_indeterminate(nothing.raw());
  return nothing;
}

pair_of_balls nothing_known(bits precision) {
  return {indeterminate(precision), indeterminate(precision)};
}

ball digamma(const ball& x) {
  ball result(x.precision());
  arb_digamma(result.raw(), x.raw(), x.precision());
  return result;
}

// A bound says nothing of a function that may have no value somewhere on the interval.
pair_of_balls checked(pair_of_balls f, existence exists) {
  if (exists != existence::everywhere) return nothing_known(f.value.precision());
  if (!f.value.is_finite()) f.slope = indeterminate(f.value.precision());
  return f;
}

pair_of_balls chained(ball value, const ball& derivative, const ball& inner) {
  return {std::move(value), derivative * inner};
}

pair_of_balls raised_to_whole(const pair_of_balls& base, const integer& n) {
  ball value = pow(base.value, n);
  if (n > 0 && n % 2 == 0) value = known_nonnegative(value);
  if (n == 0) return {std::move(value), ball(base.value.precision())};
  return chained(std::move(value),
                 ball::of(n, base.value.precision()) * pow(base.value, integer(n - 1)), base.slope);
}

// The whole number that a function certainly is throughout.
std::optional<integer> constant_whole(const pair_of_balls& f) {
  if (!f.slope.is_exact_zero() || arb_is_int(f.value.raw()) == 0) return std::nullopt;
  const number whole = floor(number(f.value), f.value.precision());
  const auto* exact = whole.as_rational();
  return exact == nullptr ? std::nullopt : std::optional<integer>(numerator(*exact));
}

pair_of_balls raised(const pair_of_balls& base, const pair_of_balls& exponent) {
  if (!base.value.is_certainly_positive()) return nothing_known(base.value.precision());
  const ball value = pow(base.value, exponent.value);
  return {value,
          value * (exponent.slope * log(base.value) + exponent.value * base.slope / base.value)};
}

pair_of_balls absolute(const pair_of_balls& f) {
  if (f.value.is_certainly_nonnegative()) return f;
  if (f.value.is_certainly_nonpositive()) return {-f.value, -f.slope};
  return {known_nonnegative(abs(f.value)), ball::hull(f.slope, -f.slope)};
}

pair_of_balls smaller(const pair_of_balls& f, const pair_of_balls& g) {
  const auto first = less_equal(f.value, g.value);
  if (first) return *first ? f : g;
  return {min(f.value, g.value), ball::hull(f.slope, g.slope)};
}

pair_of_balls negated(const pair_of_balls& f) {
  return {-f.value, -f.slope};
}

// floor where it is the same whole number throughout.
pair_of_balls rounded(const pair_of_balls& f, void (*round)(arb_ptr, arb_srcptr, slong)) {
  const bits precision = f.value.precision();
  ball value(precision);
  round(value.raw(), f.value.raw(), precision);
  const bool constant = value.is_exact() && value.is_finite();
  return {std::move(value), constant ? ball(precision) : indeterminate(precision)};
}

// The values and slopes of the steps so far, and what else is certain of them.
struct known_steps {
  std::vector<pair_of_balls> results;
  std::vector<existence> exists;
  std::vector<step_sign> signs;

  explicit known_steps(std::size_t count) {
    results.reserve(count);
    exists.reserve(count);
    signs.reserve(count);
  }

  [[nodiscard]] arb_srcptr value(std::size_t i) const { return results[i].value.raw(); }

  [[nodiscard]] std::optional<bool> holds(const step& s) const {
    const ball& left = results[s.of[0]].value;
    const truth held =
        compare(number(left), s.op, number(results[s.of[1]].value), left.precision());
    return held.tied ? std::nullopt : held.value;
  }
};

class slope_facts : public facts_of_balls<known_steps> {
 public:
  explicit slope_facts(const known_steps& known) : facts_of_balls(known, known.signs) {}
  [[nodiscard]] std::optional<bool> holds(const step& s) const { return balls_.holds(s); }
};

pair_of_balls chosen(const step& s, const known_steps& known, bits precision) {
  if (const auto held = known.holds(s)) return known.results[s.of[*held ? 2 : 3]];
  return {ball::hull(known.results[s.of[2]].value, known.results[s.of[3]].value),
          indeterminate(precision)};
}

pair_of_balls evaluated(const one_variable_function& function, const step& s,
                        const known_steps& known, const ball& x) {
  const bits precision = x.precision();
  if (s.what == operation::argument) return {x, ball::of(std::int64_t{1}, precision)};
  if (s.what == operation::constant) return {s.value.to_ball(precision), ball(precision)};
  if (s.what == operation::undefined || s.what == operation::undetermined)
    return nothing_known(precision);
  if (s.what == operation::choose) return chosen(s, known, precision);
  const pair_of_balls& f = known.results[s.of[0]];
  const pair_of_balls& g = known.results[s.of[1]];
  switch (s.what) {
    case operation::negate:
      return negated(f);
    case operation::add:
      return {f.value + g.value, f.slope + g.slope};
    case operation::subtract:
      return {f.value - g.value, f.slope - g.slope};
    case operation::multiply:
      if (s.of[0] == s.of[1]) return raised_to_whole(f, 2);
      return {f.value * g.value, f.slope * g.value + f.value * g.slope};
    case operation::divide: {
      const ball value = f.value / g.value;
      return {value, (f.slope - value * g.slope) / g.value};
    }
    case operation::power: {
      const step& exponent = function.steps[s.of[1]];
      const auto* q = exponent.value.as_rational();
      if (exponent.what == operation::constant && q != nullptr && is_integer(*q))
        return raised_to_whole(f, numerator(*q));
      if (const auto k = constant_whole(g)) return raised_to_whole(f, *k);
      return raised(f, g);
    }
    case operation::exp: {
      const ball value = exp(f.value);
      return chained(value, value, f.slope);
    }
    case operation::expm1:
      return chained(expm1(f.value), exp(f.value), f.slope);
    case operation::log:
      return chained(log(f.value), 1 / f.value, f.slope);
    case operation::log1p:
      return chained(log1p(f.value), 1 / (f.value + 1), f.slope);
    case operation::sqrt: {
      const ball value = sqrt(f.value);
      return chained(value, 1 / (value * 2), f.slope);
    }
    case operation::abs:
      return absolute(f);
    case operation::tanh: {
      const ball value = tanh(f.value);
      return chained(value, 1 - value * value, f.slope);
    }
    case operation::gamma: {
      const ball value = gamma(f.value);
      return chained(value, value * digamma(f.value), f.slope);
    }
    case operation::lgamma:
      if (!f.value.is_certainly_positive()) return nothing_known(precision);
      return chained(lgamma(f.value), digamma(f.value), f.slope);
    case operation::normal_cdf:
      return chained(normal_cdf(f.value), normal_density(f.value), f.slope);
    case operation::normal_quantile: {
      const ball value = normal_quantile(f.value);
      return chained(value, 1 / normal_density(value), f.slope);
    }
    case operation::floor:
      return rounded(f, arb_floor);
    case operation::ceil:
      return rounded(f, arb_ceil);
    case operation::min:
      return smaller(f, g);
    case operation::max:
      return negated(smaller(negated(f), negated(g)));
    case operation::first_given_second:
      return f;
    default:
      break;
  }
  return nothing_known(precision);
}

}  // namespace

value_and_slope with_slope_of_step(const one_variable_function& function, std::size_t index,
                                   const ball& x) {
  known_steps known(index + 1);
  const slope_facts facts(known);
  for (std::size_t i = 0; i <= index; ++i) {
    known.exists.push_back(existence_of_step(function, i, known.exists, facts));
    known.signs.push_back(sign_of_step(function, i, known.signs));
    known.results.push_back(
        checked(evaluated(function, function.steps[i], known, x), known.exists.back()));
    add_sign_of(known.value(i), known.signs.back());
  }
  return known.results.back();
}

value_and_slope with_slope(const one_variable_function& function, const ball& x) {
  return with_slope_of_step(function, function.steps.size() - 1, x);
}

}  // namespace shufflecert::inline v0_1
