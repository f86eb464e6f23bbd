#pragma once

#include <string_view>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1 {

/// Whether the formula calls a function of this name anywhere, as called_functions() finds them.
bool calls_function(const expression& formula, std::string_view name);

}  // namespace shufflecert::inline v0_1
