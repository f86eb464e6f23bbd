// Rényi divergences of discrete Gaussian laws: P^λ·Q^(1−λ) is such a law again, up to a factor.

#include "quantities/noise/noise_moments.hpp"
#include "quantities/noise/theta.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

const discrete_gaussian_noise* alone_in(const integer_noise& law) {
  if (law.parts.size() != 1) return nullptr;
  return std::get_if<discrete_gaussian_noise>(&law.parts.front().kind);
}

bool is_whole(const number& x) {
  return x.to_int64().has_value();
}

bool is_certainly(const number& a, relation op, const number& b, bits precision) {
  const truth holds = compare(a, op, b, precision);
  return holds.value.value_or(false) && !holds.tied;
}

}  // namespace

std::optional<number> gaussian_noise_renyi(const noise_pair& pair, const number& lambda,
                                           bits precision) {
  const auto* p = alone_in(*pair.p);
  const auto* q = alone_in(*pair.q);
  if (p == nullptr || q == nullptr) return std::nullopt;
  const bool has_same_v =
      p->v.is_exact() && q->v.is_exact() && is_certainly(p->v, relation::equal, q->v, precision);
  const number shift = subtract(p->m, q->m, precision);
  if (lambda.is_infinity(1)) {
    // The ratio grows as e^{(m1 − m2)x/v}.
    if (has_same_v && sign(shift, precision).value_or(0) != 0) return ball::infinity(precision);
    return std::nullopt;
  }
  if (has_same_v && is_whole(shift) && is_whole(multiply(lambda, shift, precision)) &&
      (!is_certainly(lambda, relation::equal, 1, precision) ||
       is_whole(multiply(p->m, 2, precision))))
    // (EE.14): all three normalising constants are the same.
    return divide(multiply(lambda, multiply(shift, shift, precision), precision),
                  multiply(p->v, 2, precision), precision);
  if (kind_of_order(lambda, precision) == order_kind::one) return std::nullopt;

  const number k = subtract(lambda, 1, precision);
  const number of_p = divide(lambda, p->v, precision);
  const number of_q = negate(divide(k, q->v, precision));
  const number inverse = add(of_p, of_q, precision);
  const auto falls = sign(inverse, precision);
  if (!falls) throw precision_needed("whether the divergence is finite is not determined");
  if (*falls <= 0) {
    // With 1/V = 0 the terms are exponentials, which grow on one side at least.
    return ball::infinity(precision);
  }
  const bits wide = precision + 16;
  const ball a = of_p.to_ball(wide);
  const ball b = of_q.to_ball(wide);
  const ball v = 1 / inverse.to_ball(wide);
  const ball m1 = p->m.to_ball(wide);
  const ball m2 = q->m.to_ball(wide);
  const ball apart = shift.to_ball(wide);
  const ball order = lambda.to_ball(wide);
  // From m2 on, so that what is whole stays exact.
  const ball centre = m2 + v * a * apart;
  const ball log_moment = -(a * b * apart * apart * v) / 2 + log(theta(centre, v)) -
                          order * log(theta(m1, p->v.to_ball(wide))) -
                          (1 - order) * log(theta(m2, q->v.to_ball(wide)));
  return divide(number(log_moment), k, precision);
}

}  // namespace shufflecert::inline v0_1
