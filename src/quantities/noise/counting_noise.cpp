// Rényi divergences of two Poisson laws, and of two negative binomial laws with one r:
// P^λ·Q^(1−λ) is such a law again, up to a factor.

#include "quantities/noise/noise_moments.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

template <class Law>
const Law* alone_as(const integer_noise& law) {
  return law.parts.size() == 1 ? std::get_if<Law>(&law.parts.front().kind) : nullptr;
}

// Of two laws with P(x)/Q(x) = P(0)/Q(0)·e^(x·rate): infinite, or what it is at 0.
number largest_by_rate(const number& rate, const number& at_zero, bits precision) {
  const auto rises = sign(rate, precision);
  if (!rises) throw precision_needed("whether the divergence is finite is not determined");
  if (*rises > 0) return ball::infinity(precision);
  return at_zero;
}

// (EE.28)
number poisson_renyi(const number& a, const number& b, const number& lambda, bits precision) {
  const number rate = log(divide(a, b, precision), precision);
  const number gap = subtract(b, a, precision);
  if (lambda.is_infinity(1)) return largest_by_rate(rate, gap, precision);
  if (kind_of_order(lambda, precision) == order_kind::one)
    return add(multiply(a, rate, precision), gap, precision);
  const number k = subtract(lambda, 1, precision);
  const number mean = multiply(a, power(divide(a, b, precision), k, precision), precision);
  const number log_moment = add(subtract(mean, multiply(lambda, a, precision), precision),
                                multiply(k, b, precision), precision);
  return divide(log_moment, k, precision);
}

// (EE.29)
number negative_binomial_renyi(const negative_binomial_noise& of_p,
                               const negative_binomial_noise& of_q, const number& lambda,
                               bits precision) {
  const number rate = log(divide(of_p.failure, of_q.failure, precision), precision);
  const number start = log(divide(of_p.p, of_q.p, precision), precision);
  const number at_zero = multiply(of_p.r, start, precision);
  if (lambda.is_infinity(1)) return largest_by_rate(rate, at_zero, precision);
  if (kind_of_order(lambda, precision) == order_kind::one) {
    const number mean = divide(multiply(of_p.r, of_p.failure, precision), of_p.p, precision);
    return add(at_zero, multiply(mean, rate, precision), precision);
  }
  const number k = subtract(lambda, 1, precision);
  // What each further failure multiplies P^λ·Q^(1−λ) by, but for the binomial coefficient.
  const number falls = multiply(
      of_p.failure, power(divide(of_p.failure, of_q.failure, precision), k, precision), precision);
  const number left = subtract(1, falls, precision);
  const auto is_finite = sign(left, precision);
  if (!is_finite) throw precision_needed("whether the divergence is finite is not determined");
  if (*is_finite <= 0) return ball::infinity(precision);
  // p1/(1 − s) is 1 + O(λ − 1).
  const number total = log(divide(of_p.p, left, precision), precision);
  const number log_moment = add(multiply(k, start, precision), total, precision);
  return divide(multiply(of_p.r, log_moment, precision), k, precision);
}

}  // namespace

std::optional<number> counting_noise_renyi(const noise_pair& pair, const number& lambda,
                                           bits precision) {
  const auto* first = alone_as<poisson_noise>(*pair.p);
  const auto* second = alone_as<poisson_noise>(*pair.q);
  if (first != nullptr && second != nullptr)
    return poisson_renyi(first->mu, second->mu, lambda, precision);
  const auto* of_p = alone_as<negative_binomial_noise>(*pair.p);
  const auto* of_q = alone_as<negative_binomial_noise>(*pair.q);
  if (of_p == nullptr || of_q == nullptr) return std::nullopt;
  const auto r = of_p->r.exact_text();
  if (!r || r != of_q->r.exact_text()) return std::nullopt;
  return negative_binomial_renyi(*of_p, *of_q, lambda, precision);
}

}  // namespace shufflecert::inline v0_1
