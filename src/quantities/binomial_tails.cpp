#include "quantities/binomial_tails.hpp"

namespace shufflecert {

std::optional<quantity> hockey_stick_by_tails(const distribution_pair& /*pair*/,
                                              const number& /*eps*/, bits /*precision*/,
                                              const budget& /*limits*/) {
  return std::nullopt;
}

std::optional<quantity> tradeoff_by_tails(const distribution_pair& /*pair*/,
                                          const number& /*alpha*/, bits /*precision*/,
                                          const budget& /*limits*/) {
  return std::nullopt;
}

std::optional<quantity> epsilon_by_tails(const distribution_pair& /*pair*/, const number& /*delta*/,
                                         bits /*precision*/, const budget& /*limits*/) {
  return std::nullopt;
}

}  // namespace shufflecert
