#include "quantities/conversions/order_conversion.hpp"

#include <algorithm>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits guard_bits = 32;

// A moment e^K near 1 is a difference of numbers near 1, and q near p a double root.
bits with_room_for_cancellation(const moment_bound& bound, bits precision) {
  return precision + std::min(2 * bits_near(-log2_near(bound.most)), 20 * precision);
}

// The least log q of p = 1: q^(1−λ) <= e^K.
ball log_q_of_sure_outcome(const moment_bound& bound) {
  return -(bound.most / bound.excess);
}

// Throws where the answer is open.
bool is_certain(const number& a, relation op, const number& b, bits precision, const char* what) {
  const truth answer = compare(a, op, b, precision);
  if (!answer.value || answer.tied)
    throw precision_needed(std::string(what) + " is not determined");
  return *answer.value;
}

}  // namespace

order_epsilon optimal_epsilon(const moment_bound& bound, const ball& delta) {
  const ball past = delta * (bound.excess + 1) - 1;
  const ball of_sure_outcome = log1p(-delta) - log_q_of_sure_outcome(bound);
  if (past.is_certainly_nonnegative()) return {of_sure_outcome, of_sure_outcome, std::nullopt};
  // Canonne's conversion is above the optimal one, and meets it at λδ = 1.
  if (!past.is_certainly_negative())
    return {of_sure_outcome, max(of_sure_outcome, canonne_epsilon(bound, delta)), std::nullopt};
  const bits precision = with_room_for_cancellation(bound, delta.precision());
  const moment_bound fine{bound.excess.with_precision(precision),
                          bound.most.with_precision(precision)};
  const ball level = delta.with_precision(precision);
  const binary_pair worst = near_worst_pair(fine, level);
  return {epsilon_at_least(worst, fine, std::nullopt, level), largest_log_ratio(fine, worst, level),
          worst};
}

ball epsilon_at_least(const std::optional<binary_pair>& pair,
                      const std::optional<moment_bound>& first,
                      const std::optional<moment_bound>& second, const ball& delta) {
  std::optional<ball> log_q;
  for (const auto& bound : {first, second}) {
    if (!bound) continue;
    const ball of_this =
        pair ? certain_log_q(*bound, pair->p, pair->rest,
                             near_least_log_q(*bound, pair->p, pair->rest, pair->log_q))
             : log_q_of_sure_outcome(*bound);
    log_q = log_q ? max(*log_q, of_this) : of_this;
  }
  return pair ? log(pair->p - delta) - *log_q : log1p(-delta) - *log_q;
}

ball mironov_epsilon(const moment_bound& bound, const ball& delta) {
  return (bound.most - log(delta)) / bound.excess;
}

ball canonne_epsilon(const moment_bound& bound, const ball& delta) {
  const ball order = bound.excess + 1;
  return (bound.most - log(delta) - order * log(order) + bound.excess * log(bound.excess)) /
         bound.excess;
}

number rdp_epsilon_of_order(const number& rho, const number& lambda, const number& delta,
                            bits precision) {
  if (is_certain(lambda, relation::less_equal, 1, precision, "whether lambda is above 1"))
    throw undefined_value("lambda must be above 1");
  if (!rho.is_zero() && is_certain(rho, relation::less, 0, precision, "whether rho is 0"))
    throw undefined_value("rho must be at least 0");
  if (is_certain(delta, relation::less, 0, precision, "whether delta is 0") ||
      is_certain(delta, relation::greater, 1, precision, "whether delta is 1"))
    throw undefined_value("delta must be in [0, 1]");
  const auto is = [&](const number& x, std::int64_t value) {
    const truth equal = compare(x, relation::equal, value, precision);
    return equal.value == true && !equal.tied;
  };
  if (is(delta, 1)) return ball::infinity(precision, -1);
  if (rho.is_infinity(1)) return rho;
  if (rho.is_zero() || lambda.is_infinity(1))
    return add(rho, log1p(negate(delta), precision), precision);
  if (is(delta, 0)) return ball::infinity(precision);
  const bits working = precision + guard_bits;
  const ball excess = subtract(lambda, 1, working).to_ball(working);
  const moment_bound bound{excess, excess * rho.to_ball(working)};
  const order_epsilon found = optimal_epsilon(bound, delta.to_ball(working));
  return known(ball::hull(found.least, found.most).with_precision(precision),
               "rdp_epsilon_of_order");
}

}  // namespace shufflecert::inline v0_1
