#include "claims/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/results_json.hpp"
#include "reports/plots/compare_plot.hpp"
#include "reports/plots/draw_plot.hpp"
#include "reports/plots/plot_table.hpp"
#include "verify/commands/command.hpp"
#include "verify/commands/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert {
namespace {

constexpr long most_digits = 1000;

std::string range_text(const std::optional<decimal_interval>& range) {
  if (!range) return "?";
  if (range->lower == range->upper) return range->lower;
  return fmt::format("[{}, {}]", range->lower, range->upper);
}

json range_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

json text_json(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

json standing_json(const std::optional<standing>& known) {
  if (!known) return nullptr;
  return {{"holds", known->holds ? json(*known->holds) : json(nullptr)},
          {"tied", known->tied},
          {"message", known->holds ? json(nullptr) : text_json(known->reason)}};
}

json value_json(const exact_value& known) {
  json result;
  result["formula"] = known.formula;
  result["lower"] = known.value ? json(known.value->lower) : json(nullptr);
  result["upper"] = known.value ? json(known.value->upper) : json(nullptr);
  result["message"] = known.digits_reached ? json(nullptr) : text_json(known.reason);
  return result;
}

json depends_json(const std::vector<cited_result>& results) {
  json list = json::array();
  for (const cited_result& result : results)
    list.push_back(
        {{"id", result.id}, {"status", to_text(result.status)}, {"note", text_json(result.note)}});
  return list;
}

json name_json(const compared_bound* row) {
  return row == nullptr ? json(nullptr) : json(row->subject->name);
}

json bound_json(const bound& subject, const std::vector<cited_result>& depends) {
  json result;
  result["name"] = subject.name;
  result["side"] = to_text(subject.side);
  result["on"] = to_text(*subject.on);
  result["about"] = text_json(to_text(subject.about));
  result["where"] = text_json(subject.where);
  result["paper"] = text_json(subject.paper);
  result["depends"] = depends_json(depends);
  return result;
}

json row_json(const compared_bound& row) {
  json result = bound_json(*row.subject, row.depends);
  result["rank"] = row.rank;
  result["value"] = range_json(row.value);
  result["ratio"] = range_json(row.ratio);
  result["verdict"] = to_text(verdict_of(row));
  result["exact"] = standing_json(row.exact);
  result["mechanism"] = standing_json(row.mechanism);
  result["vacuous"] = text_json(row.vacuous);
  result["records"] = json::array();
  for (const bound_record& record : row.records)
    result["records"].push_back({{"claim", record.claim},
                                 {"expect", to_text(record.expect)},
                                 {"transcription", text_json(record.transcription)}});
  result["message"] = in_words(row);
  return result;
}

class compare_command : public command {
 public:
  explicit compare_command(CLI::App& program) {
    app_ = program.add_subcommand("compare", "Hold every bound against the exact value at a point");
    for (const auto& [name, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
             {"n", "Number of users"},
             {"eps0", "Local privacy parameter ε0"},
             {"lambda", "Order λ of the Rényi divergence"},
             {"eps", "ε, for bounds on δ"},
             {"delta", "δ, for bounds on ε"}})
      app_->add_option("--" + std::string(name), shorthands_[name], meaning)->type_name("VALUE");
    app_->add_option("--set", settings_, "Give another parameter of a bound a value, as in eval")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("FILE", files_, "Catalogue files whose bounds are compared, too");
    app_->add_option("--file", named_files_, "The same")
        ->type_name("FILE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--digits", digits_, "Significant digits that must be certain (default 6)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_digits));
    app_->add_option("--plot", plot_,
                     "Draw all this along a parameter: an SVG file, and the numbers beside it as "
                     ".csv and, for pgfplots, .dat")
        ->type_name("FILE.svg")
        ->check(complaint_about_name);
    app_->add_option("--over", over_, "The parameter that --plot draws along")->type_name("NAME");
    app_->add_option("--from", from_,
                     "Where --plot starts (default a tenth of the parameter's value)")
        ->type_name("VALUE");
    app_->add_option("--to", to_, "Where --plot ends (default ten times the parameter's value)")
        ->type_name("VALUE");
    common_.add_to(*app_);
    app_->footer(
        "Every [[bound]] of the built-in catalogue and of the files that applies at the point, "
        "tightest\n"
        "first, against the exact value; for every other one the reason why it does not apply.\n"
        "A bound below the pair of clones is not given by the argument with this pair; a real\n"
        "mechanism, shuffled randomized response, that exceeds a bound refutes it. What rests on "
        "a\n"
        "result in doubt, or fails at other points, says so. `shufflecert show bound/NAME` says\n"
        "where a bound is stated.\n\n"
        "Examples:\n"
        "  shufflecert compare --n 10000 --eps0 2 --lambda 4\n"
        "  shufflecert compare --n 10000 --eps0 1/2 --eps 0.1 --delta 1e-6\n"
        "  shufflecert compare --n 10000 --eps0 2 --lambda 4 --plot bounds.svg --over eps0\n"
        "  shufflecert compare my-bounds.toml --n 1000 --eps0 'log(3)' --lambda 2 --set gamma=0.1\n"
        "\n"
        "Exit status: 0; 2 unusable input; 3 something stayed undecided.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, give_up_for_time);
    const catalogue read = read_sources();
    const variable_map point = read_point(read);
    comparison_options options;
    options.digits = digits_;
    const bits first = std::max<bits>(64, digits_ * 10 / 3 + 32);
    options.precision = {first, std::max<bits>(first * 32, 8192)};
    options.limits = limits;
    check_plot(read);
    std::optional<plotted_parameter> over;
    if (!plot_.empty()) over = read_range(read, point);
    const comparison_table table = compare_bounds(read, point, options);
    std::vector<plot> along;
    if (over) along = compare_plots(read, point, *over, options);
    guard.finish();
    const std::vector<std::string> plots =
        over ? write_plots(std::move(along)) : std::vector<std::string>();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (common_.json)
      print_json(point, table, plots, seconds);
    else
      print(table, plots);
    return table.is_open ? exit_open : exit_success;
  }

 private:
  catalogue read_sources() const {
    std::vector<std::string> names = files_;
    names.insert(names.end(), named_files_.begin(), named_files_.end());
    std::vector<catalogue_source> sources = builtin_sources();
    for (const std::string& name : names) sources.push_back({name, read_file(name)});
    catalogue read = read_catalogue(sources);
    for (const std::string& name : names)
      if (std::none_of(read.bounds.begin(), read.bounds.end(),
                       [&](const bound& b) { return b.file == name; }))
        throw usage_error(fmt::format("'{}' holds no [[bound]]", name));
    link_catalogue(read);
    return read;
  }

  variable_map read_point(const catalogue& read) const {
    variable_map point = read_settings(settings_, read.visible);
    for (const auto& [name, text] : shorthands_) {
      if (text.empty()) continue;
      if (point.contains(name))
        throw usage_error(fmt::format("--set {0}={1}: '{0}' is set twice", name,
                                      to_text(*point.find(name)->second)));
      point[name] = read_argument(text, "--" + name, read.visible, {});
    }
    if (point.empty())
      throw usage_error("compare needs a point, such as --n 10000 --eps0 2 --lambda 4");
    const std::vector<std::string> known = parameters_of_bounds(read);
    for (const auto& [name, value] : point)
      if (!shorthands_.contains(name) &&
          std::find(known.begin(), known.end(), name) == known.end()) {
        const auto close = closest_name(name, known);
        throw usage_error(fmt::format("--set {}: no bound has a parameter '{}'; {}", name, name,
                                      close ? fmt::format("did you mean '{}'?", *close)
                                            : fmt::format("there are {}", fmt::join(known, ", "))));
      }
    return point;
  }

  // What can be said of the plot's options before anything is computed.
  void check_plot(const catalogue& read) const {
    if (plot_.empty()) {
      for (const auto& [name, text] :
           {std::pair{"--over", &over_}, {"--from", &from_}, {"--to", &to_}})
        if (!text->empty()) throw usage_error(fmt::format("{} needs --plot FILE.svg", name));
      return;
    }
    if (over_.empty())
      throw usage_error(
          "--plot needs --over NAME, the parameter to draw along, such as --over eps0");
    const std::vector<std::string> known = parameters_of_bounds(read);
    if (std::find(known.begin(), known.end(), over_) == known.end()) {
      const auto close = closest_name(over_, known);
      throw usage_error(fmt::format("--over {}: no bound has a parameter '{}'; {}", over_, over_,
                                    close ? fmt::format("did you mean '{}'?", *close)
                                          : fmt::format("there are {}", fmt::join(known, ", "))));
    }
    if (!plot_.ends_with(".svg") || plot_.size() == std::string(".svg").size())
      throw usage_error(fmt::format("--plot {}: the name must end in .svg", plot_));
    std::vector<std::string> inputs = files_;
    inputs.insert(inputs.end(), named_files_.begin(), named_files_.end());
    for (const char* ending : {".svg", ".csv", ".dat"})
      require_writable(plot_stem() + ending, inputs);
    if (!can_draw())
      throw usage_error("--plot needs gnuplot in the PATH (package gnuplot-nox); it was not found");
  }

  [[nodiscard]] std::string plot_stem() const {
    return plot_.substr(0, plot_.size() - std::string(".svg").size());
  }

  [[nodiscard]] plotted_parameter read_range(const catalogue& read,
                                             const variable_map& point) const {
    for (const auto& [name, text] : {std::pair{"--from", &from_}, {"--to", &to_}})
      if (!text->empty()) static_cast<void>(read_argument(*text, name, read.visible, {}));
    try {
      return range_over(read, over_, point, from_, to_);
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("--over {}: {}", over_, error.what()));
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("--over {}: {}", over_, error.what()));
    }
  }

  // One plot per quantity: FILE.svg, FILE-2.svg, … The names of the SVG files.
  [[nodiscard]] std::vector<std::string> write_plots(std::vector<plot> plots) const {
    if (plots.empty())
      throw usage_error(fmt::format("--plot: no bound applies anywhere along {}", over_));
    std::vector<std::string> stems;
    for (std::size_t i = 0; i < plots.size(); ++i) {
      plots[i].name = fmt::format("compare-{}", i + 1);
      stems.push_back(plot_stem() + (i == 0 ? "" : fmt::format("-{}", i + 1)));
    }
    std::vector<std::string> drawings;
    try {
      drawings = draw_svg(plots, common_.limits());
    } catch (const std::runtime_error& error) {
      throw usage_error(fmt::format("--plot: {}", error.what()));
    }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < plots.size(); ++i) {
      if (drawings[i].empty()) continue;
      write_file(stems[i] + ".svg", drawings[i]);
      write_file(stems[i] + ".csv", plot_csv(plots[i]));
      write_file(stems[i] + ".dat", plot_pgfplots(plots[i]));
      names.push_back(stems[i] + ".svg");
    }
    return names;
  }

  static void print_value(const char* what, const exact_value& known, const char* remark) {
    const std::string text = known.value ? range_text(known.value) : known.reason;
    say("  {:<19}  {}{}\n", what, text, *remark == '\0' ? "" : fmt::format("  {}", remark));
  }

  static void print_rows(const char* title, const std::vector<compared_bound>& rows) {
    if (rows.empty()) return;
    say("  {}\n", title);
    std::size_t name_width = 0;
    std::size_t value_width = 0;
    std::size_t ratio_width = 0;
    const auto ratio_text = [](const compared_bound& row) {
      return row.ratio ? "ratio " + range_text(row.ratio) : std::string();
    };
    for (const compared_bound& row : rows) {
      name_width = std::max(name_width, row.subject->name.size());
      value_width = std::max(value_width, range_text(row.value).size());
      ratio_width = std::max(ratio_width, ratio_text(row).size());
    }
    for (const compared_bound& row : rows)
      say("    {:<{}}  {:<{}}  {:<{}}{}{}\n", row.subject->name, name_width, range_text(row.value),
          value_width, ratio_text(row), ratio_width, ratio_width == 0 ? "" : "  ", in_words(row));
  }

  static std::string name_and_ratio(const compared_bound* row) {
    if (row == nullptr) return "none";
    if (!row->ratio) return row->subject->name;
    return fmt::format("{}, {} times the exact value", row->subject->name, range_text(row->ratio));
  }

  static void print_tightest(const char* side, const std::vector<compared_bound>& rows) {
    if (rows.empty()) return;
    const compared_bound* any = tightest_that_holds(rows);
    const compared_bound* undisputed = tightest_that_holds(rows, false);
    say("  tightest {} bound that holds here: {}\n", side, name_and_ratio(any));
    if (undisputed != any)
      say("    without failures elsewhere or doubts: {}\n", name_and_ratio(undisputed));
  }

  static void print_quantity(const compared_quantity& quantity) {
    say("{}\n", quantity.exact.formula);
    const char* const remark = quantity.is_worst_case
                                   ? "(the pair of clones: no shuffled mechanism exceeds it)"
                               : quantity.mechanism ? "(a pair of clones with another p)"
                                                    : "";
    print_value("exact", quantity.exact, remark);
    if (quantity.mechanism)
      print_value("randomized response", *quantity.mechanism,
                  "(a real mechanism: no true upper bound is below it)");
    print_tightest("upper", quantity.upper);
    print_tightest("lower", quantity.lower);
    print_rows("upper bounds, tightest first:", quantity.upper);
    print_rows("lower bounds, tightest first:", quantity.lower);
  }

  // Whether a bound that rests on a result in doubt is above the worst case of all mechanisms.
  static bool holds_anyway(const compared_quantity& quantity) {
    return quantity.is_worst_case &&
           std::any_of(quantity.upper.begin(), quantity.upper.end(), [](const compared_bound& row) {
             return verdict_of(row) == bound_verdict::holds &&
                    std::any_of(row.depends.begin(), row.depends.end(),
                                [](const cited_result& result) { return is_in_doubt(&result); });
           });
  }

  // The results in doubt that rows of the table rest on.
  static void print_results_in_doubt(const comparison_table& table) {
    std::vector<cited_result> results;
    const auto collect = [&](const std::vector<compared_bound>& rows) {
      for (const compared_bound& row : rows)
        for (const cited_result& result : row.depends)
          if (is_in_doubt(&result) &&
              std::none_of(results.begin(), results.end(),
                           [&](const cited_result& known) { return known.id == result.id; }))
            results.push_back(result);
    };
    for (const compared_quantity& quantity : table.quantities) {
      collect(quantity.upper);
      collect(quantity.lower);
    }
    if (results.empty()) return;
    say("\nresults in doubt:\n");
    for (const cited_result& result : results)
      print_list(fmt::format("{} ({}):", result.id, to_text(result.status)), words_of(result.note),
                 "");
    if (std::any_of(table.quantities.begin(), table.quantities.end(), holds_anyway))
      say("    An upper bound that rests on one of these and holds against clone_pair(n, eps0) is "
          "valid\n       at this point all the same.\n");
  }

  static std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }

  // "    title item, item, …", in lines of at most 100 bytes.
  static void print_list(const std::string& title, const std::vector<std::string>& items,
                         const std::string& separator) {
    constexpr std::size_t most_bytes = 100;
    std::string line = "    " + title;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string item = items[i] + (i + 1 < items.size() ? separator : "");
      if (line.size() + 1 + item.size() > most_bytes) {
        say("{}\n", line);
        line = "       ";
      }
      line += line.ends_with(' ') ? item : " " + item;
    }
    say("{}\n", line);
  }

  // First those that say something about the quantities asked for; then, by parameter, the others.
  static void print_unfit(const std::vector<unfit_bound>& bounds) {
    using named_lines = std::vector<std::pair<std::string, std::vector<std::string>>>;
    named_lines by_reason;
    named_lines by_parameter;
    const auto add = [](named_lines& lines, const std::string& key, const std::string& name) {
      for (auto& [known, names] : lines)
        if (known == key) {
          names.push_back(name);
          return;
        }
      lines.push_back({key, {name}});
    };
    for (const unfit_bound& unfit : bounds)
      if (unfit.parameter.empty())
        add(by_reason, unfit.reason, unfit.subject->name);
      else
        add(by_parameter, unfit.parameter, unfit.subject->name);
    if (!by_reason.empty()) say("\ndo not apply:\n");
    for (const auto& [reason, names] : by_reason)
      say("    {}: {}\n", fmt::format("{}", fmt::join(names, ", ")), reason);
    if (!by_parameter.empty()) say("\nneed another parameter:\n");
    for (const auto& [parameter, names] : by_parameter) print_list(parameter + ":", names, ",");
  }

  static void print(const comparison_table& table, const std::vector<std::string>& plots) {
    bool is_first = true;
    for (const compared_quantity& quantity : table.quantities) {
      if (!is_first) say("\n");
      is_first = false;
      print_quantity(quantity);
    }
    if (table.quantities.empty()) say("no bound applies at this point\n");
    print_unfit(table.unfit);
    print_results_in_doubt(table);
    if (!plots.empty()) say("\n");
    for (const std::string& name : plots) {
      const std::string stem = name.substr(0, name.size() - std::string(".svg").size());
      say("plot: {}; its numbers: {}.csv, {}.dat\n", name, stem, stem);
    }
  }

  static void print_json(const variable_map& point, const comparison_table& table,
                         const std::vector<std::string>& plots, double seconds) {
    json root;
    root["version"] = version();
    root["point"] = json::object();
    for (const auto& [name, value] : point) root["point"][name] = to_text(*value);
    root["quantities"] = json::array();
    for (const compared_quantity& quantity : table.quantities) {
      json one;
      one["on"] = quantity.exact.formula;
      one["exact"] = value_json(quantity.exact);
      one["mechanism"] = quantity.mechanism ? value_json(*quantity.mechanism) : json(nullptr);
      for (const bool may_be_disputed : {true, false})
        one[may_be_disputed ? "tightest" : "tightest_undisputed"] = {
            {"upper", name_json(tightest_that_holds(quantity.upper, may_be_disputed))},
            {"lower", name_json(tightest_that_holds(quantity.lower, may_be_disputed))}};
      one["bounds"] = json::array();
      for (const compared_bound& row : quantity.upper) one["bounds"].push_back(row_json(row));
      for (const compared_bound& row : quantity.lower) one["bounds"].push_back(row_json(row));
      root["quantities"].push_back(one);
    }
    root["not_applicable"] = json::array();
    for (const unfit_bound& unfit : table.unfit) {
      json one = bound_json(*unfit.subject, unfit.depends);
      one["reason"] = unfit.reason;
      one["condition"] = text_json(unfit.condition);
      one["parameter"] = text_json(unfit.parameter);
      root["not_applicable"].push_back(one);
    }
    root["plots"] = plots;
    root["undecided"] = table.is_open;
    root["seconds"] = seconds;
    print_json_text(root);
  }

  std::map<std::string, std::string> shorthands_;
  std::vector<std::string> settings_;
  std::vector<std::string> files_;
  std::vector<std::string> named_files_;
  std::string plot_;
  std::string over_;
  std::string from_;
  std::string to_;
  long digits_ = 6;
};

}  // namespace

std::unique_ptr<command> make_compare_command(CLI::App& program) {
  return std::make_unique<compare_command>(program);
}

}  // namespace shufflecert
