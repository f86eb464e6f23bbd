#pragma once

#include <string>

#include "claims/reading/toml_reader.hpp"

namespace shufflecert {

// The sections that give formulas, and what they rest on. Each complains as the reader does.

/// The name, the parameters and the value of a [[define]] or a [[bound]].
definition read_definition(const toml_reader& reader);

/// A [[bound]] of the paper with this key.
bound read_bound(const toml_reader& reader, const std::string& paper_key);

/// A [[chain]]: what is on record for a claim that bounds generate.
chain_record read_chain(const toml_reader& reader);

/// [paper].
paper read_paper(const toml_reader& reader);

/// A [[result]] that claims rest on.
cited_result read_result(const toml_reader& reader);

}  // namespace shufflecert
