#pragma once
// Operations and elementary functions with the domains of docs/reference/functions.md.

#include <vector>

#include "second/real.hpp"

namespace shufflecert::inline v0_1::second {

template <class R>
R added(const R& a, const R& b) {
  if (is_infinite(a) && is_infinite(b) && (a > 0) != (b > 0)) throw undefined_value("inf - inf");
  return existing(R(a + b), "the sum");
}

template <class R>
R multiplied(const R& a, const R& b) {
  if ((a == 0 && is_infinite(b)) || (b == 0 && is_infinite(a))) throw undefined_value("0 * inf");
  return existing(R(a * b), "the product");
}

template <class R>
R divided(const R& a, const R& b) {
  if (b == 0) throw undefined_value("division by zero");
  if (is_infinite(a) && is_infinite(b)) throw undefined_value("inf / inf");
  return existing(R(a / b), "the quotient");
}

/// base^k by repeated squaring.
template <class R>
R whole_power(R base, std::uint64_t k) {
  R result(1);
  for (; k > 0; k >>= 1) {
    if ((k & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

template <class R>
R raised(const R& base, const R& exponent, const setting<R>& in) {
  using std::pow;
  if (is_infinite(exponent)) {
    if (base < 0) throw undefined_value("infinite power of a negative number");
    if (base == 1) throw undefined_value("1 ^ inf");
    return (base > 1) == (exponent > 0) ? infinity<R>() : R(0);
  }
  if (is_infinite(base) && exponent == 0) throw undefined_value("inf ^ 0");
  if (base == 0 && exponent < 0) throw undefined_value("division by zero (0 to a negative power)");
  const auto k = whole(exponent, in);
  if (k && *k >= -100'000 && *k <= 100'000) {
    const auto times = static_cast<std::int64_t>(*k);
    if (times >= 0) return whole_power(base, static_cast<std::uint64_t>(times));
    return R(1) / whole_power(base, static_cast<std::uint64_t>(-times));
  }
  if (!k && base < 0) throw undefined_value("a negative number to a power that is not whole");
  return existing(R(pow(base, k ? *k : exponent)), "the power");
}

template <class R>
R logarithm(const R& x) {
  using std::log;
  if (x <= 0) throw undefined_value("logarithm of a number that is not positive");
  return log(x);
}

template <class R>
R logarithm_of_one_plus(const R& x) {
  using std::log1p;
  if (x <= -1) throw undefined_value("log1p of a number that is not above -1");
  return log1p(x);
}

template <class R>
R square_root(const R& x) {
  using std::sqrt;
  if (x < 0) throw undefined_value("square root of a negative number");
  return sqrt(x);
}

template <class R>
R rounded_down(const R& x, const setting<R>& in) {
  using std::floor;
  if (!is_finite(x)) return x;
  const auto nearest = whole(x, in);
  return nearest ? *nearest : R(floor(x));
}

template <class R>
R rounded_up(const R& x, const setting<R>& in) {
  return R(-rounded_down(R(-x), in));
}

template <class R>
R gamma_function(const R& x, const setting<R>& in) {
  if (const auto k = whole(x, in); k && *k <= 0)
    throw undefined_value("gamma at 0 or a negative whole number");
  return existing(real_type<R>::gamma(x), "gamma");
}

template <class R>
R log_gamma_function(const R& x) {
  if (x <= 0) throw undefined_value("lgamma of a number that is not positive");
  return is_infinite(x) ? x : real_type<R>::log_gamma(x);
}

template <class R>
R factorial(const R& x, const setting<R>& in) {
  const auto k = whole(x, in);
  if (!k) throw undefined_value("the argument of factorial is not a whole number");
  if (*k < 0) throw undefined_value("factorial of a negative number");
  return real_type<R>::gamma(R(*k + 1));
}

/// x(x−1)…(x−k+1)/k!
template <class R>
R binomial_coefficient(const R& x, const R& lower, const setting<R>& in) {
  std::int64_t k = whole_number(lower, "the second argument of binomial", in);
  if (k < 0) return R(0);
  R top = x;
  if (const auto n = whole(x, in)) {
    top = *n;
    if (top >= 0) {
      if (from_count<R>(k) > top) return R(0);
      // The shorter of the two products.
      if (const R rest = top - from_count<R>(k); rest < from_count<R>(k))
        k = static_cast<std::int64_t>(rest);
    }
  }
  if (k > 10'000'000) throw beyond_reach("a binomial coefficient of more than 10^7 factors");
  R result(1);
  in.spend(k / 4);  // a product and a quotient are cheaper than a logarithm
  for (std::int64_t i = 1; i <= k; ++i) {
    if ((i & 4095) == 0) in.limits.check();
    result = result * (top - from_count<R>(k - i)) / from_count<R>(i);
  }
  return result;
}

/// Φ(x) = erfc(−x/√2)/2
template <class R>
R normal_cdf(const R& x) {
  using std::sqrt;
  return real_type<R>::complementary_error_function(R(-x / sqrt(R(2)))) / 2;
}

/// Φ⁻¹(q). In the lower half log Φ is increasing and concave, so Newton's method from the left of
/// the root climbs to it; Φ(−y) < e^(−y²/2) says where left is.
template <class R>
R normal_quantile(const R& q, const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::log;
  using std::sqrt;
  if (q <= R(0) || q >= R(1)) throw undefined_value("Phi_inv outside 0 < x < 1");
  if (q > R(0.5)) return R(-normal_quantile(R(1 - q), in));
  const R aim = log(q);
  const R root_of_two_pi = sqrt(R(2 * real_type<R>::pi()));
  using std::pow;
  const R enough = pow(R(10), R(1.0 - static_cast<double>(in.digits)));
  R x = -sqrt(R(-2 * aim));
  for (int step = 0; step < 500; ++step) {
    in.spend(4);
    const R below = normal_cdf(x);
    const R slope = exp(R(-x * x / 2)) / root_of_two_pi / below;
    const R change = (aim - log(below)) / slope;
    x += change;
    const R size = abs(x) > 1 ? R(abs(x)) : R(1);
    if (abs(change) <= size * enough) break;
  }
  return x;
}

/// log(e^a + e^b), for a, b possibly −inf.
template <class R>
R log_add(const R& a, const R& b) {
  using std::exp;
  using std::log1p;
  const R& high = a < b ? b : a;
  const R& low = a < b ? a : b;
  if (is_infinite(low)) return high;
  return high + log1p(R(exp(R(low - high))));
}

/// A sum of numbers given by their logarithms, none of which need fit the exponent range.
template <class R>
class log_sum {
 public:
  void add(const R& log_term) {
    using std::exp;
    if (is_infinite(log_term) && log_term < 0) return;
    if (log_term > top_) {
      scaled_ = is_infinite(top_) ? R(0) : R(scaled_ * exp(R(top_ - log_term)));
      top_ = log_term;
    }
    scaled_ += exp(R(log_term - top_));
  }
  /// −inf for an empty sum.
  [[nodiscard]] R log() const {
    using std::log;
    return is_infinite(top_) ? top_ : R(top_ + log(scaled_));
  }

 private:
  R top_ = -infinity<R>();
  R scaled_ = R(0);
};

/// log 0!, log 1!, …, log n!
template <class R>
std::vector<R> log_factorials(std::int64_t n, const setting<R>& in) {
  using std::log;
  in.spend(n);
  std::vector<R> table(static_cast<std::size_t>(n) + 1, R(0));
  for (std::size_t k = 2; k < table.size(); ++k) {
    if ((k & 1023) == 0) in.limits.check();
    table[k] = table[k - 1] + log(from_count<R>(static_cast<std::int64_t>(k)));
  }
  return table;
}

}  // namespace shufflecert::inline v0_1::second
