#include "claims/derivation/same_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/stated_pair.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Sums and means of finitely many terms.
bool is_sum(const expression& formula) {
  const auto* x = std::get_if<call>(&formula.node);
  return x != nullptr && (x->name == "sum" || x->name == "product" || x->name == "binomial_mean");
}

// A name that is open in neither: the index of a sum around both may have one like it.
std::string new_index(const expression& a, const expression& b) {
  for (std::size_t i = 1;; ++i) {
    std::string name = fmt::format("the same index {}", i);
    if (!has_open(a, name) && !has_open(b, name)) return name;
  }
}

// The body of a form that binds a name, with another name in its place.
expression_ptr body_with(const call& x, const std::string& name) {
  return with_formulas(x.arguments.back(),
                       {{std::get<variable>(x.arguments[0]->node).name, make_variable(name)}});
}

}  // namespace

bool is_same(domain_facts& facts, const expression_ptr& left, const expression_ptr& right) {
  if (to_text(*left) == to_text(*right)) return true;
  if (facts.are_same_by_algebra(*left, *right)) return true;
  // Sums and means in them are numbers of which nothing else needs to be known.
  std::vector<expression_ptr> known;
  if (!is_sum(*left) && !is_sum(*right)) {
    const auto named = [&](const expression_ptr& formula) {
      return rewritten(formula, [&](const expression& part) -> expression_ptr {
        if (!is_sum(part)) return nullptr;
        const auto self = std::make_shared<const expression>(part);
        auto place = std::find_if(known.begin(), known.end(), [&](const expression_ptr& other) {
          return is_same(facts, self, other);
        });
        if (place == known.end()) place = known.insert(known.end(), self);
        return make_variable(fmt::format("sum {}", place - known.begin()));
      });
    };
    const expression_ptr a = named(left);
    const expression_ptr b = named(right);
    if (!known.empty() && facts.are_same_by_algebra(*a, *b)) return true;
  }
  // One function of the same things.
  const auto* a = std::get_if<call>(&left->node);
  const auto* b = std::get_if<call>(&right->node);
  if (a == nullptr || b == nullptr || a->name != b->name ||
      a->arguments.size() != b->arguments.size())
    return false;
  const bool binds = binds_a_name(a->name);
  if (!binds && !takes_distributions(a->name) && !has_divergence(*left)) return false;
  const std::size_t first = binds ? 1 : 0;
  const std::size_t last = a->arguments.size() - (binds ? 1 : 0);
  for (std::size_t i = first; i < last; ++i)
    if (!is_same(facts, a->arguments[i], b->arguments[i])) return false;
  if (!binds) return true;
  const std::string index = new_index(*left, *right);
  return is_same(facts, body_with(*a, index), body_with(*b, index));
}

bool is_certain_or_same(domain_facts& facts, const expression_ptr& condition) {
  const auto* sides = std::get_if<comparison>(&condition->node);
  if (sides != nullptr &&
      (sides->op == relation::less_equal || sides->op == relation::greater_equal) &&
      is_same(facts, sides->left, sides->right))
    return facts.has_value(sides->left) && facts.has_value(sides->right);
  return facts.is_certain(condition);
}

}  // namespace shufflecert::inline v0_1::claims
