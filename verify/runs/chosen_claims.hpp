#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether a name on the command line is that of a catalogue file rather than of a claim or paper.
bool is_file_name(const std::string& name);

/// The files among the names.
std::vector<std::string> files_among(const std::vector<std::string>& names);

/// The built-in catalogue, and the files among the names, each as its text.
std::vector<catalogue_source> sources_of(const std::vector<std::string>& names);

/// The claims that the names stand for, in the order of the catalogue: all claims without names;
/// an input file stands for all its claims, unless some of them are named. Empty where a file has
/// none.
/// Throws usage_error, with a suggestion, where a name is that of nothing.
std::vector<const claim*> chosen_claims(const catalogue& read,
                                        const std::vector<std::string>& names);

/// The claims with this id, or of the paper with this key. Throws usage_error with a suggestion.
std::vector<const claim*> claims_named(const catalogue& read, const std::string& name);

}  // namespace shufflecert::inline v0_1::claims
