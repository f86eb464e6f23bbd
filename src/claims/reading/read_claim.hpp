#pragma once

#include <exception>
#include <string>

#include "claims/reading/toml_reader.hpp"

namespace shufflecert {

/// Reads one [[claim]] of the paper with this key. Does not throw: what is wrong with the section
/// is the claim's `problem`.
claim read_claim(const toml_reader& reader, const std::string& paper_key);

/// Complains about formulas of a claim that are not of the right kind, or that name or call what is
/// not there; `shared` is what every claim sees.
void check_claim_formulas(const toml_reader& reader, const claim& c, const definitions& shared);

/// Complains about variables without values to check, about values that nothing uses, and about too
/// many points.
void check_claim_points(const toml_reader& reader, const claim& c);

/// What stops a section otherwise than by a complaint: a number out of all range, memory.
std::string problem_of(const toml_reader& reader, const std::exception_ptr& error);

}  // namespace shufflecert
