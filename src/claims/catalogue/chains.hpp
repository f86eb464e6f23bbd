#pragma once

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The key under which the generated claims stand, as if they were a paper's.
inline constexpr const char* chains_key = "chains";

/// Appends to `read.claims` the claims that its bounds imply, and says in `read.papers` what they
/// are. In the order of the bounds:
///   bound/NAME            the quantity `on` keeps to the bound, on the bound's domain;
///   bound/NAME/mechanism  so does shuffled binary randomized response, the larger direction, for a
///                         bound on the pair of clones that is claimed of every mechanism;
/// then, for each lower bound and each upper bound whose `on` are the same tree after renaming
/// parameters:
///   chain/LOWER/UPPER     lower <= upper, on both domains.
/// The points are the product of the axes that the bounds give ([bound.check], united for a chain)
/// and of a few standard values for the other parameters, chosen by their place in `on` or by their
/// name; a claim with a parameter that has neither is `invalid`. The verdict on record is that of
/// the bound or of a [[chain]] entry; without one a claim among built-in bounds is expected to be
/// verified. Throws catalogue_error for a [[chain]] entry whose claim does not exist.
void add_generated_claims(catalogue& read);

/// True for a claim that add_generated_claims() made.
bool is_generated(const claim& c);

}  // namespace shufflecert::inline v0_1::claims
