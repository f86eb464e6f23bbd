#pragma once

#include <string>

#include "derivation.hpp"
#include "lines.hpp"

namespace check {

/// The rule `evaluation`: a claim of existence holds at the point that its `solution` line gives.
/// The rule `enumeration`: the `case` lines are all points of a domain of whole numbers, and the
/// claim holds at each. Both return what is to be reported, and throw as check_derivation() does.
std::string check_evaluation(const statement& stated, line_reader& lines);
std::string check_enumeration(const statement& stated, line_reader& lines);

}  // namespace check
