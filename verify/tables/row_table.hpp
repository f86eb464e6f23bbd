#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "claims/results/failure.hpp"
#include "claims/results/json.hpp"
#include "shufflecert/formula.hpp"
#include "verify/journals/row_journal.hpp"
#include "verify/terminal/progress.hpp"

namespace shufflecert::inline v0_1::claims {

enum class table_form { as_text, as_csv, as_json };

/// What a row says of itself, for the exit status and for the last lines.
enum class row_state { good, rounded, fails, open, without_value };
constexpr std::size_t row_states = 5;

/// A line of the table: its cells, under the header. Lines with the same title stand together in a
/// text; CSV has no titles.
struct table_line {
  std::vector<std::string> cells;
  std::string title = {};
};

/// What one point amounts to: lines for text and CSV, an object for JSON.
// clang-tidy takes the checks of nlohmann's json when it moves for something that throws.
// NOLINTNEXTLINE(bugprone-exception-escape)
struct table_row {
  std::vector<table_line> lines;
  json entry;
  row_state state = row_state::good;
  std::string note;  ///< why the state is not good: "at n = 0: division by zero"
  std::vector<std::string> cautions = {};  ///< what its values and verdicts do not cover
  json memory = nullptr;  ///< what its source is told of it where it comes from a journal
};

/// The column of CSV, and the key of JSON, that every table has for the cautions of its rows.
inline constexpr const char* cautions_column = "cautions";

/// Where rows come from. Both functions are called from any thread.
class row_source {
 public:
  row_source() = default;
  row_source(const row_source&) = delete;
  row_source& operator=(const row_source&) = delete;
  virtual ~row_source() = default;

  virtual table_row row(std::size_t i) = 0;
  /// The row that something kept from being computed.
  virtual table_row row_without_result(std::size_t i, const failure& why) = 0;
  /// Instead of row(i) where a journal has the row. Throws json::exception where `memory` is none
  /// of this source.
  virtual void remember(std::size_t i, const json& memory);
};

/// A table on standard output. Rows are computed on all threads and printed in their own order, CSV
/// and JSON as soon as that is possible; a text waits for all rows, since columns have widths.
class row_table {
 public:
  struct layout {
    table_form form = table_form::as_text;
    std::vector<std::string> above;   ///< lines before a text
    std::vector<std::string> header;  ///< names of the columns, of text and CSV
    /// Columns with words of others, which no spreadsheet is to run and no terminal to obey.
    std::vector<std::size_t> foreign = {};
    std::string noun = "rows";  ///< what the progress counts
    row_journal* journal = nullptr;
    bool leaves_out_empty = false;  ///< of a text: columns in which every cell is "-"
    std::function<void(const table_line&)> notice = {};  ///< told of each line of a text
  };

  row_table(layout shape, row_source& rows, std::size_t count);

  /// Computes and prints all rows.
  void run();
  /// For the watchdog, from its thread: prints the table with what is finished.
  void give_up(const std::string& reason);

  /// The number of rows of a state, and the note of the first of them.
  [[nodiscard]] std::size_t count(row_state state) const { return counts_.at(place(state)); }
  [[nodiscard]] std::string first_note(row_state state) const { return notes_.at(place(state)); }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  struct rendered {
    std::string text;               ///< of CSV and JSON
    std::vector<table_line> lines;  ///< of a text
    row_state state = row_state::good;
    std::string note;
    std::vector<std::string> cautions;
  };
  struct section {
    std::string title;
    std::vector<std::size_t> widths;
    std::vector<bool> shown;          ///< by column: whether any cell says something
    std::vector<std::string> blocks;  ///< lines, each with its cells joined and its end marked
  };

  static std::size_t place(row_state state) { return static_cast<std::size_t>(state); }
  rendered compute(std::size_t i);
  rendered computed(std::size_t i, json* memory);
  [[nodiscard]] std::optional<rendered> kept(std::size_t i);
  static json to_json(const rendered& row, const json& memory);
  rendered render(table_row row) const;
  void put(std::size_t i, rendered row);
  void deliver(rendered row);
  void add_line(const table_line& line);
  void begin() const;
  void end();
  void print_text() const;
  void print_cautions() const;

  layout shape_;
  row_source& rows_;
  std::size_t count_;
  bool shares_terminal_;  ///< standard output is a terminal, which the progress line uses, too
  progress_line progress_;
  std::mutex mutex_;
  std::map<std::size_t, rendered> waiting_;  ///< finished, but not all before them
  std::size_t delivered_ = 0;
  std::size_t next_ = 0;  ///< the row to be printed next
  bool is_closed_ = false;
  std::vector<section> sections_;
  std::vector<std::string> cautions_;                    ///< of all rows, each once
  std::map<std::string, std::size_t> rows_of_cautions_;  ///< how many rows have it
  std::array<std::size_t, row_states> counts_{};
  std::array<std::string, row_states> notes_;
};

/// Values of quantities that neighbouring rows share; those of far rows are forgotten.
class recent_values {
 public:
  std::shared_ptr<quantity_cache> near(std::size_t row);

 private:
  static constexpr std::size_t rows_together = 4096;
  std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<quantity_cache>> blocks_;
};

}  // namespace shufflecert::inline v0_1::claims
