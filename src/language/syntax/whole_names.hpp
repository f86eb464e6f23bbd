#pragma once

#include <set>
#include <string>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// The variables of a formula that stand, alone or with a whole number added, where a function
/// takes whole numbers only, such as the n of clone_pair(n, eps0) and of sum(j, 1, n - 1, j):
/// everywhere else that function has no value.
std::set<std::string> whole_names_in(const expression& formula, const definitions& visible);

}  // namespace shufflecert::inline v0_1
