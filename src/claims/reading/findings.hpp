#pragma once

#include <string>

#include "claims/catalogue/catalogue.hpp"
#include "claims/reading/toml_reader.hpp"

namespace shufflecert {

/// Reads one [[finding]] section of the paper with this key: what is said of a main result. Throws
/// catalogue_error where it has no statement, no sentence or no paper.
finding read_finding(const toml_reader& reader, const std::string& paper_key);

/// Throws catalogue_error where a [[finding]] is about a statement that no claim of its paper is a
/// reading of, or names a claim that does not exist. Call it when the generated claims are there.
void check_findings(const catalogue& read);

}  // namespace shufflecert
