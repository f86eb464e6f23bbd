#pragma once

#include "claims/reading/toml_reader.hpp"

namespace shufflecert {

/// Reads [claim.prove], or several [[claim.prove]], of a claim whose kind, domain and check values
/// are read already. Complains (catalogue_error) about variables that the claim does not have, that
/// its domain does not mention, or that have no values here or in `check`, and about ranges whose
/// ends are not in order.
void read_proof_regions(const toml_reader& reader, claim& c);

/// Reads [[claim.refute]] of a claim whose kind, domain and check values are read already.
/// Complains (catalogue_error) about variables that the claim does not have, that its domain does
/// not mention or that have neither a range nor a value, and about ranges that are empty, not in
/// order, or depend on each other.
void read_refutation_regions(const toml_reader& reader, claim& c);

}  // namespace shufflecert
