#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace shufflecert::inline v0_1::claims {

class command;

/// Makes a command, which registers itself with the program.
using command_maker = std::unique_ptr<command> (*)(CLI::App& program);

// The commands of this room. Those of the rooms above are in accounting/commands.hpp and
// auditing/commands.hpp.
std::unique_ptr<command> make_eval_command(CLI::App& program);
std::unique_ptr<command> make_compare_command(CLI::App& program);
std::unique_ptr<command> make_check_command(CLI::App& program);
std::unique_ptr<command> make_show_command(CLI::App& program);
std::unique_ptr<command> make_coverage_command(CLI::App& program);
std::unique_ptr<command> make_letter_command(CLI::App& program);
std::unique_ptr<command> make_methods_command(CLI::App& program);
std::unique_ptr<command> make_rules_command(CLI::App& program);
std::unique_ptr<command> make_frontier_command(CLI::App& program);
std::unique_ptr<command> make_report_command(CLI::App& program);
std::unique_ptr<command> make_recheck_command(CLI::App& program);

/// Reads the command line and runs the command that it names. Its exit status; 2 after one line on
/// standard error where the command line cannot be used. Throws what the command throws.
int run_command_line(int given, char** given_words, const std::vector<command_maker>& makers);

/// Says on standard error why the program cannot go on. The exit status of that, 2.
int refuse(const std::string& message);

}  // namespace shufflecert::inline v0_1::claims
