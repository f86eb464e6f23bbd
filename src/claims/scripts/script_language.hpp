#pragma once

#include <stdexcept>
#include <string>

namespace shufflecert {

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

}  // namespace shufflecert
