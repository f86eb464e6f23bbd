#pragma once

#include <vector>

#include "claims/catalogue/figure.hpp"

namespace shufflecert {

/// Reads the [[figure]] sections of catalogue files, in the order of the files. `read` is the
/// catalogue of the same sources, linked: figures call its formulas and name its claims. Throws
/// catalogue_error for the first figure that cannot be drawn, with its place and what would be
/// right.
std::vector<figure> read_figures(const std::vector<catalogue_source>& sources,
                                 const catalogue& read);

}  // namespace shufflecert
