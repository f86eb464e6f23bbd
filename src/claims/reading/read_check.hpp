#pragma once

#include <string>
#include <vector>

#include "claims/reading/toml_reader.hpp"

namespace shufflecert {

/// A number, or a constant formula in quotes. Complains about `key` at `node` where it is neither.
point_value read_value(const toml_reader& reader, const toml::node& node, std::string_view key);

/// The values that a file gives a variable: one value, a range { from, to, steps, scale }, or a
/// list of both. Complains as the reader does; throws undefined_value where the ends of a range are
/// not usable.
std::vector<point_value> read_axis_values(const toml_reader& check, const toml::node& node,
                                          const std::string& variable);

/// Reads [check]: the axes and the listed points of a claim whose domain and integers are read
/// already.
void read_check(const toml_reader& reader, claim& c);

/// The number of values to check that a section states, before any of them is made.
std::size_t values_to_check(const toml::table& section);

}  // namespace shufflecert
