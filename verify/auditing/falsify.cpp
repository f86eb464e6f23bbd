#include "claims/mechanisms/falsify.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/scripts/script.hpp"
#include "claims/text/shell_word.hpp"
#include "shufflecert/decimal.hpp"
#include "verify/auditing/commands.hpp"
#include "verify/auditing/falsify_claim.hpp"
#include "verify/auditing/falsify_json.hpp"
#include "verify/auditing/long_search.hpp"
#include "verify/commands/command.hpp"
#include "verify/commands/journal_option.hpp"
#include "verify/commands/settings.hpp"
#include "verify/runs/part.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_tries = 1'000'000;
constexpr long side_digits = 10;
constexpr long gap_digits = 3;

// A mechanism as it is shown, with both sides of the relation.
struct shown_mechanism {
  staircase_mechanism mechanism;
  expression_ptr formula;
  std::string command;
  std::optional<decimal_interval> left;
  std::optional<decimal_interval> right;
  std::optional<decimal_interval> ratio;
  std::optional<decimal_interval> gap;  // of sides that are not equal
};

std::string input_name(std::size_t input) {
  return fmt::format("x{}", input + 1);
}

std::vector<std::string> names_of(input_set inputs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < most_mechanism_inputs; ++i)
    if (has_input(inputs, i)) names.push_back(input_name(i));
  return names;
}

std::string counted(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

class falsify_command : public command {
 public:
  explicit falsify_command(CLI::App& program) {
    app_ = program.add_subcommand("falsify",
                                  "Look for a mechanism that breaks a bound on every mechanism");
    app_->add_option("FORMULA", text_,
                     "A comparison about any_mechanism(n, eps0), such as "
                     "'hockey_stick(any_mechanism(n, eps0), 0.3) <= 0.1', or the ID of a claim")
        ->required();
    app_->add_option("--set", settings_,
                     "Give a variable a value, for instance --set eps0=1/3; a variable of a claim "
                     "also several, such as --set n=2,3,5")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--seed", options_.seed, "Seed of the search (default 1)")
        ->type_name("S")
        ->check([](const std::string& text) {
          // A minus sign would become a large number without a word.
          return text.find_first_not_of("0123456789") == std::string::npos
                     ? std::string()
                     : "expected a whole number from 0 on, not '" + text + "'";
        });
    app_->add_option("--tries", options_.tries, "Mechanisms to look at (default 1000)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, most_tries));
    app_->add_option("--file", files_,
                     "A catalogue file (TOML) whose claims and formulas may be used")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app_->add_option("--script", script_,
                     "Print a program for mpmath ('python') or PARI/GP ('gp') that evaluates the "
                     "relation for the mechanism found, or for the nearest")
        ->type_name("LANGUAGE")
        ->check(CLI::IsMember({"python", "gp"}));
    app_->add_option(
            "--shard", shard_,
            "Look at part I of N parts of the mechanisms beyond the first 1000, which each "
            "part looks at. docs/guide/long-runs.md")
        ->type_name("I/N");
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "any_mechanism(n, eps0) stands for the shuffled reports of any eps0-LDP randomizer, on "
        "any\n"
        "neighbouring data sets of n users, n from 1 to 12. What is found is certified, and "
        "'eval'\n"
        "reproduces it. Where nothing is found, that is no proof.\n\n"
        "Example:\n"
        "  shufflecert falsify 'hockey_stick(any_mechanism(n, eps0), 0.3) <= 0.1' --set n=3 "
        "--set eps0=1\n"
        "  shufflecert falsify chen-2024-icassp/corollary-2/mechanism --set n=2,3,5\n\n"
        "Exit status: 0 nothing found; 1 a mechanism breaks it; 2 unusable input; 3 something\n"
        "stayed open.");
  }

  int run() override {
    start_ = std::chrono::steady_clock::now();
    options_.limits = common_.limits();
    watchdog guard(options_.limits, give_up_for_time);
    falsify_result found;
    std::optional<shown_mechanism> shown;
    try {
      found = look();
      if (found.looked_at > 0 && found.without_value == found.looked_at)
        throw usage_error("the formula has no value: " + found.no_value);
      if (const auto& best = found.broken_by ? found.broken_by : found.nearest)
        shown = describe(*best);
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("the formula has no value: {}", error.what()));
    } catch (const beyond_reach& error) {
      complain(error.what());
      return exit_status_with(journal_.get(), exit_open);
    }
    const std::string program = script_.empty() ? "" : program_about(found, shown);
    guard.finish();
    if (!program.empty())
      print_lines(program);
    else if (common_.json)
      print_json(found, shown);
    else
      print_text(found, shown);
    return exit_status_with(journal_.get(), status_of(found));
  }

 private:
  // Ids have none of these characters, comparisons at least one.
  [[nodiscard]] bool is_relation() const {
    return text_.find_first_of("<>=(") != std::string::npos;
  }

  [[nodiscard]] std::vector<catalogue_source> sources() const {
    std::vector<catalogue_source> all = builtin_sources();
    for (const std::string& name : files_) all.push_back({name, read_file(name)});
    return all;
  }

  falsify_result look() {
    if (shard_) part_ = read_part(*shard_);
    const long_search search = is_relation() ? search_of_relation() : search_of_claim();
    journal_ = journal_option_.open(*app_,
                                    {.rows = search.blocks(),
                                     .inputs = builtin_.inputs,
                                     .insignificant = {"--json", "--script"}},
                                    options_.limits);
    block_store store;
    if (journal_) {
      store.restored = [&](std::size_t i) { return journal_->restored(i, falsify_result_from); };
      store.keep = [&](std::size_t i, const falsify_result& one) {
        journal_->keep(i, to_json(one));
      };
    }
    found_at_place found = search.look(store, part_.index, part_.count);
    const mechanism_place& place = search.places()[found.place];
    relation_ = place.relation;
    users_ = place.users;
    variables_ = place.variables;
    return std::move(found.result);
  }

  long_search search_of_relation() {
    builtin_ = read_formulas(sources());
    variables_ = read_settings(settings_, builtin_.visible);
    read_relation();
    return {{{relation_, users_, variables_}}, builtin_.visible, options_.tries, options_};
  }

  // At several points; what is shown is of the one where a mechanism was found.
  long_search search_of_claim() {
    builtin_ = read_catalogue(sources());
    link_catalogue(builtin_);
    const claim& subject = claim_to_falsify(builtin_, text_);
    claim_search search(subject, builtin_, settings_, options_.limits);
    std::vector<mechanism_place> places = search.places();
    claim_ = subject.id;
    points_ = search.points();
    return {std::move(places), builtin_.visible, search.tries_of(options_.tries), options_};
  }

  // The relation for this mechanism, as a claim at one point.
  [[nodiscard]] std::string program_about(const falsify_result& found,
                                          const std::optional<shown_mechanism>& shown) const {
    if (!shown) throw usage_error("--script needs a mechanism, and none says how near it came");
    claim one;
    one.id = claim_.empty() ? "falsify" : claim_;
    one.says = found.broken_by ? "This mechanism breaks the bound." : "The nearest mechanism.";
    one.formula = shown->formula;
    check_point point;
    for (const std::string& name : free_variables(*one.formula)) {
      const point_value value{to_text(*variables_.at(name)), variables_.at(name)};
      one.axes.push_back({name, {value}});
      point[name] = value;
    }
    quantity_cache cache;
    judge_options options;
    options.limits = options_.limits;
    const claim_context context{one, builtin_, cache, options};
    const auto language = script_ == "python" ? script_language::python : script_language::gp;
    try {
      return write_script(script_subject_of(context, point), language);
    } catch (const script_unavailable& error) {
      throw usage_error(error.what());
    }
  }

  void read_relation() {
    try {
      name_kinds names;
      for (const auto& [name, value] : variables_)
        names[name] = check_formula(*value, builtin_.visible, {});
      relation_ = read_mechanism_relation(parse_formula(text_), builtin_.visible, names);
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("the formula, {}", complaint_about(error)));
    }
    const auto given = [&](const expression_ptr& argument) {
      return fmt::format("{}", to_text(*with_formulas(argument, variables_)));
    };
    const auto n = rational_value(with_formulas(relation_.users, variables_), "n of any_mechanism",
                                  builtin_.visible);
    if (!n || !is_integer(*n) || *n < 1 || *n > most_mechanism_users)
      throw usage_error(
          fmt::format("n of any_mechanism must be a whole number from 1 to {}, not {}",
                      most_mechanism_users, given(relation_.users)));
    users_ = static_cast<long>(*n);
    require_eps0(make_comparison(make_number(0), relation::less_equal, relation_.eps0));
    require_eps0(make_comparison(relation_.eps0, relation::less, make_variable("inf")));
  }

  void require_eps0(const expression_ptr& condition) const {
    const std::string shown = to_text(*with_formulas(relation_.eps0, variables_));
    try {
      const refined_value known = refine(*condition, builtin_.visible, variables_, tie_digits, {},
                                         {.limits = options_.limits});
      const auto* holds = std::get_if<truth>(&known.result);
      if (holds != nullptr && holds->value == true && !holds->tied) return;
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("eps0 of any_mechanism has no value: {}", error.what()));
    }
    throw usage_error(
        fmt::format("eps0 of any_mechanism must be finite and certainly >= 0, not {}", shown));
  }

  // Where the time is over a little more is taken to say what was found.
  [[nodiscard]] budget for_description() const {
    constexpr std::chrono::milliseconds little(100);
    return options_.limits.is_exhausted() ? budget(budget::clock::now() + little) : options_.limits;
  }

  [[nodiscard]] std::optional<decimal_interval> enclosed(const expression& part,
                                                         long digits = side_digits) const {
    try {
      const refined_value known = refine(part, builtin_.visible, variables_, digits,
                                         range_for_digits(digits), {.limits = for_description()});
      const auto* value = std::get_if<number>(&known.result);
      if (value == nullptr || known.precision == 0) return std::nullopt;
      return to_decimal(*value, known.precision, digits);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] shown_mechanism describe(const staircase_mechanism& mechanism) const {
    shown_mechanism shown{mechanism, relation_.about(mechanism), "shufflecert eval", {}, {}, {},
                          {}};
    const auto& sides = std::get<comparison>(shown.formula->node);
    for (const std::string& name : free_variables(*shown.formula))
      if (const auto value = variables_.find(name); value != variables_.end())
        shown.command += fmt::format(" --set {}", shell_word(name + "=" + to_text(*value->second)));
    const std::string formula = to_text(*shown.formula);
    shown.command += fmt::format("{} '{}'", formula.starts_with('-') ? " --" : "", formula);
    shown.left = enclosed(*sides.left);
    shown.right = enclosed(*sides.right);
    if (is_certain(*sides.left) && is_certain(*sides.right))
      shown.ratio = enclosed(*make_node(product_chain{{{false, sides.left}, {true, sides.right}}}));
    if (holds(*make_comparison(sides.left, relation::equal, sides.right)) == false)
      shown.gap = enclosed(*gap_of_sides(*shown.formula), gap_digits);
    return shown;
  }

  // Certainly positive and finite.
  [[nodiscard]] bool is_certain(const expression& side) const {
    const auto part = std::make_shared<const expression>(side);
    const expression condition{
        conjunction{{make_comparison(make_number(0), relation::less, part),
                     make_comparison(part, relation::less, make_variable("inf"))}},
        1};
    return holds(condition) == true;
  }

  // Equal to so many digits counts as equal.
  [[nodiscard]] std::optional<bool> holds(const expression& condition) const {
    try {
      const refined_value known = refine(condition, builtin_.visible, variables_, tie_digits, {},
                                         {.limits = for_description()});
      const auto* decided = std::get_if<truth>(&known.result);
      return decided == nullptr ? std::nullopt : decided->value;
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  static int status_of(const falsify_result& found) {
    if (found.broken_by) return exit_differs;
    if (!found.stopped.empty()) complain(found.stopped);
    if (found.undecided > 0)
      complain(fmt::format("{} left undecided, first because {}",
                           counted(found.undecided, "mechanism"), found.open));
    return found.stopped.empty() && found.undecided == 0 ? exit_success : exit_open;
  }

  void print_text(const falsify_result& found, const std::optional<shown_mechanism>& shown) const {
    if (!claim_.empty()) {
      say("{}, at {} with {} in all\n", claim_, counted(points_, "point"),
          counted(found.looked_at, "mechanism"));
      if (shown) say("{}\nat {}\n", to_text(*relation_.formula), values_in_words());
    }
    if (found.broken_by) {
      say("broken by a mechanism with {}, of {}\n",
          counted(shown->mechanism.outputs().size(), "output"),
          counted(static_cast<std::size_t>(users_), "user"));
    } else {
      say("not broken by any of {} with {} to {} outputs, of {}; this is no proof\n",
          counted(found.looked_at, "mechanism"), found.fewest_outputs, found.most_outputs,
          counted(static_cast<std::size_t>(users_), "user"));
      if (found.without_value > 0)
        say("no value for {}, first: {}\n", counted(found.without_value, "mechanism"),
            found.no_value);
      if (shown) say("nearest, with {}:\n", counted(shown->mechanism.outputs().size(), "output"));
    }
    if (shown) print_mechanism(*shown);
  }

  // What the relation shown has as values.
  [[nodiscard]] std::string values_in_words() const { return point_in_words(values_of_relation()); }

  [[nodiscard]] point_texts values_of_relation() const {
    point_texts values;
    for (const std::string& name : free_variables(*relation_.formula))
      if (const auto value = variables_.find(name); value != variables_.end())
        values[name] = to_text(*value->second);
    return values;
  }

  void print_mechanism(const shown_mechanism& shown) const {
    const staircase_mechanism& m = shown.mechanism;
    say("  output  weight  favoured by\n");
    std::size_t number = 0;
    for (const auto& output : m.outputs()) {
      const auto names = names_of(output.favoured_by);
      say("  {:>6}  {:>6}  {}\n", ++number, output.weight,
          names.empty() ? std::string("nobody") : fmt::format("{}", fmt::join(names, ", ")));
    }
    const std::string odds = fmt::format("exp({})", to_text(*relation_.eps0));
    const std::string factor = m.favoured == 1 ? "" : fmt::format("{}*", m.favoured);
    say("  reported with probability weight/({} + {}{}), {} times that by who favours it\n",
        m.total_weight() - m.favoured, factor, odds, odds);
    std::string others;
    for (std::size_t i = 0; i < m.inputs(); ++i)
      if (m.others[i] > 0) others += fmt::format("{} with {}, ", m.others[i], input_name(i));
    if (!others.empty()) others.resize(others.size() - 2);
    say("data sets: one user with x1 (P) or x2 (Q), {}\n",
        others.empty() ? "and no others" : "others: " + others);
    const auto print_side = [](const char* name, const std::optional<decimal_interval>& side) {
      say("{:<11}{}\n", name, side ? to_text(*side) : "not known");
    };
    print_side("left", shown.left);
    print_side("right", shown.right);
    if (shown.ratio) print_side("left/right", shown.ratio);
    if (shown.gap) print_side("gap", shown.gap);
    print_lines(shown.command + "\n");
  }

  static json ends_of(const std::optional<decimal_interval>& side) {
    if (!side) return nullptr;
    return {{"lower", side->lower}, {"upper", side->upper}};
  }

  static json mechanism_json(const shown_mechanism& shown) {
    const staircase_mechanism& m = shown.mechanism;
    json entry;
    entry["outputs"] = json::array();
    for (const auto& output : m.outputs())
      entry["outputs"].push_back(
          {{"weight", output.weight}, {"favoured_by", names_of(output.favoured_by)}});
    entry["others"] = json::object();
    for (std::size_t i = 0; i < m.inputs(); ++i) entry["others"][input_name(i)] = m.others[i];
    entry["formula"] = to_text(*shown.formula);
    entry["command"] = shown.command;
    entry["left"] = ends_of(shown.left);
    entry["right"] = ends_of(shown.right);
    entry["ratio"] = ends_of(shown.ratio);
    entry["gap"] = ends_of(shown.gap);
    return entry;
  }

  void print_json(const falsify_result& found, const std::optional<shown_mechanism>& shown) const {
    json root;
    root["formula"] = text_;
    root["claim"] = claim_.empty() ? json(nullptr) : json(claim_);
    root["relation"] = claim_.empty() ? json(nullptr) : json(to_text(*relation_.formula));
    root["points"] = points_;
    root["point"] = json::object();
    for (const auto& [name, value] : values_of_relation()) root["point"][name] = value;
    root["broken"] = found.broken_by.has_value();
    root["n"] = users_;
    root["mechanism"] = shown ? mechanism_json(*shown) : json(nullptr);
    root["looked_at"] = found.looked_at;
    root["outputs"] = {{"fewest", found.fewest_outputs}, {"most", found.most_outputs}};
    root["undecided"] = found.undecided;
    root["without_value"] = found.without_value;
    root["seed"] = options_.seed;
    root["tries"] = options_.tries;
    root["shard"] = shard_ ? json(to_text(part_)) : json(nullptr);
    root["seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const std::string& message = !found.stopped.empty() ? found.stopped
                                 : !found.open.empty()  ? found.open
                                                        : found.no_value;
    root["message"] = message.empty() ? json(nullptr) : json(message);
    print_json_text(root);
  }

  std::string text_;
  std::vector<std::string> settings_;
  std::vector<std::string> files_;
  std::string script_;
  std::optional<std::string> shard_;
  run_part part_;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::string claim_;       ///< its id; empty for a formula
  std::size_t points_ = 1;  ///< that were looked at
  falsify_options options_;
  catalogue builtin_;
  variable_map variables_;
  mechanism_relation relation_;
  long users_ = 1;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

std::unique_ptr<command> make_falsify_command(CLI::App& program) {
  return std::make_unique<falsify_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
