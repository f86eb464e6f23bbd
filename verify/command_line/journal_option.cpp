#include "verify/command_line/journal_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verify/command_line/command.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/tables/row_table.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
void journal_option::add_to(CLI::App& command) {
  command
      .add_option(
          "--journal", path_,
          "Save each row of a table in this file as soon as it is known; after an interruption the "
          "same command resumes. docs/guide/long-runs.md")
      ->type_name("FILE")
      ->check(complaint_about_name);
}

std::unique_ptr<row_journal> journal_option::open(const CLI::App& command, const table& made,
                                                  const budget& limits) const {
  if (path_.empty()) return nullptr;
  std::vector<std::string> files;
  for (const input_file& input : made.inputs) files.push_back(input.file);
  const auto is_journal = [&](const std::string& name) {
    return !name.empty() && is_same_output(name, path_);
  };
  if (is_among(files, path_) || std::any_of(made.written.begin(), made.written.end(), is_journal))
    throw usage_error(fmt::format("--journal: '{}' is read or written besides", path_));
  require_writable(path_, files);
  table_identity identity{version(), command.get_name(), {}, made.inputs};
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || name == "--journal" || name == "--timeout" ||
        is_among(made.insignificant, name))
      continue;
    // A flag has no words.
    identity.options[name] =
        option->get_expected_max() == 0 ? std::vector<std::string>() : option->results();
  }
  auto journal = std::make_unique<row_journal>(path_, identity, limits);
  if (journal->size() > 0)
    complain(
        fmt::format("{} of {} rows are in the journal '{}'", journal->size(), made.rows, path_));
  return journal;
}

int exit_status_with(row_journal* journal, int status) {
  if (journal == nullptr) return status;
  journal->finish();
  const auto problem = journal->problem();
  if (!problem) return status;
  complain(*problem);
  return exit_unusable;
}

int exit_status_of(const row_table& table, row_journal* journal) {
  return exit_status_with(journal, exit_status_of(table));
}

}  // namespace shufflecert::inline v0_1::claims
