#include "quantities/clone_renyi.hpp"

#include "quantities/clone_moments.hpp"
#include "quantities/method_choice.hpp"

namespace shufflecert {

std::optional<quantity> clone_renyi(const clone_pair& pair, const number& lambda, bits precision,
                                    const budget& limits, evaluation_method method) {
  if (allows(method, evaluation_method::windowed_moments))
    if (const auto found = renyi_by_moments(pair, lambda, precision, limits))
      return quantity{*found, evaluation_method::windowed_moments};
  return std::nullopt;
}

}  // namespace shufflecert
