#include "claims/catalogue/guards.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::set<std::string> indices_in(const expression_ptr& formula) {
  std::set<std::string> found;
  static_cast<void>(rewritten(formula, [&](const expression& part) -> expression_ptr {
    const auto* form = std::get_if<call>(&part.node);
    if (form != nullptr && binds_a_name(form->name) && !form->arguments.empty())
      if (const auto* index = std::get_if<variable>(&form->arguments.front()->node))
        found.insert(index->name);
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
        if (mentions_an_index(*clear) || !holds_(clear)) open.push_back(clear);
      }
      return guarded(open, cleared(guard->value));
    });
  }

 private:
  [[nodiscard]] bool mentions_an_index(const expression& condition) const {
    const auto open = free_variables(condition);
    return std::any_of(open.begin(), open.end(),
                       [&](const std::string& name) { return indices_.contains(name); });
  }

  std::set<std::string> indices_;
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
