#include "quantities/response/response_parameters.hpp"

#include <utility>
#include <variant>

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {

std::optional<response> as_response(const distribution_pair& pair) {
  // Products of inexact probabilities of sampling only; of exact ones they are exact.
  constexpr bits sampling_precision = 4096;
  number gamma = 1;
  const distribution_pair* of = &pair;
  while (const auto* sampled = std::get_if<subsampled_pair>(&of->kind)) {
    if (of != &pair && of->swapped) return std::nullopt;
    gamma = multiply(gamma, sampled->gamma, sampling_precision);
    of = sampled->of.get();
  }
  if (of != &pair && of->swapped) return std::nullopt;
  if (const auto* plain = std::get_if<rr_pair>(&of->kind))
    return response{*plain, std::move(gamma), pair.swapped};
  return std::nullopt;
}

response_parameters parameters_of(const response& pair, bits precision) {
  const number& eps0 = pair.of.eps0;
  const number odds = exp(eps0, precision);
  const number flip = divide(1, add(odds, 1, precision), precision);
  const number keep = divide(odds, add(odds, 1, precision), precision);
  // e^ε0 − e^−ε0 without cancellation where ε0 is small.
  const number spread = divide(expm1(multiply(2, eps0, precision), precision), odds, precision);
  const number scale = multiply(pair.gamma, spread, precision);
  // (1 − γ) + γe^−ε0: no cancellation however small it is, so that it is known to be positive.
  const number least =
      add(subtract(1, pair.gamma, precision),
          multiply(pair.gamma, exp(negate(eps0), precision), precision), precision);
  response_parameters found{pair.of.n, flip.to_ball(precision), keep.to_ball(precision),
                            scale.to_ball(precision), least.to_ball(precision)};
  if (!found.scale.is_certainly_positive() || !found.least.is_certainly_positive())
    throw precision_needed("the parameters of randomized response are too wide");
  return found;
}

ball as_asked(const ball& x, bits precision) {
  ball result = x;
  ball slack = abs(x);
  arb_mul_2exp_si(slack.raw(), slack.raw(), -(precision + 16));
  arb_add_error(result.raw(), slack.raw());
  return result;
}

}  // namespace shufflecert::inline v0_1
