#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/reading/link_catalogue.hpp"
#include "claims/text/csv_reader.hpp"
#include "claims/text/sha256.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/program.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/tables/check_rows.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class check_command : public command {
 public:
  explicit check_command(CLI::App& program) {
    app_ = program.add_subcommand("check", "Check every row of a table against a relation");
    const auto repeated = [](CLI::Option* option) {
      option->expected(1)->allow_extra_args(false)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeAll);
    };
    app_->add_option("TABLE", table_name_,
                     "A CSV file; its first line names the columns, which are variables")
        ->required();
    app_->add_option("--claim", claim_,
                     "What is claimed of every row, for instance "
                     "'epsilon(clone_pair(n, eps0), delta) <= eps'")
        ->type_name("RELATION")
        ->required();
    repeated(app_->add_option("--set", settings_, "Give a value to a variable that is not a column")
                 ->type_name("NAME=VALUE"));
    repeated(app_->add_option("--exact", exact_,
                              "Columns whose numbers are exact: they were not rounded")
                 ->type_name("NAME[,NAME...]"));
    repeated(app_->add_option("--ignore", ignored_, "Columns to leave out")
                 ->type_name("NAME[,NAME...]"));
    app_->add_flag("--csv", is_csv_,
                   "Print the table as CSV, with the verdicts as further columns");
    files_.add_to(*app_);
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "A cell is a number, exactly as printed, or a formula such as 1/3 or log(3). A row holds,\n"
        "fails, stays undecided, or has no value; the ratio and the difference of both sides are\n"
        "certain. If a row fails although the exact value rounds to the printed number, it is\n"
        "'rounded the wrong way'. A column NAME also defines NAME_unit, one\n"
        "unit of its last printed digit, for use in rounds_to(VALUE, NAME, NAME_unit).\n"
        "See docs/guide/tables.md.\n\n"
        "Examples:\n"
        "  shufflecert check table.csv --claim 'epsilon(clone_pair(n, eps0), delta) <= eps'\n"
        "  shufflecert check table.csv --claim 'renyi(clone_pair(n, eps0), 2) <= D' --set "
        "n=1000\n\n"
        "Exit status: 0 every row holds; 1 a row fails, or was rounded the wrong way; 2 unusable\n"
        "input, or a row without a value; 3 a row stayed undecided.");
  }

  int run() override {
    if (is_csv_ && common_.json) throw usage_error("--csv and --json exclude each other");
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits.exhaustion()); });
    read_ = read_formulas(files_.sources());
    read_claim();
    read_table();
    check_rows rows({.subject = subject_,
                     .visible = read_,
                     .columns = columns_,
                     .rows = std::move(cells_),
                     .units = units_,
                     .limits = limits,
                     .is_csv = is_csv_});
    std::vector<input_file> inputs = read_.inputs;
    inputs.push_back({table_name_, table_digest_});
    journal_ = journal_option_.open(*app_, {.rows = rows.size(), .inputs = inputs}, limits);
    row_table table({.form = common_.json ? table_form::as_json
                             : is_csv_    ? table_form::as_csv
                                          : table_form::as_text,
                     .above = {to_text(*subject_.formula)},
                     .header = rows.header(),
                     .foreign = rows.foreign(),
                     .journal = journal_.get()},
                    rows, rows.size());
    rows_ = &rows;
    table_ = &table;
    table.run();
    guard.finish();
    return finish(table, rows);
  }

 private:
  int finish(const row_table& table, const check_rows& rows) const {
    if (!common_.json && !is_csv_) print_lines("\n" + rows.summary(table));
    return exit_status_of(table, journal_.get());
  }

  // Called by the watchdog.
  int give_up(const std::string& reason) {
    row_table* table = table_;
    if (table == nullptr) return give_up_before_rows(common_.json);
    table->give_up(reason);
    return finish(*table, *rows_);
  }

  // Names given by an option, several of them with commas between.
  static std::vector<std::string> names_of(const std::vector<std::string>& lists) {
    std::vector<std::string> names;
    for (const std::string& list : lists)
      for (const std::string& item : list_items(list)) names.push_back(trimmed(item));
    return names;
  }

  void read_claim() {
    try {
      subject_.formula = parse_formula(claim_);
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("--claim, {}", error.what()));
    }
    needed_ = free_variables(*subject_.formula);
    subject_.let = read_settings(settings_, read_.visible);
    require_used(names_in(subject_.let), needed_, "the claim");
  }

  static std::string suggestion(const std::string& name, const std::vector<std::string>& known,
                                const char* words) {
    if (const auto close = closest_name(name, known))
      return fmt::format("; did you mean '{}'?", *close);
    return known.empty() ? "" : fmt::format("; {} {}", words, fmt::join(known, ", "));
  }

  void read_table() {
    std::vector<csv_record> records;
    try {
      const std::string text = read_file(table_name_);
      table_digest_ = sha256(text);
      records = read_csv(text);
    } catch (const csv_error& error) {
      throw usage_error(fmt::format("{}:{}", table_name_, error.what()));
    }
    read_header(records.front());
    check_kinds();
    if (records.size() == 1)
      throw usage_error(
          fmt::format("{}: there are no rows below the names of the columns", table_name_));
    if (records.size() - 1 > most_points)
      throw usage_error(fmt::format("{}: there are more than {} rows", table_name_, most_points));
    cells_.reserve(records.size() - 1);
    for (std::size_t i = 1; i < records.size(); ++i) cells_.push_back(read_row(records[i]));
  }

  void read_header(const csv_record& header) {
    const std::vector<std::string> ignored = names_of(ignored_);
    const auto complain = [&](std::size_t k, const std::string& message) {
      throw usage_error(
          fmt::format("{}:{}: column {}, {}", table_name_, header.line, k + 1, message));
    };
    std::vector<std::string> names;
    for (std::size_t k = 0; k < header.fields.size(); ++k) {
      const std::string name = trimmed(header.fields[k]);
      if (name.empty()) complain(k, "has no name");
      if (is_among(names, name))
        complain(k, fmt::format("'{}', has the name of another one", name));
      names.push_back(name);
      if (is_among(needed_, name) || is_among(needed_, name + "_unit")) {
        if (subject_.let.contains(name))
          complain(k, fmt::format("'{0}', is given a value by --set {0}, too", name));
        columns_.push_back({name, true});
      } else if (is_among(ignored, name)) {
        columns_.push_back({name, false});
      } else if (header.fields.size() == 1 && name.find_first_of(";\t|") != std::string::npos) {
        complain(k, fmt::format("'{}', is the only one; columns have commas between them", name));
      } else {
        complain(
            k, fmt::format("'{0}', is not a variable of the claim{1}; --ignore {0} passes over it",
                           name, suggestion(name, needed_, "it has")));
      }
    }
    for (const std::string& name : ignored)
      if (!is_among(names, name))
        throw usage_error(fmt::format("--ignore {}: the table has no such column{}", name,
                                      suggestion(name, names, "it has")));
    read_units(names);
    read_printed(names);
    for (const std::string& name : needed_)
      if (!is_among(names, name) && !subject_.let.contains(name) && !is_unit(name))
        throw usage_error(fmt::format(
            "{0}:{1}: the claim's variable '{2}' is no column{3}; or give it a value: "
            "--set {2}=VALUE",
            table_name_, header.line, name, suggestion(name, names, "its columns are")));
    if (!is_csv_) return;
    std::vector<std::string> added = added_columns();
    added.emplace_back(cautions_column);
    for (const std::string& name : added)
      if (is_among(names, name))
        throw usage_error(
            fmt::format("{}:{}: column '{}' has the name of one that --csv adds; rename it",
                        table_name_, header.line, name));
  }

  [[nodiscard]] bool is_unit(const std::string& name) const {
    return std::any_of(units_.begin(), units_.end(),
                       [&](const std::string& column) { return column + "_unit" == name; });
  }

  // The claim's variables NAME_unit that are neither columns nor set.
  void read_units(const std::vector<std::string>& names) {
    for (const checked_column& column : columns_)
      if (const std::string unit = column.name + "_unit";
          column.is_variable && is_among(needed_, unit) && !is_among(names, unit) &&
          !subject_.let.contains(unit))
        units_.push_back(column.name);
  }

  void read_printed(const std::vector<std::string>& names) {
    const std::vector<std::string> exact = names_of(exact_);
    for (const std::string& name : exact)
      if (!is_among(names, name))
        throw usage_error(fmt::format("--exact {}: the table has no such column{}", name,
                                      suggestion(name, names, "it has")));
    for (const checked_column& column : columns_)
      if (column.is_variable && !is_among(exact, column.name))
        subject_.printed.push_back(column.name);
  }

  void check_kinds() const {
    name_kinds kinds;
    for (const std::string& name : needed_) kinds[name] = value_kind::number;
    for (const auto& [name, formula] : subject_.let)
      kinds[name] = check_formula(*formula, read_.visible, {});
    try {
      const value_kind kind = check_formula(*subject_.formula, read_.visible, kinds);
      if (kind != value_kind::truth)
        throw usage_error(
            fmt::format("--claim: expected a relation, such as 'renyi(clone_pair(n, eps0), 2) <= "
                        "D', found a {}",
                        to_text(kind)));
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("--claim, {}", error.what()));
    }
  }

  [[nodiscard]] checked_row read_row(const csv_record& record) const {
    checked_row row;
    row.line = record.line;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      row.cells.push_back(trimmed(record.fields[k]));
      if (columns_[k].is_variable) check_cell(row.cells.back(), record, k);
    }
    return row;
  }

  void check_cell(const std::string& text, const csv_record& record, std::size_t k) const {
    const std::string where =
        fmt::format("{}:{}: column '{}'", table_name_, record.line, columns_[k].name);
    if (text.empty())
      throw usage_error(fmt::format("{}: the cell is empty; expected a number", where));
    constexpr std::size_t longest = 60;
    const std::string shown = one_short_line(text, longest);
    try {
      const value_kind kind = check_formula(*parse_formula(text), read_.visible, {});
      if (kind == value_kind::number || kind == value_kind::unknown) return;
      throw usage_error(
          fmt::format("{}: '{}' is a {}; expected a number", where, shown, to_text(kind)));
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("{}: '{}' is not a number: {}", where, shown, error.what()));
    }
  }

  std::string table_name_;
  std::string table_digest_;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::string claim_;
  std::vector<std::string> settings_;
  std::vector<std::string> exact_;
  std::vector<std::string> ignored_;
  file_option files_;
  bool is_csv_ = false;
  catalogue read_;
  claim subject_;  ///< made of the relation
  std::vector<std::string> needed_;
  std::vector<std::string> units_;
  std::vector<checked_column> columns_;
  std::vector<checked_row> cells_;
  std::atomic<check_rows*> rows_ = nullptr;  ///< while the table is being made
  std::atomic<row_table*> table_ = nullptr;
};

}  // namespace

std::unique_ptr<command> make_check_command(CLI::App& program) {
  return std::make_unique<check_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
