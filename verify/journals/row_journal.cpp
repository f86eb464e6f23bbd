#include "verify/journals/row_journal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::chrono::milliseconds longest_wait{250};

json to_json(const table_identity& table) {
  json inputs = json::array();
  for (const input_file& input : table.inputs)
    inputs.push_back({{"file", input.file}, {"sha256", input.sha256}});
  return {{"version", table.version},
          {"command", table.command},
          {"options", table.options},
          {"inputs", std::move(inputs)}};
}

table_identity identity_from(const json& object) {
  table_identity table;
  table.version = object.at("version").get<std::string>();
  table.command = object.at("command").get<std::string>();
  table.options = object.at("options").get<std::map<std::string, std::vector<std::string>>>();
  for (const json& input : object.at("inputs"))
    table.inputs.push_back(
        {input.at("file").get<std::string>(), input.at("sha256").get<std::string>()});
  return table;
}

// How an option was given, as a person would say it.
std::string words_of(const table_identity& table, const std::string& option) {
  const auto found = table.options.find(option);
  if (found == table.options.end()) return "not given";
  return found->second.empty() ? "given" : fmt::format("'{}'", fmt::join(found->second, "', '"));
}

}  // namespace

std::optional<std::string> difference(const table_identity& there, const table_identity& here) {
  const auto differs = [](const std::string& what, const std::string& a, const std::string& b) {
    return fmt::format("{} is {} there and {} here", what, a, b);
  };
  if (there.version != here.version)
    return differs("the version of shufflecert", there.version, here.version);
  if (there.command != here.command) return differs("the command", there.command, here.command);
  for (const table_identity* one : {&here, &there})
    for (const auto& [option, words] : one->options) {
      const auto other = (one == &here ? there : here).options.find(option);
      if (other == (one == &here ? there : here).options.end() || other->second != words)
        return differs(option, words_of(there, option), words_of(here, option));
    }
  for (const input_file& input : here.inputs)
    if (std::none_of(there.inputs.begin(), there.inputs.end(), [&](const input_file& one) {
          return one.file == input.file && one.sha256 == input.sha256;
        }))
      return fmt::format("'{}' has changed since (SHA-256)", input.file);
  if (there.inputs.size() != here.inputs.size()) return "it was made of other files";
  return std::nullopt;
}

row_journal::row_journal(const std::string& path, const table_identity& table, budget limits)
    : path_(path),
      limits_(limits),
      file_(path, journal_kind::table_rows, journal_text(to_json(table))),
      written_(std::chrono::steady_clock::now()) {
  table_identity known;
  try {
    known = identity_from(json::parse(file_.contents().identity));
  } catch (const json::exception&) {
    refuse_damaged_journal(path);
  }
  if (const auto other = difference(known, table))
    refuse_journal(path, fmt::format("is of another run: {}", *other));
}

row_journal::~row_journal() {
  finish();
}

const std::string* row_journal::text_of_row(std::size_t i) const {
  const auto found = file_.contents().rows.find(std::to_string(i));
  return found == file_.contents().rows.end() ? nullptr : &found->second;
}

void row_journal::keep(std::size_t i, const json& row) noexcept {
  if (limits_.is_exhausted()) return;
  const std::scoped_lock lock(mutex_);
  if (problem_) return;
  try {
    waiting_.emplace_back(std::to_string(i), journal_text(row));
  } catch (const std::exception& error) {
    problem_ = fmt::format("the journal '{}' cannot be written: {}", path_, error.what());
  }
  if (std::chrono::steady_clock::now() - written_ >= longest_wait) write();
}

void row_journal::finish() noexcept {
  const std::scoped_lock lock(mutex_);
  write();
}

void row_journal::write() noexcept {
  file_.keep(waiting_);
  waiting_.clear();
  written_ = std::chrono::steady_clock::now();
}

std::optional<std::string> row_journal::problem() const {
  const std::scoped_lock lock(mutex_);
  return problem_ ? problem_ : file_.problem();
}

}  // namespace shufflecert::inline v0_1::claims
