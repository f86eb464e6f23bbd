#include "claims/simulation/clopper_pearson.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "quantities/binomial/law.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr bits tail_precision = 128;

// The quantile of a beta law, in double: a guess.
double guess(std::int64_t hits, std::int64_t trials, const rational& error) {
  const double level = error.convert_to<double>();
  try {
    const double found = boost::math::ibeta_inv(static_cast<double>(hits),
                                                static_cast<double>(trials - hits) + 1, level);
    if (std::isfinite(found)) return std::clamp(found, 0.0, 1.0);
  } catch (const std::exception&) {
    // The proof does not need a good guess.
  }
  return static_cast<double>(hits) / static_cast<double>(trials);
}

// Whether P(X >= hits) <= error is certain. The failures are counted: at most trials − hits of
// them.
bool is_below(std::int64_t hits, std::int64_t trials, const rational& p, const rational& error,
              const budget& limits) {
  const bits wide = 2 * tail_precision;
  const number failure = ball::of(rational(1 - p), wide);
  try {
    const number tail = binomial_cdf(trials - hits, trials, failure, tail_precision, limits);
    const truth decided = compare(tail, relation::less_equal, error, tail_precision);
    return decided.value == true && !decided.tied;
  } catch (const precision_needed&) {
    return false;
  }
}

}  // namespace

rational lower_probability(std::int64_t hits, std::int64_t trials, const rational& error,
                           const budget& limits) {
  if (hits <= 0) return 0;
  const double start = guess(hits, trials, error);
  // A first step far below what the guess is uncertain by, and then ever larger ones.
  for (double step = 0x1p-44; step < 1; step *= 2) {
    limits.check();
    const rational p(start * (1 - step));
    if (p > 0 && p < 1 && is_below(hits, trials, p, error, limits)) return p;
  }
  return 0;
}

rational upper_probability(std::int64_t hits, std::int64_t trials, const rational& error,
                           const budget& limits) {
  return 1 - lower_probability(trials - hits, trials, error, limits);
}

}  // namespace shufflecert::inline v0_1::claims
