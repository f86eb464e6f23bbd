#include "quantities/divergences/binomial_tails.hpp"

#include "quantities/clone/tails/tails.hpp"
#include "quantities/response/tails.hpp"

namespace shufflecert {
namespace {

quantity from_tails(const ball& enclosure, const char* what) {
  return {known(enclosure, what), evaluation_method::binomial_tails};
}

}  // namespace

std::optional<quantity> hockey_stick_by_tails(const distribution_pair& pair, const number& eps,
                                              bits precision, const budget& limits) {
  constexpr const char* what = "the hockey-stick divergence";
  if (const auto of = as_tilted(pair, precision))
    return from_tails(tilted_hockey_stick(*of, eps, precision, limits), what);
  if (const auto response = as_response(pair))
    return from_tails(response_hockey_stick(*response, eps, precision, limits), what);
  return std::nullopt;
}

std::optional<quantity> tradeoff_by_tails(const distribution_pair& pair, const number& alpha,
                                          bits precision, const budget& limits) {
  constexpr const char* what = "the trade-off function";
  if (const auto of = as_tilted(pair, precision))
    return from_tails(tilted_tradeoff(*of, alpha, precision, limits), what);
  if (const auto response = as_response(pair))
    return from_tails(response_tradeoff(*response, alpha, precision, limits), what);
  return std::nullopt;
}

std::optional<quantity> epsilon_by_tails(const distribution_pair& pair, const number& delta,
                                         bits precision, const budget& limits) {
  if (const auto of = as_tilted(pair, precision)) {
    ball value = tilted_epsilon(*of, delta, precision, limits);
    if (value.is_infinity(1)) return quantity{std::move(value), evaluation_method::binomial_tails};
    return from_tails(value, "epsilon");
  }
  if (const auto response = as_response(pair))
    return from_tails(response_epsilon(*response, delta, precision, limits), "epsilon");
  return std::nullopt;
}

}  // namespace shufflecert
