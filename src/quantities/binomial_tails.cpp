#include "quantities/binomial_tails.hpp"

#include "quantities/clone_tails.hpp"

namespace shufflecert {

std::optional<quantity> hockey_stick_by_tails(const distribution_pair& pair, const number& eps,
                                              bits precision, const budget& limits) {
  if (const auto of = as_tilted(pair, precision))
    return quantity{
        known(tilted_hockey_stick(*of, eps, precision, limits), "the hockey-stick divergence"),
        evaluation_method::binomial_tails};
  return std::nullopt;
}

std::optional<quantity> tradeoff_by_tails(const distribution_pair& pair, const number& alpha,
                                          bits precision, const budget& limits) {
  if (const auto of = as_tilted(pair, precision))
    return quantity{known(tilted_tradeoff(*of, alpha, precision, limits), "the trade-off function"),
                    evaluation_method::binomial_tails};
  return std::nullopt;
}

std::optional<quantity> epsilon_by_tails(const distribution_pair& pair, const number& delta,
                                         bits precision, const budget& limits) {
  if (const auto of = as_tilted(pair, precision)) {
    ball value = tilted_epsilon(*of, delta, precision, limits);
    if (value.is_infinity(1)) return quantity{std::move(value), evaluation_method::binomial_tails};
    return quantity{known(value, "epsilon"), evaluation_method::binomial_tails};
  }
  return std::nullopt;
}

}  // namespace shufflecert
