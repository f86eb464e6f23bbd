#pragma once

#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// Whether one of the names is open in the formula. Every part of every condition is asked on every
/// box, so that a list of the open names would take most of the time.
bool leaves_open(const expression& formula, const std::vector<std::string>& wanted);

}  // namespace shufflecert::inline v0_1
