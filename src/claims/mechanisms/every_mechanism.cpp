#include "claims/mechanisms/every_mechanism.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::array<std::string_view, 4> mechanism_pairs{"rr_pair", "krr_pair", "clone_pair",
                                                          any_mechanism_name};
constexpr int deepest_definition = 50;

class part_reader {
 public:
  part_reader(const variable_map& local, const definitions& visible)
      : local_(local), visible_(visible) {}

  // The part with all that leads to pairs put in.
  [[nodiscard]] expression_ptr put_in(const expression_ptr& formula, int level = 0) const {
    if (level > deepest_definition) return formula;
    return rewritten(formula, [&](const expression& part) -> expression_ptr {
      if (const auto* name = std::get_if<variable>(&part.node)) {
        const auto found = local_.find(name->name);
        return found == local_.end() ? nullptr : put_in(found->second, level + 1);
      }
      const auto* c = std::get_if<call>(&part.node);
      const definition* own = c == nullptr ? nullptr : visible_.find(c->name);
      if (own == nullptr || !leads_to_pairs(*own->body, 0)) return nullptr;
      variable_map values;
      for (std::size_t i = 0; i < own->parameters.size() && i < c->arguments.size(); ++i)
        values[own->parameters[i]] = put_in(c->arguments[i], level + 1);
      return put_in(with_formulas(own->body, values), level + 1);
    });
  }

 private:
  [[nodiscard]] bool leads_to_pairs(const expression& formula, int level) const {
    if (level > deepest_definition) return false;
    const std::vector<std::string> called = called_functions(formula);
    return std::any_of(called.begin(), called.end(), [&](const std::string& name) {
      if (std::find(mechanism_pairs.begin(), mechanism_pairs.end(), name) != mechanism_pairs.end())
        return true;
      const definition* own = visible_.find(name);
      return own != nullptr && leads_to_pairs(*own->body, level + 1);
    });
  }

  const variable_map& local_;
  const definitions& visible_;
};

// The pair that stands for every mechanism, as any_mechanism(n, eps0); nothing for another one.
expression_ptr as_any_mechanism(const call& pair) {
  const std::string name(any_mechanism_name);
  const auto& given = pair.arguments;
  if (pair.name == "rr_pair" && given.size() == 2) return make_call(name, given);
  if (pair.name == "krr_pair" && given.size() == 3) return make_call(name, {given[1], given[2]});
  if (pair.name != "clone_pair" || given.size() < 2) return nullptr;
  if (given.size() == 3) {
    const std::string odds = "2/(exp(" + to_text(*given[1]) + ") + 1)";
    if (to_text(*given[2]) != to_text(*parse_formula(odds))) return nullptr;
  }
  return make_call(name, {given[0], given[1]});
}

expression_ptr with_any_mechanism(const expression_ptr& side) {
  return rewritten(side, [](const expression& part) -> expression_ptr {
    const auto* c = std::get_if<call>(&part.node);
    return c == nullptr ? nullptr : as_any_mechanism(*c);
  });
}

// Whether the side is a quantity of a mechanism that is claimed to be small, or, of trade-off
// functions, large.
bool is_bounded(const expression& side, bool is_lesser) {
  const auto calls = [&](std::string_view name) { return calls_function(side, name); };
  // Of these pairs, and curves, a mechanism is no argument.
  for (const std::string_view other : {"subsampled", "mix", "pair", "first", "second", "pmf",
                                       "mean", "curve", "at", "chi_moment", "ternary_moment"})
    if (calls(other)) return false;
  return calls(any_mechanism_name) && calls("tradeoff") != is_lesser;
}

}  // namespace

std::vector<mechanism_relation> every_mechanism_parts(const expression_ptr& relation,
                                                      const variable_map& local,
                                                      const definitions& visible) {
  const part_reader reader(local, visible);
  std::vector<mechanism_relation> found;
  for (const expression_ptr& part : conjuncts(relation)) {
    const bool is_named = calls_any_mechanism(*part);
    const expression_ptr whole = reader.put_in(part);
    const auto* sides = std::get_if<comparison>(&whole->node);
    if (sides == nullptr || sides->op == relation::equal || sides->op == relation::not_equal)
      continue;
    if (is_named) {
      found.push_back(find_mechanism_relation(whole));
      continue;
    }
    const bool is_upper = sides->op == relation::less || sides->op == relation::less_equal;
    comparison about = *sides;
    bool is_changed = false;
    for (expression_ptr* side : {&about.left, &about.right}) {
      const expression_ptr every = with_any_mechanism(*side);
      if (!is_bounded(*every, (side == &about.left) == is_upper)) continue;
      *side = every;
      is_changed = true;
    }
    if (!is_changed) continue;
    try {
      found.push_back(find_mechanism_relation(make_comparison(about.left, about.op, about.right)));
    } catch (const formula_error&) {
      // About two mechanisms, or one for each term of a sum.
    }
  }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
