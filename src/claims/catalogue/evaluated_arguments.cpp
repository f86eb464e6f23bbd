#include "claims/catalogue/local_functions.hpp"

#include <algorithm>
#include <set>

#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Definitions nest; none is recursive.
constexpr int deepest_look = 200;

class argument_check {
 public:
  argument_check(const definitions& visible, const variable_map& let)
      : visible_(visible), let_(let) {}

  bool keeps_all(const expression& formula) {
    return std::visit([&](const auto& node) { return keeps(node); }, formula.node);
  }

 private:
  bool keeps(const literal&) { return true; }
  bool keeps(const variable& x) {
    const auto local = let_.find(x.name);
    if (local == let_.end() || !seen_names_.insert(x.name).second) return true;
    return keeps_all(*local->second);
  }
  bool keeps(const negation& x) { return keeps_all(*x.operand); }
  bool keeps(const logical_not& x) { return keeps_all(*x.operand); }
  bool keeps(const sum_chain& x) {
    return std::all_of(x.terms.begin(), x.terms.end(),
                       [&](const auto& term) { return keeps_all(*term.operand); });
  }
  bool keeps(const product_chain& x) {
    return std::all_of(x.factors.begin(), x.factors.end(),
                       [&](const auto& factor) { return keeps_all(*factor.operand); });
  }
  bool keeps(const power_of& x) { return keeps_all(*x.base) && keeps_all(*x.exponent); }
  bool keeps(const comparison& x) { return keeps_all(*x.left) && keeps_all(*x.right); }
  bool keeps(const conjunction& x) { return keeps(x.operands); }
  bool keeps(const disjunction& x) { return keeps(x.operands); }
  bool keeps(const std::vector<expression_ptr>& parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const expression_ptr& part) { return keeps_all(*part); });
  }

  bool keeps(const call& x) {
    if (!keeps(x.arguments)) return false;
    const definition* entry = visible_.find(x.name);
    if (entry == nullptr || find_builtin(x.name) != nullptr) return true;
    for (std::size_t i = 0; i < x.arguments.size() && i < entry->parameters.size(); ++i)
      if (!always_exists(*x.arguments[i], 0) &&
          !is_evaluated_in(*entry->body, entry->parameters[i], 0))
        return false;
    return !seen_definitions_.insert(x.name).second || keeps_all(*entry->body);
  }

  // Whether a formula has a value for all values of its variables.
  [[nodiscard]] bool always_exists(const expression& formula, int depth) const {
    if (depth > deepest_look) return false;
    const auto exists = [&](const expression_ptr& part) { return always_exists(*part, depth + 1); };
    if (std::holds_alternative<literal>(formula.node)) return true;
    if (const auto* x = std::get_if<variable>(&formula.node)) {
      const auto local = let_.find(x->name);
      return x->name != "inf" && (local == let_.end() || exists(local->second));
    }
    if (const auto* x = std::get_if<negation>(&formula.node)) return exists(x->operand);
    if (const auto* x = std::get_if<sum_chain>(&formula.node))
      return std::all_of(x->terms.begin(), x->terms.end(),
                         [&](const auto& term) { return exists(term.operand); });
    if (const auto* x = std::get_if<product_chain>(&formula.node))
      return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
        return !factor.divided && exists(factor.operand);
      });
    if (const auto* x = std::get_if<call>(&formula.node)) {
      const builtin* known = find_builtin(x->name);
      return known != nullptr && known->is_total() &&
             std::all_of(x->arguments.begin(), x->arguments.end(), exists);
    }
    return false;
  }

  // Whether the value of a formula always needs that of a parameter.
  [[nodiscard]] bool is_evaluated_in(const expression& formula, const std::string& name,
                                     int depth) const {
    if (depth > deepest_look) return false;
    const auto needs = [&](const expression_ptr& part) {
      return is_evaluated_in(*part, name, depth + 1);
    };
    if (const auto* x = std::get_if<variable>(&formula.node)) return x->name == name;
    if (const auto* x = std::get_if<negation>(&formula.node)) return needs(x->operand);
    if (const auto* x = std::get_if<logical_not>(&formula.node)) return needs(x->operand);
    if (const auto* x = std::get_if<sum_chain>(&formula.node))
      return std::any_of(x->terms.begin(), x->terms.end(),
                         [&](const auto& term) { return needs(term.operand); });
    if (const auto* x = std::get_if<product_chain>(&formula.node))
      return std::any_of(x->factors.begin(), x->factors.end(),
                         [&](const auto& factor) { return needs(factor.operand); });
    if (const auto* x = std::get_if<power_of>(&formula.node))
      return needs(x->base) || needs(x->exponent);
    if (const auto* x = std::get_if<comparison>(&formula.node))
      return needs(x->left) || needs(x->right);
    // What comes after the first operand may not be checked.
    if (const auto* x = std::get_if<conjunction>(&formula.node)) return needs(x->operands.front());
    if (const auto* x = std::get_if<disjunction>(&formula.node)) return needs(x->operands.front());
    if (const auto* x = std::get_if<call>(&formula.node)) return is_evaluated_in_call(*x, needs);
    return false;
  }

  template <class Needs>
  [[nodiscard]] static bool is_evaluated_in_call(const call& x, Needs needs) {
    if (x.name == "defined") return false;
    // What is 0/0 has no value whatever its arguments are.
    if (x.name == "if")
      return needs(x.arguments[0]) || ((is_valueless(*x.arguments[1]) || needs(x.arguments[1])) &&
                                       (is_valueless(*x.arguments[2]) || needs(x.arguments[2])));
    // The body of a sum may not be evaluated at all.
    if (binds_a_name(x.name))
      return std::any_of(x.arguments.begin() + 1, x.arguments.end() - 1, needs);
    return std::any_of(x.arguments.begin(), x.arguments.end(), needs);
  }

  const definitions& visible_;
  const variable_map& let_;
  std::set<std::string> seen_names_;
  std::set<std::string> seen_definitions_;
};

}  // namespace

bool keeps_every_argument(const expression& formula, const definitions& visible,
                          const variable_map& let) {
  return argument_check(visible, let).keeps_all(formula);
}

}  // namespace shufflecert::inline v0_1::claims
