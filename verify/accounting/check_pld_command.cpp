#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "claims/catalogue/cautions.hpp"
#include "claims/results/failure.hpp"
#include "language/syntax/called_names.hpp"
#include "shufflecert/decimal.hpp"
#include "verify/accounting/accounting_commands.hpp"
#include "verify/accounting/loss_distribution.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr long shown_digits = 10;

std::string shown(const ball& value) {
  return to_text(to_decimal(value, shown_digits));
}

// The interval is a double, of which 0.01 is one for people.
std::string near(const rational& epsilon) {
  return fmt::format("{:.10g}", epsilon.convert_to<double>());
}

// How much larger the distribution's δ is; for choosing what is shown.
double excess_near(const compared_delta& one) {
  return (one.distribution - one.pair).near();
}

class check_pld_command : public command {
 public:
  explicit check_pld_command(CLI::App& program) {
    app_ = program.add_subcommand(
        "check-pld", "Check whether another library's privacy-loss distribution bounds a pair");
    app_->add_option("FILE", file_,
                     "The distribution as JSON: \"interval\", \"infinity_mass\" and \"masses\"")
        ->required()
        ->type_name("pld.json");
    app_->add_option("--pair", pair_, "The pair, such as 'rr_pair(1000, 2)'")
        ->type_name("PAIR")
        ->required();
    app_->add_option("--set", settings_, "Give a variable of the pair a value, as in eval")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    files_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "The privacy loss is k*interval with probability masses[k], and infinite with probability\n"
        "infinity_mass. The distribution is pessimistic for the pair (P, Q) if its δ is at least\n"
        "that of (P, Q) at every ε; composing it over rounds then stays pessimistic. Its numbers\n"
        "are read as doubles and compared exactly. For the other direction, give swap(PAIR). What\n"
        "a library computes from the distribution in floating point is not checked.\n"
        "See docs/guide/coming-from.md.\n\n"
        "Example:\n"
        "  shufflecert check-pld pld.json --pair 'gaussian_pair(1/2)'\n\n"
        "Exit status: 0 pessimistic; 1 not pessimistic at some ε; 2 unusable input; 3 undecided.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, give_up_for_time);
    loss_distribution given;
    try {
      given = read_loss_distribution(read_file(file_));
    } catch (const std::invalid_argument& error) {
      throw usage_error(fmt::format("'{}': {}", file_, error.what()));
    }
    const catalogue builtin = read_formulas(files_.sources());
    const variable_map variables = read_settings(settings_, builtin.visible);
    require_used_in({pair_}, names_in(variables), "--pair");
    const expression_ptr pair = read_pair(variables, builtin);
    loss_comparison found;
    try {
      found = compare_losses(given, pair, builtin.visible, variables, limits);
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("--pair {}: it has no value: {}", pair_, error.what()));
    } catch (const beyond_reach& error) {
      const bool has_rounds =
          calls_function(*pair, "compose") || calls_function(*pair, "product_pair");
      complain(std::string(error.what()) +
               (has_rounds ? "; check the distribution of one round instead: if that is "
                             "pessimistic, so are its rounds"
                           : ""));
      return exit_open;
    }
    guard.finish();
    cautions_ = cautions_about(*pair, formula_use::number, builtin.visible, variables, limits);
    // Rounding in the other library adds less.
    if (given.total() > rational(1000001, 1000000))
      cautions_.push_back(fmt::format(
          "the masses of the distribution add up to {}, and not to 1: as a distribution it "
          "is wrong, even if it is pessimistic",
          to_decimal(ball::of(given.total(), 128), 6).lower));
    if (common_.json)
      print_json(given, found, start);
    else
      print(given, found);
    const std::optional<bool> answer = found.is_pessimistic();
    return !answer ? exit_open : *answer ? exit_success : exit_differs;
  }

 private:
  [[nodiscard]] expression_ptr read_pair(const variable_map& variables,
                                         const catalogue& builtin) const {
    name_kinds kinds;
    for (const auto& [name, value] : variables)
      kinds[name] = check_formula(*value, builtin.visible, {});
    expression_ptr pair = read_formula_over(kinds, pair_, "--pair", builtin.visible);
    const value_kind kind = check_formula(*pair, builtin.visible, kinds);
    if (kind != value_kind::pair && kind != value_kind::unknown)
      throw usage_error(
          fmt::format("--pair {}: expected a pair, such as rr_pair(1000, 2), found a {}", pair_,
                      to_text(kind)));
    return pair;
  }

  static std::size_t count_below(const loss_comparison& found) {
    return static_cast<std::size_t>(
        std::count_if(found.points.begin(), found.points.end(),
                      [](const compared_delta& one) { return one.is_enough == false; }));
  }

  // Where the distribution's δ is furthest above the pair's, and furthest below.
  static const compared_delta& furthest_above(const loss_comparison& found) {
    return *std::max_element(found.points.begin(), found.points.end(),
                             [](const compared_delta& a, const compared_delta& b) {
                               return excess_near(a) < excess_near(b);
                             });
  }
  static const compared_delta& furthest_below(const loss_comparison& found) {
    return *std::min_element(found.points.begin(), found.points.end(),
                             [](const compared_delta& a, const compared_delta& b) {
                               return excess_near(a) < excess_near(b);
                             });
  }

  static std::string in_words(const std::optional<bool>& answer) {
    return !answer ? "undecided" : *answer ? "yes" : "no";
  }

  static void print_place(const char* what, const compared_delta& one) {
    say("{}at ε = {}\n", what, near(one.epsilon));
    say("  pair          {}\n  distribution  {}\n", shown(one.pair), shown(one.distribution));
  }

  void print(const loss_distribution& given, const loss_comparison& found) const {
    const std::size_t below = count_below(found);
    say("pessimistic     {}\n", in_words(found.is_pessimistic()));
    if (found.is_pessimistic() != true)
      say("where ε >= 0    {}\n", in_words(found.is_pessimistic_from_zero()));
    say("compared        at {} values of ε, from {} to {}; all others follow from these\n",
        found.points.size(), near(found.points.front().epsilon), near(found.points.back().epsilon));
    if (!found.has_enough_mass)
      say("masses          sum to {} less than 1: δ is too small at low ε; with so much more "
          "infinity_mass the total is right\n",
          shown(ball::of(rational(1 - given.total()), 128)));
    if (below > 0) {
      say("too small       at {} of them, most ", below);
      print_place("", furthest_below(found));
    }
    if (excess_near(furthest_above(found)) > 0)
      print_place("most too large  ", furthest_above(found));
    for (const std::string& line : lines_of_cautions(cautions_)) say("{}\n", line);
  }

  static json ends_of(const ball& value) {
    const decimal_interval ends = to_decimal(value, shown_digits);
    return {{"lower", ends.lower}, {"upper", ends.upper}};
  }

  static json place_json(const compared_delta& one) {
    return {{"eps", to_text(one.epsilon)},
            {"pair", ends_of(one.pair)},
            {"distribution", ends_of(one.distribution)}};
  }

  static json answer_json(const std::optional<bool>& answer) {
    return answer ? json(*answer) : json(nullptr);
  }

  void print_json(const loss_distribution& given, const loss_comparison& found,
                  std::chrono::steady_clock::time_point start) const {
    json root;
    root["file"] = file_;
    root["pair"] = pair_;
    root["pessimistic"] = answer_json(found.is_pessimistic());
    root["pessimistic_from_zero"] = answer_json(found.is_pessimistic_from_zero());
    root["points"] = found.points.size();
    root["below"] = count_below(found);
    root["most_below"] = count_below(found) > 0 ? place_json(furthest_below(found)) : json(nullptr);
    root["most_above"] =
        excess_near(furthest_above(found)) > 0 ? place_json(furthest_above(found)) : json(nullptr);
    root["total"] = ends_of(ball::of(given.total(), 128));
    root["missing_mass"] =
        ends_of(ball::of(std::max(rational(1 - given.total()), rational(0)), 128));
    root["cautions"] = cautions_;
    root["seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    print_json_text(root);
  }

  std::string file_;
  std::string pair_;
  std::vector<std::string> settings_;
  file_option files_;
  std::vector<std::string> cautions_;
};

}  // namespace

std::unique_ptr<command> make_check_pld_command(CLI::App& program) {
  return std::make_unique<check_pld_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
