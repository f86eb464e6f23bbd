#include "checker_interval.hpp"

#include <array>

#include "checker_errors.hpp"

namespace check {
namespace {

// How many terms a sum, and how large an exponent, may have.
constexpr long most_indices = 10'000;
// What a node of a formula costs, in steps, and a function of it or a power besides.
constexpr std::uint64_t steps_of_node = 10;
constexpr std::uint64_t steps_of_function = 60;

bool is_within(long value, long limit) {
  return -limit <= value && value <= limit;
}

bool is_nan(const real& x) {
  return mpfr_nan_p(x.get()) != 0;
}

// Ends that are no number come from infinities: nothing is known then.
interval cleaned(real low, real high) {
  if (is_nan(low)) mpfr_set_inf(low.get(), -1);
  if (is_nan(high)) mpfr_set_inf(high.get(), 1);
  return {low, high};
}

template <class Operation>
interval rising(Operation operation, const interval& x) {
  return cleaned(applied(operation, x.low, down), applied(operation, x.high, up));
}

bool is_positive(const interval& x) {
  return mpfr_sgn(x.low.get()) > 0;
}

interval hull(const interval& x, const interval& y) {
  return {is_at_most(x.low, y.low) ? x.low : y.low, is_at_most(x.high, y.high) ? y.high : x.high};
}

// The whole number that an interval is; nothing for another one.
std::optional<long> whole(const interval& x) {
  if (mpfr_equal_p(x.low.get(), x.high.get()) == 0 || mpfr_integer_p(x.low.get()) == 0 ||
      mpfr_fits_slong_p(x.low.get(), down) == 0)
    return std::nullopt;
  return mpfr_get_si(x.low.get(), down);
}

interval binomial(const interval& n, const interval& k) {
  const auto above = whole(n);
  const auto below = whole(k);
  if (!above || !below || *above < 0 || *above > most_indices)
    throw unchecked("binomial() of other than whole numbers up to " + std::to_string(most_indices));
  if (*below < 0 || *below > *above) return point(0);
  spend(static_cast<std::uint64_t>(*above));
  integer result;
  mpz_bin_uiui(result.backend().data(), static_cast<unsigned long>(*above),
               static_cast<unsigned long>(*below));
  return point(rational(result));
}

interval sum_over(const formula& x, const box& values) {
  const auto first = whole(enclosure(*x.parts.at(1), values));
  const auto last = whole(enclosure(*x.parts.at(2), values));
  if (!first || !last) throw unchecked("a sum whose limits are no whole numbers of 64 bits");
  interval total = point(0);
  if (*last < *first) return total;
  // The difference of two numbers of 64 bits may have more.
  const integer terms = integer(*last) - *first + 1;
  if (terms > most_indices)
    throw unchecked("a sum of more than " + std::to_string(most_indices) + " terms");
  box inner = values;
  for (long i = 0; i < terms; ++i) {
    inner.insert_or_assign(x.parts[0]->name, point(rational(integer(*first) + i)));
    total = total + enclosure(*x.parts.at(3), inner);
  }
  return total;
}

interval power_of(const interval& base, const formula& exponent, const box& values) {
  const interval y = enclosure(exponent, values);
  if (const auto times = whole(y)) {
    if (!is_within(*times, most_indices))
      throw unchecked("an exponent beyond " + std::to_string(most_indices));
    return power(base, *times);
  }
  if (!is_positive(base)) throw no_value("a power of what is not certainly positive");
  return function_of("exp", y * function_of("log", base));
}

std::optional<bool> compared(node_kind op, const interval& a, const interval& b) {
  const auto decided = [](bool yes, bool no) -> std::optional<bool> {
    return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
  };
  if (op == "<=") return decided(is_at_most(a.high, b.low), is_below(b.high, a.low));
  if (op == "<") return decided(is_below(a.high, b.low), is_at_most(b.high, a.low));
  if (op == ">=") return compared("<=", b, a);
  if (op == ">") return compared("<", b, a);
  const bool apart = is_below(a.high, b.low) || is_below(b.high, a.low);
  const bool same = is_at_most(a.high, b.low) && is_at_most(b.high, a.low);
  return op == "==" ? decided(same, apart) : decided(apart, same);
}

}  // namespace

interval point(const rational& x) {
  return {real(x, down), real(x, up)};
}

interval between(const std::optional<rational>& low, const std::optional<rational>& high) {
  interval result;
  if (low)
    result.low = real(*low, down);
  else
    mpfr_set_inf(result.low.get(), -1);
  if (high)
    result.high = real(*high, up);
  else
    mpfr_set_inf(result.high.get(), 1);
  return result;
}

bool is_finite(const interval& x) {
  return mpfr_number_p(x.low.get()) != 0 && mpfr_number_p(x.high.get()) != 0;
}

interval operator-(const interval& x) {
  return {applied(mpfr_neg, x.high, down), applied(mpfr_neg, x.low, up)};
}
interval operator+(const interval& x, const interval& y) {
  return cleaned(applied(mpfr_add, x.low, y.low, down), applied(mpfr_add, x.high, y.high, up));
}
interval operator-(const interval& x, const interval& y) {
  return x + -y;
}
interval operator*(const interval& x, const interval& y) {
  interval result;
  bool is_first = true;
  for (const real* a : {&x.low, &x.high})
    for (const real* b : {&y.low, &y.high}) {
      real least = applied(mpfr_mul, *a, *b, down);
      real most = applied(mpfr_mul, *a, *b, up);
      // 0 times numbers of any size is 0.
      if (is_nan(least)) mpfr_set_zero(least.get(), 1);
      if (is_nan(most)) mpfr_set_zero(most.get(), 1);
      result = is_first ? interval{least, most} : hull(result, {least, most});
      is_first = false;
    }
  return result;
}
interval operator/(const interval& x, const interval& y) {
  if (mpfr_sgn(y.low.get()) <= 0 && mpfr_sgn(y.high.get()) >= 0)
    throw no_value("a division by what may be 0");
  real one;
  mpfr_set_ui(one.get(), 1, down);
  return x * interval{applied(mpfr_div, one, y.high, down), applied(mpfr_div, one, y.low, up)};
}

interval power(const interval& x, long exponent) {
  spend(steps_of_function);
  if (exponent < 0) return point(1) / power(x, -exponent);
  if (exponent == 0) {
    if (mpfr_sgn(x.low.get()) <= 0 && mpfr_sgn(x.high.get()) >= 0)
      throw no_value("what may be 0 to the power 0");
    return point(1);
  }
  const auto of = [&](const real& a, mpfr_rnd_t rounding) {
    real result;
    mpfr_pow_ui(result.get(), a.get(), static_cast<unsigned long>(exponent), rounding);
    return result;
  };
  if (exponent % 2 != 0 || mpfr_sgn(x.low.get()) >= 0) return {of(x.low, down), of(x.high, up)};
  if (mpfr_sgn(x.high.get()) <= 0) return {of(x.high, down), of(x.low, up)};
  return hull(point(0), hull({real(0, down), of(x.low, up)}, {real(0, down), of(x.high, up)}));
}

interval function_of(const std::string& name, const interval& x) {
  spend(steps_of_function);
  if (name == "exp") return rising(mpfr_exp, x);
  if (name == "expm1") return rising(mpfr_expm1, x);
  if (name == "tanh") return rising(mpfr_tanh, x);
  if (name == "floor")
    return cleaned(applied(mpfr_rint_floor, x.low, down), applied(mpfr_rint_floor, x.high, up));
  if (name == "ceil")
    return cleaned(applied(mpfr_rint_ceil, x.low, down), applied(mpfr_rint_ceil, x.high, up));
  if (name == "abs") {
    if (mpfr_sgn(x.low.get()) >= 0) return x;
    if (mpfr_sgn(x.high.get()) <= 0) return -x;
    const interval minus = -x;
    return {real(0, down), is_at_most(x.high, minus.high) ? minus.high : x.high};
  }
  if (name == "log") {
    if (!is_positive(x)) throw no_value("a logarithm of what is not certainly positive");
    return rising(mpfr_log, x);
  }
  if (name == "log1p") {
    if (mpfr_cmp_si(x.low.get(), -1) <= 0)
      throw no_value("log1p() of what is not certainly above -1");
    return rising(mpfr_log1p, x);
  }
  if (name == "sqrt") {
    if (mpfr_sgn(x.low.get()) < 0) throw no_value("a root of what may be negative");
    return rising(mpfr_sqrt, x);
  }
  if (name == "gamma") {
    // It rises from 1.4616… on.
    if (mpfr_cmp_d(x.low.get(), 1.5) < 0) throw unchecked("gamma() below 3/2");
    return rising(mpfr_gamma, x);
  }
  throw unchecked("'" + shown(name) + "' is outside of this program's arithmetic");
}

interval enclosure(const formula& x, const box& values) {
  spend(steps_of_node);
  if (x.kind == "number") return point(x.value);
  if (x.kind == "name") {
    if (const auto found = values.find(x.name); found != values.end()) return found->second;
    if (x.name != "pi") throw unchecked("nothing is known of '" + shown(x.name) + "'");
    interval result;
    mpfr_const_pi(result.low.get(), down);
    mpfr_const_pi(result.high.get(), up);
    return result;
  }
  if (is_call(x, "sum") && x.parts.size() == 4 && x.parts[0]->kind == "name")
    return sum_over(x, values);
  if (is_call(x, "if") && x.parts.size() == 3) {
    const auto decided = truth(*x.parts[0], values);
    if (decided) return enclosure(*x.parts[*decided ? 1 : 2], values);
    return hull(enclosure(*x.parts[1], values), enclosure(*x.parts[2], values));
  }
  if (x.kind == "neg") return -enclosure(*x.parts[0], values);
  if (x.kind == "^") return power_of(enclosure(*x.parts[0], values), *x.parts[1], values);
  std::vector<interval> parts;
  if (x.kind == "call" || x.parts.size() == 2)
    for (const formula_ptr& part : x.parts) parts.push_back(enclosure(*part, values));
  if (x.kind == "+") return parts[0] + parts[1];
  if (x.kind == "-") return parts[0] - parts[1];
  if (x.kind == "*") return parts[0] * parts[1];
  if (x.kind == "/") return parts[0] / parts[1];
  if (x.kind != "call") throw unchecked("a condition in the place of a number");
  if (x.name == "max" || x.name == "min") {
    interval result = parts[0];
    const bool is_max = x.name == "max";
    for (const interval& one : parts) {
      if (is_below(result.low, one.low) == is_max) result.low = one.low;
      if (is_below(result.high, one.high) == is_max) result.high = one.high;
    }
    return result;
  }
  if (x.name == "binomial" && parts.size() == 2) return binomial(parts[0], parts[1]);
  if (parts.size() != 1)
    throw unchecked("'" + shown(x.name) + "' is outside of this program's arithmetic");
  return function_of(x.name, parts[0]);
}

std::optional<bool> truth(const formula& x, const box& values) {
  if (is_relation(x)) {
    return compared(x.kind, enclosure(*x.parts[0], values), enclosure(*x.parts[1], values));
  }
  if (x.kind == "not") {
    const auto inner = truth(*x.parts[0], values);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (x.kind == "and" || x.kind == "or") {
    // As a point is checked: what comes after a part that settles it need not exist.
    const bool settles = x.kind == "or";
    const auto first = truth(*x.parts[0], values);
    if (first == settles) return first;
    const auto second = truth(*x.parts[1], values);
    if (!first && second != settles) return std::nullopt;
    return second;
  }
  if (is_call(x, "rounds_to") && x.parts.size() == 3) {
    if (!is_positive(enclosure(*x.parts[2], values)))
      throw no_value("a last digit whose unit may be 0 or less");
    const formula_ptr away = call("abs", {node("-", {x.parts[0], x.parts[1]})});
    return truth(*node("<=", {away, node("/", {x.parts[2], number(2)})}), values);
  }
  throw unchecked("a condition of another kind");
}

}  // namespace check
