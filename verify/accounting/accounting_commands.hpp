#pragma once

#include <memory>

#include "verify/command_line/program.hpp"

namespace shufflecert::inline v0_1::claims {

// The commands of this room, as those in commands/program.hpp.
std::unique_ptr<command> make_account_command(CLI::App& program);
std::unique_ptr<command> make_calibrate_command(CLI::App& program);
std::unique_ptr<command> make_check_pld_command(CLI::App& program);

}  // namespace shufflecert::inline v0_1::claims
