#include "quantities/densities/density_pairs.hpp"

#include "arithmetic/overloaded.hpp"
#include "quantities/densities/laplace.hpp"
#include "quantities/densities/normal_pairs.hpp"

namespace shufflecert::inline v0_1 {

std::optional<density_pair> as_density_pair(const distribution_pair& pair) {
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) return *normal;
  if (const auto* laplace = std::get_if<laplace_pair>(&pair.kind)) return *laplace;
  return std::nullopt;
}

bool has_densities(const distribution_pair& pair) {
  const distribution_pair* whole = &pair;
  while (const auto* sampled = std::get_if<subsampled_pair>(&whole->kind))
    whole = sampled->of.get();
  return std::holds_alternative<normal_pair>(whole->kind) ||
         std::holds_alternative<laplace_pair>(whole->kind);
}

distribution_pair with_densities(const density_pair& pair, bool swapped) {
  return std::visit([&](const auto& of) { return distribution_pair{of, swapped}; }, pair);
}

number density_renyi(const density_pair& pair, bool swapped, const number& lambda, bits precision) {
  return std::visit(
      overloaded{
          [&](const normal_pair& of) { return normal_renyi(of, swapped, lambda, precision); },
          [&](const laplace_pair& of) { return laplace_renyi(of, lambda, precision); }},
      pair);
}

number density_hockey_stick(const density_pair& pair, bool swapped, const number& eps,
                            bits precision) {
  return std::visit(
      overloaded{
          [&](const normal_pair& of) { return normal_hockey_stick(of, swapped, eps, precision); },
          [&](const laplace_pair& of) { return laplace_hockey_stick(of, eps, precision); }},
      pair);
}

number density_tradeoff(const density_pair& pair, bool swapped, const number& alpha, bits precision,
                        const budget& limits) {
  return std::visit(
      overloaded{[&](const normal_pair& of) {
                   return normal_tradeoff(of, swapped, alpha, precision, limits);
                 },
                 [&](const laplace_pair& of) { return laplace_tradeoff(of, alpha, precision); }},
      pair);
}

bool may_have_infinite_moments(const density_pair& pair, bits precision) {
  return std::visit(overloaded{[&](const normal_pair& of) {
                                 return compare(of.v1, relation::greater, of.v2, precision).value !=
                                        std::optional<bool>(false);
                               },
                               [](const laplace_pair&) { return false; }},
                    pair);
}

}  // namespace shufflecert::inline v0_1
