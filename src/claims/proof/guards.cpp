#include "claims/proof/guards.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Of these calls the index runs over whole numbers; of others it may be any number.
bool has_whole_index(const std::string& name) {
  return name == "sum" || name == "product" || name == "binomial_mean" || name == "poisson_mean";
}

struct known_indices {
  std::set<std::string> all;
  std::set<std::string> whole;
};

known_indices indices_in(const expression_ptr& formula) {
  known_indices found;
  static_cast<void>(rewritten(formula, [&](const expression& part) -> expression_ptr {
    const auto* form = std::get_if<call>(&part.node);
    if (form != nullptr && binds_a_name(form->name) && !form->arguments.empty())
      if (const auto* index = std::get_if<variable>(&form->arguments.front()->node)) {
        found.all.insert(index->name);
        if (has_whole_index(form->name)) found.whole.insert(index->name);
      }
    return nullptr;
  }));
  return found;
}

bool calls(const expression& formula, const std::string& name) {
  const auto called = called_functions(formula);
  return std::find(called.begin(), called.end(), name) != called.end();
}

class guard_remover {
 public:
  guard_remover(const expression_ptr& formula,
                const std::function<bool(const expression_ptr&)>& holds)
      : indices_(indices_in(formula)), holds_(holds) {}

  expression_ptr cleared(const expression_ptr& formula) {
    return rewritten(formula, [&](const expression& part) -> expression_ptr {
      const auto guard = guard_in(part);
      if (!guard) return nullptr;
      std::vector<expression_ptr> open;
      for (const expression_ptr& condition : conjuncts(guard->condition)) {
        const expression_ptr clear = cleared(condition);
        if (says_of_an_index_that_it_is_whole(*clear)) continue;
        if (mentions_an_index(*clear) || !holds_(clear)) open.push_back(clear);
      }
      return guarded(open, cleared(guard->value));
    });
  }

 private:
  // No index is another one's name, so that this says it of the index itself.
  [[nodiscard]] bool says_of_an_index_that_it_is_whole(const expression& condition) const {
    const expression_ptr whole = whole_part_of(condition);
    const auto* name = whole ? std::get_if<variable>(&whole->node) : nullptr;
    return name != nullptr && indices_.whole.contains(name->name);
  }

  [[nodiscard]] bool mentions_an_index(const expression& condition) const {
    const auto open = free_variables(condition);
    return std::any_of(open.begin(), open.end(),
                       [&](const std::string& name) { return indices_.all.contains(name); });
  }

  known_indices indices_;
  const std::function<bool(const expression_ptr&)>& holds_;
};

}  // namespace

expression_ptr without_guards(const expression_ptr& formula,
                              const std::function<bool(const expression_ptr& condition)>& holds) {
  return calls(*formula, "if") ? guard_remover(formula, holds).cleared(formula) : formula;
}

expression_ptr without_all_guards(const expression_ptr& condition) {
  if (!calls(*condition, "if") || calls(*condition, "defined")) return condition;
  const std::function<expression_ptr(const expression&)> bare =
      [&](const expression& part) -> expression_ptr {
    const auto guard = guard_in(part);
    return guard ? rewritten(guard->value, bare) : nullptr;
  };
  return rewritten(condition, bare);
}

}  // namespace shufflecert::inline v0_1::claims
