#pragma once
// Which pairs are put on a grid layer by layer.

#include <optional>

#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// A clone or unmixed pair in one form, else nothing.
std::optional<layered_form> layers_of_pair(const distribution_pair& pair, bits precision);

/// About how many reports are clones: n times the probability of one.
double reports_of(const layered_form& of);

/// Whether it is a clone or unmixed pair of so many users that spread_layers() saves time.
bool has_many_layers(const distribution_pair& pair);

}  // namespace shufflecert::inline v0_1
