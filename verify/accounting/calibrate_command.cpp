#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "claims/accounting/calibrate.hpp"
#include "claims/accounting/calibrated_text.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/results/failure.hpp"
#include "claims/text/shown_text.hpp"
#include "language/syntax/whole_names.hpp"
#include "shufflecert/errors.hpp"
#include "verify/accounting/accounting_commands.hpp"
#include "verify/accounting/calibration_json.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/tables/finished_rows.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr long most_calibrated_digits = 100;
constexpr std::size_t most_rows = 10'000;

// The parts between commas, which may stand in brackets. Two in brackets are an interval, as in
// 'eval', and none has a place here.
std::vector<std::string> items_of(const std::string& list, const std::string& where) {
  const std::string text = trimmed(list);
  if (!text.starts_with('[') || !text.ends_with(']')) return list_items(text);
  std::vector<std::string> items = list_items(text.substr(1, text.size() - 2));
  if (items.size() == 2)
    throw usage_error(fmt::format(
        "{}={}: two values in brackets are an interval; a list of two has no brackets: {},{}",
        where, list, trimmed(items[0]), trimmed(items[1])));
  return items;
}

struct column {
  std::string name;
  std::vector<expression_ptr> values;
};

struct row {
  variable_map fixed;
  calibration found;
};

json range_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

class calibrate_command : public command {
 public:
  explicit calibrate_command(CLI::App& program) {
    app_ = program.add_subcommand(
        "calibrate", "Find the largest or least value of a parameter for which a relation holds");
    app_->add_option("RELATION", relation_,
                     "What must hold, such as 'epsilon(clone_pair(10^6, eps0), 10^-8) <= 1'")
        ->required();
    app_->add_option("--over", asked_.over, "The variable to calibrate")
        ->type_name("NAME")
        ->required();
    app_->add_option("--from", from_, "Where its range begins")->type_name("VALUE")->required();
    app_->add_option("--to", to_, "Where its range ends")->type_name("VALUE")->required();
    app_->add_option("--set", settings_,
                     "Give another variable a value, or several: --set delta=1e-6,1e-8 makes "
                     "one table row for each")
        ->type_name("NAME=VALUE[,VALUE...]")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_flag(
        "--whole", asked_.is_whole,
        "The variable takes only whole numbers, such as users or rounds; one called n or k "
        "always does");
    app_->add_option("--digits", asked_.digits,
                     "Significant digits of a variable that is not whole (default 6)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_calibrated_digits));
    app_->add_option("--csv", csv_, "Write the table to this file")
        ->type_name("FILE")
        ->check(complaint_about_name);
    files_.add_to(*app_);
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "The command finds two neighbouring values: the relation is certainly true at one and\n"
        "certainly false at the other. If the rules for ranges decide the relation on the whole\n"
        "range, the output says that the value found is the largest, or the least, in the range;\n"
        "otherwise nothing is claimed about other values.\n"
        "See docs/guide/accounting.md.\n\n"
        "Examples:\n"
        "  shufflecert calibrate 'epsilon(clone_pair(10^6, eps0), 10^-8) <= 1' --over eps0 "
        "--from 0.01 --to 12\n"
        "  shufflecert calibrate 'epsilon(clone_pair(n, 2), delta) <= 1/4' --over n --from 2 "
        "--to 10^6 --set delta=1e-6,1e-8\n\n"
        "Exit status: 2 unusable input; 3 precision or time ran out before a value was found;\n"
        "0 otherwise.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    if (!is_usable_name(asked_.over))
      throw usage_error(fmt::format("--over {0}: '{0}' cannot be a variable", asked_.over));
    if (!csv_.empty()) require_writable_table("--csv", csv_, files_.names());
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits, start); });
    const catalogue builtin = read_formulas(files_.sources());
    asked_.is_whole = asked_.is_whole || asked_.over == "n" || asked_.over == "k";
    read_columns(builtin.visible);
    read_relation(builtin.visible);
    asked_.is_whole =
        asked_.is_whole || whole_names_in(*asked_.relation, builtin.visible).contains(asked_.over);
    asked_.from = read_end(from_, "--from", builtin.visible);
    asked_.to = read_end(to_, "--to", builtin.visible);
    if (asked_.from >= asked_.to)
      throw usage_error(
          fmt::format("the range of {} is empty: it goes from {} to {}", asked_.over, from_, to_));
    rows_ = rows_of_table();
    add_cautions_of_relation(builtin.visible, limits);
    journal_ = journal_option_.open(*app_,
                                    {.rows = rows_.size(),
                                     .inputs = builtin.inputs,
                                     .written = {csv_},
                                     .insignificant = {"--csv", "--json"}},
                                    limits);
    quantity_cache cache;
    finished_.begin(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (auto known = kept(i)) {
        finished_.put(i, *std::move(known));
        continue;
      }
      calibration found = calibrated(rows_[i].fixed, builtin.visible, limits, cache);
      if (journal_) journal_->keep(i, to_json(found));
      finished_.put(i, std::move(found));
    }
    guard.finish();
    return deliver(limits, start);
  }

 private:
  calibration calibrated(const variable_map& fixed, const definitions& visible,
                         const budget& limits, quantity_cache& cache) {
    asked_.fixed = fixed;
    calibration found;
    try {
      found = calibrate(asked_, visible, limits, cache);
    } catch (const undefined_value& error) {
      throw usage_error(error.what());
    } catch (const beyond_reach& error) {
      found.reason = error.what();
    }
    if (!found.at_both_ends) return found;
    found.reason = fmt::format(
        "the relation {} at both ends of the range, {} = {} and {}; give a range in which it "
        "changes, by --from and --to",
        *found.at_both_ends ? "holds" : "fails", asked_.over, from_, to_);
    // In a table the other rows have their answers.
    if (rows_.size() == 1) throw usage_error(found.reason);
    return found;
  }

  // Called by the watchdog.
  int give_up(const budget& limits, std::chrono::steady_clock::time_point start) {
    return finished_.has_begun() ? deliver(limits, start) : give_up_before_rows(false);
  }

  [[nodiscard]] int deliver(const budget& limits,
                            std::chrono::steady_clock::time_point start) const {
    const std::vector<calibration> found = finished_.all([&](std::size_t) {
      calibration open;
      open.reason = fmt::format("not finished: {}", limits.exhaustion());
      return open;
    });
    std::vector<row> rows = rows_;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].found = found[i];
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::vector<std::string> cautions = cautions_of(rows);
    if (!csv_.empty()) write_file(csv_, csv_of(rows, cautions));
    if (common_.json)
      print_json_text(json_of(rows, cautions, seconds));
    else
      print(rows, cautions);
    const auto open =
        std::count_if(rows.begin(), rows.end(), [](const row& one) { return !one.found.holds; });
    if (open > 0 && limits.is_exhausted())
      complain(fmt::format("{}; of {} row{} {} stayed undecided", limits.exhaustion(), rows.size(),
                           rows.size() == 1 ? "" : "s", open));
    return exit_status_with(journal_.get(), open > 0 ? exit_open : exit_success);
  }

  // Both sides of the crossing are shown, so both uses of the relation count.
  void add_cautions_of_relation(const definitions& visible, const budget& limits) {
    for (const row& one : rows_) {
      add_cautions(cautions_, cautions_about(*asked_.relation, formula_use::number, visible,
                                             one.fixed, limits));
      add_cautions(assumptions_, assumptions_about(*asked_.relation, visible, one.fixed, limits));
    }
  }

  // Those of the relation, and of the values found.
  [[nodiscard]] std::vector<std::string> cautions_of(const std::vector<row>& rows) const {
    std::vector<std::string> cautions = cautions_;
    for (const row& one : rows) {
      add_cautions(cautions, cautions_about_methods(one.found.methods));
      if (!one.found.holds) continue;
      for (const auto& side : {one.found.holds->left, one.found.holds->right})
        if (side && is_infinite(*side)) add_cautions(cautions, cautions_about_infinite_sides(1, 1));
    }
    return cautions;
  }

  [[nodiscard]] std::optional<calibration> kept(std::size_t i) const {
    if (!journal_) return std::nullopt;
    return journal_->restored(i, calibration_from);
  }

  void read_relation(const definitions& visible) {
    name_kinds kinds{{asked_.over, value_kind::number}};
    for (const column& one : columns_)
      kinds[one.name] = check_formula(*one.values.front(), visible, {});
    require_names();
    asked_.relation = read_formula_over(kinds, relation_, "the relation", visible);
    if (check_formula(*asked_.relation, visible, kinds) != value_kind::truth)
      throw usage_error(fmt::format(
          "'{}' is not a relation, such as 'epsilon(clone_pair(n, 2), 1e-6) <= 1'", relation_));
  }

  // That an option names a variable that the relation does not have comes before what the relation
  // lacks: it may be the same one.
  void require_names() const {
    std::vector<std::string> variables;
    try {
      variables = free_variables(*parse_formula(relation_));
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("the relation, {}", error.what()));
    }
    std::vector<std::string> set;
    for (const column& one : columns_) set.push_back(one.name);
    require_used_by("--over", asked_.over, set, variables, "the relation");
    set.push_back(asked_.over);
    require_used(set, variables, "the relation");
  }

  void read_columns(const definitions& visible) {
    std::size_t count = 1;
    for (const std::string& text : settings_) {
      const setting given = setting_of_variable(text, visible);
      column one{given.name, {}};
      if (one.name == asked_.over)
        throw usage_error(fmt::format("--set {}: '{}' is the variable of --over", text, one.name));
      for (const column& known : columns_)
        if (known.name == one.name)
          throw usage_error(fmt::format("--set {}: '{}' is set twice", text, one.name));
      const std::vector<std::string> items = items_of(given.value, "--set " + one.name);
      refuse_grouped_digits(items, "--set " + one.name);
      for (const std::string& item : items)
        one.values.push_back(read_argument(item, "--set " + one.name, visible, {}));
      count *= one.values.size();
      if (count > most_rows)
        throw usage_error(fmt::format("the table has more than {} rows", most_rows));
      columns_.push_back(std::move(one));
    }
  }

  [[nodiscard]] rational read_end(const std::string& text, const std::string& option,
                                  const definitions& visible) const {
    const expression_ptr formula = read_argument(text, option, visible, {});
    constexpr long digits = 25;
    try {
      const refined_value known = refine(*formula, visible, {}, digits, {}, {});
      const auto* value = std::get_if<number>(&known.result);
      const rational* exact = value == nullptr ? nullptr : value->as_rational();
      if (exact == nullptr)
        throw usage_error(
            fmt::format("{} {}: expected a rational number, such as 1/100", option, text));
      if (asked_.is_whole && !is_integer(*exact))
        throw usage_error(fmt::format("{} {}: {} takes whole numbers", option, text, asked_.over));
      return *exact;
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("{} {}: it has no value: {}", option, text, error.what()));
    }
  }

  // The product of the columns; the last one varies fastest.
  [[nodiscard]] std::vector<row> rows_of_table() const {
    std::vector<row> rows(1);
    for (const column& one : columns_) {
      std::vector<row> longer;
      for (const row& known : rows)
        for (const expression_ptr& value : one.values) {
          longer.push_back(known);
          longer.back().fixed[one.name] = value;
        }
      rows = std::move(longer);
    }
    return rows;
  }

  [[nodiscard]] std::string text_of(const calibrated_value& value) const {
    return text_of_value(value, asked_);
  }

  static std::string sides_of(const calibrated_value& value) {
    if (!value.left || !value.right) return "";
    return fmt::format("left {}, right {}", to_text(*value.left), to_text(*value.right));
  }

  void print(const std::vector<row>& rows, const std::vector<std::string>& cautions) const {
    say("{}\nover {} from {} to {}\n", to_text(*asked_.relation), asked_.over, from_, to_);
    for (const row& one : rows) {
      std::vector<std::string> set;
      for (const column& known : columns_)
        set.push_back(fmt::format("{} = {}", known.name, to_text(*one.fixed.at(known.name))));
      say("\n");
      if (!set.empty()) say("{}\n", fmt::format("{}", fmt::join(set, ", ")));
      print(one.found);
    }
    if (!assumptions_.empty()) say("\n");
    for (const std::string& line : lines_of_assumptions(assumptions_)) say("{}\n", line);
    if (!cautions.empty()) say("\n");
    for (const std::string& line : lines_of_cautions(cautions)) say("{}\n", line);
  }

  void print(const calibration& found) const {
    if (!found.holds || !found.fails) {
      say("  undecided: {}\n", found.reason);
      return;
    }
    const std::string holds = text_of(*found.holds);
    const std::string fails = text_of(*found.fails);
    const std::size_t width = std::max(holds.size(), fails.size());
    say("  {} = {:<{}} suffices: {}\n", asked_.over, holds, width, sides_of(*found.holds));
    say("  {} = {:<{}} does not: {}\n", asked_.over, fails, width, sides_of(*found.fails));
    const char* kind = found.is_largest ? "largest" : "least";
    if (found.is_proved)
      say("  proved: {}; {} is the {}{}\n",
          found.is_largest
              ? fmt::format("true from {} to {}, false from {} to {}", from_, holds, fails, to_)
              : fmt::format("false from {} to {}, true from {} to {}", from_, fails, holds, to_),
          holds, kind, asked_.is_whole ? "" : fmt::format(" with {} digits", asked_.digits));
    else if (found.proved_part)
      say("  proved from {} to {} only, where it holds at every value on that side and at none on "
          "the other; {}\n",
          short_text(found.proved_part->first), short_text(found.proved_part->second),
          found.reason);
    else
      say("  shown for these two values only: {}\n", found.reason);
  }

  static json value_json(const std::optional<calibrated_value>& value, const std::string& text) {
    if (!value) return nullptr;
    return {{"value", text}, {"lhs", range_json(value->left)}, {"rhs", range_json(value->right)}};
  }

  [[nodiscard]] json json_of(const std::vector<row>& rows, const std::vector<std::string>& cautions,
                             double seconds) const {
    json root;
    root["relation"] = to_text(*asked_.relation);
    root["over"] = asked_.over;
    root["from"] = shufflecert::to_text(asked_.from);
    root["to"] = shufflecert::to_text(asked_.to);
    root["whole"] = asked_.is_whole;
    root["digits"] = asked_.digits;
    root["assumptions"] = assumptions_;
    root["cautions"] = cautions;
    root["rows"] = json::array();
    for (const row& one : rows) {
      json set = json::object();
      for (const column& known : columns_) set[known.name] = to_text(*one.fixed.at(known.name));
      const calibration& found = one.found;
      root["rows"].push_back(
          {{"set", set},
           {"suffices", value_json(found.holds, found.holds ? text_of(*found.holds) : "")},
           {"does_not", value_json(found.fails, found.fails ? text_of(*found.fails) : "")},
           {"is", found.is_proved ? json(found.is_largest ? "largest" : "least") : json(nullptr)},
           {"proved", found.is_proved},
           {"evaluations", found.evaluations},
           {"message", found.reason.empty() ? json(nullptr) : json(found.reason)}});
    }
    root["seconds"] = seconds;
    return root;
  }

  [[nodiscard]] std::string csv_of(const std::vector<row>& rows,
                                   const std::vector<std::string>& cautions) const {
    std::string text;
    for (const column& known : columns_) text += csv_field(known.name) + ",";
    text +=
        "suffices,suffices_lhs_lower,suffices_lhs_upper,does_not,does_not_lhs_lower,"
        "does_not_lhs_upper,proved,cautions\n";
    for (const row& one : rows) {
      for (const column& known : columns_)
        text += csv_text(to_text(*one.fixed.at(known.name))) + ",";
      for (const auto* value : {&one.found.holds, &one.found.fails}) {
        const bool has_side = *value && (*value)->left;
        text += fmt::format("{},{},{},", *value ? text_of(**value) : "",
                            has_side ? (*value)->left->lower : "",
                            has_side ? (*value)->left->upper : "");
      }
      text += fmt::format("{},{}\n", one.found.is_proved ? "true" : "false",
                          csv_field(cell_of_cautions(cautions)));
    }
    return text;
  }

  std::string relation_;
  std::string from_;
  std::string to_;
  std::vector<std::string> settings_;
  std::string csv_;
  file_option files_;
  std::vector<std::string> cautions_;
  std::vector<std::string> assumptions_;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  calibration_question asked_;
  std::vector<column> columns_;
  std::vector<row> rows_;  ///< without what was found
  finished_rows<calibration> finished_;
};

}  // namespace

std::unique_ptr<command> make_calibrate_command(CLI::App& program) {
  return std::make_unique<calibrate_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
