#pragma once

#include <string>

namespace shufflecert::second {

/// The shortest decimal text that reads back as the same double.
std::string shortest_text(double x);

}  // namespace shufflecert::second
