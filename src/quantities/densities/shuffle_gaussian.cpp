// Rényi divergences of the shuffle Gaussian mechanism. Formula numbers refer to
// docs/methods/normal.md.

#include <vector>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/gaussian_shuffling.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t most_shuffled_order = 10'000;

using series = std::vector<ball>;  // coefficients of 1, x, …, x^λ

// Σ x^k·e^{k(k−1)/2σ²}/k!, from each coefficient to the next.
series of_one_user(std::int64_t lambda, const ball& inverse_variance) {
  const bits precision = inverse_variance.precision();
  series f{ball::of(1, precision)};
  const ball growth = exp(inverse_variance);
  ball factor = ball::of(1, precision);  // e^{k/σ²}
  for (std::int64_t k = 0; k < lambda; ++k) {
    f.push_back(f.back() * factor / (k + 1));
    factor *= growth;
  }
  return f;
}

// No term is negative, so that no digits cancel.
series product(const series& a, const series& b, const budget& limits) {
  series result;
  result.reserve(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    limits.check();
    ball sum(a.front().precision());
    for (std::size_t j = 0; j <= k; ++j)
      arb_addmul(sum.raw(), a[j].raw(), b[k - j].raw(), sum.precision());
    result.push_back(std::move(sum));
  }
  return result;
}

// (N.10): g = f^n from f·g' = n·f'·g, without a negative term for n + 1 >= λ.
series power_of_many(const series& f, std::int64_t n, const budget& limits) {
  const bits precision = f.front().precision();
  series g{ball::of(1, precision)};
  ball term(precision);
  for (std::size_t k = 1; k < f.size(); ++k) {
    limits.check();
    ball sum(precision);
    for (std::size_t j = 1; j <= k; ++j) {
      const integer weight = (integer(n) + 1) * j - k;
      arb_mul(term.raw(), f[j].raw(), g[k - j].raw(), precision);
      sum += term * ball::of(weight, precision);
    }
    g.push_back(sum / static_cast<std::int64_t>(k));
  }
  return g;
}

series power_of_few(const series& f, std::int64_t n, const budget& limits) {
  series result = f;
  for (bits bit = bit_length(n) - 2; bit >= 0; --bit) {
    result = product(result, result, limits);
    if (((n >> bit) & 1) != 0) result = product(result, f, limits);
  }
  return result;
}

}  // namespace

number shuffle_gaussian_renyi(std::int64_t n, const number& sigma, const number& lambda,
                              bits precision, const budget& limits) {
  if (n < 1) throw undefined_value("the number of users n must be a whole number >= 1");
  const auto above = [&](const number& x, const char* wrong) {
    const auto found = sign(x, precision);
    if (!found) throw precision_needed("whether a parameter is positive is not determined");
    if (*found <= 0 || x.is_infinity(1)) throw undefined_value(wrong);
  };
  above(sigma, "sigma must be finite and > 0");
  if (lambda.is_infinity(1)) return ball::infinity(precision);
  above(lambda, "the order lambda must be > 0");
  const auto order = lambda.to_int64();
  if (!order || *order < 2 || *order > most_shuffled_order)
    throw beyond_reach(
        "for the shuffle Gaussian mechanism the Renyi divergence is computed for whole orders from "
        "2 to 10^4 and for inf");
  // The moment exceeds 1 by about λ²(e^{1/σ²} − 1)/2n: so many bits its logarithm loses.
  const double spread = 2 * log2_near(sigma.to_ball(64));
  const bits wide = precision + 48 + bit_length(n) + bits_near(spread);
  const ball deviation = sigma.to_ball(wide);
  const series f = of_one_user(*order, 1 / (deviation * deviation));
  const series g = n + 1 >= *order ? power_of_many(f, n, limits) : power_of_few(f, n, limits);
  // (N.9): λ!·n^−λ, factor by factor.
  ball moment = g.back();
  for (std::int64_t k = 1; k <= *order; ++k) moment = moment * k / n;
  const ball value = log(moment) / (*order - 1);
  return known(nonnegative_part(value).with_precision(precision), "shuffle_gaussian_renyi");
}

}  // namespace shufflecert::inline v0_1
