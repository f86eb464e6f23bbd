#pragma once

#include <string>

namespace shufflecert::inline v0_1::claims {

/// The page with powers and indices in its prose set as such: e^ε0 becomes
/// e<sup>ε<sub>0</sub></sup>, 10^−4 a power of ten, R_α a letter with an index. Code, formulas and
/// attributes stay as they are. Nothing is removed but the sign `^`, the sign `_`, and brackets
/// around a whole exponent.
std::string with_prose_set(const std::string& html);

}  // namespace shufflecert::inline v0_1::claims
