#pragma once

#include <string>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

/// SHA-256 of `text` in hexadecimal.
std::string sha256(std::string_view text);

}  // namespace shufflecert::inline v0_1::claims
