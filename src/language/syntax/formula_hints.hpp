#pragma once

#include <string>
#include <string_view>

namespace shufflecert::inline v0_1 {

/// How the formula language writes what other languages write as it stands at `position`, where the
/// parser stopped: "a power is written '^'". Empty where nothing is known of it.
std::string hint_at(std::string_view text, std::size_t position);

}  // namespace shufflecert::inline v0_1
