// Built-in functions of numbers.

#include <algorithm>
#include <utility>

#include "arithmetic/exact_algebra.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

number exp(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.is_infinity(-1) || a.is_zero()) return rational(a.is_zero() ? 1 : 0);
  if (const auto* l = a.as_log())
    if (const auto exact = exact_power(l->argument, l->coefficient)) return *exact;
  const ball x = a.to_ball(precision);
  ball result = exp(x);
  if (result.is_indeterminate()) require_exponential_magnitude(x, "exp");
  return known(std::move(result), "exp");
}

number expm1(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.is_infinity(-1) || a.is_zero()) return rational(a.is_zero() ? 0 : -1);
  if (a.as_log() != nullptr) return subtract(exp(a, precision), rational(1), precision);
  const ball x = a.to_ball(precision);
  ball result = expm1(x);
  if (result.is_indeterminate()) require_exponential_magnitude(x, "expm1");
  return known(std::move(result), "expm1");
}

number log(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  const int s = required_sign(a, precision, "the argument of log");
  if (s <= 0) throw undefined_value("log of a number that is not positive");
  if (const auto* q = a.as_rational()) return log_multiple{1, *q};
  return known(log(a.to_ball(precision)), "log");
}

number log1p(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.as_rational() != nullptr) return log(add(a, rational(1), precision), precision);
  const ball x = a.to_ball(precision);
  const auto in_domain = less(ball::of(std::int64_t{-1}, precision), x);
  if (!in_domain)
    throw precision_needed("whether the argument of log1p exceeds -1 is not determined");
  if (!*in_domain) throw undefined_value("log1p of a number that is not above -1");
  return known(log1p(x), "log1p");
}

number sqrt(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  const int s = required_sign(a, precision, "the argument of sqrt");
  if (s < 0) throw undefined_value("sqrt of a negative number");
  if (s == 0) return rational(0);
  if (const auto* q = a.as_rational())
    if (const auto exact = exact_root(*q, 2)) return *exact;
  return known(sqrt(a.to_ball(precision)), "sqrt");
}

number abs(const number& a, bits precision) {
  if (a.is_exact() || is_infinite(a)) return sign(a, precision) == -1 ? negate(a) : a;
  return known(abs(a.to_ball(precision)), "abs");
}

number tanh(const number& a, bits precision) {
  if (is_infinite(a)) return rational(infinite_sign(a));
  if (a.is_zero()) return rational(0);
  if (const auto* l = a.as_log()) {
    // tanh(c·log r) = (r^2c − 1)/(r^2c + 1).
    if (const auto square = exact_power(l->argument, 2 * l->coefficient))
      return rational((*square - 1) / (*square + 1));
  }
  return known(tanh(a.to_ball(precision)), "tanh");
}

number floor(const number& a, bits precision) {
  if (is_infinite(a)) return a;
  if (const auto* q = a.as_rational()) return rational(floor(*q));
  const ball x = a.to_ball(precision);
  ball result(x.precision());
  arb_floor(result.raw(), x.raw(), x.precision());
  // A whole number with more bits than this is not worth writing out.
  if (!result.is_exact() || arf_cmpabs_2exp_si(arb_midref(result.raw()), largest_exact_bits) > 0)
    return known(result, "floor");
  // A decided floor is a whole number, and later steps may need it exactly.
  fmpz_t whole;
  fmpz_init(whole);
  arf_get_fmpz(whole, arb_midref(result.raw()), ARF_RND_FLOOR);
  integer exact;
  fmpz_get_mpz(exact.backend().data(), whole);
  fmpz_clear(whole);
  return rational(exact);
}

number ceil(const number& a, bits precision) {
  return negate(floor(negate(a), precision));
}

number min(const number& a, const number& b, bits precision) {
  const truth first = compare(a, relation::less_equal, b, precision);
  if (first.value && !first.tied) return *first.value ? a : b;
  return known(min(a.to_ball(precision), b.to_ball(precision)), "min");
}

number max(const number& a, const number& b, bits precision) {
  const truth first = compare(a, relation::greater_equal, b, precision);
  if (first.value && !first.tied) return *first.value ? a : b;
  return known(max(a.to_ball(precision), b.to_ball(precision)), "max");
}

namespace {

constexpr std::int64_t largest_exact_factorial = 1'500;

rational exact_factorial(std::int64_t k) {
  integer result;
  mpz_fac_ui(result.backend().data(), static_cast<unsigned long>(k));
  return result;
}

std::int64_t required_whole(const number& k, const char* what) {
  if (const auto whole = k.to_int64()) return *whole;
  if (const auto* q = k.as_rational(); q != nullptr && is_integer(*q))
    throw beyond_reach(std::string(what) + " is beyond 64 bits");
  if (is_certainly_not_whole(k))
    throw undefined_value(std::string(what) + " is not a whole number");
  if (is_beyond_64_bits(k)) throw beyond_reach(std::string(what) + " is beyond 64 bits");
  throw precision_needed(std::string("whether ") + what + " is a whole number is not determined");
}

}  // namespace

number gamma(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.is_infinity(-1)) throw undefined_value("gamma of -inf");
  if (const auto* q = a.as_rational(); q != nullptr && is_integer(*q)) {
    if (*q <= 0) throw undefined_value("gamma at a pole (0, -1, -2, ...)");
    if (*q <= largest_exact_factorial) return exact_factorial(*a.to_int64() - 1);
  }
  const ball x = a.to_ball(precision);
  ball result = gamma(x);
  // Γ(x) is larger than e^x from 8 on.
  if (result.is_indeterminate()) require_exponential_magnitude(x, "gamma");
  return known(std::move(result), "gamma");
}

number lgamma(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (required_sign(a, precision, "the argument of lgamma") <= 0)
    throw undefined_value("lgamma of a number that is not positive");
  if (const auto whole = a.to_int64(); whole && *whole <= largest_exact_factorial)
    return log_multiple{1, exact_factorial(*whole - 1)};
  return known(lgamma(a.to_ball(precision)), "lgamma");
}

number factorial(const number& k, bits precision) {
  const std::int64_t whole = required_whole(k, "the argument of factorial");
  if (whole < 0) throw undefined_value("factorial of a negative number");
  return gamma(rational(integer(whole) + 1), precision);
}

number binomial(const number& x, const number& k, bits precision) {
  const std::int64_t whole = required_whole(k, "the second argument of binomial");
  if (is_infinite(x)) throw undefined_value("binomial of inf");
  if (whole < 0) return rational(0);
  const auto n = x.to_int64();
  if (n && *n >= 0) {
    if (whole > *n) return rational(0);
    const std::int64_t smaller = std::min(whole, *n - whole);
    // C(n, k) has at most min(n, k·(log2(n/k) + 2)) bits; the cheap bound below is enough.
    if (*n <= static_cast<std::int64_t>(largest_exact_bits) || smaller <= 500) {
      integer result;
      const auto chosen = static_cast<unsigned long>(smaller);
      // The quick one takes no n beyond a long.
      if (*n <= static_cast<std::int64_t>(largest_exact_bits))
        mpz_bin_uiui(result.backend().data(), static_cast<unsigned long>(*n), chosen);
      else
        mpz_bin_ui(result.backend().data(), numerator(*x.as_rational()).backend().data(), chosen);
      return exact_or_ball(rational(result), precision);
    }
    // log C(n, k) by log Γ; its size costs as many bits as it has.
    const bits wide = precision + 2 * static_cast<bits>(bit_size(*x.as_rational())) + 16;
    const ball total = lgamma(ball::of(*n, wide) + 1);
    const ball left = lgamma(ball::of(smaller, wide) + 1);
    const ball right = lgamma(ball::of(*n - smaller, wide) + 1);
    return known(exp(total - left - right).with_precision(precision), "binomial");
  }
  constexpr std::int64_t longest_product = 100'000;
  if (whole > longest_product)
    throw beyond_reach("binomial(x, k) with x not a whole number >= 0 and k above 10^5");
  number result = rational(1);
  for (std::int64_t i = 0; i < whole; ++i)
    result = divide(multiply(result, subtract(x, rational(i), precision), precision),
                    rational(i + 1), precision);
  return result;
}

number normal_cdf(const number& a, bits precision) {
  if (is_infinite(a)) return rational(a.is_infinity(1) ? 1 : 0);
  if (a.is_zero()) return rational(1, 2);
  return known(normal_cdf(a.to_ball(precision)), "Phi");
}

number normal_quantile(const number& a, bits precision) {
  const truth above = compare(a, relation::greater, rational(0), precision);
  const truth below = compare(a, relation::less, rational(1), precision);
  if (above.value == false || below.value == false)
    throw undefined_value("Phi_inv of a number outside (0, 1)");
  if (!above.value || !below.value)
    throw precision_needed("whether the argument of Phi_inv lies in (0, 1) is not determined");
  if (const auto* q = a.as_rational(); q != nullptr && *q == rational(1, 2)) return rational(0);
  return known(normal_quantile(a.to_ball(precision)), "Phi_inv");
}

}  // namespace shufflecert::inline v0_1
