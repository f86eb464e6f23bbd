#pragma once

#include <string>

#include "claims/catalogue/catalogue.hpp"
#include "claims/reading/toml_reader.hpp"

namespace shufflecert::inline v0_1::claims {

/// Reads one [[coverage]] section of the paper with this key: a statement of a document with the
/// claims that check it, or why nothing does. Throws catalogue_error where it has neither.
covered_statement read_covered_statement(const toml_reader& reader, const std::string& paper_key);

/// Throws catalogue_error where a [[coverage]] section names a claim that does not exist. Call it
/// when the generated claims are there.
void check_coverage(const catalogue& read);

/// The coverage page in Markdown: for every paper with [[coverage]] sections, what checks each of
/// its statements.
std::string coverage_markdown(const catalogue& read);

/// Reads one [[finding]] section of the paper with this key: what is said of a main result. Throws
/// catalogue_error where it has no statement, no sentence or no paper.
finding read_finding(const toml_reader& reader, const std::string& paper_key);

/// Throws catalogue_error where a [[finding]] is about a statement that no claim of its paper is a
/// reading of, or names a claim that does not exist. Call it when the generated claims are there.
void check_findings(const catalogue& read);

}  // namespace shufflecert::inline v0_1::claims
