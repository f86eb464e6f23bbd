#pragma once
// The sections of a catalogue file, each read from its table.

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "claims/reading/toml_reader.hpp"

namespace shufflecert::inline v0_1::claims {

// The sections that give formulas, and what they rest on. Each complains as the reader does.

/// The name, the parameters and the value of a [[define]] or a [[bound]].
definition read_definition(const toml_reader& reader);

/// A [[define]]. One with a domain, or with parameters that take whole numbers only, is kept as its
/// formula with a guard: see language/syntax/guard.hpp.
definition read_guarded_definition(const toml_reader& reader);

/// A [[bound]] of the paper with this key.
bound read_bound(const toml_reader& reader, const std::string& paper_key);

/// A [[chain]]: what is on record for a claim that bounds generate.
chain_record read_chain(const toml_reader& reader);

/// [paper].
paper read_paper(const toml_reader& reader);

/// A [[result]] that claims rest on.
cited_result read_result(const toml_reader& reader);

// A claim.

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

// Where a claim is to be proved or refuted.

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

// Where it is checked.

/// A number, or a constant formula in quotes. Complains about `key` at `node` where it is neither.
point_value read_value(const toml_reader& reader, const toml::node& node, std::string_view key);

/// The values that a file gives a variable: one value, a range { from, to, steps, scale }, or a
/// list of both. Complains as the reader does; throws undefined_value where the ends of a range are
/// not usable.
std::vector<point_value> read_axis_values(const toml_reader& check, const toml::node& node,
                                          const std::string& variable);

/// Reads [check]: the axes and the listed points of a claim whose domain and integers are read
/// already.
void read_check(const toml_reader& reader, claim& c);

/// The number of values to check that a section states, before any of them is made.
std::size_t values_to_check(const toml::table& section);

}  // namespace shufflecert::inline v0_1::claims
