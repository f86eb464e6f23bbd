#include "quantities/densities/normal_pairs.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Infix notation for numbers at one precision: the formulas below then read as in the docs.
struct at {
  number value;
  bits precision;

  friend at operator+(const at& a, const at& b) {
    return {add(a.value, b.value, a.precision), a.precision};
  }
  friend at operator-(const at& a, const at& b) {
    return {subtract(a.value, b.value, a.precision), a.precision};
  }
  friend at operator*(const at& a, const at& b) {
    return {multiply(a.value, b.value, a.precision), a.precision};
  }
  friend at operator/(const at& a, const at& b) {
    return {divide(a.value, b.value, a.precision), a.precision};
  }
};

struct parameters {
  at m1, v1, m2, v2;
};

parameters ordered(const normal_pair& pair, bool swapped, bits precision) {
  if (swapped)
    return {{pair.m2, precision}, {pair.v2, precision}, {pair.m1, precision}, {pair.v1, precision}};
  return {{pair.m1, precision}, {pair.v1, precision}, {pair.m2, precision}, {pair.v2, precision}};
}

at log_of(const at& x) {
  return {log(x.value, x.precision), x.precision};
}
at sqrt_of(const at& x) {
  return {sqrt(x.value, x.precision), x.precision};
}

// The sign of a difference on which the form of the answer depends.
int required_order(const at& a, const at& b, const char* what) {
  const auto s = sign((a - b).value, a.precision);
  if (!s) throw precision_needed(std::string(what) + " is not determined");
  return *s;
}

number max_divergence(const parameters& of, bits precision) {
  // log(p/q) is a parabola: bounded above exactly when v1 < v2, or the laws coincide.
  const int order = required_order(of.v1, of.v2, "which variance is larger");
  const at gap = of.m1 - of.m2;
  if (order < 0) {
    const at two{2, precision};
    return (log_of(of.v2 / of.v1) / two + gap * gap / (two * (of.v2 - of.v1))).value;
  }
  const bool same = order == 0 && required_order(of.m1, of.m2, "whether the means differ") == 0;
  return same ? number(0) : number(ball::infinity(precision));
}

}  // namespace

number normal_renyi(const normal_pair& pair, bool swapped, const number& lambda, bits precision) {
  const parameters of = ordered(pair, swapped, precision);
  if (lambda.is_infinity(1)) return max_divergence(of, precision);
  const at one{1, precision};
  const at two{2, precision};
  const at order{lambda, precision};
  const at gap = of.m1 - of.m2;
  const int position = required_order(order, one, "whether the order is 1");
  if (position == 0)
    return ((of.v1 + gap * gap) / (two * of.v2) - one / two + log_of(of.v2 / of.v1) / two).value;
  // v* = λ·v2 + (1−λ)·v1; the integral diverges where v* <= 0.
  const at mixed = order * of.v2 + (one - order) * of.v1;
  const auto mixed_sign = sign(mixed.value, precision);
  if (!mixed_sign) throw precision_needed("whether the divergence is finite is not determined");
  if (*mixed_sign <= 0) return ball::infinity(precision);
  const at shift = order * gap * gap / (two * mixed);
  const at spread = log_of(mixed) - (one - order) * log_of(of.v1) - order * log_of(of.v2);
  return (shift - spread / (two * (order - one))).value;
}

namespace {

// H for equal variances v and |m1 − m2| = μ·√v: Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ).
number equal_variances(const parameters& of, const number& eps, bits precision) {
  const at gap{abs((of.m1 - of.m2).value, precision), precision};
  if (required_order(gap, {0, precision}, "whether the means differ") == 0)
    return max(0, negate(expm1(eps, precision)), precision);
  const at mu = gap / sqrt_of(of.v1);
  const at half = mu / at{2, precision};
  const at slope = at{eps, precision} / mu;
  const at first{normal_cdf((half - slope).value, precision), precision};
  const at second{normal_cdf((at{0, precision} - half - slope).value, precision), precision};
  const at difference = first - at{exp(eps, precision), precision} * second;
  return known(nonnegative_part(difference.value.to_ball(precision)),
               "the hockey-stick divergence");
}

// P(x between r1 and r2) for the normal law N(m, v), accurate in both tails.
ball mass_between(const ball& r1, const ball& r2, const at& m, const at& v) {
  const ball mean = m.value.to_ball(m.precision);
  const ball deviation = sqrt(v.value.to_ball(v.precision));
  const ball a = (r1 - mean) / deviation;
  const ball b = (r2 - mean) / deviation;
  if ((a + b).is_certainly_positive()) return normal_cdf(-a) - normal_cdf(-b);
  return normal_cdf(b) - normal_cdf(a);
}

ball mass_outside(const ball& r1, const ball& r2, const at& m, const at& v) {
  const ball mean = m.value.to_ball(m.precision);
  const ball deviation = sqrt(v.value.to_ball(v.precision));
  return normal_cdf((r1 - mean) / deviation) + normal_cdf(-((r2 - mean) / deviation));
}

}  // namespace

number normal_hockey_stick(const normal_pair& pair, bool swapped, const number& eps,
                           bits precision) {
  const parameters of = ordered(pair, swapped, precision);
  const int order = required_order(of.v1, of.v2, "which variance is larger");
  if (order == 0) return equal_variances(of, eps, precision);
  // log(p/q) > ε is a quadratic inequality A·x² + 2B·x + C > 0 with the roots below.
  const at two{2, precision};
  const at curvature = (of.v1 - of.v2) / (two * of.v1 * of.v2);
  const at slope = (of.m1 / of.v1 - of.m2 / of.v2) / two;
  const at constant = of.m2 * of.m2 / (two * of.v2) - of.m1 * of.m1 / (two * of.v1) +
                      log_of(of.v2 / of.v1) / two - at{eps, precision};
  const at discriminant = slope * slope - curvature * constant;
  const auto discriminant_sign = sign(discriminant.value, precision);
  number nowhere = order < 0 ? number(0) : negate(expm1(eps, precision));
  if (discriminant_sign && *discriminant_sign <= 0) return nowhere;

  // Where the sign is open, the true roots (if any) lie in the balls computed from its part >= 0.
  const ball root = sqrt(nonnegative_part(discriminant.value.to_ball(precision)));
  const ball a = curvature.value.to_ball(precision);
  const ball b = slope.value.to_ball(precision);
  const ball first = (-b - root) / a;
  const ball second = (-b + root) / a;
  const ball factor = exp(eps, precision).to_ball(precision);
  // A < 0 (v1 < v2): the region is between the roots, and `second` is the smaller one.
  const ball value = order < 0 ? mass_between(second, first, of.m1, of.v1) -
                                     factor * mass_between(second, first, of.m2, of.v2)
                               : mass_outside(first, second, of.m1, of.v1) -
                                     factor * mass_outside(first, second, of.m2, of.v2);
  if (value.is_indeterminate()) throw precision_needed("the roots are not determined");
  const number result = nonnegative_part(value);
  return discriminant_sign ? result : hull(result, nowhere, precision);
}

}  // namespace shufflecert::inline v0_1
