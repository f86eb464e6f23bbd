#pragma once

#include <optional>

#include "claims/bounds/single_bound.hpp"

namespace shufflecert::inline v0_1::claims {

/// (O.8) of docs/methods/orderings.md: what the Rényi divergence renyi(subsampled(rr_pair(n, e),
/// g), x) of whole order is, a bound from both sides; nothing for another quantity.
std::optional<known_bound> expansion_of_sampled(const claim& subject, const call& quantity);

/// The divergence of which the formula, one of four variables, may be the expansion; null where it
/// cannot be one. Only the names are read off: that it is the expansion, (O.8) has to show.
expression_ptr quantity_expanded_in(const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
