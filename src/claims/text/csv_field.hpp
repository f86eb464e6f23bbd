#pragma once

#include <string>

namespace shufflecert {

/// A text of the program's own as a field of a CSV file, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

/// The same for words of others: those that a spreadsheet would run as a formula get an apostrophe
/// in front, and control characters become spaces.
std::string csv_text(const std::string& text);

/// Whether a text is a number as tables have them: decimal, with an exponent or not, or "inf".
bool is_table_number(const std::string& text);

/// The same for what should be a number, which may start with a sign; what is none is words.
std::string csv_number(const std::string& text);

}  // namespace shufflecert
