#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "claims/catalogue/cautions.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/program.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/tables/answer.hpp"
#include "verify/tables/eval_plot.hpp"
#include "verify/tables/eval_rows.hpp"
#include "verify/tables/pictures.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long most_value_digits = 10'000;

class eval_command : public command {
 public:
  explicit eval_command(CLI::App& program) {
    app_ = program.add_subcommand("eval", "Evaluate a formula with a certified enclosure");
    app_->add_option("FORMULA", formula_,
                     "What to evaluate, for instance 'renyi(clone_pair(10000, 2), 4)'")
        ->required();
    app_->add_option(
            "--set", settings_,
            "Give a variable a value: --set eps0=1/3. For a table, give several values, "
            "--set n=10,100,1000, or a range FROM:TO:STEPS, --set eps0=0.1:4:40, which may end "
            "in ':log', ':whole' or both. For an interval of values: --set 'eps0=[2, 2.01]'")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--digits", digits_, "Significant digits that must be certain (default 15)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_value_digits));
    app_->add_option("--arithmetic", arithmetic_,
                     "balls (certified, the default), mpfr or double (neither is certified)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"balls", "mpfr", "double"}));
    app_->add_option(
            "--method", method_name_,
            "How to compute the quantities of pairs (default automatic); docs/methods/index.md "
            "says which "
            "method computes what")
        ->type_name("NAME")
        ->check(CLI::IsMember(method_names()));
    app_->add_option("--plot", plot_,
                     "Plot a table as an SVG file, against the variable with the most values, with "
                     "a curve for each choice of the others; write the numbers beside it as .csv "
                     "and .dat")
        ->type_name("FILE.svg")
        ->check(complaint_about_name);
    app_->add_flag("--csv", is_csv_, "Print a table as CSV, even for a single point");
    files_.add_to(*app_);
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "The value lies between the two ends printed, whatever the rounding. A comparison is\n"
        "answered true or false, or left undecided.\n\n"
        "Examples:\n"
        "  shufflecert eval 'renyi(clone_pair(10000, 2), 4)' --digits 30\n"
        "  shufflecert eval 'hockey_stick(rr_pair(n, eps0), 0.1)' --set n=1000 --set "
        "'eps0=log(3)'\n"
        "  shufflecert eval 'renyi(clone_pair(n, eps0), 4)' --set n=1000,10000 --set "
        "eps0=0.5:4:8\n"
        "  shufflecert eval 'epsilon(clone_pair(n, eps0), 1e-6)' --set n=1000:100000:20:log:whole "
        "--set eps0=1,2 --plot users.svg\n"
        "  shufflecert eval 'renyi(rr_pair(100, 1), 2) <= 2*exp(1)*2/99'\n\n"
        "A formula that starts with '-' goes after '--': shufflecert eval -- '-exp(1)'\n\n"
        "Exit status: 0 all digits and decisions were reached; 2 unusable input, or a row\n"
        "without a value; 3 some were not reached.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits.exhaustion(), start); });
    const catalogue builtin = needs_formulas() ? read_formulas(files_.sources()) : catalogue();
    const command_settings given = read_settings_and_ranges(settings_, builtin.visible, limits);
    ranges_ = given.ranges;
    const variable_map& variables = given.values;
    set_values_ = variables;
    require_used_in({formula_}, given.order, "the formula");
    const expression_ptr formula =
        read_formula_over(kinds_of(given), formula_, "the formula", builtin.visible);
    kind_ = is_condition(*formula, builtin, given) ? value_kind::truth : value_kind::number;
    check_plot(given);
    if (!given.lists.empty() || is_csv_) return run_table(formula, builtin, given, limits, guard);
    if (journal_option_.is_given())
      throw usage_error("--journal is for tables, which lists of values or --csv make");
    if (arithmetic_ != "balls") return run_plain(*formula, builtin, variables, start);
    refined_value known;
    try {
      known = refined(*formula, builtin, variables, limits,
                      method_named(method_name_).value_or(evaluation_method::automatic), digits_,
                      range_for(formula, variables, digits_));
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("the formula has no value: {}", error.what()));
    } catch (const method_unavailable& error) {
      throw usage_error(fmt::format("--method {} does not compute {} to {} digits; {}",
                                    method_name_, error.quantity(), digits_,
                                    possible_methods(*formula, builtin, variables, limits)));
    }
    std::vector<std::string> cautions = cautions_about_answer(
        *formula, known, {builtin.visible, variables, !ranges_.empty(), limits, &cache_});
    guard.finish();
    cautions_ = std::move(cautions);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (const auto* decided = std::get_if<truth>(&known.result);
        decided != nullptr && (known.precision > 0 || kind_ == value_kind::truth))
      return print_truth(known, *decided);
    if (const auto* result = std::get_if<number>(&known.result))
      return print_number(known, *result);
    if (known.precision == 0) return print_unknown(known);
    throw usage_error(without_a_number(known.result));
  }

 private:
  // Reading the formulas of the built-in catalogue takes several times as long as most values do. A
  // constant that calls built-in functions only needs none of them; names of variables must not be
  // theirs, and what cannot be read is compared with all of them.
  [[nodiscard]] bool needs_formulas() const {
    if (!settings_.empty() || is_csv_ || journal_option_.is_given() || !files_.names().empty())
      return true;
    try {
      const expression_ptr formula = parse_formula(formula_);
      const std::vector<std::string> called = called_functions(*formula);
      return !free_variables(*formula).empty() ||
             !std::all_of(called.begin(), called.end(),
                          [](const std::string& name) { return find_builtin(name) != nullptr; });
    } catch (const std::runtime_error&) {
      return true;
    }
  }

  refined_value refined(const expression& formula, const catalogue& builtin,
                        const variable_map& variables, const budget& limits,
                        evaluation_method method, long digits, precision_range precision) {
    if (ranges_.empty())
      return refine(formula, builtin.visible, variables, digits, precision,
                    {.limits = limits, .cache = &cache_, .method = method});
    refined_range found = refine_over_ranges(formula, builtin.visible, variables, ranges_, digits,
                                             precision, limits, method);
    limited_by_ranges_ = found.is_as_narrow_as_the_ranges_allow;
    return std::move(found.known);
  }

  static name_kinds kinds_of(const command_settings& given) {
    name_kinds names;
    for (const std::string& name : given.order)
      names[name] = given.ranges.contains(name) ? value_kind::number : value_kind::unknown;
    return names;
  }

  int run_table(const expression_ptr& formula, const catalogue& builtin,
                const command_settings& given, const budget& limits, watchdog& guard) {
    const std::string cause =
        given.lists.empty() ? "--csv" : "--set " + given.lists.front().variable;
    if (arithmetic_ != "balls")
      throw usage_error(
          fmt::format("{}: tables need balls, not --arithmetic {}", cause, arithmetic_));
    if (is_csv_ && common_.json) throw usage_error("--csv and --json exclude each other");
    const value_kind kind = check_formula(*formula, builtin.visible, kinds_of(given));
    if (kind != value_kind::number && kind != value_kind::truth && kind != value_kind::unknown)
      throw usage_error(fmt::format(
          "the formula is a {}; a table is made of numbers or comparisons", to_text(kind)));
    eval_rows rows({.text = formula_,
                    .formula = formula,
                    .is_condition = kind_ == value_kind::truth,
                    .visible = builtin.visible,
                    .ranges = given.ranges,
                    .digits = digits_,
                    .method = method_named(method_name_).value_or(evaluation_method::automatic),
                    .limits = limits,
                    .is_csv = is_csv_,
                    .keeps_values = !plot_.empty()},
                   grid(axes_of(given)));
    if (!plot_.empty()) require_plottable(rows.points());
    row_table::layout shape{.form = common_.json ? table_form::as_json
                                    : is_csv_    ? table_form::as_csv
                                                 : table_form::as_text,
                            .above = {formula_},
                            .header = rows.header()};
    journal_ = journal_option_.open(
        *app_, {.rows = rows.size(), .inputs = builtin.inputs, .written = plot_files()}, limits);
    shape.journal = journal_.get();
    if (!ranges_.empty()) shape.above.push_back("over " + ranges_text());
    row_table table(std::move(shape), rows, rows.size());
    table_ = &table;
    table.run();
    guard.finish();
    if (!plot_.empty() &&
        write_pictures("--plot", {plot_of_values(formula_, rows.points(), rows.values())},
                       {picture_stem("--plot", plot_)}, common_.limits())
            .empty())
      complain(fmt::format("'{}' was not drawn: no point has a finite value", plot_));
    return exit_status_of(table, journal_.get());
  }

  // What can be said of --plot before anything is computed.
  void check_plot(const command_settings& given) const {
    if (plot_.empty()) return;
    if (kind_ == value_kind::truth)
      throw usage_error("--plot draws numbers, and the formula is a comparison");
    if (given.lists.empty()) require_plottable(grid({}));
    require_picture_files("--plot", plot_, files_.names());
    require_gnuplot("--plot");
  }

  [[nodiscard]] std::vector<std::string> plot_files() const {
    return plot_.empty() ? std::vector<std::string>()
                         : picture_files(picture_stem("--plot", plot_));
  }

  // What may be asked for instead, found by trying; what takes long does not count.
  std::string possible_methods(const expression& formula, const catalogue& builtin,
                               const variable_map& variables, const budget& limits) {
    std::vector<std::string> possible;
    for (const std::string& name : method_names()) {
      const auto method = method_named(name);
      if (limits.is_exhausted() || !method || method == evaluation_method::automatic) continue;
      try {
        constexpr bits few = 64;
        const budget little(budget::clock::now() + std::chrono::milliseconds(500));
        const auto tried = refined(formula, builtin, variables, little, *method, 1, {few, few});
        if (tried.sufficient && tried.methods.contains(to_text(*method))) possible.push_back(name);
      } catch (const method_unavailable&) {
        continue;
      } catch (const undefined_value&) {
        continue;
      }
    }
    if (possible.empty()) return "no other method alone does so at once";
    return fmt::format("possible here: {}", fmt::join(possible, ", "));
  }

  // The second arithmetic: one value instead of two ends.
  int run_plain(const expression& formula, const catalogue& builtin, const variable_map& variables,
                std::chrono::steady_clock::time_point start) {
    if (!ranges_.empty())
      throw usage_error(fmt::format("--set {}: intervals need balls, not --arithmetic {}",
                                    ranges_.begin()->first, arithmetic_));
    plain_value found;
    try {
      found =
          arithmetic_ == "double"
              ? evaluate_double(formula, builtin.visible, variables, {.limits = common_.limits()})
              : evaluate_mpfr(formula, builtin.visible, variables, static_cast<unsigned>(digits_),
                              {.limits = common_.limits()});
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("the formula has no value: {}", error.what()));
    } catch (const beyond_reach& error) {
      refined_value open;
      open.reason = error.what();
      if (common_.json) {
        json fields;
        fields["arithmetic"] = arithmetic_;
        fields["certified"] = false;
        fields["value"] = nullptr;
        print_json(fields, open, nullptr);
      }
      return finish(open);
    }
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::string text = plain_text(found);
    cautions_ = cautions_about_relation(formula, found.is_condition ? found.truth : std::nullopt,
                                        builtin.visible, variables, common_.limits());
    if (common_.json) {
      print_plain_json(found, text);
    } else {
      print_lines(fmt::format("value  {}\nmethod {}, not certified\n", text, plain_method(found)));
      print_cautions();
    }
    const std::string open = why_open(found);
    if (open.empty()) return exit_success;
    complain(open);
    return exit_open;
  }

  // What was asked for and not reached; empty where all was.
  std::string why_open(const plain_value& found) const {
    if (found.is_condition) return found.truth ? "" : found.reason;
    if (arithmetic_ == "double" || found.agreeing_digits >= digits_) return "";
    return fmt::format("{} digits asked for, and {} agree at two precisions", digits_,
                       found.agreeing_digits);
  }

  static std::string plain_text(const plain_value& found) {
    if (!found.is_condition) return found.decimal;
    if (!found.truth) return "undecided";
    return *found.truth ? "true" : "false";
  }

  std::string plain_method(const plain_value& found) const {
    if (arithmetic_ == "double") return "double";
    if (found.is_condition)
      return fmt::format("MPFR{}", found.tied ? ", both sides agree as far as the digits go" : "");
    return fmt::format("MPFR, {} digits agree at two precisions", found.agreeing_digits);
  }

  // The keys of the contract stay; what this arithmetic does not know is null.
  void print_plain_json(const plain_value& found, const std::string& text) const {
    json root;
    root["formula"] = formula_;
    root["arithmetic"] = arithmetic_;
    root["certified"] = false;
    root["value"] = text;
    if (found.is_condition) {
      root["truth"] = found.truth ? json(*found.truth) : json(nullptr);
      root["tied"] = found.tied;
    } else {
      root["lower"] = nullptr;
      root["upper"] = nullptr;
      root["digits"] = arithmetic_ == "mpfr" ? json(found.agreeing_digits) : json(nullptr);
    }
    root["precision_bits"] = nullptr;
    root["method"] = plain_method(found);
    root["seconds"] = seconds_;
    root["cautions"] = cautions_;
    if (const std::string open = why_open(found); !open.empty()) root["message"] = open;
    print_json_text(root);
  }

  static bool is_condition(const expression& formula, const catalogue& builtin,
                           const command_settings& given) {
    return check_formula(formula, builtin.visible, kinds_of(given)) == value_kind::truth;
  }

  void print_json(json fields, const refined_value& known, const number* result) const {
    json root;
    root["formula"] = formula_;
    for (const auto& [name, value] : set_values_) root["values"][name] = to_text(*value);
    for (auto& [key, entry] : fields.items()) root[key] = entry;
    if (!ranges_.empty()) {
      for (const auto& [name, range] : ranges_)
        root["intervals"][name] = {{"lower", to_text(*range.lower)},
                                   {"upper", to_text(*range.upper)}};
      root["limited_by_intervals"] = limited_by_ranges_;
    }
    root["precision_bits"] = known.precision;
    root["method"] = known.precision > 0 ? json(method_text(known, result)) : json(nullptr);
    root["seconds"] = seconds_;
    root["cautions"] = cautions_;
    if (!known.sufficient) root["message"] = known.reason;
    print_json_text(root);
  }

  int print_truth(const refined_value& known, const truth& decided) const {
    if (common_.json) {
      json fields;
      fields["truth"] = decided.value ? json(*decided.value) : json(nullptr);
      fields["tied"] = decided.tied;
      print_json(fields, known, nullptr);
    } else if (decided.value) {
      say("{}\n", decided.tied ? fmt::format("equal to {} digits", tie_digits)
                               : (*decided.value ? "true" : "false"));
    } else {
      say("undecided\n");
    }
    print_cautions();
    return finish(known);
  }

  int print_number(const refined_value& known, const number& result) const {
    const shown_number shown = show_number(result, known, digits_);
    refined_value answer = known;
    answer.sufficient = shown.is_sufficient;
    answer.reason = shown.reason;
    if (common_.json) {
      json fields;
      fields["lower"] = shown.ends.lower;
      fields["upper"] = shown.ends.upper;
      fields["digits"] = shown.digits;
      print_json(fields, answer, &result);
    } else {
      print_lines(fmt::format("lower  {}\nupper  {}\n", shown.ends.lower, shown.ends.upper));
      if (const auto exact = result.exact_text(); exact && exact->size() <= 60)
        say("exact  {}\n", *exact);
      if (!ranges_.empty())
        say("over   {}{}\n", ranges_text(), limited_by_ranges_ ? ", which limits the digits" : "");
      say("method {}, {} bits\n", method_text(known, &result), known.precision);
    }
    print_cautions();
    return finish(answer);
  }

  void print_cautions() const {
    if (common_.json) return;
    for (const std::string& line : lines_of_cautions(cautions_)) say("{}\n", line);
  }

  std::string ranges_text() const {
    std::vector<std::string> texts;
    for (const auto& [name, range] : ranges_)
      texts.push_back(
          fmt::format("{} in [{}, {}]", name, to_text(*range.lower), to_text(*range.upper)));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  int print_unknown(const refined_value& known) const {
    if (common_.json) {
      json fields;
      fields["lower"] = "-inf";
      fields["upper"] = "inf";
      fields["digits"] = 0;
      print_json(fields, known, nullptr);
    }
    print_cautions();
    return finish(known);
  }

  int give_up_early() override {
    return give_up("the time limit was reached", std::chrono::steady_clock::now());
  }

  // Lists make one, as --csv does.
  [[nodiscard]] bool asks_for_table() const {
    return is_csv_ || std::any_of(settings_.begin(), settings_.end(), [](const std::string& text) {
             const std::size_t equals = text.find('=');
             return equals != std::string::npos && is_value_list(text.substr(equals + 1));
           });
  }

  // Called by the watchdog: the formula will not become known in time.
  int give_up(const std::string& reason, std::chrono::steady_clock::time_point start) {
    if (row_table* table = table_; table != nullptr) {
      table->give_up(reason);
      if (!plot_.empty()) complain(fmt::format("'{}' was not drawn: {}", plot_, reason));
      return exit_status_of(*table, journal_.get());
    }
    if (asks_for_table()) return give_up_before_rows(common_.json);
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    refined_value known;
    known.reason = reason;
    return kind_ == value_kind::truth ? print_truth(known, truth{}) : print_unknown(known);
  }

  static int finish(const refined_value& known) {
    if (known.sufficient) return exit_success;
    complain(known.reason);
    return exit_open;
  }

  std::string formula_;
  variable_map set_values_;  ///< by --set, each one value
  std::vector<std::string> settings_;
  long digits_ = 15;
  std::string arithmetic_ = "balls";
  std::string method_name_ = "automatic";
  std::string plot_;
  double seconds_ = 0;
  std::vector<std::string> cautions_;
  quantity_cache cache_;
  file_option files_;
  range_map ranges_;
  bool limited_by_ranges_ = false;
  bool is_csv_ = false;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::atomic<row_table*> table_ = nullptr;             ///< while one is being made
  std::atomic<value_kind> kind_ = value_kind::unknown;  ///< of the formula, once it was read
};

}  // namespace

std::unique_ptr<command> make_eval_command(CLI::App& program) {
  return std::make_unique<eval_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
