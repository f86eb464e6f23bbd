#include "shufflecert/expression.hpp"

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// How tightly an expression binds; an operand that binds less than its place needs brackets.
enum class strength {
  disjunction,
  conjunction,
  logical_not,
  comparison,
  sum,
  product,
  sign,
  power,
  atom
};

// A number that the program made may be written as a quotient, or with a sign.
strength strength_of_number(const std::string& spelling) {
  if (spelling.find('/') != std::string::npos) return strength::product;
  return spelling.starts_with('-') ? strength::sign : strength::atom;
}

strength strength_of(const expression& formula) {
  return std::visit(overloaded{[](const literal& x) { return strength_of_number(x.spelling); },
                               [](const variable&) { return strength::atom; },
                               [](const call&) { return strength::atom; },
                               [](const negation&) { return strength::sign; },
                               [](const sum_chain&) { return strength::sum; },
                               [](const product_chain&) { return strength::product; },
                               [](const power_of&) { return strength::power; },
                               [](const comparison&) { return strength::comparison; },
                               [](const conjunction&) { return strength::conjunction; },
                               [](const disjunction&) { return strength::disjunction; },
                               [](const logical_not&) { return strength::logical_not; }},
                    formula.node);
}

std::string in_place(const expression_ptr& operand, strength least) {
  const std::string text = to_text(*operand);
  return strength_of(*operand) < least ? "(" + text + ")" : text;
}

std::string joined(const std::vector<expression_ptr>& operands, const char* separator,
                   strength least) {
  std::string text;
  for (const auto& operand : operands) {
    if (!text.empty()) text += separator;
    text += in_place(operand, least);
  }
  return text;
}

std::string sum_text(const sum_chain& chain) {
  std::string text;
  for (const auto& term : chain.terms) {
    if (!text.empty()) text += term.subtracted ? " - " : " + ";
    text += in_place(term.operand, strength::product);
  }
  return text;
}

std::string product_text(const product_chain& chain) {
  std::string text;
  for (const auto& factor : chain.factors) {
    if (!text.empty()) text += factor.divided ? "/" : "*";
    text += in_place(factor.operand, strength::sign);
  }
  return text;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void collect_free(const expression& formula, std::vector<std::string>& bound,
                  std::vector<std::string>& found) {
  if (const auto* v = std::get_if<variable>(&formula.node)) {
    const bool is_bound = std::find(bound.begin(), bound.end(), v->name) != bound.end();
    if (!is_bound && !is_constant(v->name)) add_once(found, v->name);
    return;
  }
  const auto* c = std::get_if<call>(&formula.node);
  if (c != nullptr && binds_a_name(c->name) && c->arguments.size() >= 2) {
    const auto* name = std::get_if<variable>(&c->arguments.front()->node);
    for (std::size_t i = 1; i + 1 < c->arguments.size(); ++i)
      collect_free(*c->arguments[i], bound, found);
    if (name != nullptr) bound.push_back(name->name);
    collect_free(*c->arguments.back(), bound, found);
    if (name != nullptr) bound.pop_back();
    return;
  }
  for_each_part(formula, [&](const expression_ptr& part) { collect_free(*part, bound, found); });
}

void collect_calls(const expression& formula, std::vector<std::string>& found) {
  if (const auto* c = std::get_if<call>(&formula.node)) add_once(found, c->name);
  for_each_part(formula, [&](const expression_ptr& part) { collect_calls(*part, found); });
}

}  // namespace

std::string to_text(relation op) {
  switch (op) {
    case relation::less:
      return "<";
    case relation::less_equal:
      return "<=";
    case relation::greater:
      return ">";
    case relation::greater_equal:
      return ">=";
    case relation::equal:
      return "==";
    case relation::not_equal:
      return "!=";
  }
  return "?";
}

std::string to_text(const expression& formula) {
  return std::visit(
      overloaded{
          [](const literal& x) { return x.spelling; }, [](const variable& x) { return x.name; },
          [](const call& x) {
            return std::string(written_name(x.name)) + "(" +
                   joined(in_the_other_order(x.name, x.arguments), ", ", strength::disjunction) +
                   ")";
          },
          [](const negation& x) { return "-" + in_place(x.operand, strength::sign); },
          [](const sum_chain& x) { return sum_text(x); },
          [](const product_chain& x) { return product_text(x); },
          [](const power_of& x) {
            return in_place(x.base, strength::atom) + "^" + in_place(x.exponent, strength::sign);
          },
          [](const comparison& x) {
            return in_place(x.left, strength::sum) + " " + to_text(x.op) + " " +
                   in_place(x.right, strength::sum);
          },
          [](const conjunction& x) { return joined(x.operands, " and ", strength::logical_not); },
          [](const disjunction& x) { return joined(x.operands, " or ", strength::conjunction); },
          [](const logical_not& x) { return "not " + in_place(x.operand, strength::logical_not); }},
      formula.node);
}

std::vector<std::string> free_variables(const expression& formula) {
  std::vector<std::string> bound;
  std::vector<std::string> found;
  collect_free(formula, bound, found);
  return found;
}

std::vector<std::string> called_functions(const expression& formula) {
  std::vector<std::string> found;
  collect_calls(formula, found);
  return found;
}

std::vector<expression_ptr> conjuncts(const expression_ptr& formula) {
  const auto* all = std::get_if<conjunction>(&formula->node);
  if (all == nullptr) return {formula};
  std::vector<expression_ptr> parts;
  for (const auto& operand : all->operands) {
    const auto inner = conjuncts(operand);
    parts.insert(parts.end(), inner.begin(), inner.end());
  }
  return parts;
}

}  // namespace shufflecert::inline v0_1
