#pragma once

#include <string>
#include <string_view>

namespace shufflecert {

/// SHA-256 of `text` in hexadecimal.
std::string sha256(std::string_view text);

}  // namespace shufflecert
