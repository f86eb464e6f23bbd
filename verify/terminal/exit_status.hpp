#pragma once

namespace shufflecert::inline v0_1::claims {

// Exit statuses of every command; docs/reference/commands.md.
constexpr int exit_success = 0;
constexpr int exit_differs = 1;
constexpr int exit_unusable = 2;
constexpr int exit_open = 3;

}  // namespace shufflecert::inline v0_1::claims
