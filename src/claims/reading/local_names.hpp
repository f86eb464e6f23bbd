#pragma once

#include "claims/reading/toml_reader.hpp"

namespace shufflecert::inline v0_1::claims {

/// Reads [let]: the local names of a claim, with parameters and without.
void read_let(const toml_reader& reader, claim& c);

/// All that a claim's formulas may name: its variables, which are numbers, and its local names.
name_kinds names_in_scope(const claim& c);

/// All that a claim's formulas may call: what every claim sees, and its own functions. Complains
/// about a function whose name is taken.
definitions with_local_functions(const toml_reader& reader, const claim& c, definitions visible);

/// Complains about local names that also have values to check, and about the formulas of local
/// functions; `callable` is all that they may call.
void check_local_names(const toml_reader& reader, const claim& c, const definitions& callable);

/// Complains about a local name that is defined through itself.
void refuse_circular_names(const toml_reader& reader, const claim& c);

/// Puts the local functions into the claim's formulas, where there are any, and keeps the claim as
/// it was stated.
void expand_claim(const toml_reader& reader, claim& c);

/// The key of the claim's formula.
const char* formula_key(const claim& c);

}  // namespace shufflecert::inline v0_1::claims
