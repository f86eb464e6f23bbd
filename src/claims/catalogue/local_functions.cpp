#include "claims/catalogue/local_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A formula with what it measures as a tree; shared parts count wherever they stand.
struct measured {
  expression_ptr formula;
  std::size_t parts = 1;
  int depth = 1;
};

// What the names of a function's parameters and of renamed indices stand for.
using bindings = std::map<std::string, measured, std::less<>>;

// Every name in a formula, whatever it stands for.
void collect_names(const expression& formula, std::set<std::string>& names) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::string name;
  for (const char c : to_text(formula) + " ") {
    if (is_part(c)) {
      name += c;
    } else if (!name.empty()) {
      names.insert(name);
      name.clear();
    }
  }
}

class expander {
 public:
  expander(const expression& formula, const std::vector<local_function>& functions) {
    collect_names(formula, names_);
    for (const local_function& function : functions) {
      functions_.emplace(function.formula.name, &function.formula);
      collect_names(*function.formula.body, names_);
      const auto& parameters = function.formula.parameters;
      for (const std::string& open : free_variables(*function.formula.body))
        if (std::find(parameters.begin(), parameters.end(), open) == parameters.end())
          open_in_functions_.insert(open);
    }
  }

  measured expand(const expression& formula, const bindings& bound, int level) {
    if (level > deepest_expansion) refuse_depth(formula.column);
    return std::visit(
        [&](const auto& node) { return expand_node(node, formula.column, bound, level); },
        formula.node);
  }

 private:
  [[noreturn]] void refuse_depth(std::size_t column) const {
    throw formula_error(place_of(column), fmt::format("with the local functions put in, the "
                                                      "formula is nested deeper than {} levels",
                                                      deepest_expansion));
  }

  // Columns are those of the formula at hand, not of what is put in.
  [[nodiscard]] std::size_t place_of(std::size_t column) const {
    return outermost_call_ == 0 ? column : outermost_call_;
  }

  // Gathers the measures of the parts of one node.
  struct assembly {
    std::size_t parts = 1;
    int depth = 0;

    expression_ptr add(measured part) {
      parts += part.parts;
      depth = std::max(depth, part.depth);
      return std::move(part.formula);
    }
  };

  template <class Node>
  measured finish(const assembly& gathered, Node node, std::size_t column) {
    // Arguments that end up nowhere cost work too, so what is built counts as well as what is left.
    if (gathered.parts > most_expanded_parts || ++built_ > most_expanded_parts)
      throw formula_error(place_of(column),
                          fmt::format("with the local functions put in, the formula has more than "
                                      "{} parts",
                                      most_expanded_parts));
    if (gathered.depth >= deepest_expansion) refuse_depth(column);
    return {std::make_shared<const expression>(expression{std::move(node), column}), gathered.parts,
            gathered.depth + 1};
  }

  measured expand_node(const literal& x, std::size_t column, const bindings&, int) {
    return finish({}, x, column);
  }

  measured expand_node(const variable& x, std::size_t column, const bindings& bound, int) {
    const auto entry = bound.find(x.name);
    return entry != bound.end() ? entry->second : finish({}, x, column);
  }

  measured expand_node(const negation& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    negation result{gathered.add(expand(*x.operand, bound, level + 1))};
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const logical_not& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    logical_not result{gathered.add(expand(*x.operand, bound, level + 1))};
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const sum_chain& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    sum_chain result;
    result.terms.reserve(x.terms.size());
    for (const auto& term : x.terms)
      result.terms.push_back(
          {term.subtracted, gathered.add(expand(*term.operand, bound, level + 1))});
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const product_chain& x, std::size_t column, const bindings& bound,
                       int level) {
    assembly gathered;
    product_chain result;
    result.factors.reserve(x.factors.size());
    for (const auto& factor : x.factors)
      result.factors.push_back(
          {factor.divided, gathered.add(expand(*factor.operand, bound, level + 1))});
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const power_of& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    expression_ptr base = gathered.add(expand(*x.base, bound, level + 1));
    expression_ptr exponent = gathered.add(expand(*x.exponent, bound, level + 1));
    return finish(gathered, power_of{std::move(base), std::move(exponent)}, column);
  }

  measured expand_node(const comparison& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    expression_ptr left = gathered.add(expand(*x.left, bound, level + 1));
    expression_ptr right = gathered.add(expand(*x.right, bound, level + 1));
    return finish(gathered, comparison{std::move(left), x.op, std::move(right)}, column);
  }

  measured expand_node(const conjunction& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    conjunction result{expand_all(x.operands, gathered, bound, level)};
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const disjunction& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    disjunction result{expand_all(x.operands, gathered, bound, level)};
    return finish(gathered, std::move(result), column);
  }

  measured expand_node(const call& x, std::size_t column, const bindings& bound, int level) {
    if (const auto local = functions_.find(x.name); local != functions_.end())
      return put_in(*local->second, x, column, bound, level);
    if (binds_a_name(x.name) && x.arguments.size() >= 2)
      return expand_binder(x, column, bound, level);
    assembly gathered;
    call result{x.name, expand_all(x.arguments, gathered, bound, level)};
    return finish(gathered, std::move(result), column);
  }

  // The function's formula sees its parameters and the claim's names, not what is bound here.
  measured put_in(const definition& function, const call& x, std::size_t column,
                  const bindings& bound, int level) {
    const bool is_outermost = outermost_call_ == 0;
    if (is_outermost) outermost_call_ = column;
    bindings parameters;
    for (std::size_t i = 0; i < x.arguments.size(); ++i)
      parameters.insert_or_assign(function.parameters.at(i),
                                  expand(*x.arguments[i], bound, level + 1));
    measured result = expand(*function.body, parameters, level + 1);
    if (is_outermost) outermost_call_ = 0;
    return result;
  }

  // sum(j, lo, hi, body) and the like: the first argument is a name that the last one may use.
  measured expand_binder(const call& x, std::size_t column, const bindings& bound, int level) {
    assembly gathered;
    call result{x.name, {}};
    result.arguments.reserve(x.arguments.size());
    bindings inside = bound;
    const auto* index = std::get_if<variable>(&x.arguments.front()->node);
    const bool is_renamed = index != nullptr && would_catch(index->name, bound);
    if (index != nullptr) inside.erase(index->name);
    if (is_renamed) {
      const measured renamed =
          finish({}, variable{fresh_name(index->name)}, x.arguments.front()->column);
      inside.insert_or_assign(index->name, renamed);
      result.arguments.push_back(gathered.add(renamed));
    } else {
      result.arguments.push_back(gathered.add({x.arguments.front()}));
    }
    for (std::size_t i = 1; i < x.arguments.size(); ++i) {
      const bool is_body = i + 1 == x.arguments.size();
      result.arguments.push_back(
          gathered.add(expand(*x.arguments[i], is_body ? inside : bound, level + 1)));
    }
    return finish(gathered, std::move(result), column);
  }

  // Whether a name that is put in below an index would come to mean the index.
  [[nodiscard]] bool would_catch(const std::string& index, const bindings& bound) const {
    if (open_in_functions_.contains(index)) return true;
    return std::any_of(bound.begin(), bound.end(),
                       [&](const auto& entry) { return has_open(*entry.second.formula, index); });
  }

  std::string fresh_name(const std::string& name) {
    for (std::size_t i = 1;; ++i) {
      std::string candidate = fmt::format("{}_{}", name, i);
      if (names_.insert(candidate).second) return candidate;
    }
  }

  std::vector<expression_ptr> expand_all(const std::vector<expression_ptr>& formulas,
                                         assembly& gathered, const bindings& bound, int level) {
    std::vector<expression_ptr> result;
    result.reserve(formulas.size());
    for (const auto& formula : formulas)
      result.push_back(gathered.add(expand(*formula, bound, level + 1)));
    return result;
  }

  std::map<std::string, const definition*, std::less<>> functions_;
  std::set<std::string> open_in_functions_;
  std::set<std::string> names_;
  std::size_t built_ = 0;
  std::size_t outermost_call_ = 0;  // its column; 0 outside of calls
};

}  // namespace

expression_ptr expand_local_functions(const expression_ptr& formula,
                                      const std::vector<local_function>& functions) {
  const auto called = called_functions(*formula);
  const bool calls_one = std::any_of(called.begin(), called.end(), [&](const std::string& name) {
    return std::any_of(functions.begin(), functions.end(),
                       [&](const local_function& f) { return f.formula.name == name; });
  });
  if (!calls_one) return formula;
  return expander(*formula, functions).expand(*formula, {}, 1).formula;
}

std::optional<std::string> recursive_function(const std::vector<local_function>& functions) {
  enum class state { untouched, open, done };
  std::map<std::string, state> states;
  std::map<std::string, const definition*> known;
  for (const local_function& function : functions)
    known.emplace(function.formula.name, &function.formula);
  std::function<bool(const std::string&)> leads_back = [&](const std::string& name) {
    const auto entry = known.find(name);
    if (entry == known.end() || states[name] == state::done) return false;
    if (states[name] == state::open) return true;
    states[name] = state::open;
    for (const std::string& called : called_functions(*entry->second->body))
      if (leads_back(called)) return true;
    states[name] = state::done;
    return false;
  };
  for (const auto& [name, formula] : known)
    if (leads_back(name)) return name;
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1::claims
