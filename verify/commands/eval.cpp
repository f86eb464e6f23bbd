#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"
#include "verify/commands/command.hpp"
#include "verify/commands/settings.hpp"

namespace shufflecert {
namespace {

using json = nlohmann::ordered_json;

constexpr long most_digits = 10'000;

precision_range range_for(long digits) {
  // log2(10) < 10/3 bits per digit; Ziv's strategy finds out what cancellation costs on top.
  const bits first = std::max<bits>(64, digits * 10 / 3 + 32);
  return {first, std::max<bits>(first * 32, 8192)};
}

std::string method_text(const refined_value& known, const number* result) {
  if (!known.methods.empty()) return fmt::format("{}", fmt::join(known.methods, ", "));
  return result != nullptr && result->is_exact() && result->as_rational() != nullptr
             ? "exact arithmetic"
             : "ball arithmetic";
}

class eval_command : public command {
 public:
  explicit eval_command(CLI::App& program) {
    app_ = program.add_subcommand("eval", "Evaluate a formula with a certified enclosure");
    app_->add_option("FORMULA", formula_,
                     "What to evaluate, for instance 'renyi(clone_pair(10000, 2), 4)'")
        ->required();
    app_->add_option("--set", settings_, "Give a variable a value, for instance --set eps0=1/3")
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app_->add_option("--digits", digits_, "Significant digits that must be certain (default 15)")
        ->type_name("D")
        ->check(CLI::Range(1L, most_digits));
    common_.add_to(*app_);
    app_->footer(
        "The value lies between the two ends printed, whatever the rounding. A comparison is\n"
        "answered true or false, or left undecided.\n\n"
        "Examples:\n"
        "  shufflecert eval 'renyi(clone_pair(10000, 2), 4)' --digits 30\n"
        "  shufflecert eval 'hockey_stick(rr_pair(n, eps0), 0.1)' --set n=1000 --set "
        "'eps0=log(3)'\n"
        "  shufflecert eval 'renyi(rr_pair(100, 1), 2) <= 2*exp(1)*2/99'\n\n"
        "A formula that starts with '-' goes after '--': shufflecert eval -- '-exp(1)'\n\n"
        "Exit status: 0 reached, 2 unusable input, 3 digits or decision not reached.");
  }

  int run() override {
    const auto start = std::chrono::steady_clock::now();
    const catalogue builtin = read_builtin_catalogue();
    const variable_map variables = read_settings(settings_, builtin.visible);
    const expression_ptr formula =
        read_argument(formula_, "the formula", builtin.visible, names_of(variables));
    refined_value known;
    try {
      known = refine(*formula, builtin.visible, variables, digits_, range_for(digits_),
                     common_.limits());
    } catch (const undefined_value& error) {
      throw usage_error(fmt::format("the formula has no value: {}", error.what()));
    }
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (const auto* decided = std::get_if<truth>(&known.result);
        decided != nullptr && (known.precision > 0 || is_condition(*formula, builtin, variables)))
      return print_truth(known, *decided);
    if (const auto* result = std::get_if<number>(&known.result))
      return print_number(known, *result);
    if (known.precision == 0) return print_unknown(known);
    throw usage_error(
        "the formula is a pair; a number or a comparison is expected, such as "
        "'renyi(pair, lambda)'");
  }

 private:
  static name_kinds names_of(const variable_map& variables) {
    name_kinds names;
    for (const auto& [name, formula] : variables) names[name] = value_kind::unknown;
    return names;
  }

  static bool is_condition(const expression& formula, const catalogue& builtin,
                           const variable_map& variables) {
    return check_formula(formula, builtin.visible, names_of(variables)) == value_kind::truth;
  }

  void print_json(json fields, const refined_value& known, const number* result) const {
    json root;
    root["formula"] = formula_;
    for (auto& [key, entry] : fields.items()) root[key] = entry;
    root["precision_bits"] = known.precision;
    root["method"] = known.precision > 0 ? json(method_text(known, result)) : json(nullptr);
    root["seconds"] = seconds_;
    if (!known.sufficient) root["message"] = known.reason;
    fmt::print("{}\n", root.dump(2));
  }

  int print_truth(const refined_value& known, const truth& decided) const {
    if (common_.json) {
      json fields;
      fields["truth"] = decided.value ? json(*decided.value) : json(nullptr);
      fields["tied"] = decided.tied;
      print_json(fields, known, nullptr);
    } else if (decided.value) {
      fmt::print("{}\n", decided.tied ? fmt::format("equal to {} digits", tie_digits)
                                      : (*decided.value ? "true" : "false"));
    } else {
      fmt::print("undecided\n");
    }
    return finish(known);
  }

  int print_number(const refined_value& known, const number& result) const {
    const ball enclosure = result.to_ball(std::max<bits>(known.precision, 64));
    const bool is_whole_answer = result.is_exact() || enclosure.is_exact();
    const long certain = is_whole_answer ? digits_ : certain_digits(enclosure, digits_);
    const decimal_interval ends =
        to_decimal(result, std::max<bits>(known.precision, 64), digits_ + 3);
    refined_value answer = known;
    if (!is_printable(enclosure, ends)) {
      answer.sufficient = false;
      answer.reason = "the exponent of the value is too large to print both ends";
    }
    if (common_.json) {
      json fields;
      fields["lower"] = ends.lower;
      fields["upper"] = ends.upper;
      fields["digits"] = answer.sufficient ? certain : 0;
      print_json(fields, answer, &result);
    } else {
      fmt::print("lower  {}\nupper  {}\n", ends.lower, ends.upper);
      if (const auto exact = result.exact_text(); exact && exact->size() <= 60)
        fmt::print("exact  {}\n", *exact);
      fmt::print("method {}, {} bits\n", method_text(known, &result), known.precision);
    }
    return finish(answer);
  }

  // Decimal exponents end near 10^18: beyond, the outward end is inf or 0.
  static bool is_printable(const ball& enclosure, const decimal_interval& ends) {
    if (!enclosure.is_finite()) return true;
    const bool overflows = ends.upper == "inf" || ends.lower == "-inf";
    const bool underflows = (enclosure.is_certainly_positive() && ends.lower == "0") ||
                            (enclosure.is_certainly_negative() && ends.upper == "0");
    return !overflows && !underflows;
  }

  int print_unknown(const refined_value& known) const {
    if (common_.json) {
      json fields;
      fields["lower"] = "-inf";
      fields["upper"] = "inf";
      fields["digits"] = 0;
      print_json(fields, known, nullptr);
    }
    return finish(known);
  }

  static int finish(const refined_value& known) {
    if (known.sufficient) return exit_success;
    fmt::print(stderr, "shufflecert: {}\n", known.reason);
    return exit_open;
  }

  std::string formula_;
  std::vector<std::string> settings_;
  long digits_ = 15;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<command> make_eval_command(CLI::App& program) {
  return std::make_unique<eval_command>(program);
}

}  // namespace shufflecert
