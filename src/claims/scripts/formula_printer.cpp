#include "claims/scripts/formula_printer.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Programs have the outcomes of discrete pairs, and closed forms of normal ones.
void refuse_outcomes_of_normal_pair(const call& x) {
  constexpr std::array<std::string_view, 4> by_outcome{"subsampled", "first", "second", "mix"};
  if (std::find(by_outcome.begin(), by_outcome.end(), x.name) == by_outcome.end()) return;
  for (const expression_ptr& argument : x.arguments)
    for (const char* normal : {"gaussian_pair", "normal_pair"})
      if (calls_function(*argument, normal))
        throw script_unavailable("'" + x.name +
                                 "' of a normal pair, which the script form does not have");
}

}  // namespace

std::string formula_printer::value(const expression& formula) const {
  return safe(print(formula));
}

std::string formula_printer::variable_name(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? name : found->second;
}

std::string formula_printer::function_name(const std::string& name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? name : found->second;
}

std::string formula_printer::in_place(const printed& text, strength least) {
  return text.binds < least ? "(" + text.text + ")" : text.text;
}

std::string formula_printer::in_place(const expression& formula, strength least) const {
  return in_place(print(formula), least);
}

formula_printer::printed formula_printer::print(const expression& formula) const {
  return std::visit(
      overloaded{
          [&](const literal& x) { return print_literal(x); },
          [&](const variable& x) {
            return is_constant(x.name) ? print_constant(x.name) : printed{variable_name(x.name)};
          },
          [&](const call& x) {
            const builtin* known = find_builtin(x.name);
            if (known != nullptr && !known->has_script)
              throw script_unavailable("'" + x.name + "', which the script form does not have");
            refuse_outcomes_of_normal_pair(x);
            if (merges_)
              if (auto merged = print_merged(x)) return *std::move(merged);
            return print_call(x);
          },
          [&](const negation& x) {
            const printed operand = print(*x.operand);
            // A sign in front of a sign would be the operator -- of GP.
            return printed{"-" + in_place(operand, strength::power), strength::sign,
                           operand.is_whole_literal};
          },
          [&](const sum_chain& x) { return print_sum(x); },
          [&](const product_chain& x) { return print_product(x); },
          [&](const power_of& x) { return print_power(x); },
          [&](const comparison& x) { return print_comparison(x); },
          [&](const conjunction& x) { return print_joined(x.operands, true); },
          [&](const disjunction& x) { return print_joined(x.operands, false); },
          [&](const logical_not& x) { return print_not(*x.operand); }},
      formula.node);
}

formula_printer::printed formula_printer::print_sum(const sum_chain& x) const {
  printed result{"", strength::sum, true};
  for (const auto& term : x.terms) {
    const printed operand = print(*term.operand);
    // Only the first term may start with a sign: "a + -b" and "a - -b" become bracketed.
    std::string text = in_place(operand, strength::product);
    if (!result.text.empty() && text.front() == '-') text = "(" + text + ")";
    if (!result.text.empty()) result.text += term.subtracted ? " - " : " + ";
    result.text += text;
    result.is_whole_literal = result.is_whole_literal && operand.is_whole_literal;
  }
  return result;
}

formula_printer::printed formula_printer::print_product(const product_chain& x) const {
  printed result{"", strength::product, true};
  for (const auto& factor : x.factors) {
    const printed operand = print(*factor.operand);
    if (result.text.empty()) {
      // -a*b groups as (-a)*b, which has the same value in both languages, but not -a^b*c.
      result.text = in_place(operand, strength::sign);
      result.is_whole_literal = operand.is_whole_literal;
      continue;
    }
    if (factor.divided && result.is_whole_literal && operand.is_whole_literal) {
      const printed so_far{result.text, strength::product, true};
      result.text = safe(so_far);
      result.is_whole_literal = false;
    }
    result.text += factor.divided ? "/" : "*";
    // A divisor or factor that is a product itself, or has a sign, is bracketed.
    result.text += in_place(operand, strength::power);
    result.is_whole_literal = result.is_whole_literal && operand.is_whole_literal;
  }
  return result;
}

formula_printer::printed formula_printer::print_comparison(const comparison& x) const {
  const std::string left = print(*x.left).text;
  const std::string right = print(*x.right).text;
  switch (x.op) {
    case relation::less:
      return {"less(" + left + ", " + right + ")"};
    case relation::less_equal:
      return {"at_most(" + left + ", " + right + ")"};
    case relation::greater:
      return {"less(" + right + ", " + left + ")"};
    case relation::greater_equal:
      return {"at_most(" + right + ", " + left + ")"};
    case relation::equal:
      return {"same(" + left + ", " + right + ")"};
    case relation::not_equal:
      break;
  }
  return {"differ(" + left + ", " + right + ")"};
}

std::string formula_printer::arguments(const call& x, std::size_t first, std::size_t last) const {
  std::string text;
  for (std::size_t i = first; i < last; ++i)
    text += (i == first ? "" : ", ") + safe(print(*x.arguments[i]));
  return text;
}

std::optional<formula_printer::printed> formula_printer::print_merged(const call& x) const {
  const std::size_t count = x.arguments.size();
  if (x.name == "krr_pair") return printed{"merged_krr_pair(" + arguments(x, 0, count) + ")"};
  if (x.name == "staircase_pair")
    return printed{"merged_staircase_pair(" + arguments(x, 0, 1) + ", [" + arguments(x, 1, count) +
                   "])"};
  if (x.name != "pair") return std::nullopt;
  const auto* p = std::get_if<call>(&x.arguments[0]->node);
  const auto* q = std::get_if<call>(&x.arguments[1]->node);
  if (p == nullptr || q == nullptr || p->name != "krr_law" || q->name != "krr_law" ||
      p->arguments.size() != q->arguments.size() ||
      to_text(*p->arguments[0]) != to_text(*q->arguments[0]))
    return std::nullopt;
  const std::size_t symbols = p->arguments.size();
  return printed{"merged_response_pair(" + arguments(*p, 0, 1) + ", [" + arguments(*p, 1, symbols) +
                 "], [" + arguments(*q, 1, symbols) + "])"};
}

std::string formula_printer::bound_call(const std::string& name, const call& x) const {
  const auto* bound = std::get_if<variable>(&x.arguments.front()->node);
  std::string between = arguments(x, 1, x.arguments.size() - 1);
  if (!between.empty()) between += ", ";
  return name + "(" + between + lambda(variable_name(bound->name), *x.arguments.back()) + ")";
}

std::unique_ptr<formula_printer> make_printer(script_language language, name_map variables,
                                              name_map functions, bool merges) {
  return language == script_language::python
             ? make_python_printer(std::move(variables), std::move(functions), merges)
             : make_gp_printer(std::move(variables), std::move(functions), merges);
}

}  // namespace shufflecert::inline v0_1::claims
