#include "claims/mechanisms/falsify.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/mechanisms/alike_mechanism.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/scripts/script.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/refine.hpp"
#include "verify/auditing/auditing_commands.hpp"
#include "verify/auditing/falsify_claim.hpp"
#include "verify/auditing/falsify_json.hpp"
#include "verify/auditing/falsify_output.hpp"
#include "verify/auditing/long_search.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/journal_option.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/runs/part.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_tries = 1'000'000;
constexpr std::int64_t most_alike_users = 1'000'000'000'000'000'000;

class falsify_command : public command {
 public:
  explicit falsify_command(CLI::App& program) {
    app_ = program.add_subcommand("falsify",
                                  "Look for a mechanism that breaks a bound on every mechanism");
    app_->add_option("FORMULA", text_,
                     "A comparison that contains any_mechanism(n, eps0) or "
                     "any_mechanism_alike(n, eps0), such as "
                     "'hockey_stick(any_mechanism(n, eps0), 0.3) <= 0.1'; or the ID of a claim")
        ->required();
    app_->add_option("--set", settings_,
                     "Give a variable a value, for instance --set eps0=1/3; a claim's variable may "
                     "have several, such as --set n=2,3,5")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--seed", options_.seed, "Seed of the search (default 1)")
        ->type_name("S")
        ->check(complaint_about_seed);
    app_->add_option("--tries", options_.tries, "How many mechanisms to try (default 1000)")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, most_tries));
    files_.add_to(*app_, "A catalogue file (TOML) whose claims and formulas may be used");
    app_->add_option("--script", script_,
                     "Print a program for mpmath ('python') or PARI/GP ('gp') that evaluates the "
                     "relation for the mechanism found or, if none is, for the one that came "
                     "nearest")
        ->type_name("LANGUAGE")
        ->check(CLI::IsMember({"python", "gp"}));
    app_->add_option("--shard", shard_,
                     "Try part I of N of the mechanisms beyond the first 1000; every part tries "
                     "the first 1000. docs/guide/long-runs.md")
        ->type_name("I/N");
    journal_option_.add_to(*app_);
    common_.add_to(*app_);
    app_->footer(
        "any_mechanism(n, eps0) stands for the shuffled reports of any eps0-LDP randomizer, on "
        "any\n"
        "neighbouring data sets of n users, n from 1 to 12. If a mechanism breaks the bound, that\n"
        "is certain, and 'eval' reproduces it. If none is found, that is no proof.\n"
        "any_mechanism_alike(n, eps0) covers only the case in which all other users hold the\n"
        "input that the differing user has under Q: there one mechanism, binary randomized\n"
        "response, leaks most, so it alone decides, at any n.\n\n"
        "Examples:\n"
        "  shufflecert falsify 'hockey_stick(any_mechanism(n, eps0), 0.3) <= 0.1' --set n=3 "
        "--set eps0=1\n"
        "  shufflecert falsify chen-2024-icassp/corollary-2/mechanism --set n=2,3,5\n\n"
        "Exit status: 0 nothing found; 1 a mechanism breaks it; 2 unusable input; 3 something\n"
        "stayed undecided.");
  }

  int run() override {
    start_ = std::chrono::steady_clock::now();
    options_.limits = common_.limits();
    watchdog guard(options_.limits, [&] { return give_up(); });
    found_at_place found;
    mechanism_place place;
    std::optional<shown_mechanism> shown;
    try {
      found = look();
      place = search_ ? search_->places()[found.place] : alike_;
      const falsify_result& result = found.result;
      if (result.looked_at > 0 && result.without_value == result.looked_at)
        throw usage_error("the formula has no value: " + result.no_value);
      if (const auto& best = result.broken_by ? result.broken_by : result.nearest)
        shown = with_sides(named(*best, place), place, {builtin_.visible, files_.names()},
                           options_.limits);
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("the formula has no value: {}", error.what()));
    } catch (const beyond_reach& error) {
      found.result.stopped = error.what();
    }
    const bool has_program = !script_.empty() && (shown || found.result.stopped.empty());
    const std::string program = has_program ? program_about(found.result, place, shown) : "";
    guard.finish();
    if (has_program)
      print_lines(program);
    else if (script_.empty())
      print(found.result, place, shown);
    return exit_status_with(journal_.get(), status_of(found.result));
  }

 private:
  // Called by the watchdog: what is computed now will not end in time.
  int give_up() {
    const long_search* search = running_search_;
    if (search == nullptr || !script_.empty()) return give_up_for_time();
    found_at_place found = search->so_far();
    found.result.stopped = options_.limits.exhaustion();
    const mechanism_place& place = search->places()[found.place];
    const auto& best = found.result.broken_by ? found.result.broken_by : found.result.nearest;
    print(found.result, place, best ? std::optional(named(*best, place)) : std::nullopt);
    return exit_status_with(journal_.get(), status_of(found.result));
  }

  // Ids have none of these characters, comparisons at least one.
  [[nodiscard]] bool is_relation() const {
    return text_.find_first_of("<>=(") != std::string::npos;
  }

  found_at_place look() {
    std::error_code unreadable;
    if (!is_relation() && std::filesystem::is_regular_file(text_, unreadable))
      throw usage_error(fmt::format(
          "FORMULA {0}: a formula or the ID of a claim is expected; --file {0} names its file",
          text_));
    if (is_relation() && read_about_alike()) return {0, decided_by_response()};
    if (shard_) part_ = read_part(*shard_);
    search_ = is_relation() ? search_of_relation() : search_of_claim();
    journal_ = journal_option_.open(*app_,
                                    {.rows = search_->blocks(),
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
    running_search_ = search_.get();
    return search_->look(store, part_.index, part_.count);
  }

  [[nodiscard]] shown_mechanism named(const staircase_mechanism& mechanism,
                                      const mechanism_place& place) const {
    return is_about_alike_
               ? name_mechanism(mechanism, with_extreme_mechanism(place.relation.formula), place,
                                files_.names())
               : name_mechanism(mechanism, place, files_.names());
  }

  // A relation about any_mechanism_alike(n, eps0), which needs no search.
  bool read_about_alike() {
    try {
      is_about_alike_ = calls_alike_mechanism(*parse_formula(text_));
    } catch (const formula_error&) {
      return false;  // read_relation() says what is wrong
    }
    if (!is_about_alike_) return false;
    if (shard_ || journal_option_.is_given())
      throw usage_error(
          "one mechanism decides a relation about any_mechanism_alike: there is no search that "
          "--shard or --journal would help");
    read_place(alike_);
    return true;
  }

  void read_place(mechanism_place& place) {
    builtin_ = read_formulas(files_.sources());
    place.variables = read_settings(settings_, builtin_.visible);
    require_used_in({text_}, names_in(place.variables), "the formula");
    read_relation(place);
  }

  // Of the mechanisms whose other users are alike, binary randomized response leaks most.
  [[nodiscard]] falsify_result decided_by_response() const {
    staircase_mechanism response;
    response.others[1] = alike_.users - 1;
    falsify_result found;
    found.looked_at = 1;
    found.fewest_outputs = found.most_outputs = 2;
    found.nearest = response;
    const refined_value known =
        refine(*with_extreme_mechanism(alike_.relation.formula), builtin_.visible, alike_.variables,
               tie_digits, {}, {.limits = options_.limits});
    const auto* holds = std::get_if<truth>(&known.result);
    if (holds == nullptr || !holds->value) {
      found.undecided = 1;
      found.open = known.reason;
    } else if (!*holds->value) {
      found.broken_by = response;
    }
    return found;
  }

  std::unique_ptr<long_search> search_of_relation() {
    mechanism_place place;
    read_place(place);
    return std::make_unique<long_search>(std::vector<mechanism_place>{std::move(place)},
                                         builtin_.visible, options_.tries, options_);
  }

  // At several points; what is shown is of the one where a mechanism was found.
  std::unique_ptr<long_search> search_of_claim() {
    builtin_ = read_catalogue(files_.sources());
    link_catalogue(builtin_);
    const claim& subject = claim_to_falsify(builtin_, text_);
    claim_search search(subject, builtin_, settings_, options_.limits);
    std::vector<mechanism_place> places = search.places();
    claim_ = subject.id;
    points_ = search.points();
    return std::make_unique<long_search>(std::move(places), builtin_.visible,
                                         search.tries_of(options_.tries), options_);
  }

  // The relation for this mechanism, as a claim at one point.
  [[nodiscard]] std::string program_about(const falsify_result& found, const mechanism_place& place,
                                          const std::optional<shown_mechanism>& shown) const {
    if (!shown) throw usage_error("--script needs a mechanism, and none says how near it came");
    claim one;
    one.id = claim_.empty() ? "falsify" : claim_;
    one.says = found.broken_by ? "This mechanism breaks the bound." : "The nearest mechanism.";
    one.formula = shown->formula;
    check_point point;
    for (const std::string& name : free_variables(*one.formula)) {
      const point_value value{to_text(*place.variables.at(name)), place.variables.at(name)};
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

  void read_relation(mechanism_place& place) const {
    try {
      name_kinds names;
      for (const auto& [name, value] : place.variables)
        names[name] = check_formula(*value, builtin_.visible, {});
      const expression_ptr formula = parse_formula(text_);
      place.relation = is_about_alike_ ? read_alike_relation(formula, builtin_.visible, names)
                                       : read_mechanism_relation(formula, builtin_.visible, names);
    } catch (const formula_error& error) {
      throw usage_error(fmt::format("the formula, {}", complaint_about(error)));
    }
    const auto given = [&](const expression_ptr& argument) {
      return fmt::format("{}", to_text(*with_formulas(argument, place.variables)));
    };
    const std::int64_t most = is_about_alike_ ? most_alike_users : most_mechanism_users;
    const auto n = rational_value(with_formulas(place.relation.users, place.variables),
                                  "n of " + family(), builtin_.visible);
    if (!n || !is_integer(*n) || *n < 1 || *n > most)
      throw usage_error(fmt::format("n of {} must be a whole number from 1 to {}, not {}", family(),
                                    most, given(place.relation.users)));
    place.users = static_cast<long>(*n);
    require_eps0(place, make_comparison(make_number(0), relation::less_equal, place.relation.eps0));
    require_eps0(place, make_comparison(place.relation.eps0, relation::less, make_variable("inf")));
  }

  void require_eps0(const mechanism_place& place, const expression_ptr& condition) const {
    const std::string shown = to_text(*with_formulas(place.relation.eps0, place.variables));
    try {
      const refined_value known = refine(*condition, builtin_.visible, place.variables, tie_digits,
                                         {}, {.limits = options_.limits});
      const auto* holds = std::get_if<truth>(&known.result);
      if (holds != nullptr && holds->value == true && !holds->tied) return;
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("eps0 of {} has no value: {}", family(), error.what()));
    }
    if (options_.limits.is_exhausted()) throw out_of_time(options_.limits.exhaustion());
    throw usage_error(
        fmt::format("eps0 of {} must be finite and certainly >= 0, not {}", family(), shown));
  }

  [[nodiscard]] std::string family() const {
    return std::string(is_about_alike_ ? alike_mechanism_name : any_mechanism_name);
  }

  // A mechanism that breaks a bound covers itself; that none was found says nothing of pairs on the
  // other side.
  [[nodiscard]] std::vector<std::string> cautions_of(const falsify_result& found,
                                                     const mechanism_place& place) const {
    if (place.relation.formula == nullptr) return {};
    return cautions_about_relation(*place.relation.formula, !found.broken_by, builtin_.visible,
                                   place.variables, with_a_moment(options_.limits));
  }

  static int status_of(const falsify_result& found) {
    if (found.broken_by) return exit_differs;
    if (!found.stopped.empty())
      complain(found.looked_at == 0 ? found.stopped
                                    : fmt::format("{} after {}", found.stopped,
                                                  counted(found.looked_at, "mechanism")));
    if (found.undecided > 0)
      complain(fmt::format("{} left undecided, first because {}",
                           counted(found.undecided, "mechanism"), found.open));
    return found.stopped.empty() && found.undecided == 0 ? exit_success : exit_open;
  }

  void print(const falsify_result& found, const mechanism_place& place,
             const std::optional<shown_mechanism>& shown) const {
    if (common_.json)
      print_json(found, place, shown);
    else
      print_text(found, place, shown);
  }

  void print_text(const falsify_result& found, const mechanism_place& place,
                  const std::optional<shown_mechanism>& shown) const {
    // Why is said on standard error.
    if (found.looked_at == 0 && !found.stopped.empty()) return;
    if (!claim_.empty()) {
      say("{}, at {} with {} in all\n", claim_, counted(points_, "point"),
          counted(found.looked_at, "mechanism"));
      if (shown)
        say("{}\nat {}\n", to_text(*place.relation.formula), point_in_words(values_at(place)));
    }
    if (found.broken_by) {
      say("broken by a mechanism with {}, of {}\n",
          counted(shown->mechanism.outputs().size(), "output"),
          counted(static_cast<std::size_t>(place.users), "user"));
    } else if (is_about_alike_) {
      if (found.undecided == 0)
        say("holds for every eps0-LDP mechanism of {} whose other users all have the input x2: "
            "binary randomized response leaks most of them, (A.7)\n",
            counted(static_cast<std::size_t>(place.users), "user"));
    } else {
      say("not broken by any of {} with {} to {} outputs, {}; this is no proof\n",
          counted(found.looked_at, "mechanism"), found.fewest_outputs, found.most_outputs,
          points_ > 1 ? "some at each point"
                      : "of " + counted(static_cast<std::size_t>(place.users), "user"));
      if (found.without_value > 0)
        say("no value for {}, first: {}\n", counted(found.without_value, "mechanism"),
            found.no_value);
      if (shown) say("nearest, with {}:\n", counted(shown->mechanism.outputs().size(), "output"));
    }
    if (shown) print_mechanism(*shown, place);
    for (const std::string& line : lines_of_cautions(cautions_of(found, place))) say("{}\n", line);
  }

  void print_json(const falsify_result& found, const mechanism_place& place,
                  const std::optional<shown_mechanism>& shown) const {
    json root;
    root["formula"] = text_;
    root["claim"] = claim_.empty() ? json(nullptr) : json(claim_);
    root["relation"] = claim_.empty() || place.relation.formula == nullptr
                           ? json(nullptr)
                           : json(to_text(*place.relation.formula));
    root["points"] = points_;
    root["point"] = json::object();
    for (const auto& [name, value] : values_at(place)) root["point"][name] = value;
    root["broken"] = found.broken_by.has_value();
    root["n"] = place.users;
    root["mechanism"] = shown ? json_of_mechanism(*shown) : json(nullptr);
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
    root["cautions"] = cautions_of(found, place);
    print_json_text(root);
  }

  std::string text_;
  std::vector<std::string> settings_;
  file_option files_;
  std::string script_;
  std::optional<std::string> shard_;
  run_part part_;
  journal_option journal_option_;
  std::unique_ptr<row_journal> journal_;
  std::string claim_;       ///< its id; empty for a formula
  std::size_t points_ = 1;  ///< that were checked
  falsify_options options_;
  catalogue builtin_;
  bool is_about_alike_ = false;
  mechanism_place alike_;  ///< of a relation about any_mechanism_alike
  std::unique_ptr<long_search> search_;
  std::atomic<const long_search*> running_search_ = nullptr;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

std::unique_ptr<command> make_falsify_command(CLI::App& program) {
  return std::make_unique<falsify_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
