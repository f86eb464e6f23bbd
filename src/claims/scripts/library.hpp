#pragma once

#include <set>
#include <stdexcept>
#include <string>

namespace shufflecert::inline v0_1::claims {

enum class script_language { python, gp };

/// The claim needs something that the script form does not have; what() says what.
class script_unavailable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A text of a catalogue as a string literal of the language, all in printable ASCII: the only form
/// in which such a text reaches a program. Python's literal is the text. GP has no escapes for most
/// characters: there "<U+03BB>" stands for a character that is not printable ASCII, and for a
/// quotation mark and a backslash, so that nothing in the literal could end it.
std::string quoted(script_language language, const std::string& text);

/// The names that the snippets of a language define.
const std::set<std::string>& snippet_names(script_language language);

/// The snippets that `program` uses, and what these use, in the order of the library file; then the
/// same for the program that calls them. Lines that only normal laws need are left out where
/// neither uses any.
std::string used_snippets(script_language language, const std::string& program);

/// The names in a program's text: everything that looks like one.
std::set<std::string> identifiers_in(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
