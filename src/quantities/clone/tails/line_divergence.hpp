#pragma once
// H_κ of the clone and unmixed pairs by a sum along a line. Formula numbers refer to
// docs/methods/tails.md.

#include <optional>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// y* of (B.2) for κ = 1 + excess.
ball line_cut(const clone_parameters& of, const ball& excess);

/// H_κ for κ = 1 + excess >= 1; nothing where no line serves.
std::optional<ball> line_positive_part(const clone_parameters& of, const ball& excess,
                                       bits precision, const budget& limits);

/// The same for searches, with less patience; where no line serves, [0, a bound].
ball enclosed_positive_part(const clone_parameters& of, const ball& excess, bits precision,
                            const budget& limits);

/// Whether a line is expected to take less time at the cut y than a walk over the layers.
bool is_line_faster(const clone_parameters& of, double y, bits precision);

/// Nothing where `found` is wider than the walk's value would be, if there is one.
std::optional<ball> unless_walk_is_better(const clone_parameters& of, ball found, bits precision);

}  // namespace shufflecert::inline v0_1
