#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

/// What those who write `text` probably wanted where the TOML library stopped, at this line with
/// this description: "put straight quotes around text and formulas". Empty where nothing is known
/// of it.
std::string toml_hint(std::string_view text, std::size_t line, std::string_view description);

}  // namespace shufflecert::inline v0_1::claims
