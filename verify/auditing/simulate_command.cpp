#include <fmt/format.h>
#include <tbb/global_control.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "claims/catalogue/cautions.hpp"
#include "shufflecert/errors.hpp"
#include "verify/auditing/auditing_commands.hpp"
#include "verify/auditing/simulation_output.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/read_file.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t most_runs = 100'000'000;
constexpr std::size_t most_numbers = most_runs;
// Of a pipe or a device nobody knows whether it ends.
constexpr std::size_t most_piped_numbers = 10'000'000;
constexpr std::size_t longest_number = 4096;
constexpr int most_simulating_threads = 1024;
constexpr bits value_precision = 192;
constexpr long certified_digits = 10;

class simulate_command : public command {
 public:
  explicit simulate_command(CLI::App& program) {
    app_ = program.add_subcommand(
        "simulate", "Run a mechanism many times and bound its ε from below with confidence");
    app_->add_option("RANDOMIZER", name_,
                     fmt::format("What each user runs: {}", fmt::join(randomizer_names(), ", ")));
    app_->add_option("--n", n_, "Number of users")->type_name("N");
    app_->add_option("--eps0", eps0_, "Local privacy parameter ε0")->type_name("VALUE");
    app_->add_option("--k", k_, "Symbols of krr (default 3)")->type_name("K");
    app_->add_option("--delta", delta_, "δ, 0 or more and below 1 (default 0)")->type_name("VALUE");
    app_->add_option("--confidence", confidence_,
                     "Probability with which the bound on ε is right, between 0 and 1 "
                     "(default 0.95)")
        ->type_name("VALUE");
    app_->add_option(
            "--runs", plan_.runs,
            "Runs on each of the two data sets (default 100000): a quarter of them choose an "
            "event, and the others count how often it occurs")
        ->type_name("N")
        ->check(CLI::Range(fewest_runs, most_runs));
    app_->add_option("--fault", fault_,
                     fmt::format("Plant an error, to see whether it is found: {}",
                                 fmt::join(fault_names(), ", ")))
        ->type_name("NAME");
    app_->add_option("--samples", samples_,
                     "Audit another program: the file of its releases on P, then the file of those "
                     "on Q, one number per line")
        ->type_name("FILE")
        ->expected(2)
        ->allow_extra_args(false)
        ->check(complaint_about_name);
    app_->add_option("--against", against_,
                     "With --samples: the program's certified ε, as a formula such as "
                     "'epsilon(clone_pair(1000, 1), 1e-6)'")
        ->type_name("FORMULA");
    files_.add_to(*app_);
    app_->add_option("--seed", plan_.seed, "Seed of the runs (default 1)")
        ->type_name("S")
        ->check(complaint_about_seed);
    app_->add_option("--threads", threads_,
                     "Threads to use (default: as many as the machine has). The results do not "
                     "depend on it")
        ->type_name("N")
        ->check(CLI::Range(1, most_simulating_threads));
    common_.add_to(*app_);
    app_->footer(
        "The bound is the Clopper-Pearson bound for an event that separate runs chose: for a\n"
        "correct mechanism it exceeds the certified ε with probability at most 1 - confidence.\n"
        "See docs/guide/simulate.md.\n\n"
        "Examples:\n"
        "  shufflecert simulate rr --n 100 --eps0 1 --delta 1e-3\n"
        "  shufflecert simulate laplace --n 20 --eps0 1 --delta 1e-3 --fault half-noise\n"
        "  shufflecert simulate --samples p.txt q.txt --delta 1e-3 --against 0.5\n\n"
        "Exit status: 0 not exceeded; 1 the certified value is exceeded; 2 unusable input; 3 not "
        "decided.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const budget limits = common_.limits();
    watchdog guard(limits, give_up_for_time);
    builtin_ = read_formulas(files_.sources());
    read_options();
    std::optional<tbb::global_control> most;
    if (threads_ > 0)
      most.emplace(tbb::global_control::max_allowed_parallelism,
                   static_cast<std::size_t>(threads_));
    try {
      if (shown_.what) {
        progress_line progress(0);
        shown_.found = audit(*shown_.what, plan_, limits,
                             [&](std::size_t done, std::size_t all) { progress.count(done, all); });
        progress.erase();
      } else {
        shown_.found = audit_samples(numbers_of(0), numbers_of(1), plan_, limits);
      }
    } catch (const beyond_reach& error) {
      complain(error.what());
      return exit_open;
    }
    if (shown_.certified) hold_against(*shown_.certified, limits);
    guard.finish();
    shown_.plan = plan_;
    shown_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (common_.json)
      print_json_text(json_of_audit(shown_));
    else
      print_audit(shown_);
    if (!shown_.certified) return exit_success;
    if (!shown_.certified->is_exceeded) return exit_open;
    return *shown_.certified->is_exceeded ? exit_differs : exit_success;
  }

 private:
  [[nodiscard]] number value_of(const char* option, const std::string& text) const {
    const expression_ptr formula = read_argument(text, option, builtin_.visible, {});
    try {
      constexpr long digits = 30;
      const refined_value known = refine(*formula, builtin_.visible, {}, digits,
                                         range_for_digits(digits), {.limits = common_.limits()});
      const auto* value = std::get_if<number>(&known.result);
      if (value != nullptr && known.sufficient) return *value;
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("{} {}: it has no value: {}", option, text, error.what()));
    }
    throw usage_error(fmt::format("{} {}: expected a number", option, text));
  }

  [[nodiscard]] std::int64_t whole_of(const char* option, const std::string& text) const {
    const auto whole = value_of(option, text).to_int64();
    if (!whole) throw usage_error(fmt::format("{} {}: expected a whole number", option, text));
    return *whole;
  }

  [[nodiscard]] rational rational_of(const char* option, const std::string& text,
                                     const char* expected, bool may_be_0) const {
    const number value = value_of(option, text);
    const auto* known = value.as_rational();
    if (known == nullptr || *known < 0 || *known >= 1 || (*known == 0 && !may_be_0))
      throw usage_error(fmt::format("{} {}: expected {}", option, text, expected));
    return *known;
  }

  void read_options() {
    plan_.delta = rational_of("--delta", delta_, "a rational number, 0 or more and below 1", true);
    plan_.error =
        1 - rational_of("--confidence", confidence_, "a rational number between 0 and 1", false);
    shown_.delta = delta_;
    shown_.confidence = confidence_;
    if (samples_.empty())
      read_mechanism();
    else
      read_samples();
  }

  void read_mechanism() {
    if (name_.empty())
      throw usage_error(fmt::format("simulate needs a randomizer ({}), or --samples with two files",
                                    fmt::join(randomizer_names(), ", ")));
    if (!against_.empty())
      throw usage_error("--against belongs to --samples; of a randomizer it is known");
    const auto kind = randomizer_named(name_);
    if (!kind)
      throw usage_error(fmt::format("there is no randomizer '{}'; there are {}", name_,
                                    fmt::join(randomizer_names(), ", ")));
    const auto fault = fault_named(fault_.empty() ? "none" : fault_);
    if (!fault)
      throw usage_error(
          fmt::format("--fault {}: expected one of {}", fault_, fmt::join(fault_names(), ", ")));
    if (n_.empty() || eps0_.empty()) throw usage_error("simulate needs --n N and --eps0 VALUE");
    const bool has_k = *kind == randomizer::k_ary_response;
    if (!k_.empty() && !has_k) throw usage_error("--k belongs to krr");
    const mechanism what{*kind, whole_of("--n", n_), value_of("--eps0", eps0_),
                         has_k ? (k_.empty() ? 3 : whole_of("--k", k_)) : 2, *fault};
    if (const std::string problem = complaint_about(what); !problem.empty())
      throw usage_error(problem);
    shown_.what = what;
    shown_.eps0 = eps0_;
    shown_.certified = certified_of(what);
  }

  // Nothing but formulas: what they are worth is the library's to say. No ε is below 0.
  [[nodiscard]] certified_side certified_of(const mechanism& what) const {
    certified_side known;
    const auto epsilon = [&](const std::string& pair) {
      return fmt::format("epsilon({}, {})", pair, delta_);
    };
    const std::string parameters = fmt::format("{}, {}", what.n, eps0_);
    switch (what.kind) {
      case randomizer::binary_response: {
        const std::string pair = fmt::format("rr_pair({})", parameters);
        known.formula = fmt::format("max(0, {}, {})", epsilon(pair), epsilon("swap(" + pair + ")"));
        break;
      }
      case randomizer::k_ary_response:
        known.formula =
            fmt::format("max(0, {})", epsilon(fmt::format("krr_pair({}, {})", what.k, parameters)));
        break;
      case randomizer::laplace:
        known.formula =
            fmt::format("max(0, {})", epsilon(fmt::format("clone_pair({})", parameters)));
        known.is_bound = true;
        break;
    }
    return known;
  }

  void read_samples() {
    for (const auto& [option, text] :
         {std::pair{"RANDOMIZER", &name_}, std::pair{"--n", &n_}, std::pair{"--eps0", &eps0_},
          std::pair{"--k", &k_}, std::pair{"--fault", &fault_}})
      if (!text->empty())
        throw usage_error(
            fmt::format("{} does not go with --samples: another program made those", option));
    shown_.samples = samples_;
    for (const std::string& file : samples_) numbers_.push_back(read_numbers(file));
    if (numbers_[0].size() != numbers_[1].size())
      throw usage_error(fmt::format(
          "'{}' has {} numbers and '{}' has {}; both files must have the same number of them",
          samples_[0], numbers_[0].size(), samples_[1], numbers_[1].size()));
    if (against_.empty()) return;
    static_cast<void>(read_argument(against_, "--against", builtin_.visible, {}));
    shown_.certified = certified_side{against_, true, {}, {}, {}, {}};
  }

  static std::vector<double> read_numbers(const std::string& file) {
    std::error_code error;
    const std::size_t most =
        std::filesystem::is_regular_file(file, error) ? most_numbers : most_piped_numbers;
    std::vector<double> numbers;
    read_lines(file, longest_number, [&](std::size_t line, std::string_view word) {
      double value = 0;
      const auto [rest, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (problem != std::errc() || rest != word.data() + word.size() || !std::isfinite(value))
        throw usage_error(fmt::format("{}:{}: expected one finite number, found '{}'", file, line,
                                      word.substr(0, 40)));
      if (numbers.size() == most)
        throw usage_error(
            fmt::format("'{}' has more than {} numbers, the most that are read", file, most));
      numbers.push_back(value);
    });
    if (static_cast<std::int64_t>(numbers.size()) < fewest_runs)
      throw usage_error(fmt::format("'{}' has {} numbers; expected {} or more", file,
                                    numbers.size(), fewest_runs));
    return numbers;
  }

  [[nodiscard]] const std::vector<double>& numbers_of(std::size_t side) const {
    return numbers_[side];
  }

  void hold_against(certified_side& known, const budget& limits) const {
    const expression_ptr formula = read_argument(known.formula, "--eps0", builtin_.visible, {});
    try {
      const refined_value value = refine(*formula, builtin_.visible, {}, certified_digits,
                                         range_for_digits(certified_digits), {.limits = limits});
      known.reason = value.reason;
      known.cautions = cautions_about(*formula, formula_use::number, builtin_.visible, {}, limits);
      add_cautions(known.cautions, cautions_about_methods(value.methods));
      const auto* found = std::get_if<number>(&value.result);
      if (found == nullptr || value.precision == 0) {
        if (known.reason.empty()) throw usage_error("--against: expected a number");
        return;
      }
      known.value = to_decimal(*found, value.precision, certified_digits);
      const truth above = compare(shown_.found.eps, relation::greater, *found, value_precision);
      if (!above.tied) known.is_exceeded = above.value;
      // An enclosure that decides is good enough.
      if (known.is_exceeded) known.reason.clear();
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("'{}' has no value: {}", known.formula, error.what()));
    }
  }

  std::string name_;
  std::string n_;
  std::string eps0_;
  std::string k_;
  std::string delta_ = "0";
  std::string confidence_ = "0.95";
  std::string fault_;
  std::string against_;
  std::vector<std::string> samples_;
  std::vector<std::vector<double>> numbers_;
  int threads_ = 0;
  audit_plan plan_;
  file_option files_;
  catalogue builtin_;
  shown_audit shown_;
};

}  // namespace

std::unique_ptr<command> make_simulate_command(CLI::App& program) {
  return std::make_unique<simulate_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
