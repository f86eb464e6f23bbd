#pragma once

#include <string>
#include <vector>

#include "verify/catalogue.hpp"

namespace shufflecert {

/// Parses and checks a formula of the command line. Throws usage_error, which starts with `what`.
expression_ptr read_argument(const std::string& text, const std::string& what,
                             const definitions& visible, const name_kinds& variables);

/// Reads NAME=VALUE settings; a value is a formula without variables. Throws usage_error.
variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible);

}  // namespace shufflecert
