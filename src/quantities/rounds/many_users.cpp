#include "quantities/rounds/many_users.hpp"

namespace shufflecert::inline v0_1 {

std::optional<layered_form> layers_of_pair(const distribution_pair& pair, bits precision) {
  if (const auto* clone = std::get_if<clone_pair>(&pair.kind))
    return layers_of(*clone, walking_precision(precision, clone->n));
  if (const auto* unmixed = std::get_if<unmixed_pair>(&pair.kind))
    return layers_of(*unmixed, walking_precision(precision, unmixed->n));
  return std::nullopt;
}

double reports_of(const layered_form& of) {
  constexpr bits few = 64;
  return static_cast<double>(of.n) * of.p.to_ball(few).near();
}

bool has_many_layers(const distribution_pair& pair) {
  constexpr std::int64_t many_users = 5000;
  if (const auto* clone = std::get_if<clone_pair>(&pair.kind)) return clone->n >= many_users;
  if (const auto* unmixed = std::get_if<unmixed_pair>(&pair.kind)) return unmixed->n >= many_users;
  return false;
}

}  // namespace shufflecert::inline v0_1
