#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/frontier/frontier.hpp"
#include "claims/frontier/row_json.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/failure.hpp"
#include "language/syntax/whole_names.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/program.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/tables/finished_rows.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long most_frontier_digits = 100;
constexpr std::size_t most_effort = 10'000'000;
constexpr std::size_t most_rows = 100'000;

class frontier_command : public command {
 public:
  explicit frontier_command(CLI::App& program) {
    app_ = program.add_subcommand("frontier", "Find where a claim switches between true and false");
    app_->add_option("ID or RELATION", name_, "A claim, or a comparison such as 'exp(x) <= 3'")
        ->required();
    app_->add_option("--over", options_.over, "The variable along which to search")
        ->type_name("NAME")
        ->required();
    app_->add_option("--from", from_,
                     "Where the range begins (default: where the claim's check values begin)")
        ->type_name("VALUE");
    app_->add_option("--to", to_, "Where the range ends")->type_name("VALUE");
    app_->add_option("--set", settings_,
                     "Give another variable a value, or several: --set n=10,100,1000 makes a row "
                     "of a table for each")
        ->type_name("NAME=VALUE[,VALUE...]")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_flag("--whole", is_whole_,
                   "The variable takes only whole values; not needed if a function requires the "
                   "variable to be whole");
    app_->add_option("--digits", options_.digits,
                     "Brackets are at most 10^-D wide, or 10^-D times the value (default 12)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_frontier_digits));
    app_->add_option("--effort", options_.effort,
                     "Intervals to examine for each row, besides those that brackets need "
                     "(default 1000)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, most_effort));
    app_->add_option("--csv", csv_, "Write the table to this file")
        ->type_name("FILE")
        ->check(complaint_about_name);
    files_.add_to(*app_, "A catalogue file whose claims and formulas may be used");
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "Each switch comes with a bracket: the claim is certainly true at one end and certainly\n"
        "false at the other. Pieces marked proved contain no switch; sampled ones may have some.\n"
        "See docs/guide/frontier.md.\n\n"
        "Examples:\n"
        "  shufflecert frontier chen-2024-icassp/corollary-2/pair --over eps0 --set n=10000 "
        "--set lambda=4\n"
        "  shufflecert frontier chen-2024-icassp/corollary-2/pair --over eps0 --to 30 "
        "--set n=10,1000,100000 --set lambda=2,4 --csv table.csv\n"
        "  shufflecert frontier 'exp(x) <= a' --over x --from 0 --to 2 --set a=3\n\n"
        "Exit status: 2 unusable input; 3 a piece of the range stayed undecided; 0 otherwise.");
  }

  int run() override {
    if (!csv_.empty()) require_writable_table("--csv", csv_, files_.names());
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits); });
    read_ = read_sources();
    choose_subject();
    check_over();
    columns_ = read_values();
    read_range();
    points_ = points_of(columns_);
    find_all(limits);
    guard.finish();
    const std::vector<frontier_row> rows = rows_so_far(limits);
    if (std::none_of(rows.begin(), rows.end(), looks_at_something))
      throw usage_error("there is nothing to check: " + (rows.front().pieces.empty()
                                                             ? rows.front().reason
                                                             : rows.front().pieces.front().reason));
    return deliver(rows, limits);
  }

 private:
  // Called by the watchdog.
  int give_up(const budget& limits) {
    if (!finished_.has_begun()) return give_up_before_rows(false);
    return deliver(rows_so_far(limits), limits);
  }

  [[nodiscard]] std::vector<frontier_row> rows_so_far(const budget& limits) const {
    return finished_.all([&](std::size_t i) {
      return open_row(points_[i], fmt::format("not finished: {}", limits.exhaustion()));
    });
  }

  struct column {
    std::string name;
    std::vector<point_value> values;
  };

  [[nodiscard]] static bool looks_at_something(const frontier_row& row) {
    return std::any_of(row.pieces.begin(), row.pieces.end(), [](const frontier_piece& piece) {
      return piece.state != frontier_state::outside;
    });
  }

  [[nodiscard]] catalogue read_sources() const {
    catalogue read = read_catalogue(files_.sources());
    link_catalogue(read);
    return read;
  }

  // Ids have none of these characters, comparisons at least one.
  [[nodiscard]] bool is_relation() const {
    return name_.find_first_of("<>=(") != std::string::npos;
  }

  void choose_subject() {
    if (is_relation()) {
      read_relation();
      return;
    }
    auto found = claims_named(read_, name_);
    if (const claim* exact = read_.find_claim(name_)) found = {exact};
    if (found.size() > 1)
      throw usage_error(fmt::format("'{}' names {} claims, and frontier looks at one, such as '{}'",
                                    name_, found.size(), found.front()->id));
    const claim& named = *found.front();
    if (!named.problem.empty())
      throw usage_error(fmt::format("'{}' cannot be judged: {}", named.id, named.problem));
    if (named.kind() != claim_kind::forall)
      throw usage_error(
          fmt::format("'{}' is a claim of kind '{}', which is not true or false at a point; "
                      "frontier looks at claims of kind 'forall'",
                      named.id, to_text(named.kind())));
    if (calls_any_mechanism(*named.formula))
      throw usage_error(
          fmt::format("'{}' is about any_mechanism(n, eps0), which has no value at a point; "
                      "'verify' and 'falsify' look for mechanisms",
                      named.id));
    subject_ = &named;
    for (const auto& [name, value] : point_at(named, 0)) variables_.push_back(name);
  }

  void read_relation() {
    try {
      own_.formula = parse_formula(name_);
      variables_ = free_variables(*own_.formula);
      name_kinds kinds;
      for (const std::string& name : variables_) kinds[name] = value_kind::unknown;
      if (check_formula(*own_.formula, read_.visible, kinds) != value_kind::truth)
        throw usage_error(fmt::format("'{}' is not a comparison, such as 'exp(x) <= 3'", name_));
      // What its functions take in whole numbers only has no value between them.
      const auto whole = whole_names_in(*own_.formula, read_.visible);
      own_.integers.assign(whole.begin(), whole.end());
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("the relation, {}", error.what()));
    }
    subject_ = &own_;
  }

  [[nodiscard]] std::string owner() const {
    return subject_->id.empty() ? "the relation" : "the claim";
  }

  [[nodiscard]] std::vector<std::string> names_set() const {
    std::vector<std::string> names;
    for (const std::string& text : settings_) names.push_back(setting_in(text).name);
    return names;
  }

  void check_over() {
    require_used_by("--over", options_.over, names_set(), variables_, owner());
    const auto& whole = subject_->integers;
    options_.is_whole =
        is_whole_ || std::find(whole.begin(), whole.end(), options_.over) != whole.end();
  }

  // All different values that the claim is checked at, in order of appearance.
  [[nodiscard]] std::vector<point_value> check_values(const std::string& name) const {
    std::vector<point_value> values;
    const auto add = [&](const point_value& value) {
      if (std::none_of(values.begin(), values.end(),
                       [&](const point_value& known) { return known.text == value.text; }))
        values.push_back(value);
    };
    for (const axis& one : subject_->axes)
      if (one.variable == name)
        for (const point_value& value : one.values) add(value);
    for (const check_point& point : subject_->points)
      if (const auto found = point.find(name); found != point.end()) add(found->second);
    return values;
  }

  [[nodiscard]] column read_column(const std::string& text) const {
    const setting given = setting_in(text);
    column result{given.name, {}};
    std::vector<std::string> set = names_set();
    set.push_back(options_.over);
    require_used_by("--set", result.name, set, variables_, owner());
    if (result.name == options_.over)
      throw usage_error(fmt::format(
          "--set {}: '{}' is the variable of --over; give --from and --to", text, result.name));
    const std::string& values = given.value;
    if (values.find('[') != std::string::npos)
      throw usage_error(fmt::format(
          "--set {}: intervals are for eval; here values are expected, such as {}=10,100", text,
          result.name));
    const std::vector<std::string> items = list_items(values);
    refuse_grouped_digits(items, "--set " + result.name);
    for (const std::string& item : items) {
      const expression_ptr formula = read_argument(item, "--set " + result.name, read_.visible, {});
      const std::string shown = to_text(*formula);
      check_value({shown, formula}, result.name, text);
      if (std::any_of(result.values.begin(), result.values.end(),
                      [&](const point_value& known) { return known.text == shown; }))
        throw usage_error(fmt::format("--set {}: the value {} stands there twice", text, shown));
      result.values.push_back({shown, formula});
    }
    return result;
  }

  // What a formula variable may be is known only to the relation; a claim's are numbers.
  void check_value(const point_value& value, const std::string& name,
                   const std::string& text) const {
    const value_kind kind = check_formula(*value.formula, read_.visible, {});
    if (!subject_->id.empty() && kind != value_kind::number && kind != value_kind::unknown)
      throw usage_error(
          fmt::format("--set {}: expected a number, found a {}", text, to_text(kind)));
    if (kind != value_kind::number && kind != value_kind::unknown) return;
    const auto exact = rational_value(value.formula, "--set " + text, read_.visible);
    const auto& whole = subject_->integers;
    const bool is_whole = std::find(whole.begin(), whole.end(), name) != whole.end();
    if (is_whole && exact && !is_integer(*exact))
      throw usage_error(fmt::format("--set {}: '{}' takes whole numbers", text, name));
  }

  // The kinds of the values must fit the relation.
  void check_kinds(const std::vector<column>& columns) const {
    name_kinds kinds{{options_.over, value_kind::number}};
    for (const column& one : columns)
      kinds[one.name] = check_formula(*one.values.front().formula, read_.visible, {});
    if (!subject_->id.empty()) return;
    try {
      check_formula(*subject_->formula, read_.visible, kinds);
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("the relation with these values, {}", complaint_about(error)));
    }
  }

  // The values of all variables but one: first as --set gives them, then the claim's own.
  [[nodiscard]] std::vector<column> read_values() const {
    std::vector<column> columns;
    const auto is_set = [&](const std::string& name) {
      return std::any_of(columns.begin(), columns.end(),
                         [&](const column& one) { return one.name == name; });
    };
    for (const std::string& text : settings_) {
      column one = read_column(text);
      if (is_set(one.name))
        throw usage_error(fmt::format("--set {}: '{}' is set twice", text, one.name));
      columns.push_back(std::move(one));
    }
    std::vector<std::string> missing;
    for (const std::string& name : variables_) {
      if (name == options_.over || is_set(name)) continue;
      const auto values = check_values(name);
      if (values.size() == 1)
        columns.push_back({name, values});
      else
        missing.push_back(name);
    }
    if (!missing.empty())
      throw usage_error(fmt::format("{} {} no value; add --set {}=VALUE", fmt::join(missing, ", "),
                                    missing.size() == 1 ? "has" : "have",
                                    fmt::join(missing, "=VALUE --set ")));
    check_kinds(columns);
    std::size_t rows = 1;
    for (const column& one : columns) {
      rows *= one.values.size();
      if (rows > most_rows)
        throw usage_error(fmt::format("the table has more than {} rows", most_rows));
    }
    return columns;
  }

  void read_range() {
    std::optional<rational> from;
    std::optional<rational> to;
    if (!from_.empty()) from = read_end(from_, "--from", read_.visible, true);
    if (!to_.empty()) to = read_end(to_, "--to", read_.visible, false);
    for (const point_value& value : check_values(options_.over)) {
      try {
        const number known = constant_value(value);
        if (known.is_infinity(1) || known.is_infinity(-1)) continue;
        const rational lower = inner_end(known, options_.over, true);
        const rational upper = inner_end(known, options_.over, false);
        if (from_.empty() && (!from || lower < *from)) from = lower;
        if (to_.empty() && (!to || upper > *to)) to = upper;
      } catch (const undefined_value&) {
        continue;
      }
    }
    set_range(from, to);
  }

  void set_range(const std::optional<rational>& from, const std::optional<rational>& to) {
    if (!from || !to)
      throw usage_error(
          fmt::format("the range of {} is not known; add --from VALUE --to VALUE", options_.over));
    if (*from > *to)
      throw usage_error(fmt::format("the range of {} is empty: it goes from {} to {}",
                                    options_.over, to_text(*from), to_text(*to)));
    options_.range = {*from, *to};
  }

  // The product of the columns; the last one varies fastest.
  [[nodiscard]] static std::vector<check_point> points_of(const std::vector<column>& columns) {
    std::vector<check_point> points(1);
    for (const column& one : columns) {
      std::vector<check_point> longer;
      longer.reserve(points.size() * one.values.size());
      for (const check_point& point : points)
        for (const point_value& value : one.values) {
          longer.push_back(point);
          longer.back()[one.name] = value;
        }
      points = std::move(longer);
    }
    return points;
  }

  void find_all(const budget& limits) {
    judge_options judging;
    // Twice as many bits as the brackets need, or what is used for judging.
    judging.precision.last = std::max<bits>(judging.precision.last, 8 * options_.digits);
    judging.limits = limits;
    quantity_cache cache;
    const claim_context context{*subject_, read_, cache, judging};
    journal_ = journal_option_.open(*app_,
                                    {.rows = points_.size(),
                                     .inputs = read_.inputs,
                                     .written = {csv_},
                                     .insignificant = {"--csv", "--json"}},
                                    limits);
    progress_line progress(points_.size());
    finished_.begin(points_.size());
    tbb::parallel_for(std::size_t{0}, points_.size(), [&](std::size_t i) {
      progress.start(i, "row " + std::to_string(i + 1));
      if (auto known = kept(i, points_[i])) {
        finished_.put(i, *std::move(known));
      } else {
        frontier_row row;
        // What one row runs into does not end the others.
        try {
          row = find_frontier(context, subject_->formula, points_[i], options_);
        } catch (...) {
          row = open_row(points_[i], failure_of(std::current_exception()).reason);
        }
        if (journal_) journal_->keep(i, to_json(row));
        finished_.put(i, std::move(row));
      }
      progress.finish(i);
    });
  }

  [[nodiscard]] std::optional<frontier_row> kept(std::size_t i, const check_point& fixed) const {
    if (!journal_) return std::nullopt;
    return journal_->restored(i,
                              [&](const json& object) { return frontier_row_from(object, fixed); });
  }

  [[nodiscard]] frontier_row open_row(const check_point& fixed, const std::string& reason) const {
    frontier_row row;
    row.fixed = fixed;
    row.range = options_.range;
    row.pieces.push_back(
        {options_.range.lower, options_.range.upper, frontier_state::open, false, 0, reason});
    return row;
  }

  // Pieces of both truths are shown, so both uses of the relation count.
  [[nodiscard]] std::vector<std::string> cautions_of(const std::vector<frontier_row>& rows,
                                                     const budget& limits) const {
    std::vector<std::string> cautions;
    std::size_t holding = 0;
    std::size_t infinite = 0;
    quantity_cache cache;
    for (const frontier_row& row : rows) {
      const variable_map values = variables_at(*subject_, row.fixed);
      if (speaks_of_mechanisms(*subject_))
        add_cautions(cautions,
                     cautions_about({*subject_->formula, read_.visible, values, subject_->domain},
                                    formula_use::number, limits));
      for (const frontier_piece& piece : row.pieces) {
        if (piece.state != frontier_state::holds) continue;
        ++holding;
        if (is_infinite_at(piece.from, values, cache, limits)) ++infinite;
      }
    }
    add_cautions(cautions, cautions_about_infinite_pieces(infinite, holding));
    return cautions;
  }

  [[nodiscard]] bool is_infinite_at(const rational& place, variable_map values,
                                    quantity_cache& cache, const budget& limits) const {
    constexpr bits enough = 64;
    values[options_.over] = point_value_of(place).formula;
    return has_infinite_side(*subject_->formula, read_.visible, values, enough, limits, &cache);
  }

  [[nodiscard]] int deliver(const std::vector<frontier_row>& rows, const budget& limits) const {
    frontier_subject subject;
    subject.command = command_line_;
    subject.claim = subject_->id;
    subject.relation = to_text(*subject_->as_stated().formula);
    subject.options = options_;
    subject.cautions = cautions_of(rows, limits);
    for (const column& one : columns_) subject.set.push_back(one.name);
    const auto open = std::count_if(rows.begin(), rows.end(),
                                    [](const frontier_row& row) { return row.is_open(); });
    if (!csv_.empty()) write_file(csv_, frontier_csv(subject, rows));
    if (common_.json)
      print_json_text(frontier_json(subject, read_, rows));
    else
      print_lines(frontier_text(subject, rows));
    if (open > 0 && limits.is_exhausted())
      complain(fmt::format("{}; of {} row{} {} stayed undecided", limits.exhaustion(), rows.size(),
                           rows.size() == 1 ? "" : "s", open));
    return exit_status_with(journal_.get(), open > 0 ? exit_open : exit_success);
  }

  std::string name_;
  std::string from_;
  std::string to_;
  std::vector<std::string> settings_;
  file_option files_;
  std::string csv_;
  bool is_whole_ = false;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  frontier_options options_;
  catalogue read_;
  claim own_;  ///< made of a relation of the command line
  const claim* subject_ = nullptr;
  std::vector<std::string> variables_;
  std::vector<column> columns_;
  std::vector<check_point> points_;
  finished_rows<frontier_row> finished_;
};

}  // namespace

std::unique_ptr<command> make_frontier_command(CLI::App& program) {
  return std::make_unique<frontier_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
