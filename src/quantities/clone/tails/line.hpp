#pragma once
// Hockey-stick divergence, ε and trade-off function of the clone and unmixed pairs where their
// layers are too many to be visited: docs/methods/tails.md, section 8.

#include <optional>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// What to do where the other way, a walk over the layers, may be better.
enum class line_choice {
  where_better,  ///< nothing where the walk is expected to be faster, or gives more digits
  wherever       ///< nothing only where the line does not serve
};

/// H_{e^ε} for any finite ε; nothing as `choice` says. The enclosure is as narrow as the line
/// allows: at 10^18 users 80 bits, at fewer users fewer.
/// @throws beyond_reach  the deadline has passed
std::optional<ball> line_hockey_stick(const clone_parameters& of, const number& eps, bits precision,
                                      line_choice choice, const budget& limits);
/// The same for ε, 0 < δ < 1.
std::optional<ball> line_epsilon(const clone_parameters& of, const number& delta, bits precision,
                                 line_choice choice, const budget& limits);
/// The same for T(α), 0 < α < 1.
std::optional<ball> line_tradeoff(const clone_parameters& of, const number& alpha, bits precision,
                                  line_choice choice, const budget& limits);

}  // namespace shufflecert::inline v0_1
