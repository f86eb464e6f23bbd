#include "shufflecert/number.hpp"

#include "arithmetic/exact_algebra.hpp"
#include "arithmetic/magnitude.hpp"

namespace shufflecert::inline v0_1 {
namespace {

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
  if (const auto* q = as_rational()) return q->is_zero();
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
  if (qa != nullptr && qa->is_zero()) return b;
  if (qb != nullptr && qb->is_zero()) return a;
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
    return power(*q, static_cast<long>(*to_int64(exponent)));  // at most largest_exact_power
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
  const ball base = a.to_ball(precision);
  const ball exponent_ball = b.to_ball(precision);
  ball result = pow(base, exponent_ball);
  if (result.is_indeterminate())
    require_exponential_magnitude(exponent_ball * log(base), "the power");
  return known(std::move(result), "the power");
}

}  // namespace shufflecert::inline v0_1
