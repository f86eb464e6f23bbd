#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// A text that is no CSV: "LINE:CHARACTER: what; what would be right", both counted from 1.
class csv_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The most bytes of one field.
constexpr std::size_t largest_csv_field = 20'000;

/// A line of fields.
struct csv_record {
  std::size_t line = 0;  ///< where it begins; a field in quotes may hold line feeds
  std::vector<std::string> fields;
};

/// Reads CSV as RFC 4180 has it: commas, fields in double quotes where they need them, "" for a
/// quote inside, as many fields in each record. Lines end with a line feed, or a carriage return
/// and a line feed; a mark of the byte order before the first one, and empty lines behind the last
/// one, are passed over. Throws csv_error for everything else: other encodings than UTF-8, quotes
/// that are not closed or stand within a field, records of another length, empty lines, a field of
/// more than largest_csv_field bytes, and a text without records.
std::vector<csv_record> read_csv(std::string_view text);

}  // namespace shufflecert::inline v0_1::claims
