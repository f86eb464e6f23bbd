#include "quantities/response/pair.hpp"

#include <utility>
#include <variant>

namespace shufflecert {

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

}  // namespace shufflecert
