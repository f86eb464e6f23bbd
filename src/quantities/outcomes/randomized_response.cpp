#include <algorithm>
#include <cmath>
#include <optional>

#include "quantities/binomial/walk.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Refuses at once what is certain to take too long; what this estimate misses is counted.
void refuse_if_too_long(const rr_pair& pair, const ball& flip, const summation_limits& limits) {
  const auto n = static_cast<double>(pair.n);
  const double q = flip.near();
  const double deviations = std::sqrt(2 * std::log(2.0) * std::abs(limits.log2_threshold));
  if (std::min(n, deviations * std::sqrt(n * q * (1 - q))) > static_cast<double>(most_outcomes))
    refuse_long_sum();
}

// The k at which P and Q are equal, where e^ε0 is rational and there is one: k·(e^ε0 + 1) = n.
std::optional<std::int64_t> where_equal(const rr_pair& pair, bits precision) {
  const number odds = exp(pair.eps0, precision);
  const rational* exact = odds.as_rational();
  if (exact == nullptr) return std::nullopt;
  return number(rational(pair.n / (*exact + 1))).to_int64();
}

}  // namespace

// Q = Bin(n, q) with q = 1/(e^ε0 + 1), and P(k)/Q(k) = ((n−k)·e^−ε0 + k·e^ε0)/n: see (D.7).
ball visit_outcomes(const rr_pair& pair, bool swapped, const summation_limits& limits,
                    outcome_visitor& visitor) {
  const bits precision = walking_precision(limits.precision, pair.n);
  const ball odds = exp(pair.eps0, precision).to_ball(precision);
  const ball inverse_odds = exp(negate(pair.eps0), precision).to_ball(precision);
  const ball flip = 1 / (odds + 1);
  const ball keep = 1 / (inverse_odds + 1);
  refuse_if_too_long(pair, flip, limits);
  const binomial_walk start(pair.n, flip, keep);
  const auto tie = where_equal(pair, precision);

  std::int64_t visited = 0;
  const auto visit = [&](const binomial_walk& walk) {
    if ((visited++ & 127) == 0) limits.time.check();
    if (visited > most_outcomes) refuse_long_sum();
    const ball& q = walk.weight();
    if (walk.index() == tie) {
      visitor.single(q.raw(), q.raw());
      return;
    }
    const ball ratio = (inverse_odds * (pair.n - walk.index()) + odds * walk.index()) / pair.n;
    const ball p = q * ratio;
    if (swapped)
      visitor.single(q.raw(), p.raw());
    else
      visitor.single(p.raw(), q.raw());
  };

  // P <= e^ε0·Q everywhere, so e^ε0 times the mass of Q bounds both.
  ball left_out(precision);
  binomial_walk walk = start;
  for (;;) {
    visit(walk);
    if (walk.index() == pair.n) break;
    const ball above = odds * walk.mass_above();
    if (is_below_power_of_two(above, limits.log2_threshold)) {
      left_out += above;
      break;
    }
    walk.step_up();
  }
  walk = start;
  while (walk.index() > 0) {
    const ball below = odds * walk.mass_below();
    if (is_below_power_of_two(below, limits.log2_threshold)) {
      left_out += below;
      break;
    }
    walk.step_down();
    visit(walk);
  }
  return upper_bound(left_out);
}

}  // namespace shufflecert::inline v0_1
