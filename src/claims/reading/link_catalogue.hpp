#pragma once

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert {

/// Completes a catalogue whose files were read: a bound or claim also rests on what the bounds that
/// its formulas call rest on; bounds give claims of their own (src/claims/catalogue/chains.hpp);
/// and every claim that a [[coverage]] section names must exist. Throws catalogue_error.
void link_catalogue(catalogue& read);

}  // namespace shufflecert
