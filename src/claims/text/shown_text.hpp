#pragma once

#include <string>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

// Texts of strangers on a terminal. Whatever a terminal could obey, or a reader could not see, is
// shown as an escape: control characters as \x1b, \n, \t; marks that turn the direction of writing,
// that have no width, or that end a line as \u202e; bytes that are no UTF-8 as \xff. Every other
// text stays as it is.

/// How many characters of one field of a message are shown.
constexpr std::size_t longest_field = 10'000;
/// The same for a line on standard error.
constexpr std::size_t longest_message = 1200;

/// A text as a part of one line: line feeds are escaped, too. One that is longer than `longest`
/// characters keeps its start and its end.
std::string shown_line(std::string_view text, std::size_t longest = longest_field);

/// Lines that the program put together: line feeds stay.
std::string shown_lines(std::string_view text);

/// JSON that says the same, in which no text holds what shown_line() would escape.
std::string shown_json(std::string_view json);

/// One character of UTF-8: how many bytes it takes and which it is. Bytes that are no UTF-8 are
/// characters of one byte with the code point `broken`.
struct decoded_character {
  static constexpr char32_t broken = 0xFFFFFFFF;
  char32_t code = broken;
  std::size_t size = 1;
};
decoded_character decoded_at(std::string_view text, std::size_t at);

/// A text of the program's own as a field of a CSV file, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

/// The same for words of others: those that a spreadsheet would run as a formula get an apostrophe
/// in front, and control characters become spaces.
std::string csv_text(const std::string& text);

/// Whether a text is a number as tables have them: decimal, with an exponent or not, or "inf".
bool is_table_number(const std::string& text);

/// The same for what should be a number, which may start with a sign; what is none is words.
std::string csv_number(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
