#include "support/slow_number.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace slow {
namespace {

constexpr std::size_t largest_exact_bits = 3000;

end rounded(const rational& value, mpfr_rnd_t direction) {
  end result;
  mpfr_set_q(result.raw(), value.backend().data(), direction);
  return result;
}

end unbounded(int sign) {
  end result;
  mpfr_set_inf(result.raw(), sign);
  return result;
}

int compare(const end& a, const end& b) {
  return mpfr_cmp(a.raw(), b.raw());
}

outcome exact(rational value) {
  if (shufflecert::bit_size(value) > largest_exact_bits)
    return some(number(rounded(value, MPFR_RNDD), rounded(value, MPFR_RNDU)));
  return some(std::move(value));
}

using one_argument = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using two_arguments = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

// Of an increasing function.
outcome increasing(const number& x, const std::function<void(end&, const end&, mpfr_rnd_t)>& f) {
  end lower;
  end upper;
  f(lower, x.lower(), MPFR_RNDD);
  f(upper, x.upper(), MPFR_RNDU);
  return some(number(lower, upper));
}

outcome increasing(const number& x, one_argument f) {
  return increasing(
      x, [&](end& result, const end& at, mpfr_rnd_t to) { f(result.raw(), at.raw(), to); });
}

// The least and the largest of f at the four corners; an undefined corner is not bounded.
number corners(const number& a, const number& b, two_arguments f) {
  std::optional<end> lower;
  std::optional<end> upper;
  for (const end& x : {a.lower(), a.upper()})
    for (const end& y : {b.lower(), b.upper()}) {
      end down;
      end up;
      f(down.raw(), x.raw(), y.raw(), MPFR_RNDD);
      f(up.raw(), x.raw(), y.raw(), MPFR_RNDU);
      if (mpfr_nan_p(down.raw()) != 0 || mpfr_nan_p(up.raw()) != 0) return {};
      if (!lower || compare(down, *lower) < 0) lower = down;
      if (!upper || compare(up, *upper) > 0) upper = up;
    }
  return {*lower, *upper};
}

// Φ(x) = erfc(−x/√2)/2, with what the roundings of the argument may add.
void normal_cdf(end& result, const end& x, mpfr_rnd_t to) {
  // erfc decreases, so the argument is rounded against the result.
  const mpfr_rnd_t against = to == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
  end root;
  const bool positive = mpfr_sgn(x.raw()) > 0;
  // −x/√2: for x > 0 it is negative, and rounding up means a larger √2.
  const bool root_up = (against == MPFR_RNDU) == positive;
  mpfr_sqrt_ui(root.raw(), 2, root_up ? MPFR_RNDU : MPFR_RNDD);
  end argument;
  mpfr_neg(argument.raw(), x.raw(), MPFR_RNDN);
  mpfr_div(argument.raw(), argument.raw(), root.raw(), against);
  mpfr_erfc(result.raw(), argument.raw(), to);
  mpfr_div_2ui(result.raw(), result.raw(), 1, to);
}

rational to_rational(const end& x) {
  if (mpfr_number_p(x.raw()) == 0) return 0;
  const mpfr_exp_t exponent = mpfr_zero_p(x.raw()) != 0 ? 0 : mpfr_get_exp(x.raw());
  if (exponent > 5000)
    return mpfr_sgn(x.raw()) > 0 ? rational(integer(1) << 5000) : rational(-(integer(1) << 5000));
  if (exponent < -5000) return 0;
  rational result;
  mpfr_get_q(result.backend().data(), x.raw());
  return result;
}

outcome floor_of(const number& x) {
  if (x.infinite() != 0) return open();
  if (const auto* q = x.exact()) return exact(rational(shufflecert::floor(*q)));
  end lower;
  end upper;
  mpfr_floor(lower.raw(), x.lower().raw());
  mpfr_floor(upper.raw(), x.upper().raw());
  return some(number(lower, upper));
}

outcome gamma_of(const number& x) {
  const auto s = x.sign();
  if (s == 1) {
    const auto* q = x.exact();
    if (q != nullptr && shufflecert::is_integer(*q) && *q <= 100) {
      rational product = 1;
      for (rational k = 1; k < *q; ++k) product *= k;
      return exact(product);
    }
    return some(number::between(rational(0), number()));
  }
  const auto whole = x.is_whole();
  if (s && whole == true) return none("a pole of gamma");
  return s && whole == false ? some(number()) : open();
}

outcome positive_part_needed(const number& x, const char* why, one_argument f, bool zero_is_fine) {
  const auto s = x.sign();
  if (!s) {
    if (mpfr_sgn(x.upper().raw()) < 0) return none(why);
    return open();
  }
  if (*s < 0 || (*s == 0 && !zero_is_fine)) return none(why);
  if (*s == 0) return some(rational(0));
  return increasing(x, f);
}

outcome with_order(const number& a, const number& b, int wanted) {
  if (const auto known = order(a, b)) return some(*known == wanted ? a : b);
  if (a.infinite() != 0 || b.infinite() != 0) return open();
  const bool smaller = wanted < 0;
  const auto choose = [&](const end& x, const end& y) {
    return (compare(x, y) < 0) == smaller ? x : y;
  };
  return some(number(choose(a.lower(), b.lower()), choose(a.upper(), b.upper())));
}

}  // namespace

number::number(end lower, end upper) {
  if (mpfr_nan_p(lower.raw()) != 0) mpfr_set_inf(lower.raw(), -1);
  if (mpfr_nan_p(upper.raw()) != 0) mpfr_set_inf(upper.raw(), 1);
  // One number and no other: exact, unless it is too long to be written down.
  if (compare(lower, upper) == 0 && mpfr_number_p(lower.raw()) != 0 &&
      (mpfr_zero_p(lower.raw()) != 0 || std::abs(mpfr_get_exp(lower.raw())) < 2000)) {
    exact_ = to_rational(lower);
    return;
  }
  lower_ = std::move(lower);
  upper_ = std::move(upper);
}

number number::infinity(int sign) {
  number result;
  result.infinite_ = sign;
  return result;
}

number number::between(const number& lower, const number& upper) {
  return {lower.lower(), upper.upper()};
}

end number::lower() const {
  if (exact_) return rounded(*exact_, MPFR_RNDD);
  if (infinite_ != 0) return unbounded(infinite_);
  return lower_ ? *lower_ : unbounded(-1);
}

end number::upper() const {
  if (exact_) return rounded(*exact_, MPFR_RNDU);
  if (infinite_ != 0) return unbounded(infinite_);
  return upper_ ? *upper_ : unbounded(1);
}

std::optional<int> number::sign() const {
  if (exact_) return exact_->sign();
  if (infinite_ != 0) return infinite_;
  if (lower_ && mpfr_sgn(lower_->raw()) > 0) return 1;
  if (upper_ && mpfr_sgn(upper_->raw()) < 0) return -1;
  return std::nullopt;
}

std::optional<bool> number::is_whole() const {
  if (exact_) return shufflecert::is_integer(*exact_);
  if (infinite_ != 0) return false;
  if (!is_bounded()) return std::nullopt;
  end first;
  mpfr_ceil(first.raw(), lower_->raw());
  if (compare(first, *upper_) > 0) return false;
  return std::nullopt;
}

bool number::is_bounded() const {
  if (exact_) return true;
  return lower_ && upper_ && mpfr_number_p(lower_->raw()) != 0 && mpfr_number_p(upper_->raw()) != 0;
}

std::string number::text() const {
  if (exact_) return shufflecert::to_text(*exact_);
  if (infinite_ != 0) return infinite_ > 0 ? "inf" : "-inf";
  std::array<char, 200> buffer{};
  mpfr_snprintf(buffer.data(), buffer.size(), "[%.25RDg, %.25RUg]", lower().raw(), upper().raw());
  return buffer.data();
}

std::optional<int> order(const number& a, const number& b) {
  if (a.exact() != nullptr && b.exact() != nullptr) {
    const int found = a.exact()->compare(*b.exact());
    return found < 0 ? -1 : (found > 0 ? 1 : 0);
  }
  if (a.infinite() != 0 || b.infinite() != 0) {
    const int difference = a.infinite() - b.infinite();
    return difference < 0 ? -1 : (difference > 0 ? 1 : 0);
  }
  if (compare(a.upper(), b.lower()) < 0) return -1;
  if (compare(a.lower(), b.upper()) > 0) return 1;
  return std::nullopt;
}

outcome add(const number& a, const number& b) {
  if (a.infinite() != 0 || b.infinite() != 0) {
    if (a.infinite() * b.infinite() < 0) return none("inf - inf");
    return some(number::infinity(a.infinite() != 0 ? a.infinite() : b.infinite()));
  }
  if (a.exact() != nullptr && b.exact() != nullptr) return exact(*a.exact() + *b.exact());
  end lower;
  end upper;
  mpfr_add(lower.raw(), a.lower().raw(), b.lower().raw(), MPFR_RNDD);
  mpfr_add(upper.raw(), a.upper().raw(), b.upper().raw(), MPFR_RNDU);
  return some(number(lower, upper));
}

outcome negate(const number& a) {
  return multiply(a, rational(-1));
}

outcome multiply(const number& a, const number& b) {
  if (a.infinite() != 0 || b.infinite() != 0) {
    if (!a.sign() || !b.sign()) return open();
    if (*a.sign() * *b.sign() == 0) return none("0*inf");
    return some(number::infinity(*a.sign() * *b.sign()));
  }
  if (a.exact() != nullptr && b.exact() != nullptr) return exact(*a.exact() * *b.exact());
  if (a.is_zero() || b.is_zero()) return some(rational(0));
  return some(corners(a, b, mpfr_mul));
}

outcome divide(const number& a, const number& b) {
  if (b.is_zero()) return none("division by zero");
  if (b.infinite() != 0) return a.infinite() != 0 ? none("inf/inf") : some(rational(0));
  if (!b.sign()) return open();
  if (a.infinite() != 0) return some(number::infinity(a.infinite() * *b.sign()));
  if (a.exact() != nullptr && b.exact() != nullptr) return exact(*a.exact() / *b.exact());
  if (a.is_zero()) return some(rational(0));
  return some(corners(a, b, mpfr_div));
}

namespace {

outcome power_with_infinity(const number& a, const number& b) {
  if (a.infinite() != 0) return b.is_zero() ? none("inf^0") : open();
  if (a.exact() != nullptr && *a.exact() == 1) return none("1^inf");
  if (a.is_zero() && b.infinite() < 0) return none("0^(-inf)");
  return open();
}

outcome whole_power(const number& a, const rational& b) {
  if (b == 0) return some(rational(1));
  if (a.is_zero()) return b < 0 ? none("0 to a negative power") : some(rational(0));
  if (b < 0 && !a.sign()) return open();
  const rational size = abs(b);
  if (a.exact() != nullptr && size * shufflecert::bit_size(*a.exact()) <= largest_exact_bits)
    return exact(shufflecert::power(*a.exact(), static_cast<long>(b)));
  if (size > 1'000'000) return some(number());
  const bool even = numerator(b) % 2 == 0;
  const auto s = a.sign();
  if (!s) {
    // Reaches over 0: bounded by the larger end.
    const end far =
        compare(a.upper(), negate(a).value.upper()) > 0 ? a.upper() : negate(a).value.upper();
    end top;
    mpfr_pow_z(top.raw(), far.raw(), mpq_numref(b.backend().data()), MPFR_RNDU);
    end bottom;
    mpfr_neg(bottom.raw(), top.raw(), MPFR_RNDD);
    if (even) mpfr_set_zero(bottom.raw(), 1);
    return some(number(bottom, top));
  }
  std::optional<end> lower;
  std::optional<end> upper;
  for (const end& x : {a.lower(), a.upper()}) {
    end down;
    end up;
    mpfr_pow_z(down.raw(), x.raw(), mpq_numref(b.backend().data()), MPFR_RNDD);
    mpfr_pow_z(up.raw(), x.raw(), mpq_numref(b.backend().data()), MPFR_RNDU);
    if (!lower || compare(down, *lower) < 0) lower = down;
    if (!upper || compare(up, *upper) > 0) upper = up;
  }
  return some(number(*lower, *upper));
}

}  // namespace

outcome power(const number& a, const number& b) {
  if (a.infinite() != 0 || b.infinite() != 0) return power_with_infinity(a, b);
  if (b.is_whole() == true) return whole_power(a, *b.exact());
  const auto s = a.sign();
  if (s == 0) {
    if (b.sign() == 1) return some(rational(0));
    return b.sign() == -1 ? none("0 to a negative power") : open();
  }
  if (s == 1) return some(corners(a, b, mpfr_pow));
  if (s == -1 && b.is_whole() == false) return none("a negative base, an exponent not whole");
  return open();
}

std::optional<outcome> elementary(const std::string& name, const number& x) {
  static const rational one = 1;
  const bool infinite = x.infinite() != 0;
  if (name == "exp" || name == "expm1") {
    if (infinite) {
      if (x.infinite() > 0) return some(number::infinity(1));
      return some(rational(name == "exp" ? 0 : -1));
    }
    if (x.is_zero()) return some(rational(name == "exp" ? 1 : 0));
    return increasing(x, name == "exp" ? mpfr_exp : mpfr_expm1);
  }
  if (name == "log") {
    if (infinite) return x.infinite() > 0 ? some(x) : none("log of -inf");
    if (x.exact() != nullptr && *x.exact() == one) return some(rational(0));
    return positive_part_needed(x, "log of a number that is not positive", mpfr_log, false);
  }
  if (name == "log1p") return elementary("log", add(one, x).value);
  if (name == "sqrt") {
    if (infinite) return x.infinite() > 0 ? some(x) : none("sqrt of -inf");
    return positive_part_needed(x, "sqrt of a negative number", mpfr_sqrt, true);
  }
  if (name == "abs") {
    if (infinite) return some(number::infinity(1));
    const auto s = x.sign();
    if (s) return *s < 0 ? negate(x) : some(x);
    return largest(x, negate(x).value);
  }
  if (name == "tanh") {
    if (infinite) return open();
    if (x.is_zero()) return some(x);
    return increasing(x, mpfr_tanh);
  }
  if (name == "Phi") return infinite ? open() : increasing(x, normal_cdf);
  if (name == "Phi_inv") {
    const auto low = order(x, rational(0));
    const auto high = order(x, one);
    if ((low && *low <= 0) || (high && *high >= 0)) return none("Phi_inv outside of (0, 1)");
    return low && high ? some(number()) : open();
  }
  if (name == "floor") return floor_of(x);
  if (name == "ceil") {
    const outcome below = floor_of(negate(x).value);
    return below.is == outcome::kind::value ? negate(below.value) : below;
  }
  if (name == "gamma") return infinite ? open() : gamma_of(x);
  if (name == "lgamma") {
    if (infinite) return open();
    const auto s = x.sign();
    if (s && *s <= 0) return none("lgamma of a number that is not positive");
    return s ? some(number()) : open();
  }
  if (name == "factorial") {
    if (infinite) return open();
    const auto s = x.sign();
    if (s == -1 || x.is_whole() == false) return none("factorial of no whole number >= 0");
    if (s && x.is_whole() == true) return gamma_of(add(x, one).value);
    return open();
  }
  return std::nullopt;
}

outcome least(const number& a, const number& b) {
  return with_order(a, b, -1);
}

outcome largest(const number& a, const number& b) {
  return with_order(a, b, 1);
}

rational inside(const number& a) {
  if (const auto* q = a.exact()) return *q;
  const end lower = a.lower();
  const end upper = a.upper();
  if (mpfr_inf_p(lower.raw()) != 0) return to_rational(upper);
  if (mpfr_inf_p(upper.raw()) != 0) return to_rational(lower);
  return (to_rational(lower) + to_rational(upper)) / 2;
}

namespace {

rational power_of_ten(long exponent) {
  return shufflecert::power(rational(10), exponent);
}

void add_far_points(std::vector<rational>& points, const rational& from, int sign, bool few) {
  for (const rational& step : {rational(0), rational(1, 3), rational(1), rational(5, 2),
                               rational(6), rational(10), rational(60), rational(1000)})
    points.push_back(from + sign * step);
  points.push_back(sign * power_of_ten(6));
  if (few) return;
  for (const long step : {2, 3, 4, 7, 8, 15, 20, 30, 35, 40, 45, 50, 55, 70, 80, 100, 200, 500})
    points.push_back(from + sign * step);
  for (int k = 1; k < 24; ++k) points.push_back(from + rational(sign * k * 7, 16));
  for (const long e : {-30, -12, -6, -3, -1}) points.push_back(from + sign * power_of_ten(e));
  for (const long e : {4, 5, 9, 18}) points.push_back(sign * power_of_ten(e));
}

void add_inner_points(std::vector<rational>& points, const rational& a, const rational& b,
                      bool few) {
  const rational width = b - a;
  const int cells = few ? 5 : 36;
  for (int k = 0; k <= cells; ++k) points.push_back(a + width * rational(k, cells));
  if (few) return;
  for (const long e : {-1, -2, -3, -6, -12, -20, -31, -60}) {
    points.push_back(a + width * power_of_ten(e));
    points.push_back(b - width * power_of_ten(e));
  }
  integer first = shufflecert::floor(a);
  const int most = 24;
  for (int k = 0; k < most; ++k) {
    points.push_back(rational(first + k));
    points.push_back(rational(first + k) + rational(1, 2));
  }
  for (const long denominator : {3, 4, 5, 10})
    for (int k = -3; k <= 3; ++k) points.push_back(rational(k, denominator));
}

}  // namespace

std::vector<rational> points_between(const number& lower, const number& upper, bool few) {
  const auto from = order(lower, upper);
  if (!from || *from > 0 || lower.infinite() > 0 || upper.infinite() < 0) return {};
  std::vector<rational> points;
  std::optional<rational> a;
  std::optional<rational> b;
  // The inner end of each enclosure.
  if (lower.infinite() == 0) {
    if (!lower.is_bounded()) return {};
    a = lower.exact() != nullptr ? *lower.exact() : inside(number(lower.upper(), lower.upper()));
    points.push_back(*a);
  }
  if (upper.infinite() == 0) {
    if (!upper.is_bounded()) return {};
    b = upper.exact() != nullptr ? *upper.exact() : inside(number(upper.lower(), upper.lower()));
    points.push_back(*b);
  }
  if (a && b) {
    add_inner_points(points, *a, *b, few);
  } else if (a) {
    add_far_points(points, *a, 1, few);
  } else if (b) {
    add_far_points(points, *b, -1, few);
  } else {
    add_far_points(points, 0, 1, few);
    add_far_points(points, 0, -1, few);
  }
  const auto outside = [&](const rational& x) { return (a && x < *a) || (b && x > *b); };
  points.erase(std::remove_if(points.begin(), points.end(), outside), points.end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

rational simplest_between(const rational& lower, const rational& upper) {
  if (lower <= 0 && upper >= 0) return 0;
  if (upper < 0) return -simplest_between(-upper, -lower);
  const integer below = shufflecert::floor(lower);
  if (rational(below) == lower) return lower;
  if (rational(below + 1) <= upper) return rational(below + 1);
  return below + 1 / simplest_between(1 / (upper - below), 1 / (lower - below));
}

}  // namespace slow
