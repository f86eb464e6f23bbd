#include "claims/catalogue/formula_matching.hpp"

#include <algorithm>
#include <set>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using change_function = std::function<expression_ptr(const expression_ptr&)>;

std::vector<expression_ptr> changed(const std::vector<expression_ptr>& parts,
                                    const change_function& change) {
  std::vector<expression_ptr> result;
  result.reserve(parts.size());
  for (const auto& part : parts) result.push_back(change(part));
  return result;
}

// The same node over changed parts.
expression_ptr with_parts(const expression& formula, const change_function& change) {
  expression result = formula;
  std::visit(overloaded{[](literal&) {}, [](variable&) {},
                        [&](call& c) { c.arguments = changed(c.arguments, change); },
                        [&](negation& n) { n.operand = change(n.operand); },
                        [&](sum_chain& s) {
                          for (auto& term : s.terms) term.operand = change(term.operand);
                        },
                        [&](product_chain& p) {
                          for (auto& factor : p.factors) factor.operand = change(factor.operand);
                        },
                        [&](power_of& p) {
                          p.base = change(p.base);
                          p.exponent = change(p.exponent);
                        },
                        [&](comparison& c) {
                          c.left = change(c.left);
                          c.right = change(c.right);
                        },
                        [&](conjunction& c) { c.operands = changed(c.operands, change); },
                        [&](disjunction& d) { d.operands = changed(d.operands, change); },
                        [&](logical_not& n) { n.operand = change(n.operand); }},
             result.node);
  return std::make_shared<const expression>(std::move(result));
}

// Compares two trees and collects which name stands for which.
class tree_matcher {
 public:
  tree_matcher(const std::vector<std::string>& from_parameters,
               const std::vector<std::string>& to_parameters)
      : from_parameters_(from_parameters.begin(), from_parameters.end()),
        to_parameters_(to_parameters.begin(), to_parameters.end()) {}

  bool match(const expression& from, const expression& to) {
    if (from.node.index() != to.node.index()) return false;
    return std::visit(
        [&](const auto& node) {
          return match_nodes(node, std::get<std::decay_t<decltype(node)>>(to.node));
        },
        from.node);
  }

  [[nodiscard]] renaming parameter_names() const {
    renaming names;
    for (const auto& [from, to] : forward_)
      if (from_parameters_.contains(from)) names.emplace(from, to);
    return names;
  }

 private:
  bool match_nodes(const literal& from, const literal& to) { return from.value == to.value; }

  bool match_nodes(const variable& from, const variable& to) {
    if (is_constant(from.name) || is_constant(to.name)) return from.name == to.name;
    if (from_parameters_.contains(from.name) != to_parameters_.contains(to.name)) return false;
    const auto there = forward_.emplace(from.name, to.name).first;
    const auto back = backward_.emplace(to.name, from.name).first;
    return there->second == to.name && back->second == from.name;
  }

  bool match_nodes(const call& from, const call& to) {
    return from.name == to.name && match_all(from.arguments, to.arguments);
  }

  bool match_nodes(const negation& from, const negation& to) {
    return match(*from.operand, *to.operand);
  }

  bool match_nodes(const sum_chain& from, const sum_chain& to) {
    return std::equal(from.terms.begin(), from.terms.end(), to.terms.begin(), to.terms.end(),
                      [&](const sum_chain::term& a, const sum_chain::term& b) {
                        return a.subtracted == b.subtracted && match(*a.operand, *b.operand);
                      });
  }

  bool match_nodes(const product_chain& from, const product_chain& to) {
    return std::equal(from.factors.begin(), from.factors.end(), to.factors.begin(),
                      to.factors.end(),
                      [&](const product_chain::factor& a, const product_chain::factor& b) {
                        return a.divided == b.divided && match(*a.operand, *b.operand);
                      });
  }

  bool match_nodes(const power_of& from, const power_of& to) {
    return match(*from.base, *to.base) && match(*from.exponent, *to.exponent);
  }

  bool match_nodes(const comparison& from, const comparison& to) {
    return from.op == to.op && match(*from.left, *to.left) && match(*from.right, *to.right);
  }

  bool match_nodes(const conjunction& from, const conjunction& to) {
    return match_all(from.operands, to.operands);
  }

  bool match_nodes(const disjunction& from, const disjunction& to) {
    return match_all(from.operands, to.operands);
  }

  bool match_nodes(const logical_not& from, const logical_not& to) {
    return match(*from.operand, *to.operand);
  }

  bool match_all(const std::vector<expression_ptr>& from, const std::vector<expression_ptr>& to) {
    return std::equal(
        from.begin(), from.end(), to.begin(), to.end(),
        [&](const expression_ptr& a, const expression_ptr& b) { return match(*a, *b); });
  }

  std::set<std::string, std::less<>> from_parameters_;
  std::set<std::string, std::less<>> to_parameters_;
  renaming forward_;
  renaming backward_;
};

}  // namespace

bool has_open(const expression& formula, const std::string& name) {
  const auto open = free_variables(formula);
  return std::find(open.begin(), open.end(), name) != open.end();
}

expression_ptr rewritten(const expression_ptr& formula,
                         const std::function<expression_ptr(const expression&)>& replace) {
  if (expression_ptr replacement = replace(*formula)) return replacement;
  return with_parts(*formula, [&](const expression_ptr& part) { return rewritten(part, replace); });
}

std::vector<std::string> names_in(const expression& formula) {
  std::set<std::string> names;
  const std::function<expression_ptr(const expression&)> collect =
      [&](const expression& part) -> expression_ptr {
    if (const auto* v = std::get_if<variable>(&part.node); v != nullptr && !is_constant(v->name))
      names.insert(v->name);
    return nullptr;
  };
  rewritten(std::make_shared<const expression>(formula), collect);
  return {names.begin(), names.end()};
}

expression_ptr renamed(const expression_ptr& formula, const renaming& names) {
  const std::vector<std::string> present = names_in(*formula);
  std::set<std::string, std::less<>> taken(present.begin(), present.end());
  for (const auto& [from, to] : names) taken.insert(to);
  renaming complete = names;
  for (const std::string& name : present) {
    const bool collides = std::any_of(names.begin(), names.end(),
                                      [&](const auto& entry) { return entry.second == name; });
    if (!collides || names.contains(name)) continue;
    int suffix = 2;
    while (taken.contains(name + "_" + std::to_string(suffix))) ++suffix;
    complete[name] = name + "_" + std::to_string(suffix);
    taken.insert(complete[name]);
  }
  return rewritten(formula, [&](const expression& part) -> expression_ptr {
    const auto* v = std::get_if<variable>(&part.node);
    if (v == nullptr) return nullptr;
    const auto entry = complete.find(v->name);
    return entry == complete.end() ? nullptr : make_variable(entry->second);
  });
}

std::optional<renaming> renaming_between(const expression& from,
                                         const std::vector<std::string>& from_parameters,
                                         const expression& to,
                                         const std::vector<std::string>& to_parameters) {
  tree_matcher matcher(from_parameters, to_parameters);
  if (!matcher.match(from, to)) return std::nullopt;
  return matcher.parameter_names();
}

expression_ptr make_variable(const std::string& name) {
  return std::make_shared<const expression>(expression{variable{name}});
}

expression_ptr make_node(decltype(expression::node) node) {
  // Whoever evaluates a chain adds its first term, and multiplies by its first factor.
  if (auto* sum = std::get_if<sum_chain>(&node); sum != nullptr && sum->terms.front().subtracted)
    sum->terms.front() = {false, make_node(negation{sum->terms.front().operand})};
  if (auto* product = std::get_if<product_chain>(&node);
      product != nullptr && product->factors.front().divided)
    product->factors.insert(product->factors.begin(), {false, make_number(1)});
  return std::make_shared<const expression>(expression{std::move(node)});
}

expression_ptr make_number(std::int64_t value) {
  return std::make_shared<const expression>(
      expression{literal{rational(value), std::to_string(value)}});
}

expression_ptr make_call(const std::string& name, std::vector<expression_ptr> arguments) {
  return std::make_shared<const expression>(expression{call{name, std::move(arguments)}});
}

expression_ptr make_comparison(expression_ptr left, relation op, expression_ptr right) {
  return std::make_shared<const expression>(
      expression{comparison{std::move(left), op, std::move(right)}});
}

std::optional<compared_sides> compared_sides_of(const expression& relation) {
  if (const auto* sides = std::get_if<comparison>(&relation.node))
    return compared_sides{sides->left, sides->right, nullptr};
  const auto* called = std::get_if<call>(&relation.node);
  if (called == nullptr || called->name != "rounds_to" || called->arguments.size() != 3)
    return std::nullopt;
  return compared_sides{called->arguments[0], called->arguments[1], called->arguments[2]};
}

namespace {

// product_pair(A, swap(A)) exchanges its parts where it is swapped.
bool are_swapped(const expression& one, const expression& other) {
  const auto* made = std::get_if<call>(&other.node);
  return made != nullptr && made->name == "swap" && to_text(one) == to_text(*made->arguments.at(0));
}

}  // namespace

bool is_symmetric_pair(const expression& pair, const definitions& visible) {
  const auto* made = std::get_if<call>(&pair.node);
  if (made == nullptr) return false;
  const definition* named = visible.find(made->name);
  if (named != nullptr) return named->body != nullptr && is_symmetric_pair(*named->body, visible);
  // What a definition stands for in its domain.
  if (const auto guard = guard_in(pair)) return is_symmetric_pair(*guard->value, visible);
  const builtin* function = find_builtin(made->name);
  if (function == nullptr) return false;
  const auto& parts = made->arguments;
  if (made->name == "product_pair" &&
      (are_swapped(*parts[0], *parts[1]) || are_swapped(*parts[1], *parts[0])))
    return true;
  switch (function->symmetry) {
    case pair_symmetry::always:
      return true;
    case pair_symmetry::without_optional:
      return parts.size() == function->required();
    case pair_symmetry::of_arguments:
      return std::all_of(parts.begin(), parts.end(), [&](const expression_ptr& part) {
        const std::size_t place = static_cast<std::size_t>(&part - parts.data());
        return function->parameters.at(place).kind != value_kind::pair ||
               is_symmetric_pair(*part, visible);
      });
    case pair_symmetry::not_stated:
      break;
  }
  return false;
}

bool takes_one_direction(const call& quantity, const definitions& visible) {
  const builtin* function = find_builtin(quantity.name);
  if (function == nullptr || function->result != value_kind::number ||
      function->parameters.empty() || function->parameters.front().kind != value_kind::pair ||
      quantity.name == "total_variation")
    return false;
  const expression& pair = *quantity.arguments.front();
  return std::holds_alternative<call>(pair.node) && !is_symmetric_pair(pair, visible);
}

}  // namespace shufflecert::inline v0_1::claims
