#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/results/evidence.hpp"

namespace shufflecert::inline v0_1::claims {

/// Reads a file that evidence names; throws evidence_error where there is none with this SHA-256.
using input_reader = std::function<std::string(const input_file& input)>;

/// The texts of the files that results were made with; the built-in files are this program's own.
/// Throws evidence_error where an input is missing or has changed; `version` is that of the
/// results, which messages tell.
std::vector<catalogue_source> read_input_sources(const std::vector<input_file>& inputs,
                                                 const std::string& version,
                                                 const input_reader& read_file);

/// The catalogue that the evidence speaks of, read again from its inputs. Throws as
/// read_input_sources() does, and catalogue_error where one cannot be read.
catalogue read_inputs(const recorded_results& results, const input_reader& read_file);

}  // namespace shufflecert::inline v0_1::claims
