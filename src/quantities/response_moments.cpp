#include "quantities/response_moments.hpp"

namespace shufflecert {

std::optional<response> as_response(const distribution_pair& pair) {
  if (const auto* plain = std::get_if<rr_pair>(&pair.kind))
    return response{*plain, 1, pair.swapped};
  return std::nullopt;
}

std::optional<quantity> response_renyi(const response& /*pair*/, const number& /*lambda*/,
                                       bits /*precision*/, const budget& /*limits*/,
                                       evaluation_method /*method*/) {
  return std::nullopt;
}

std::optional<quantity> response_chi_moment(const response& /*pair*/, const number& /*a*/,
                                            bits /*precision*/, const budget& /*limits*/,
                                            evaluation_method /*method*/) {
  return std::nullopt;
}

}  // namespace shufflecert
