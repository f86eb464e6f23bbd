#pragma once

#include <string>

#include "lines.hpp"

namespace check {

/// Checks the lines of the rule `moments` to the end of the file. Returns what is to be reported.
/// Throws `wrong` unless all of the proof is right.
std::string check_moments(line_reader& lines);

}  // namespace check
