#pragma once

#include <string>

#include "claims/scripts/script_language.hpp"

namespace shufflecert {

/// A text of a catalogue as a string literal of the language, all in printable ASCII: the only form
/// in which such a text reaches a program. Python's literal is the text. GP has no escapes for most
/// characters: there "<U+03BB>" stands for a character that is not printable ASCII, and for a
/// quotation mark and a backslash, so that nothing in the literal could end it.
std::string quoted(script_language language, const std::string& text);

}  // namespace shufflecert
