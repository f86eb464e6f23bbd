#pragma once

#include <string>

namespace shufflecert {

/// A text as a field of a CSV file, in quotes where it needs them (RFC 4180).
std::string csv_field(const std::string& text);

}  // namespace shufflecert
