#pragma once

#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/figure.hpp"

namespace shufflecert::inline v0_1::claims {

/// Completes a catalogue whose files were read: a bound or claim also rests on what the bounds that
/// its formulas call rest on; bounds give claims of their own (src/claims/catalogue/chains.hpp);
/// and every claim that a [[coverage]] section names must exist. Throws catalogue_error.
void link_catalogue(catalogue& read);

/// Reads the [[figure]] sections of catalogue files, in the order of the files. `read` is the
/// catalogue of the same sources, linked: figures call its formulas and name its claims. Throws
/// catalogue_error for the first figure that cannot be drawn, with its place and what would be
/// right.
std::vector<figure> read_figures(const std::vector<catalogue_source>& sources,
                                 const catalogue& read);

}  // namespace shufflecert::inline v0_1::claims
