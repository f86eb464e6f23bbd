#pragma once

#include <string>

namespace shufflecert {

/// A text as a field of a CSV file, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

/// The same for words: those that a spreadsheet would run as a formula get an apostrophe in front.
/// Not for numbers, which may start with a sign.
std::string csv_text(const std::string& text);

}  // namespace shufflecert
