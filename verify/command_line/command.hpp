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
#include "verify/terminal/exit_status.hpp"

namespace shufflecert::inline v0_1::claims {

/// Options that every command has.
struct common_options {
  bool json = false;
  std::optional<double> timeout;  ///< seconds

  void add_to(CLI::App& command);
  /// The budget that starts now; `stop` as in budget.
  [[nodiscard]] budget limits(const std::atomic<bool>* stop = nullptr) const;
};

/// --file of the commands that take formulas: catalogue files of which the formulas may be used.
class file_option {
 public:
  void add_to(CLI::App& command,
              const std::string& meaning = "A catalogue file whose formulas may be used");
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The built-in catalogue's files, and these. Throws usage_error for one that cannot be read.
  [[nodiscard]] std::vector<catalogue_source> sources() const;

 private:
  std::vector<std::string> names_;
};

/// A command: registers itself with the program, and runs after the command line was read.
class command {
 public:
  virtual ~command() = default;
  [[nodiscard]] bool was_called() const { return app_->parsed(); }
  /// Its exit status. `command_line` is the program's, as a shell would read it.
  int run_as(std::string command_line);

 protected:
  virtual int run() = 0;
  /// What it does when its time is over before it has begun to compute. Its exit status.
  virtual int give_up_early();

  std::string command_line_;
  CLI::App* app_ = nullptr;
  common_options common_;
};

/// What a command that has nothing to show does when its time is over: says so. Its exit status.
int give_up_for_time();
/// The same for a command that prints a table; as JSON that is an empty list.
int give_up_before_rows(bool as_json);

/// For --seed: what is wrong with it, or nothing. A minus sign would become a large number without
/// a word.
std::string complaint_about_seed(const std::string& text);

class row_table;
/// The exit status of a table that was printed; one line on standard error says why rows have no
/// value, or stayed undecided.
int exit_status_of(const row_table& table);

/// The built-in catalogue with the claims that its bounds generate. It was tested, so this does not
/// fail.
catalogue read_builtin_catalogue();

}  // namespace shufflecert::inline v0_1::claims
