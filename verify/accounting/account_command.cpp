#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "claims/accounting/calibrate.hpp"
#include "claims/accounting/routes.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/results/exact_ends.hpp"
#include "claims/results/failure.hpp"
#include "claims/text/shown_text.hpp"
#include "reports/plots/plot_points.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"
#include "verify/accounting/account_rows.hpp"
#include "verify/accounting/accounting_commands.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/output_file.hpp"
#include "verify/tables/finished_rows.hpp"
#include "verify/tables/pictures.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr long most_account_digits = 1000;
constexpr bits constant_precision = 256;

class account_command : public command {
 public:
  explicit account_command(CLI::App& program) {
    app_ = program.add_subcommand(
        "account", "Compute ε or δ over several rounds, exactly and by every common route");
    app_->add_option("--round", pairs_,
                     "One kind of round, as a pair of distributions such as 'clone_pair(1000, 2)'; "
                     "repeat it for other kinds. Rounds follow one another, with the same users in "
                     "each; for groups of users within one round, give clone_pair a law of the "
                     "number of clones: docs/guide/deployments.md")
        ->type_name("PAIR")
        ->required()
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option(
            "--times", times_,
            "The number of such rounds (default 1; one report a month for a year: 12); give it "
            "for every --round or for none")
        ->type_name("K")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--delta", delta_, "Compute ε at this δ")->type_name("VALUE");
    app_->add_option("--epsilon,--eps", epsilon_, "Compute δ at this ε")->type_name("VALUE");
    app_->add_option("--set", settings_, "Give a variable of the pairs a value, as in eval")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--digits", digits_, "Significant digits that must be certain (default 6)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_account_digits));
    app_->add_option("--csv", csv_, "Write the table to this file")
        ->type_name("FILE")
        ->check(complaint_about_name);
    app_->add_option("--plot", plot_,
                     "Draw ε against δ for every route, around --delta (or δ against ε, around "
                     "--epsilon), as an SVG file; write the numbers beside it as .csv and .dat")
        ->type_name("FILE.svg")
        ->check(complaint_about_name);
    app_->add_option(
            "--along", along_,
            "With --plot: the horizontal axis, in place of δ or ε: either 'rounds', the number "
            "of rounds, or a variable that --set gives a value, such as n")
        ->type_name("NAME");
    files_.add_to(*app_);
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "The tightest route comes first. 'direct' is the exact value; the ratio compares each\n"
        "other route with it. Every value is an enclosure; a row with fewer digits says so.\n"
        "The Gaussian limit is an approximation, not a bound: it can be too small.\n"
        "If the two directions of a round may differ, each value is the larger of the two.\n"
        "See docs/guide/accounting.md.\n\n"
        "Examples:\n"
        "  shufflecert account --round 'clone_pair(1000, 2)' --delta 1e-6\n"
        "  shufflecert account --round 'gaussian_pair(1/4)' --times 10 --round 'rr_pair(500, 1)' "
        "--times 1 "
        "--delta 1e-8\n"
        "  shufflecert account --round 'clone_pair(n, 2)' --set n=10000 --times 12 --delta 1e-6 "
        "--plot users.svg --along n\n\n"
        "Exit status: 2 unusable input; 3 a route stayed undecided; 0 otherwise.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, [&] { return give_up(limits, start); });
    const catalogue builtin = read_formulas(files_.sources());
    read_rounds(builtin, limits);
    check_files(builtin);
    routes_ = routes(given());
    const std::vector<account_route>& all = routes_;
    const std::size_t places = plot_.empty() ? 0 : places_of_plot(builtin).size();
    std::vector<std::string> written{csv_};
    if (!plot_.empty())
      for (const std::string& file : picture_files(plot_stem())) written.push_back(file);
    journal_ = journal_option_.open(*app_,
                                    {.rows = all.size() * (1 + places),
                                     .inputs = builtin.inputs,
                                     .written = written,
                                     .insignificant = {"--csv", "--json"}},
                                    limits);
    progress_ = std::make_unique<progress_line>(all.size() * (1 + places));
    finished_.begin(all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      finished_.put(i, evaluated(all[i], builtin, limits));
    const plot drawn = plot_.empty() ? plot() : curves(builtin, limits);
    progress_->erase();
    guard.finish();
    if (!plot_.empty()) write_plot(drawn, limits);
    const int status = deliver(limits, start);
    return drawn.unfinished > 0 && status == exit_success ? exit_open : status;
  }

 private:
  // Called by the watchdog.
  int give_up(const budget& limits, std::chrono::steady_clock::time_point start) {
    if (!finished_.has_begun()) return give_up_before_rows(false);
    progress_->erase();
    const int status = deliver(limits, start);
    if (!plot_.empty()) complain(fmt::format("'{}' was not drawn: {}", plot_, limits.exhaustion()));
    return std::max<int>(status, exit_open);
  }

  [[nodiscard]] int deliver(const budget& limits,
                            std::chrono::steady_clock::time_point start) const {
    std::vector<account_row> rows = finished_.all([&](std::size_t i) {
      account_row open;
      open.route = routes_[i];
      open.reason = fmt::format("not finished: {}", limits.exhaustion());
      return open;
    });
    sort_rows(rows);
    const double seconds = since(start);
    std::vector<std::string> cautions = cautions_;
    for (const account_row& row : rows) {
      add_cautions(cautions, cautions_about_methods(row.methods));
      if (gives_epsilon() && row.value && row.route.is_bound)
        add_cautions(cautions, cautions_about_epsilon(*row.value));
    }
    if (!csv_.empty()) write_file(csv_, csv_of_rows(rows, digits_, cautions));
    if (common_.json)
      print_json_text(json_of(rows, cautions, seconds));
    else
      print(rows, cautions);
    const auto open = std::count_if(rows.begin(), rows.end(),
                                    [](const account_row& one) { return !one.digits_reached; });
    if (open > 0 && limits.is_exhausted())
      complain(fmt::format("{}; of {} routes {} stayed undecided", limits.exhaustion(), rows.size(),
                           open));
    return exit_status_with(journal_.get(), open > 0 ? exit_open : exit_success);
  }

  static double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  [[nodiscard]] bool gives_epsilon() const { return !delta_.empty(); }

  void read_rounds(const catalogue& builtin, const budget& limits) {
    if (!delta_.empty() && !epsilon_.empty())
      throw usage_error("give only one of --delta VALUE and --epsilon VALUE");
    if (delta_.empty() && epsilon_.empty())
      throw usage_error("account needs one of --delta VALUE and --epsilon VALUE");
    if (!times_.empty() && times_.size() != pairs_.size())
      throw usage_error(fmt::format(
          "--round is given {1} times and --times {0}: give one --times for each --round, or none",
          times_.size(), pairs_.size()));
    variables_ = read_settings(settings_, builtin.visible,
                               "--plot FILE.svg --along NAME draws the routes along a variable");
    require_used_in(pairs_, names_in(variables_), "--round");
    for (const auto& [name, value] : variables_) kinds_[name] = value_kind::unknown;
    expression_ptr all;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const expression_ptr pair = read_formula_over(kinds_, pairs_[i], "--round", builtin.visible);
      const value_kind kind = check_formula(*pair, builtin.visible, kinds_);
      if (kind != value_kind::pair && kind != value_kind::unknown)
        throw usage_error(
            fmt::format("--round {}: expected a pair, such as clone_pair(1000, 2), "
                        "found a {}",
                        pairs_[i], to_text(kind)));
      is_symmetric_ = is_symmetric_ && is_symmetric_pair(*pair, builtin.visible);
      rounds_.push_back({to_text(*pair), times_.empty() ? "1" : times_of(times_[i], builtin)});
      all = all == nullptr ? pair : make_call("product_pair", {all, pair});
    }
    add_cautions(cautions_,
                 cautions_about(*all, formula_use::number, builtin.visible, variables_, limits));
    assumptions_ = assumptions_about(*all, builtin.visible, variables_, limits);
    for (const auto& [option, text] :
         {std::pair{"--delta", &delta_}, std::pair{"--epsilon", &epsilon_}})
      if (!text->empty()) check_target(option, *text, builtin);
  }

  static number constant(const std::string& option, const std::string& text,
                         const catalogue& builtin) {
    const expression_ptr formula = read_argument(text, option, builtin.visible, {});
    constexpr long digits = 25;
    try {
      const refined_value known = refine(*formula, builtin.visible, {}, digits, {}, {});
      const auto* value = std::get_if<number>(&known.result);
      if (value == nullptr || !known.sufficient)
        throw usage_error(fmt::format("{} {}: expected a number", option, text));
      return *value;
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("{} {}: it has no value: {}", option, text, error.what()));
    }
  }

  static std::string times_of(const std::string& text, const catalogue& builtin) {
    const auto whole = constant("--times", text, builtin).to_int64();
    if (!whole || *whole < 1)
      throw usage_error(
          fmt::format("--times {}: expected a whole number from 1 to {}", text, INT64_MAX));
    return std::to_string(*whole);
  }

  void check_target(const std::string& option, const std::string& text,
                    const catalogue& builtin) const {
    const number value = constant(option, text, builtin);
    const auto is = [&](relation op, std::int64_t end) {
      return compare(value, op, end, constant_precision).value == true;
    };
    if (gives_epsilon() && is(relation::equal, 0))
      throw usage_error(fmt::format(
          "--delta {}: δ must be above 0; ε at δ = 0: shufflecert eval '{}'", text,
          to_text(
              *parse_formula(routes_to_epsilon(rounds_, "0", !is_symmetric_).front().formula))));
    if (gives_epsilon() && !(is(relation::greater, 0) && is(relation::less, 1)))
      throw usage_error(fmt::format("--delta {}: expected a number between 0 and 1", text));
    if (!gives_epsilon() && (!is(relation::greater_equal, 0) || value.is_infinity(1)))
      throw usage_error(fmt::format("--epsilon {}: expected a finite number >= 0", text));
  }

  void check_files(const catalogue& builtin) const {
    if (!csv_.empty()) require_writable_table("--csv", csv_, files_.names());
    if (plot_.empty() && !along_.empty())
      throw usage_error("--along needs --plot FILE.svg: it sets what the plot is drawn along");
    if (plot_.empty()) return;
    static_cast<void>(places_of_plot(builtin));
    if (along_.empty() && !gives_epsilon() && is_zero(epsilon_, builtin))
      throw usage_error("--plot needs an --epsilon above 0, around which it draws");
    const std::string stem = require_picture_files("--plot", plot_, files_.names());
    if (!csv_.empty() && is_same_output(csv_, stem + ".csv"))
      throw usage_error(fmt::format("--csv {}: --plot {} writes a file of this name", csv_, plot_));
    require_gnuplot("--plot");
  }

  static bool is_zero(const std::string& text, const catalogue& builtin) {
    return compare(constant("--epsilon", text, builtin), relation::equal, 0, constant_precision)
               .value == true;
  }

  [[nodiscard]] std::string plot_stem() const { return picture_stem("--plot", plot_); }

  [[nodiscard]] const std::string& given() const { return gives_epsilon() ? delta_ : epsilon_; }

  // At δ, or at ε.
  [[nodiscard]] std::vector<account_route> routes(const std::string& at) const {
    return gives_epsilon() ? routes_to_epsilon(rounds_, at, !is_symmetric_)
                           : routes_to_delta(rounds_, at, !is_symmetric_);
  }

  // As the journal has it, or computed and kept there.
  account_row evaluated(const account_route& route, const catalogue& builtin,
                        const budget& limits) {
    const std::size_t i = evaluated_++;
    progress_->start(i, route.name);
    account_row row = known_or_computed(i, route, builtin, limits);
    note_least_delta(row);
    progress_->finish(i);
    return row;
  }

  // By each conversion δ is at least the exact one, and what the conversion before it gives: the
  // routes come in this order.
  void note_least_delta(const account_row& row) {
    if (gives_epsilon()) return;
    const std::string& key = row.route.key;
    if (key == "direct") least_delta_.reset();
    if (key != "direct" && key.rfind("renyi-", 0) != 0) return;
    if (!row.value || !row.value->is_finite()) return;
    const auto ends = exact_ends(to_decimal(number(*row.value), constant_precision, digits_ + 2));
    if (ends && ends->lower.value > 0) least_delta_ = ends->lower.value;
  }

  account_row known_or_computed(std::size_t i, const account_route& route, const catalogue& builtin,
                                const budget& limits) {
    if (journal_) {
      const auto row_of = [&](const json& object) { return account_row_from(object, route); };
      if (auto known = journal_->restored(i, row_of)) return *std::move(known);
    }
    account_row row = computed(route, builtin, limits);
    if (journal_) journal_->keep(i, exact_json(row));
    return row;
  }

  account_row computed(const account_route& route, const catalogue& builtin, const budget& limits) {
    account_row row;
    row.route = route;
    const auto start = std::chrono::steady_clock::now();
    try {
      variable_map variables = variables_;
      name_kinds kinds = kinds_;
      for (const auto& [name, formula] : route.let) {
        variables[name] = read_argument(formula, "--round", builtin.visible, kinds);
        kinds[name] = value_kind::number;
      }
      if (!gives_epsilon()) kinds["delta"] = value_kind::number;
      const expression_ptr formula =
          read_argument(route.formula, "--round", builtin.visible, kinds);
      if (check_formula(*formula, builtin.visible, kinds) == value_kind::truth)
        calibrated(formula, builtin, limits, row);
      else
        refined(*formula, variables, builtin, limits, row);
    } catch (const undefined_value& error) {
      // What is wrong with a pair shows first where all rounds are one; other routes may lack what
      // they need, as the Gaussian limit does where a divergence is infinite.
      if (route.key == "direct") throw usage_error(fmt::format("--round: {}", error.what()));
      row.reason = fmt::format("it has no value: {}", error.what());
    } catch (const beyond_reach& error) {
      row.reason = error.what();
    }
    row.seconds = since(start);
    return row;
  }

  void refined(const expression& formula, const variable_map& variables, const catalogue& builtin,
               const budget& limits, account_row& row) {
    const refined_value known =
        refine(formula, builtin.visible, variables, digits_, range_for_digits(digits_),
               {.limits = limits, .cache = &cache_});
    row.methods = known.methods;
    row.reason = known.reason;
    row.digits_reached = known.sufficient;
    const auto* value = std::get_if<number>(&known.result);
    if (value == nullptr) return;
    row.is_exactly_inf = value->is_infinity(1);
    row.value = value->to_ball(std::max(known.precision, bits{64}));
  }

  // Within a thousand times what δ is known to be at least, if it is there: there are fewer looks.
  calibration calibrated_near(const calibration_question& asked, const definitions& visible,
                              const budget& limits) {
    if (least_delta_) {
      calibration_question near = asked;
      near.from = std::max(asked.from, rational(*least_delta_ / 2));
      near.to = std::min(asked.to, rational(near.from * 1000));
      if (near.from < near.to) {
        calibration found = calibrate(near, visible, limits, cache_);
        if (found.holds && found.fails) return found;
      }
    }
    return calibrate(asked, visible, limits, cache_);
  }

  // The least δ for which the condition holds, between two neighbouring decimals.
  void calibrated(const expression_ptr& relation, const catalogue& builtin, const budget& limits,
                  account_row& row) {
    calibration_question asked;
    asked.relation = relation;
    asked.over = "delta";
    asked.from = power(rational(10), -400);
    asked.to = rational(999'999, 1'000'000);
    asked.seeks_proof = false;
    asked.digits = digits_ + 1;
    asked.fixed = variables_;
    calibration found;
    try {
      found = calibrated_near(asked, builtin.visible, limits);
    } catch (const undefined_value& error) {
      row.reason = error.what();
      return;
    }
    row.methods = found.methods;
    row.reason = found.reason;
    if (found.at_both_ends == true) row.reason = "at most 10^-400, at which it holds already";
    if (found.at_both_ends == false)
      row.reason = "none is known: ε is too small for it at δ = 10^-400 and at δ = 0.999999";
    if (!found.holds || !found.fails) return;
    row.value = ball::hull(ball::of(found.fails->value, constant_precision),
                           ball::of(found.holds->value, constant_precision));
    row.digits_reached = true;
    row.reason.clear();
  }

  static std::string rounds_text(const std::vector<account_round>& rounds) {
    std::vector<std::string> texts;
    texts.reserve(rounds.size());
    for (const account_round& one : rounds)
      texts.push_back(one.times == "1" ? "1 round of " + one.pair
                                       : one.times + " rounds of " + one.pair);
    return fmt::format("{}", fmt::join(texts, ", then "));
  }

  void print(const std::vector<account_row>& rows, const std::vector<std::string>& cautions) const {
    std::string settings;
    for (const auto& [name, value] : variables_)
      settings += fmt::format(", {} = {}", name, to_text(*value));
    say("{}{}{}, {} = {}\n\n", rounds_text(rounds_), times_.empty() ? " (no --times)" : "",
        settings, gives_epsilon() ? "delta" : "epsilon", given());
    std::vector<std::array<std::string, 3>> cells{
        {"route", gives_epsilon() ? "epsilon" : "delta", "ratio to the exact value"}};
    for (const account_row& row : rows) {
      const auto times = times_direct(row, rows);
      const bool is_direct = row.route.key == "direct";
      cells.push_back(
          {row.route.name,
           row.value ? to_text(to_decimal(*row.value, digits_ + 2)) : "not computed: " + row.reason,
           is_direct ? (row.value ? "exact" : "")
           : times   ? to_text(to_decimal(*times, 5))
                     : ""});
      if (!row.route.is_bound) cells.back()[2] += "  an approximation, not a bound";
      if (row.value && !row.digits_reached)
        cells.back()[2] += (cells.back()[2].empty() ? "" : ", ") + reached_text(*row.value);
    }
    std::size_t first = 0;
    std::size_t second = 0;
    for (const auto& row : cells) {
      first = std::max(first, shown_width(row[0]));
      if (!row[1].starts_with("not computed")) second = std::max(second, row[1].size());
    }
    for (const auto& row : cells)
      say("  {}{}  {:<{}}  {}\n", row[0], std::string(first - shown_width(row[0]), ' '), row[1],
          second, row[2]);
    if (!is_symmetric_) say("\neach value is the larger of the two directions\n");
    if (!assumptions_.empty()) say("\n");
    for (const std::string& line : lines_of_assumptions(assumptions_)) say("{}\n", line);
    if (!cautions.empty()) say("\n");
    for (const std::string& line : lines_of_cautions(cautions)) say("{}\n", line);
  }

  // Its place in the order is that of its middle, which says little where few digits are known.
  [[nodiscard]] std::string reached_text(const ball& value) const {
    return fmt::format("only {} of {} digits were reached",
                       value.is_finite() ? certain_digits(value, digits_) : 0, digits_);
  }

  static std::size_t shown_width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
  }

  [[nodiscard]] json json_of(const std::vector<account_row>& rows,
                             const std::vector<std::string>& cautions, double seconds) const {
    json root;
    root["rounds"] = json::array();
    for (const account_round& one : rounds_)
      root["rounds"].push_back({{"pair", one.pair}, {"times", one.times}});
    root["values"] = json::object();
    for (const auto& [name, value] : variables_) root["values"][name] = to_text(*value);
    root["delta"] = gives_epsilon() ? json(delta_) : json(nullptr);
    root["epsilon"] = gives_epsilon() ? json(nullptr) : json(epsilon_);
    root["both_directions"] = !is_symmetric_;
    root["assumptions"] = assumptions_;
    root["cautions"] = cautions;
    root["routes"] = json_of_rows(rows, digits_);
    root["seconds"] = seconds;
    return root;
  }

  // What the routes are asked for at one place of a plot.
  struct plotted_place {
    std::string x;
    std::string given;  // δ, or ε
    std::vector<account_round> rounds;
    variable_map variables;
  };

  // Where a plot has its points: powers of ten of δ around the one asked for, or ε in quarters up
  // to twice the one asked for; eighths of the rounds; or a variable halved and doubled.
  [[nodiscard]] std::vector<plotted_place> places_of_plot(const catalogue& builtin) const {
    if (along_ == along_rounds) return places_along_rounds();
    if (!along_.empty()) return places_along_variable(builtin);
    std::vector<plotted_place> places;
    for (int k = -4; k <= 8; ++k) {
      if (gives_epsilon() ? k > 4 : k < 1) continue;
      const std::string at = gives_epsilon() ? fmt::format("({})*10^({})", delta_, k)
                                             : fmt::format("({})*{}/4", epsilon_, k);
      const number value = constant(gives_epsilon() ? "--delta" : "--epsilon", at, builtin);
      if (gives_epsilon() && compare(value, relation::less, 1, constant_precision).value != true)
        continue;
      places.push_back({to_decimal(value, constant_precision, 6).lower, at, rounds_, variables_});
    }
    return places;
  }

  [[nodiscard]] std::vector<plotted_place> places_along_rounds() const {
    constexpr std::int64_t parts = 8;
    std::vector<plotted_place> places;
    for (std::int64_t k = 1; k <= parts; ++k) {
      plotted_place place{"", given(), rounds_, variables_};
      integer total = 0;
      for (account_round& one : place.rounds) {
        const integer times = (integer(one.times) * k + parts - 1) / parts;
        one.times = times.str();
        total += times;
      }
      place.x = total.str();
      if (places.empty() || places.back().x != place.x) places.push_back(std::move(place));
    }
    return places;
  }

  [[nodiscard]] std::vector<plotted_place> places_along_variable(const catalogue& builtin) const {
    const auto known = variables_.find(along_);
    if (known == variables_.end())
      throw usage_error(fmt::format(
          "--along {}: expected 'rounds', or a variable of a --round with its value, as in "
          "--round 'clone_pair(n, 2)' --set n=1000 --along n",
          one_short_line(along_, 60)));
    const std::string middle = to_text(*known->second);
    const bool is_whole = constant("--set", middle, builtin).to_int64().has_value();
    std::vector<plotted_place> places;
    for (const char* factor : {"1/8", "1/4", "1/2", "1", "2", "4", "8"}) {
      const std::string value = fmt::format("({})*({})", middle, factor);
      const number at = constant("--set", value, builtin);
      if (is_whole && !at.to_int64()) continue;
      plotted_place place{to_decimal(at, constant_precision, 6).lower, given(), rounds_,
                          variables_};
      place.variables[along_] = parse_formula(value);
      places.push_back(std::move(place));
    }
    return places;
  }

  // What every route gives at each of these.
  plot curves(const catalogue& builtin, const budget& limits) {
    const std::string asked = gives_epsilon() ? "δ" : "ε";
    const std::string along = along_.empty() ? asked : along_;
    const char* const to = gives_epsilon() ? "ε" : "δ";
    plot made;
    made.name = "account";
    made.title = fmt::format("{} against {}: {}", to, along, rounds_text(rounds_));
    made.caption = fmt::format(
        "{} of the rounds at each {} by every route{}. The Gaussian limit is an approximation, not "
        "a "
        "bound.",
        to, along == along_rounds ? "number of rounds" : along,
        along_.empty() ? "" : fmt::format(", with {} = {}", asked, given()));
    made.x = {along, along_.empty() ? gives_epsilon() : along != along_rounds};
    made.y = {to, !gives_epsilon()};
    const std::vector<account_round> rounds = rounds_;
    const variable_map variables = variables_;
    for (const plotted_place& place : places_of_plot(builtin)) {
      rounds_ = place.rounds;
      variables_ = place.variables;
      least_delta_.reset();
      add_points(made, place, builtin, limits);
    }
    rounds_ = rounds;
    variables_ = variables;
    // Near to each other at the bottom of a linear axis, the good routes could not be told apart.
    constexpr double much = 4;
    made.y.is_logarithmic = made.y.is_logarithmic || is_spread(made.curves, much);
    return made;
  }

  void add_points(plot& made, const plotted_place& place, const catalogue& builtin,
                  const budget& limits) {
    const std::vector<account_route> all = routes(place.given);
    made.curves.resize(all.size());
    bool is_unfinished = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const account_row row = evaluated(all[i], builtin, limits);
      plot_curve& curve = made.curves[i];
      curve.name = all[i].name + (all[i].is_bound ? "" : " (no bound)");
      curve.role =
          i == 0 ? curve_role::exact : (all[i].is_bound ? curve_role::upper : curve_role::slope);
      curve_point point{place.x, "", ""};
      if (row.value && row.value->is_finite()) {
        const decimal_interval ends = to_decimal(*row.value, digits_ + 2);
        point.lower = ends.lower;
        point.upper = ends.upper;
      }
      curve.points.push_back(std::move(point));
      is_unfinished = is_unfinished || (!row.value && limits.is_exhausted());
    }
    if (is_unfinished) ++made.unfinished;
  }

  void write_plot(const plot& drawn, const budget& limits) const {
    if (write_pictures("--plot", {drawn}, {plot_stem()}, common_.limits()).empty())
      complain(
          fmt::format("'{}' was not drawn: {}", plot_,
                      limits.is_exhausted() ? limits.exhaustion() : "no point has a finite value"));
  }

  std::vector<std::string> pairs_;
  std::vector<std::string> times_;
  std::string delta_;
  std::string epsilon_;
  std::vector<std::string> settings_;
  std::string csv_;
  static constexpr const char* along_rounds = "rounds";
  std::string plot_;
  std::string along_;  ///< what a plot is along; empty: δ, or ε
  long digits_ = 6;
  std::vector<account_round> rounds_;
  std::vector<account_route> routes_;
  finished_rows<account_row> finished_;
  variable_map variables_;
  name_kinds kinds_;
  bool is_symmetric_ = true;
  file_option files_;
  std::vector<std::string> cautions_;
  std::vector<std::string> assumptions_;
  quantity_cache cache_;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::unique_ptr<progress_line> progress_;
  std::size_t evaluated_ = 0;            ///< the row of the journal that comes next
  std::optional<rational> least_delta_;  ///< of the route that comes next, where it is known
};

}  // namespace

std::unique_ptr<command> make_account_command(CLI::App& program) {
  return std::make_unique<account_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
