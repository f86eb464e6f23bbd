#include "shufflecert/number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "arithmetic/magnitude.hpp"

namespace shufflecert {
namespace {

// Beyond this size exact fractions cost more than they decide; the result becomes a ball.
constexpr std::size_t largest_exact_bits = 16'384;
constexpr long largest_exact_power = 100'000;

number exact_or_ball(rational value, bits precision) {
  if (bit_size(value) > largest_exact_bits) return ball::of(value, precision);
  return value;
}

bool is_infinite(const number& a) {
  return a.is_infinity(1) || a.is_infinity(-1);
}

int infinite_sign(const number& a) {
  if (a.is_infinity(1)) return 1;
  return a.is_infinity(-1) ? -1 : 0;
}

// The sign where it decides whether the result exists.
int required_sign(const number& a, bits precision, const char* what) {
  const auto s = sign(a, precision);
  if (!s) throw precision_needed(std::string("the sign of ") + what + " is not determined");
  return *s;
}

bool fits_exact_power(const rational& base, const rational& exponent) {
  const auto e = to_int64(exponent);
  if (!e || std::abs(*e) > largest_exact_power) return false;
  return bit_size(base) * static_cast<std::size_t>(std::abs(*e)) <= largest_exact_bits;
}

// Whether the number is whole, by its value or by how it was made.
bool is_known_whole(const number& x) {
  const auto* q = x.as_rational();
  return q != nullptr ? is_integer(*q) : x.is_whole_in_ball();
}

// A sum or a product: whole where both operands are.
number of_whole_operands(number result, const number& a, const number& b, bits precision) {
  if (result.is_exact() || !is_known_whole(a) || !is_known_whole(b)) return result;
  return number::whole_in(result.to_ball(precision));
}

// r^c where that is rational and small enough.
std::optional<rational> exact_power(const rational& base, const rational& exponent) {
  if (!fits_exact_power(base, numerator(exponent))) return std::nullopt;
  const auto e = to_int64(numerator(exponent));
  const auto root = to_int64(denominator(exponent));
  if (!root) return std::nullopt;
  const rational raised = power(base, *e);
  if (*root == 1) return raised;
  return exact_root(raised, static_cast<unsigned long>(*root));
}

// Whether c1·log r1 = c2·log r2, when the powers are small enough to be compared.
std::optional<bool> equal_logs(const log_multiple& a, const log_multiple& b) {
  if ((a.coefficient > 0) != (b.coefficient > 0)) return false;
  if (a.argument == b.argument) return a.coefficient == b.coefficient;
  const integer common = lcm(denominator(a.coefficient), denominator(b.coefficient));
  const rational e1 = abs(a.coefficient) * common;
  const rational e2 = abs(b.coefficient) * common;
  const auto left = exact_power(a.argument, e1);
  const auto right = exact_power(b.argument, e2);
  if (!left || !right) return std::nullopt;
  return *left == *right;
}

// Whether two numbers are equal, where exact algebra settles it.
std::optional<bool> exactly_equal(const number& a, const number& b) {
  if (!a.is_exact() || !b.is_exact()) return std::nullopt;
  if (a.as_rational() != nullptr && b.as_rational() != nullptr)
    return *a.as_rational() == *b.as_rational();
  if (a.as_log() != nullptr && b.as_log() != nullptr) return equal_logs(*a.as_log(), *b.as_log());
  // c·log r with c ≠ 0 and rational r ≠ 1 is transcendental (Hermite, Lindemann).
  return false;
}

// log r1/log r2 where it is rational with small terms: r1^q = r2^p means that it is p/q.
std::optional<rational> quotient_of_logs(const log_multiple& a, const log_multiple& b) {
  const rational coefficients = a.coefficient / b.coefficient;
  if (a.argument == b.argument) return coefficients;
  const double near =
      std::log(a.argument.convert_to<double>()) / std::log(b.argument.convert_to<double>());
  // The double only proposes p/q; equality is then decided exactly.
  constexpr long largest_term = 64;
  for (long q = 1; q <= largest_term; ++q) {
    const double p = std::round(near * static_cast<double>(q));
    if (!(p >= 1 && p <= largest_term)) continue;
    if (std::abs(near * static_cast<double>(q) - p) > 1e-6) continue;
    const rational candidate(static_cast<long>(p), q);
    if (equal_logs({1, a.argument}, {candidate, b.argument}).value_or(false))
      return rational(coefficients * candidate);
  }
  return std::nullopt;
}

truth from_order(std::optional<int> order, relation op) {
  if (!order) return {};
  switch (op) {
    case relation::less:
      return {*order < 0};
    case relation::less_equal:
      return {*order <= 0};
    case relation::greater:
      return {*order > 0};
    case relation::greater_equal:
      return {*order >= 0};
    case relation::equal:
      return {*order == 0};
    case relation::not_equal:
      return {*order != 0};
  }
  return {};
}

// What the balls alone say; touching balls may still decide <= although they do not decide <.
truth compare_balls(const ball& a, relation op, const ball& b) {
  switch (op) {
    case relation::less:
      return {less(a, b)};
    case relation::less_equal:
      return {less_equal(a, b)};
    case relation::greater:
      return {less(b, a)};
    case relation::greater_equal:
      return {less_equal(b, a)};
    case relation::equal:
      return {equal(a, b)};
    case relation::not_equal: {
      const auto same = equal(a, b);
      return {same ? std::optional<bool>(!*same) : std::nullopt};
    }
  }
  return {};
}

}  // namespace

number known(ball enclosure, const char* what) {
  if (enclosure.is_indeterminate())
    throw precision_needed(std::string(what) + " is not determined at this precision");
  require_magnitude(enclosure, what);
  return enclosure;
}

number::number(log_multiple value) : value_(rational(0)) {
  if (value.coefficient == 0 || value.argument == 1) return;
  if (value.argument < 1) {
    value.argument = 1 / value.argument;
    value.coefficient = -value.coefficient;
  }
  value_ = std::move(value);
}

number number::whole_in(ball enclosure) {
  number result(std::move(enclosure));
  result.is_whole_ = true;
  return result;
}

bool number::is_zero() const {
  if (const auto* q = as_rational()) return *q == 0;
  if (as_log() != nullptr) return false;
  return std::get<ball>(value_).is_exact_zero();
}

bool number::is_infinity(int sign) const {
  const auto* enclosure = std::get_if<ball>(&value_);
  return enclosure != nullptr && enclosure->is_infinity(sign);
}

ball number::to_ball(bits precision) const {
  if (const auto* q = as_rational()) return ball::of(*q, precision);
  // log1p, so that an argument near 1 costs no digits.
  if (const auto* l = as_log())
    return ball::of(l->coefficient, precision) *
           log1p(ball::of(rational(l->argument - 1), precision));
  // Not rounded: a ball that was made at a higher precision keeps it.
  return std::get<ball>(value_);
}

std::optional<std::int64_t> number::to_int64() const {
  if (const auto* q = as_rational()) return shufflecert::to_int64(*q);
  return std::nullopt;
}

std::optional<whole_range> number::whole_numbers() const {
  if (!is_whole_in_ball()) return std::nullopt;
  const ball& enclosure = std::get<ball>(value_);
  if (!enclosure.is_finite()) return std::nullopt;
  // The ends of a ball are rounded outward: the whole numbers in it begin above the lower end and
  // stop below the upper one. More bits than these would say nothing of numbers of 64 bits.
  constexpr bits enough = 256;
  constexpr slong most_bits = 62;
  const auto rounded = [&](auto take_end, arf_rnd_t towards) -> std::optional<std::int64_t> {
    arf_t end;
    arf_init(end);
    take_end(end, enclosure.raw(), enough);
    std::optional<std::int64_t> whole;
    if (arf_cmpabs_2exp_si(end, most_bits) < 0) whole = arf_get_si(end, towards);
    arf_clear(end);
    return whole;
  };
  const auto least = rounded(arb_get_lbound_arf, ARF_RND_CEIL);
  const auto largest = rounded(arb_get_ubound_arf, ARF_RND_FLOOR);
  if (!least || !largest || *least > *largest) return std::nullopt;
  return whole_range{*least, *largest};
}

std::optional<std::string> number::exact_text() const {
  if (const auto* q = as_rational()) return to_text(*q);
  if (const auto* l = as_log()) {
    const std::string log_text = "log(" + to_text(l->argument) + ")";
    if (l->coefficient == 1) return log_text;
    if (l->coefficient == -1) return "-" + log_text;
    return to_text(l->coefficient) + "*" + log_text;
  }
  if (is_infinity(1)) return "inf";
  if (is_infinity(-1)) return "-inf";
  return std::nullopt;
}

std::optional<int> sign(const number& x, bits precision) {
  if (const auto* q = x.as_rational()) return q->sign();
  if (const auto* l = x.as_log()) return l->coefficient.sign();
  const ball b = x.to_ball(precision);
  if (b.is_certainly_positive() || b.is_infinity(1)) return 1;
  if (b.is_certainly_negative() || b.is_infinity(-1)) return -1;
  if (b.is_exact_zero()) return 0;
  return std::nullopt;
}

truth compare(const number& a, relation op, const number& b, bits precision) {
  const auto* qa = a.as_rational();
  const auto* qb = b.as_rational();
  if (qa != nullptr && qb != nullptr) return from_order(qa->compare(*qb), op);
  const auto same = exactly_equal(a, b);
  if (same && *same) return from_order(0, op);
  if (same && op == relation::equal) return {false};
  if (same && op == relation::not_equal) return {true};
  const ball left = a.to_ball(precision);
  const ball right = b.to_ball(precision);
  const truth certain = compare_balls(left, op, right);
  if (certain.value || same) return certain;
  const bool allows_ties =
      op == relation::less_equal || op == relation::greater_equal || op == relation::equal;
  if (allows_ties && left.is_finite() && right.is_finite() && overlap(left, right) &&
      left.has_relative_radius(tie_digits) && right.has_relative_radius(tie_digits))
    return {true, true};
  return {};
}

number hull(const number& a, const number& b, bits precision) {
  if (exactly_equal(a, b).value_or(false)) return a;
  return known(ball::hull(a.to_ball(precision), b.to_ball(precision)), "the choice");
}

number add(const number& a, const number& b, bits precision) {
  if (is_infinite(a) || is_infinite(b)) {
    if (infinite_sign(a) * infinite_sign(b) < 0) throw undefined_value("inf - inf");
    return is_infinite(a) ? a : b;
  }
  const auto* qa = a.as_rational();
  const auto* qb = b.as_rational();
  if (qa != nullptr && qb != nullptr) return exact_or_ball(*qa + *qb, precision);
  if (qa != nullptr && *qa == 0) return b;
  if (qb != nullptr && *qb == 0) return a;
  const auto* la = a.as_log();
  const auto* lb = b.as_log();
  if (la != nullptr && lb != nullptr) {
    if (la->argument == lb->argument)
      return log_multiple{la->coefficient + lb->coefficient, la->argument};
    if (la->coefficient == lb->coefficient || la->coefficient == -lb->coefficient) {
      const rational product = la->coefficient == lb->coefficient
                                   ? rational(la->argument * lb->argument)
                                   : rational(la->argument / lb->argument);
      if (bit_size(product) <= largest_exact_bits) return log_multiple{la->coefficient, product};
    }
    const auto pa = exact_power(la->argument, la->coefficient);
    const auto pb = exact_power(lb->argument, lb->coefficient);
    if (pa && pb) return log_multiple{1, *pa * *pb};
  }
  return of_whole_operands(known(a.to_ball(precision) + b.to_ball(precision), "the sum"), a, b,
                           precision);
}

number negate(const number& a) {
  if (const auto* q = a.as_rational()) return rational(-*q);
  if (const auto* l = a.as_log()) return log_multiple{-l->coefficient, l->argument};
  const ball opposite = -a.to_ball(2);
  return a.is_whole_in_ball() ? number::whole_in(opposite) : number(opposite);
}

number subtract(const number& a, const number& b, bits precision) {
  return add(a, negate(b), precision);
}

number multiply(const number& a, const number& b, bits precision) {
  if (is_infinite(a) || is_infinite(b)) {
    const int s = required_sign(a, precision, "a factor of an infinite product") *
                  required_sign(b, precision, "a factor of an infinite product");
    if (s == 0) throw undefined_value("0 * inf");
    return ball::infinity(precision, s);
  }
  const auto* qa = a.as_rational();
  const auto* qb = b.as_rational();
  if (qa != nullptr && qb != nullptr) return exact_or_ball(*qa * *qb, precision);
  if (a.is_zero() || b.is_zero()) return rational(0);
  if (qa != nullptr && b.as_log() != nullptr)
    return log_multiple{*qa * b.as_log()->coefficient, b.as_log()->argument};
  if (qb != nullptr && a.as_log() != nullptr)
    return log_multiple{*qb * a.as_log()->coefficient, a.as_log()->argument};
  return of_whole_operands(known(a.to_ball(precision) * b.to_ball(precision), "the product"), a, b,
                           precision);
}

number divide(const number& a, const number& b, bits precision) {
  if (b.is_zero()) throw undefined_value("division by zero");
  if (is_infinite(b)) {
    if (is_infinite(a)) throw undefined_value("inf / inf");
    return rational(0);
  }
  const int sb = required_sign(b, precision, "a divisor");
  if (is_infinite(a)) return ball::infinity(precision, infinite_sign(a) * sb);
  const auto* qa = a.as_rational();
  const auto* qb = b.as_rational();
  if (qa != nullptr && qb != nullptr) return exact_or_ball(*qa / *qb, precision);
  if (a.is_zero()) return rational(0);
  const auto* la = a.as_log();
  const auto* lb = b.as_log();
  if (la != nullptr && qb != nullptr) return log_multiple{la->coefficient / *qb, la->argument};
  if (la != nullptr && lb != nullptr)
    if (const auto exact = quotient_of_logs(*la, *lb)) return *exact;
  return known(a.to_ball(precision) / b.to_ball(precision), "the quotient");
}

namespace {

number power_of_infinity(const number& a, const number& b, bits precision) {
  if (is_infinite(b)) {
    if (a.is_infinity(-1)) throw undefined_value("power of -inf");
    const int base = required_sign(a, precision, "the base of an infinite power");
    if (base < 0) throw undefined_value("infinite power of a negative number");
    if (base == 0 && b.is_infinity(-1))
      throw undefined_value("division by zero (0 to a negative power)");
    const truth above = compare(a, relation::greater, rational(1), precision);
    const truth below = compare(a, relation::less, rational(1), precision);
    if (above.value == false && below.value == false) throw undefined_value("1 ^ inf");
    if (!above.value || !below.value)
      throw precision_needed("whether the base of an infinite power exceeds 1 is not determined");
    const bool grows = *above.value == b.is_infinity(1);
    return grows ? number(ball::infinity(precision)) : number(0);
  }
  const int s = required_sign(b, precision, "the exponent of an infinite power");
  if (s == 0) throw undefined_value("inf ^ 0");
  if (s < 0) return rational(0);
  if (a.is_infinity(1)) return a;
  const auto* q = b.as_rational();
  if (q == nullptr || !is_integer(*q)) throw undefined_value("real power of -inf");
  return ball::infinity(precision, numerator(*q) % 2 == 0 ? 1 : -1);
}

number whole_power(const number& a, const rational& exponent, bits precision) {
  if (exponent == 0) return rational(1);
  if (a.is_zero()) {
    if (exponent < 0) throw undefined_value("division by zero (0 to a negative power)");
    return rational(0);
  }
  if (const auto* q = a.as_rational(); q != nullptr && fits_exact_power(*q, exponent))
    return power(*q, *to_int64(exponent));
  const ball base = a.to_ball(precision);
  if (exponent < 0 && base.contains_zero())
    throw precision_needed("whether a divisor is 0 is not determined");
  return known(pow(base, numerator(exponent)), "the power");
}

}  // namespace

number power(const number& a, const number& b, bits precision) {
  if (is_infinite(a) || is_infinite(b)) return power_of_infinity(a, b, precision);
  const auto* exponent = b.as_rational();
  if (exponent != nullptr && is_integer(*exponent)) return whole_power(a, *exponent, precision);
  const int base_sign = required_sign(a, precision, "the base of a real power");
  if (base_sign < 0) {
    // A ball around a whole number may stand for it: (-1)^(sqrt(2)*sqrt(2)) is 1.
    if (!b.is_exact() && arb_contains_int(b.to_ball(precision).raw()) != 0)
      throw precision_needed(
          "whether the exponent of a negative number is whole is not determined");
    throw undefined_value("a negative number to a power that is not whole");
  }
  if (base_sign == 0) {
    const int s = required_sign(b, precision, "the exponent of 0");
    if (s < 0) throw undefined_value("division by zero (0 to a negative power)");
    return rational(s == 0 ? 1 : 0);
  }
  if (const auto* base = a.as_rational(); base != nullptr && exponent != nullptr)
    if (const auto exact = exact_power(*base, *exponent)) return *exact;
  return known(pow(a.to_ball(precision), b.to_ball(precision)), "the power");
}

number exp(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.is_infinity(-1) || a.is_zero()) return rational(a.is_zero() ? 1 : 0);
  if (const auto* l = a.as_log())
    if (const auto exact = exact_power(l->argument, l->coefficient)) return *exact;
  return known(exp(a.to_ball(precision)), "exp");
}

number expm1(const number& a, bits precision) {
  if (a.is_infinity(1)) return a;
  if (a.is_infinity(-1) || a.is_zero()) return rational(a.is_zero() ? 0 : -1);
  if (a.as_log() != nullptr) return subtract(exp(a, precision), rational(1), precision);
  return known(expm1(a.to_ball(precision)), "expm1");
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
  if (const auto* q = k.as_rational()) {
    if (is_integer(*q)) throw beyond_reach(std::string(what) + " is beyond 64 bits");
    throw undefined_value(std::string(what) + " is not a whole number");
  }
  if (k.as_log() != nullptr) throw undefined_value(std::string(what) + " is not a whole number");
  if (is_infinite(k)) throw undefined_value(std::string(what) + " is not a whole number");
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
  return known(gamma(a.to_ball(precision)), "gamma");
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
    const auto smaller = static_cast<unsigned long>(std::min(whole, *n - whole));
    // C(n, k) has at most min(n, k·(log2(n/k) + 2)) bits; the cheap bound below is enough.
    if (*n <= static_cast<std::int64_t>(largest_exact_bits) || smaller <= 500) {
      integer result;
      mpz_bin_ui(result.backend().data(), numerator(*x.as_rational()).backend().data(), smaller);
      return exact_or_ball(rational(result), precision);
    }
    // log C(n, k) by log Γ; its size costs as many bits as it has.
    const bits wide = precision + 2 * static_cast<bits>(bit_size(*x.as_rational())) + 16;
    const ball total = lgamma(ball::of(*n, wide) + 1);
    const ball left = lgamma(ball::of(static_cast<std::int64_t>(smaller), wide) + 1);
    const ball right = lgamma(ball::of(*n - static_cast<std::int64_t>(smaller), wide) + 1);
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

}  // namespace shufflecert
