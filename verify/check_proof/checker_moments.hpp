#pragma once

#include <string>

#include "derivation.hpp"
#include "lines.hpp"

namespace check {

/// Checks the lines of the rule `moments` to the end of the file, and that they are about the claim
/// that is stated. Returns what is to be reported. Throws `wrong` where the proof is, `unchecked`
/// where it may be right.
std::string check_moments(const statement& stated, line_reader& lines);

}  // namespace check
