#include "quantities/discrete_pairs.hpp"

#include <stdexcept>

#include "arithmetic/overloaded.hpp"

namespace shufflecert {
namespace {

[[noreturn]] void not_discrete() {
  throw std::logic_error("a normal pair has no outcomes to sum over");
}

}  // namespace

ball visit_outcomes(const distribution_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor) {
  return std::visit(
      overloaded{
          [&](const rr_pair& rr) { return visit_outcomes(rr, pair.swapped, limits, visitor); },
          [&](const normal_pair&) -> ball { not_discrete(); },
          [&](const krr_pair&) -> ball { not_discrete(); },
          [&](const subsampled_pair&) -> ball { not_discrete(); },
          [&](const law_pair&) -> ball { not_discrete(); },
          // Mirroring an outcome of a layered pair exchanges P and Q, and both are visited:
          // the swapped pair has the same outcomes.
          [&](const auto& layered) {
            return visit_outcomes(
                layers_of(layered, walking_precision(limits.precision, layered.n)), limits,
                visitor);
          }},
      pair.kind);
}

bool certainly_identical(const distribution_pair& pair) {
  return std::visit(overloaded{[](const clone_pair& clone) { return clone.eps0.is_zero(); },
                               [](const unmixed_pair&) { return false; },
                               [](const printed_pair& printed) { return printed.b.is_zero(); },
                               [](const rr_pair& rr) { return rr.eps0.is_zero(); },
                               [](const auto&) { return false; }},
                    pair.kind);
}

std::optional<bool> has_singular_outcomes(const distribution_pair& pair, bits precision) {
  // Unmixed: the outcome with a = N has Q = 0. Printed: N = n needs Δ = 1, so one end has Q = 0.
  if (std::holds_alternative<unmixed_pair>(pair.kind)) return true;
  if (const auto* printed = std::get_if<printed_pair>(&pair.kind)) {
    const auto b_sign = sign(printed->b, precision);
    return b_sign ? std::optional<bool>(*b_sign != 0) : std::nullopt;
  }
  return false;
}

bool has_bounded_ratio(const distribution_pair& pair) {
  return std::holds_alternative<clone_pair>(pair.kind) ||
         std::holds_alternative<rr_pair>(pair.kind);
}

const number& largest_log_ratio(const distribution_pair& pair) {
  if (const auto* clone = std::get_if<clone_pair>(&pair.kind)) return clone->eps0;
  if (const auto* rr = std::get_if<rr_pair>(&pair.kind)) return rr->eps0;
  throw std::logic_error("the likelihood ratio of this pair is not bounded");
}

}  // namespace shufflecert
