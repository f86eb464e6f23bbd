#pragma once

#include <set>
#include <string>

#include "claims/scripts/script_language.hpp"

namespace shufflecert {

/// The names that the snippets of a language define.
const std::set<std::string>& snippet_names(script_language language);

/// The snippets that `program` uses, and what these use, in the order of the library file; then the
/// same for the program that calls them. Lines that only normal laws need are left out where
/// neither uses any.
std::string used_snippets(script_language language, const std::string& program);

/// The names in a program's text: everything that looks like one.
std::set<std::string> identifiers_in(const std::string& text);

}  // namespace shufflecert
