#pragma once

#include <string>

namespace shufflecert::inline v0_1::claims {

/// The text as one word of a shell command, in quotes where it needs them.
std::string shell_word(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
