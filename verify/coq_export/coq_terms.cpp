#include "verify/coq_export/coq_terms.hpp"

#include <fmt/format.h>

#include <map>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "verify/coq_export/coq_names.hpp"
#include "verify/coq_export/not_exportable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int of_word = 0;
constexpr int of_application = 10;
constexpr int of_power = 30;
constexpr int of_product = 40;
constexpr int of_sum = 50;
constexpr int of_relation = 70;
constexpr int of_negation = 75;
constexpr int of_and = 80;
constexpr int of_or = 85;
constexpr long largest_written_power = 400;

std::string written(const rational& value) {
  using boost::multiprecision::denominator;
  using boost::multiprecision::numerator;
  if (is_integer(value)) return numerator(value).str();
  return "(" + numerator(value).str() + " / " + denominator(value).str() + ")";
}

// What functions with a fixed number of arguments are called, by name and that number.
const std::map<std::pair<std::string, std::size_t>, std::string>& heads() {
  static const std::map<std::pair<std::string, std::size_t>, std::string> known{
      {{"exp", 1}, "exp"},
      {{"expm1", 1}, "expm1"},
      {{"log", 1}, "ln"},
      {{"log1p", 1}, "log1p"},
      {{"sqrt", 1}, "sqrt"},
      {{"abs", 1}, "Rabs"},
      {{"tanh", 1}, "tanh"},
      {{"floor", 1}, "floor"},
      {{"ceil", 1}, "ceil"},
      {{"gamma", 1}, "gamma"},
      {{"factorial", 1}, "factorial"},
      {{"binomial", 2}, "binomial"},
      {{"Phi", 1}, "Phi"},
      {{"rounds_to", 3}, "rounds_to"},
      {{"clone_pair", 2}, "clone_pair"},
      {{"clone_pair", 3}, "clone_pair_with"},
      {{"unmixed_pair", 2}, "unmixed_pair"},
      {{"unmixed_pair", 3}, "unmixed_pair_with"},
      {{"printed_pair", 3}, "printed_pair"},
      {{"rr_pair", 2}, "rr_pair"},
      {{"krr_pair", 3}, "krr_pair"},
      {{"swap", 1}, "swap"},
      {{"pair", 2}, "pair_of"},
      {{"first", 1}, "first"},
      {{"second", 1}, "second"},
      {{"mix", 3}, "mix"},
      {{"subsampled", 2}, "subsampled"},
      {{"rr_law", 3}, "rr_law"},
      {{"hockey_stick", 2}, "hockey_stick"},
      {{"compose", 2}, "compose"},
      {{"variation_pair", 5}, "variation_pair"},
      {{"tradeoff", 2}, "tradeoff"},
      {{"curve", 1}, "tradeoff"},
      {{"mix_curves", 3}, "mix_curves"},
      {{"symmetrized", 1}, "symmetrized"},
      {{"at", 2}, "curve_at"},
      {{"curve_delta", 2}, "curve_delta"},
      {{"total_variation", 1}, "total_variation"},
      {{"renyi", 2}, "renyi"},
      {{"chi_moment", 2}, "chi_moment"},
      {{"ternary_moment", 4}, "ternary_moment"},
  };
  return known;
}

const std::map<std::string, std::string>& binders() {
  static const std::map<std::string, std::string> known{{"sum", "sum_over"},
                                                        {"product", "product_over"},
                                                        {"binomial_mean", "binomial_mean"},
                                                        {"poisson_mean", "poisson_mean"},
                                                        {"law", "law_between"},
                                                        {"mean", "law_mean"}};
  return known;
}

}  // namespace

bool is_written_whole(const expression& formula, long& value) {
  if (const auto* x = std::get_if<literal>(&formula.node)) {
    if (!is_integer(x->value) || abs(x->value) > 1'000'000'000) return false;
    value = static_cast<long>(boost::multiprecision::numerator(x->value));
    return true;
  }
  if (const auto* x = std::get_if<negation>(&formula.node)) {
    if (!is_written_whole(*x->operand, value)) return false;
    value = -value;
    return true;
  }
  return false;
}

std::string coq_terms::atom(const expression& formula) const {
  return within(formula, of_word);
}

std::string coq_terms::within(const expression& formula, int level) const {
  const printed text = print(formula);
  return text.level > level ? "(" + text.text + ")" : text.text;
}

coq_terms::printed coq_terms::print(const expression& formula) const {
  const auto joined = [&](const std::vector<expression_ptr>& parts, const char* word, int level) {
    std::string text;
    for (const expression_ptr& part : parts)
      text += (text.empty() ? "" : word) + within(*part, level - 1);
    return printed{text, level};
  };
  return std::visit(
      overloaded{[&](const literal& x) {
                   return printed{written(x.value), of_word};
                 },
                 [&](const variable& x) -> printed {
                   if (x.name == "pi") return {"PI", of_word};
                   if (x.name == "inf") throw not_exportable("the theory has no infinite numbers");
                   if (x.name == "identity_curve") return {x.name, of_word};
                   return {coq_name(x.name), of_word};
                 },
                 [&](const call& x) { return print_call(formula, x); },
                 [&](const negation& x) {
                   return printed{"(- " + within(*x.operand, of_power) + ")", of_word};
                 },
                 [&](const sum_chain& x) { return print_sum(x); },
                 [&](const product_chain& x) { return print_product(x); },
                 [&](const power_of& x) { return print_power(x); },
                 [&](const comparison& x) { return print_comparison(x); },
                 [&](const conjunction& x) { return joined(x.operands, " /\\ ", of_and); },
                 [&](const disjunction& x) { return joined(x.operands, " \\/ ", of_or); },
                 [&](const logical_not& x) {
                   return printed{"~ " + within(*x.operand, of_negation - 1), of_negation};
                 }},
      formula.node);
}

coq_terms::printed coq_terms::print_sum(const sum_chain& x) const {
  std::string text;
  for (const auto& term : x.terms)
    text += text.empty() ? within(*term.operand, of_sum)
                         : (term.subtracted ? " - " : " + ") + within(*term.operand, of_sum - 1);
  return {text, of_sum};
}

coq_terms::printed coq_terms::print_product(const product_chain& x) const {
  std::string text;
  for (const auto& factor : x.factors)
    text += text.empty()
                ? within(*factor.operand, of_product)
                : (factor.divided ? " / " : " * ") + within(*factor.operand, of_product - 1);
  return {text, of_product};
}

coq_terms::printed coq_terms::print_power(const power_of& x) const {
  long base = 0;
  long exponent = 0;
  if (!is_written_whole(*x.exponent, exponent))
    return {"power " + atom(*x.base) + " " + atom(*x.exponent), of_application};
  if (std::abs(exponent) > largest_written_power)
    return {"power " + atom(*x.base) + " " + atom(*x.exponent), of_application};
  if (is_written_whole(*x.base, base) && base > 0) {
    rational value = 1;
    for (long i = 0; i < std::abs(exponent); ++i) value *= base;
    return {written(exponent < 0 ? rational(1 / value) : value), of_word};
  }
  const std::string positive = fmt::format("{} ^ {}", atom(*x.base), std::abs(exponent));
  if (exponent < 0) return {"(/ (" + positive + "))", of_word};
  return {positive, of_power};
}

coq_terms::printed coq_terms::print_comparison(const comparison& x) const {
  const auto word = [&] {
    switch (x.op) {
      case relation::less:
        return " < ";
      case relation::less_equal:
        return " <= ";
      case relation::greater:
        return " > ";
      case relation::greater_equal:
        return " >= ";
      case relation::equal:
        return " = ";
      case relation::not_equal:
        break;
    }
    return " <> ";
  }();
  return {within(*x.left, of_sum) + word + within(*x.right, of_sum), of_relation};
}

std::string coq_terms::all_of(const std::vector<expression_ptr>& arguments,
                              std::size_t from) const {
  std::string text;
  for (std::size_t i = from; i < arguments.size(); ++i) text += " " + atom(*arguments[i]);
  return text;
}

// A condition inside of a formula, as true or false.
std::string coq_terms::decision(const expression& condition) const {
  const auto folded = [&](const std::vector<expression_ptr>& parts, const char* word) {
    std::string text = decision(*parts.back());
    for (std::size_t i = parts.size() - 1; i-- > 0;)
      text = fmt::format("({} {} {})", word, decision(*parts[i]), text);
    return text;
  };
  if (const auto* x = std::get_if<conjunction>(&condition.node)) return folded(x->operands, "andb");
  if (const auto* x = std::get_if<disjunction>(&condition.node)) return folded(x->operands, "orb");
  if (const auto* x = std::get_if<logical_not>(&condition.node))
    return "(negb " + decision(*x->operand) + ")";
  const auto* x = std::get_if<comparison>(&condition.node);
  if (x == nullptr)
    throw not_exportable("the theory has no choice by '" + to_text(condition) + "'");
  const std::string left = atom(*x->left);
  const std::string right = atom(*x->right);
  switch (x->op) {
    case relation::less:
      return fmt::format("(is_lt {} {})", left, right);
    case relation::less_equal:
      return fmt::format("(is_le {} {})", left, right);
    case relation::greater:
      return fmt::format("(is_lt {} {})", right, left);
    case relation::greater_equal:
      return fmt::format("(is_le {} {})", right, left);
    case relation::equal:
      return fmt::format("(is_eq {} {})", left, right);
    case relation::not_equal:
      break;
  }
  return fmt::format("(negb (is_eq {} {}))", left, right);
}

coq_terms::printed coq_terms::print_call(const expression& formula, const call& x) const {
  if (functions_.contains(x.name))
    return {coq_name(x.name) + all_of(x.arguments, 0),
            x.arguments.empty() ? of_word : of_application};
  if (binds_a_name(x.name)) return print_binder(x);
  if (x.name == "if" && x.arguments.size() == 3)
    return {"choice " + decision(*x.arguments[0]) + all_of(x.arguments, 1), of_application};
  if ((x.name == "max" || x.name == "min") && x.arguments.size() >= 2) {
    const char* word = x.name == "max" ? "Rmax" : "Rmin";
    std::string text = atom(*x.arguments.back());
    for (std::size_t i = x.arguments.size() - 1; i-- > 0;)
      text = fmt::format("({} {} {})", word, atom(*x.arguments[i]), text);
    return {text, of_word};
  }
  if (x.name == "variation_pair" && x.arguments.size() == 4 && !is_infinite(*x.arguments[1])) {
    // One q stands for both.
    return {"variation_pair" + all_of(x.arguments, 0) + " " + atom(*x.arguments[3]),
            of_application};
  }
  if (x.name == "krr_law" && x.arguments.size() >= 3) {
    std::string inputs;
    for (std::size_t i = 1; i < x.arguments.size(); ++i)
      inputs += (inputs.empty() ? "" : "; ") + text(*x.arguments[i]);
    return {"krr_law " + atom(*x.arguments[0]) + " [" + inputs + "]", of_application};
  }
  if (x.name == "pmf" && x.arguments.size() >= 2) {
    std::string numbers;
    for (std::size_t i = 1; i < x.arguments.size(); ++i)
      numbers += (numbers.empty() ? "" : "; ") + ("Int_part " + atom(*x.arguments[i]));
    return {"pmf " + atom(*x.arguments[0]) + " [" + numbers + "]", of_application};
  }
  if (x.name == "renyi" && x.arguments.size() == 2 && is_infinite(*x.arguments[1]))
    return {"max_divergence " + atom(*x.arguments[0]), of_application};
  const auto known = heads().find({x.name, x.arguments.size()});
  if (known == heads().end())
    throw not_exportable("the theory has no " + x.name + "(), as in '" + to_text(formula) + "'");
  return {known->second + all_of(x.arguments, 0), of_application};
}

coq_terms::printed coq_terms::print_binder(const call& x) const {
  const auto known = binders().find(x.name);
  const auto* bound = std::get_if<variable>(&x.arguments.front()->node);
  if (known == binders().end() || bound == nullptr)
    throw not_exportable("the theory has no " + x.name + "()");
  std::string between;
  for (std::size_t i = 1; i + 1 < x.arguments.size(); ++i) between += " " + atom(*x.arguments[i]);
  return {fmt::format("{}{} (fun {} : R => {})", known->second, between, coq_name(bound->name),
                      text(*x.arguments.back())),
          of_application};
}

bool is_infinite(const expression& formula) {
  const auto* x = std::get_if<variable>(&formula.node);
  return x != nullptr && x->name == "inf";
}

}  // namespace shufflecert::inline v0_1::claims
