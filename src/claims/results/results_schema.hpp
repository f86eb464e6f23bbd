#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace shufflecert::inline v0_1::claims {

/// Where a results file is not what docs/reference/results-schema.json allows: "claims[2].seconds:
/// expected a number >= 0, found a string"; nothing where it is. That very file is part of the
/// program, so that what is published and what is checked are the same.
///
/// A file that passes has the keys that are read, each of the right kind and of one of the values
/// that it may have. How deep it is nested is for whoever parses it to limit, before this walks
/// through it.
std::optional<std::string> fault_in_results(const nlohmann::ordered_json& results);

/// The same for any schema that uses no other keywords than the one of results files does. Throws
/// std::logic_error for one that does.
std::optional<std::string> fault_by_schema(const nlohmann::ordered_json& value,
                                           const nlohmann::ordered_json& schema);

}  // namespace shufflecert::inline v0_1::claims
