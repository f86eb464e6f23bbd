#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/json.hpp"
#include "shufflecert/budget.hpp"
#include "verify/journals/journal_file.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the rows of a table depend on: the program, what it was told, what it read.
struct table_identity {
  std::string version;
  std::string command;  ///< "frontier"
  /// As they stand on the command line, by the names of their options; those that change no row are
  /// left out.
  std::map<std::string, std::vector<std::string>> options;
  std::vector<input_file> inputs;
};

/// In what `there` is another table than `here`, in words: "--digits is 12 there and 20 here".
/// Nothing where both are the same.
std::optional<std::string> difference(const table_identity& there, const table_identity& here);

/// The journal in which a table keeps each row as soon as it is computed. All functions may be
/// called from any thread.
class row_journal {
 public:
  /// Opens the journal of this table, or makes it where there is none. Throws usage_error, and
  /// changes nothing, where journal_file does, and where it is of another table. Rows that end when
  /// `limits` are exhausted are not kept: they may have been cut short.
  row_journal(const std::string& path, const table_identity& table, budget limits);
  row_journal(const row_journal&) = delete;
  row_journal& operator=(const row_journal&) = delete;
  ~row_journal();

  /// What `read` makes of a row that an earlier run has kept. Refuses the journal as damaged where
  /// that throws.
  template <class Read>
  [[nodiscard]] auto restored(std::size_t i, const Read& read) const {
    std::optional<decltype(read(std::declval<const json&>()))> made;
    const std::string* text = text_of_row(i);
    if (text == nullptr) return made;
    try {
      made = read(json::parse(*text));
    } catch (const std::exception&) {
      refuse_damaged_journal(path_);
    }
    return made;
  }
  /// How many there are.
  [[nodiscard]] std::size_t size() const { return file_.contents().rows.size(); }
  /// Keeps a row, within a quarter of a second. Never throws: after the first failure nothing more
  /// is written, and problem() says why.
  void keep(std::size_t i, const json& row) noexcept;
  /// Writes what is not written yet.
  void finish() noexcept;
  [[nodiscard]] std::optional<std::string> problem() const;

 private:
  [[nodiscard]] const std::string* text_of_row(std::size_t i) const;
  void write() noexcept;

  std::string path_;
  budget limits_;
  mutable std::mutex mutex_;
  journal_file file_;
  /// A transaction for each of many quick rows would take longer than the rows.
  std::vector<std::pair<std::string, std::string>> waiting_;
  std::chrono::steady_clock::time_point written_;
  std::optional<std::string> problem_;
};

}  // namespace shufflecert::inline v0_1::claims
