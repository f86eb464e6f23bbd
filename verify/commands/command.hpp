#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/budget.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {

// Exit statuses of every command; docs/reference/commands.md.
constexpr int exit_success = 0;
constexpr int exit_differs = 1;
constexpr int exit_unusable = 2;
constexpr int exit_open = 3;

/// Options that every command has.
struct common_options {
  bool json = false;
  std::optional<double> timeout;  ///< seconds

  void add_to(CLI::App& command);
  /// The budget that starts now; `stop` as in budget.
  [[nodiscard]] budget limits(const std::atomic<bool>* stop = nullptr) const;
};

/// A command: registers itself with the program, and runs after the command line was read.
class command {
 public:
  virtual ~command() = default;
  virtual int run() = 0;
  [[nodiscard]] bool was_called() const { return app_->parsed(); }

 protected:
  CLI::App* app_ = nullptr;
  common_options common_;
};

std::unique_ptr<command> make_eval_command(CLI::App& program);
std::unique_ptr<command> make_compare_command(CLI::App& program);
std::unique_ptr<command> make_check_command(CLI::App& program);
std::unique_ptr<command> make_verify_command(CLI::App& program, std::string command_line);
std::unique_ptr<command> make_merge_command(CLI::App& program);
std::unique_ptr<command> make_show_command(CLI::App& program);
std::unique_ptr<command> make_coverage_command(CLI::App& program);
std::unique_ptr<command> make_letter_command(CLI::App& program);
std::unique_ptr<command> make_methods_command(CLI::App& program);
std::unique_ptr<command> make_frontier_command(CLI::App& program, std::string command_line);
std::unique_ptr<command> make_falsify_command(CLI::App& program);
std::unique_ptr<command> make_simulate_command(CLI::App& program);
std::unique_ptr<command> make_account_command(CLI::App& program);
std::unique_ptr<command> make_calibrate_command(CLI::App& program);
std::unique_ptr<command> make_report_command(CLI::App& program);
std::unique_ptr<command> make_recheck_command(CLI::App& program);

/// What a command that has nothing to show does when its time is over: says so. Its exit status.
int give_up_for_time();

class row_table;
/// The exit status of a table that was printed; one line on standard error says why rows have no
/// value, or stayed open.
int exit_status_of(const row_table& table);

/// The built-in catalogue with the claims that its bounds generate. It was tested, so this does not
/// fail.
catalogue read_builtin_catalogue();

}  // namespace shufflecert::inline v0_1::claims
