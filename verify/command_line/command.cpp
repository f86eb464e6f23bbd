#include "verify/command_line/command.hpp"
#include "verify/terminal/process_guard.hpp"

#include <fmt/format.h>

#include "claims/reading/link_catalogue.hpp"
#include "verify/tables/row_table.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {

void common_options::add_to(CLI::App& command) {
  command.add_flag("--json", json, "Print the result as JSON");
  command
      .add_option("--timeout", timeout,
                  "Stop after this many seconds, and report what is unfinished as undecided")
      ->type_name("SECONDS")
      ->check([](const std::string& text) {
        double seconds = 0;
        const bool is_number = CLI::detail::lexical_cast(text, seconds);
        return is_number && seconds > 0
                   ? std::string()
                   : "expected a number of seconds above 0, not '" + text + "'";
      });
}

budget common_options::limits(const std::atomic<bool>* stop) const {
  return budget::of_seconds(timeout, stop);
}

void file_option::add_to(CLI::App& command, const std::string& meaning) {
  command.add_option("--file", names_, meaning)
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::vector<catalogue_source> file_option::sources() const {
  std::vector<catalogue_source> sources = builtin_sources();
  for (const std::string& name : names_) sources.push_back({name, read_file(name)});
  return sources;
}

int command::run_as(std::string command_line) {
  command_line_ = std::move(command_line);
  try {
    return run();
  } catch (const out_of_time&) {
    return give_up_early();
  }
}

int command::give_up_early() {
  return give_up_for_time();
}

int give_up_for_time() {
  complain("the time limit was reached");
  return exit_open;
}

int give_up_before_rows(bool as_json) {
  if (as_json) put_shown("[]\n");
  complain("the time limit was reached before the first row");
  return exit_open;
}

std::string complaint_about_seed(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos
             ? std::string()
             : "expected a whole number from 0 on, not '" + text + "'";
}

int exit_status_of(const row_table& table) {
  const auto complain_of = [&](row_state state, const char* words) {
    complain(fmt::format("{} of {} row{} {}, first {}", table.count(state), table.size(),
                         table.size() == 1 ? "" : "s", words, table.first_note(state)));
  };
  if (table.count(row_state::without_value) > 0) {
    complain_of(row_state::without_value, "without a value");
    return exit_unusable;
  }
  if (table.count(row_state::open) > 0) complain_of(row_state::open, "left open");
  if (table.count(row_state::fails) + table.count(row_state::rounded) > 0) return exit_differs;
  return table.count(row_state::open) > 0 ? exit_open : exit_success;
}

catalogue read_builtin_catalogue() {
  catalogue read = read_catalogue(builtin_sources());
  link_catalogue(read);
  return read;
}

}  // namespace shufflecert::inline v0_1::claims
