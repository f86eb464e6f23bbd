#include "quantities/variation/kary.hpp"

namespace shufflecert::inline v0_1 {

std::optional<std::int64_t> symbols_of_kary(const distribution_pair& pair) {
  const auto* response = std::get_if<krr_pair>(&pair.kind);
  if (response == nullptr || response->k < 4) return std::nullopt;
  return response->k;
}

std::optional<kary_laws> kary_laws_of(const distribution_pair& pair, bits precision) {
  const auto& response = std::get<krr_pair>(pair.kind);
  if (response.eps0.is_zero()) return std::nullopt;
  const number odds = exp(response.eps0, precision);
  const number beta =
      divide(expm1(response.eps0, precision), add(odds, response.k - 1, precision), precision);
  const auto counts =
      laws_of({variation_pair{response.n, odds, beta, odds, odds}, false}, precision);
  if (!counts) return std::nullopt;
  const ball r = odds.to_ball(precision);
  const ball rest = r + (response.k - 3);
  return kary_laws{*counts, response.n, r, r / rest, (response.k - 3) / rest};
}

}  // namespace shufflecert::inline v0_1
