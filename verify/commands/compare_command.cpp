#include "claims/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "reports/plots/bound_map.hpp"
#include "reports/plots/compare_plot.hpp"
#include "reports/plots/plot.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/program.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/tables/compare_rows.hpp"
#include "verify/tables/comparison_output.hpp"
#include "verify/tables/pictures.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long most_compared_digits = 1000;

class compare_command : public command {
 public:
  explicit compare_command(CLI::App& program) {
    app_ = program.add_subcommand("compare", "Compare every bound with the exact value at a point");
    for (const auto& [name, meaning] : std::initializer_list<std::pair<const char*, const char*>>{
             {"n", "Number of users; here and below a list or a range makes a table, as in eval"},
             {"eps0", "Local privacy parameter ε0"},
             {"lambda", "Order λ of the Rényi divergence"},
             {"eps", "ε, for bounds on δ"},
             {"delta", "δ, for bounds on ε"}})
      app_->add_option("--" + std::string(name) + (std::string(name) == "eps" ? ",--epsilon" : ""),
                       shorthands_[name], meaning)
          ->type_name("VALUE");
    app_->add_option("--set", settings_,
                     "Give another parameter of a bound a value, or several, as in eval")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("FILE", files_, "Catalogue files whose bounds are to be compared as well");
    app_->add_option("--file", named_files_, "The same as FILE")
        ->type_name("FILE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_flag("--undisputed", is_undisputed_,
                   "Show only bounds that have no failure on record and rest on no result in "
                   "doubt");
    app_->add_option("--without", left_out_,
                     "Leave out the bounds of the paper with this key, such as repaired")
        ->type_name("PAPER")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--digits", digits_, "Significant digits that must be certain (default 6)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_compared_digits));
    app_->add_flag("--csv", is_csv_, "Print a table as CSV, with a line for each bound");
    app_->add_option("--map", map_,
                     "Draw a table of two parameters as a map: at each point the tightest upper "
                     "bound without failures or doubts, and its ratio to the exact value")
        ->type_name("FILE.svg")
        ->check(complaint_about_name);
    app_->add_option("--plot", plot_,
                     "Plot the table against a parameter, as an SVG file; write the numbers beside "
                     "it as .csv and, for pgfplots, .dat")
        ->type_name("FILE.svg")
        ->check(complaint_about_name);
    app_->add_option("--over", over_, "The parameter on the axis of --plot")->type_name("NAME");
    app_->add_option("--from", from_,
                     "Where --plot starts (default a tenth of the parameter's value)")
        ->type_name("VALUE");
    app_->add_option("--to", to_, "Where --plot ends (default ten times the parameter's value)")
        ->type_name("VALUE");
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "The table compares every [[bound]] that applies at the point with the exact value,\n"
        "tightest first, and says why the others do not apply. The bounds are those of the "
        "built-in\n"
        "catalogue and of the files. An upper bound below the value of the clone pair does not\n"
        "follow from the clone argument; one below that of shuffled randomized response, a real\n"
        "mechanism, is refuted. The table marks bounds that rest on a result in doubt, or fail at\n"
        "other points.\n"
        "`shufflecert show bound/NAME` says where a bound is stated.\n\n"
        "Examples:\n"
        "  shufflecert compare --n 10000 --eps0 2 --lambda 4\n"
        "  shufflecert compare --n 10000 --eps0 1/2 --eps 0.1 --delta 1e-6\n"
        "  shufflecert compare --n 100,10000,1000000 --eps0 0.5:4:8 --lambda 4\n"
        "  shufflecert compare --n 10000 --eps0 2 --lambda 4 --plot bounds.svg --over eps0\n"
        "  shufflecert compare --n 10:1e6:6:log:whole --eps0 1:8:8 --lambda 4 --map best.svg\n"
        "  shufflecert compare my-bounds.toml --n 1000 --eps0 'log(3)' --lambda 2 --set gamma=0.1\n"
        "\n"
        "Exit status: 0 whether or not bounds hold; 2 unusable input, or no bound applies at the\n"
        "point; 3 something stayed undecided.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits.exhaustion()); });
    const catalogue read = read_sources();
    const command_settings given = read_point(read, limits);
    comparison_options options;
    options.digits = digits_;
    const bits first = std::max<bits>(64, digits_ * 10 / 3 + 32);
    options.precision = {first, std::max<bits>(first * 32, 8192)};
    options.limits = limits;
    check_map(given);
    if (!given.lists.empty() || is_csv_) return run_table(read, given, options, guard);
    if (journal_option_.is_given())
      throw usage_error("--journal is for tables, which lists of values or --csv make");
    const variable_map& point = given.values;
    require_sensible(point, read.visible);
    check_plot(read);
    require_parameters(read, given.order);
    std::optional<plotted_parameter> over;
    if (!plot_.empty()) over = read_range(read, point);
    const comparison_table table = compare_bounds(read, point, options);
    std::vector<plot> along;
    if (over) along = compare_plots(read, point, *over, options);
    guard.finish();
    const bool is_cut_short =
        over && (along.empty() ? limits.is_exhausted() : along.front().unfinished > 0);
    std::vector<std::string> plots;
    if (is_cut_short && along.empty())
      complain(fmt::format("'{}' was not drawn: {}", plot_, limits.exhaustion()));
    else if (over)
      plots = write_plots(std::move(along));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (common_.json)
      print_json_text(comparison_json(point, table, plots, seconds));
    else
      print_comparison(table, plots);
    if (table.is_open || is_cut_short) return exit_open;
    if (!table.quantities.empty()) return exit_success;
    if (!common_.json) complain("no bound applies at this point: the table says why");
    return exit_unusable;
  }

 private:
  [[nodiscard]] std::vector<std::string> inputs() const {
    std::vector<std::string> names = files_;
    names.insert(names.end(), named_files_.begin(), named_files_.end());
    return names;
  }

  catalogue read_sources() const {
    const std::vector<std::string> names = inputs();
    std::vector<catalogue_source> sources = builtin_sources();
    for (const std::string& name : names) sources.push_back({name, read_file(name)});
    catalogue read = read_catalogue(sources);
    for (const std::string& name : names)
      if (std::none_of(read.bounds.begin(), read.bounds.end(),
                       [&](const bound& b) { return b.file == name; }))
        throw usage_error(fmt::format("'{}' holds no [[bound]]", name));
    link_catalogue(read);
    leave_out_bounds(read);
    return read;
  }

  void leave_out_bounds(catalogue& read) const {
    for (const std::string& key : left_out_)
      if (std::none_of(read.bounds.begin(), read.bounds.end(),
                       [&](const bound& b) { return b.paper == key; }))
        throw usage_error(fmt::format("--without {}: no bound is from a paper with this key", key));
    // Which ones are disputed is asked before any is gone: a record belongs to its bound.
    std::vector<bound> kept;
    for (const bound& b : read.bounds) {
      const bool is_left_out =
          std::find(left_out_.begin(), left_out_.end(), b.paper) != left_out_.end();
      if (!is_left_out && !(is_undisputed_ && is_disputed(read, b))) kept.push_back(b);
    }
    read.bounds = std::move(kept);
  }

  command_settings read_point(const catalogue& read, const budget& limits) const {
    command_settings point = read_settings_and_lists(settings_, read.visible, limits);
    std::vector<std::string> named;
    for (const char* name : {"n", "eps0", "lambda", "eps", "delta"}) {
      const std::string& text = shorthands_.find(name)->second;
      if (text.empty()) continue;
      if (std::find(point.order.begin(), point.order.end(), name) != point.order.end())
        throw usage_error(fmt::format(
            "--set {}{}: '{}' is set twice", name,
            point.values.contains(name) ? "=" + to_text(*point.values.find(name)->second) : "",
            name));
      named.emplace_back(name);
      const std::string option = fmt::format("--{}", name);
      if (auto list = read_value_list(text, option, read.visible, limits))
        point.lists.push_back(
            {name, std::make_shared<const std::vector<std::string>>(std::move(*list))});
      else
        point.values[name] = read_argument(text, option, read.visible, {});
    }
    point.order.insert(point.order.begin(), named.begin(), named.end());
    if (point.order.empty())
      throw usage_error("compare needs a point, such as --n 10000 --eps0 2 --lambda 4");
    const std::vector<std::string> known = parameters_of_bounds(read);
    for (const std::string& name : point.order)
      if (!shorthands_.contains(name) &&
          std::find(known.begin(), known.end(), name) == known.end()) {
        const auto close = closest_name(name, known);
        throw usage_error(fmt::format("--set {}: no bound has a parameter '{}'; {}", name, name,
                                      close ? fmt::format("did you mean '{}'?", *close)
                                            : fmt::format("there are {}", fmt::join(known, ", "))));
      }
    return point;
  }

  // What no bound can be about is said at once, not by each of a hundred bounds.
  static void require_sensible(const variable_map& point, const definitions& visible) {
    struct limit {
      const char* name;
      const char* condition;
      const char* words;
    };
    constexpr std::array limits{
        limit{"n", "n >= 1", "the number of users must be 1 or more"},
        limit{"eps0", "eps0 >= 0", "the local privacy parameter ε0 must be 0 or more"},
        limit{"lambda", "lambda > 0", "the order λ must be above 0"},
        limit{"delta", "0 <= delta and delta <= 1", "δ must be between 0 and 1"}};
    for (const auto& [name, condition, words] : limits) {
      const auto value = point.find(name);
      if (value == point.end()) continue;
      try {
        const refined_value known =
            refine(*parse_formula(condition), visible, {*value}, tie_digits, {}, {});
        const auto* holds = std::get_if<truth>(&known.result);
        if (holds == nullptr || holds->value != false) continue;
      } catch (const undefined_value& error) {
        throw usage_error(fmt::format("--{}: it has no value: {}", name, error.what()));
      }
      throw usage_error(fmt::format("--{} {}: {}", name, to_text(*value->second), words));
    }
  }

  // Where no bound has all its parameters, none applies: the one that most of them lack is missing.
  void require_parameters(const catalogue& read, std::vector<std::string> given) const {
    if (!over_.empty()) given.push_back(over_);
    std::map<std::string, std::size_t> missing;
    for (const bound& b : read.bounds) {
      const auto is_given = [&](const std::string& name) { return is_among(given, name); };
      if (std::all_of(b.parameters.begin(), b.parameters.end(), is_given)) return;
      for (const std::string& name : b.parameters)
        if (!is_given(name)) ++missing[name];
    }
    if (missing.empty()) return;
    const auto most =
        std::max_element(missing.begin(), missing.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto is_level = [](const std::string& name) {
      return name == "delta" || name == "eps" || name == "lambda";
    };
    const std::string lacking = fmt::format("{} is missing: {} bound{} it", option_of(most->first),
                                            most->second, most->second == 1 ? " needs" : "s need");
    if (std::none_of(given.begin(), given.end(), is_level))
      throw usage_error(
          "a level is missing: give --delta (for bounds of ε), --eps (of δ) or --lambda (of Rényi "
          "divergences)" +
          (is_level(most->first) ? "" : "; and " + lacking));
    throw usage_error(lacking + ", and none applies to what is given");
  }

  // How a parameter is given at the command line.
  std::string option_of(const std::string& name) const {
    return shorthands_.contains(name) ? "--" + name : fmt::format("--set {}=VALUE", name);
  }

  int run_table(const catalogue& read, const command_settings& given,
                const comparison_options& options, watchdog& guard) {
    for (const auto& [name, text] :
         {std::pair{"--plot", &plot_}, {"--over", &over_}, {"--from", &from_}, {"--to", &to_}})
      if (!text->empty())
        throw usage_error(
            fmt::format("{} is for a single point, not for the table that --csv and lists of "
                        "values make",
                        name));
    if (is_csv_ && common_.json) throw usage_error("--csv and --json exclude each other");
    if (journal_option_.is_given() && !map_.empty())
      throw usage_error("--map is drawn from rows that are computed; it goes without --journal");
    require_parameters(read, given.order);
    compare_rows rows(read, options, grid(axes_of(given)), is_csv_);
    journal_ =
        journal_option_.open(*app_, {.rows = rows.size(), .inputs = read.inputs}, options.limits);
    row_table table({.form = common_.json ? table_form::as_json
                             : is_csv_    ? table_form::as_csv
                                          : table_form::as_text,
                     .above = {},
                     .header = rows.header(),
                     .noun = "points",
                     .journal = journal_.get(),
                     .leaves_out_empty = true,
                     .notice = [&rows](const table_line& line) { rows.notice(line); }},
                    rows, rows.size());
    table_ = &table;
    table.run();
    guard.finish();
    if (!is_csv_ && !common_.json)
      if (const auto legend = rows.legend(); !legend.empty())
        say("\n{}\n", fmt::join(legend, "\n"));
    if (!map_.empty()) write_maps(rows.maps());
    return exit_status_of(table, journal_.get());
  }

  void check_map(const command_settings& given) const {
    if (map_.empty()) return;
    if (given.lists.size() != 2)
      throw usage_error(
          fmt::format("--map needs exactly two parameters with several values, such as --n "
                      "100,10000 --eps0 1,2,4; there {} {}",
                      given.lists.size() == 1 ? "is" : "are", given.lists.size()));
    static_cast<void>(picture_stem("--map", map_));
    require_writable(map_, inputs());
    require_gnuplot("--map");
  }

  // One map per quantity: FILE.svg, FILE-2.svg, …
  void write_maps(const std::vector<bound_map>& maps) const {
    if (maps.empty())
      throw usage_error("--map: no upper bound without failures or doubts applies anywhere");
    const std::string stem = picture_stem("--map", map_);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      names.push_back(fmt::format("{}{}.svg", stem, i == 0 ? "" : fmt::format("-{}", i + 1)));
      require_writable(names.back(), inputs());
    }
    for (std::size_t i = 0; i < maps.size(); ++i) {
      const std::string& name = names[i];
      try {
        write_file(name, draw_map(maps[i], common_.limits()));
      } catch (const std::runtime_error& error) {
        throw usage_error(fmt::format("--map: {}", error.what()));
      }
      if (!is_csv_ && !common_.json) say("\nmap: {}\n", name);
    }
  }

  int give_up_early() override {
    return asks_for_table() ? give_up_before_rows(common_.json) : give_up_for_time();
  }

  // Lists make one, as --csv does.
  [[nodiscard]] bool asks_for_table() const {
    const auto is_list = [](const std::string& text) { return is_value_list(text); };
    return is_csv_ ||
           std::any_of(shorthands_.begin(), shorthands_.end(),
                       [&](const auto& given) { return is_list(given.second); }) ||
           std::any_of(settings_.begin(), settings_.end(), [&](const std::string& text) {
             return is_list(text.substr(text.find('=') + 1));
           });
  }

  // Called by the watchdog.
  int give_up(const std::string& reason) {
    row_table* table = table_;
    if (table == nullptr) return give_up_early();
    table->give_up(reason);
    return exit_status_of(*table, journal_.get());
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
    require_picture_files("--plot", plot_, inputs());
    require_gnuplot("--plot");
  }

  [[nodiscard]] std::string plot_stem() const { return picture_stem("--plot", plot_); }

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
      for (const std::string& file : picture_files(stems.back())) require_writable(file, inputs());
    }
    return write_pictures("--plot", plots, stems, common_.limits());
  }

  std::map<std::string, std::string> shorthands_;
  std::vector<std::string> settings_;
  std::vector<std::string> files_;
  std::vector<std::string> named_files_;
  std::vector<std::string> left_out_;
  std::string map_;
  std::string plot_;
  std::string over_;
  std::string from_;
  std::string to_;
  long digits_ = 6;
  bool is_csv_ = false;
  bool is_undisputed_ = false;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::atomic<row_table*> table_ = nullptr;  ///< while one is being made
};

}  // namespace

std::unique_ptr<command> make_compare_command(CLI::App& program) {
  return std::make_unique<compare_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
