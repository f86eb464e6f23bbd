#include "quantities/binomial_tails.hpp"

#include "quantities/response_tails.hpp"

namespace shufflecert {
namespace {

quantity from_tails(const ball& enclosure, const char* what) {
  return {known(enclosure, what), evaluation_method::binomial_tails};
}

}  // namespace

std::optional<quantity> hockey_stick_by_tails(const distribution_pair& pair, const number& eps,
                                              bits precision, const budget& limits) {
  if (const auto response = as_response(pair))
    return from_tails(response_hockey_stick(*response, eps, precision, limits),
                      "the hockey-stick divergence");
  return std::nullopt;
}

std::optional<quantity> tradeoff_by_tails(const distribution_pair& pair, const number& alpha,
                                          bits precision, const budget& limits) {
  if (const auto response = as_response(pair))
    return from_tails(response_tradeoff(*response, alpha, precision, limits),
                      "the trade-off function");
  return std::nullopt;
}

std::optional<quantity> epsilon_by_tails(const distribution_pair& pair, const number& delta,
                                         bits precision, const budget& limits) {
  if (const auto response = as_response(pair))
    return from_tails(response_epsilon(*response, delta, precision, limits), "epsilon");
  return std::nullopt;
}

}  // namespace shufflecert
