#include "claims/judging/kinds.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/judging/box_search.hpp"
#include "language/evaluation/rounded_law.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class sign_change_finder {
 public:
  sign_change_finder(const claim_context& context, const expression_ptr& relation,
                     const std::string& variable)
      : context_(context), relation_(relation), variable_(variable) {}

  [[nodiscard]] std::optional<check_point> find(const std::vector<std::size_t>& members) const {
    const auto* equation = std::get_if<comparison>(&relation_->node);
    if (equation == nullptr || equation->op != relation::equal ||
        is_whole_variable(context_.subject, variable_) || !is_continuous(*relation_) ||
        !is_domain_convex())
      return std::nullopt;
    const expression difference{sum_chain{{{false, equation->left}, {true, equation->right}}},
                                relation_->column};
    std::optional<std::pair<check_point, int>> previous;
    for (const std::size_t index : members) {
      const check_point point = point_at(context_.subject, index);
      const auto current = sign_at(difference, point);
      if (!current || !in_domain(point)) continue;
      if (previous && previous->second * *current < 0 &&
          exists_between(difference, previous->first, point))
        return point;
      previous = {point, *current};
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool in_domain(const check_point& point) const {
    return std::all_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return decide_condition(context_, *condition, point) == true;
                       });
  }

  // A local name is none: what it stands for need not be monotone.
  [[nodiscard]] bool is_plain_variable(const expression& formula) const {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && !context_.subject.let.contains(name->name);
  }

  // Intervals in every variable: only conditions that bound one variable by a constant.
  [[nodiscard]] bool is_domain_convex() const {
    for (const auto& whole_condition : context_.subject.domain)
      for (const auto& condition : conjuncts(whole_condition)) {
        const auto* sides = std::get_if<comparison>(&condition->node);
        if (sides == nullptr || sides->op == relation::not_equal) return false;
        const bool plain_left =
            is_plain_variable(*sides->left) && free_variables(*sides->right).empty();
        const bool plain_right =
            is_plain_variable(*sides->right) && free_variables(*sides->left).empty();
        if (!plain_left && !plain_right) return false;
      }
    return true;
  }

  [[nodiscard]] bool is_continuous(const expression& formula) const {
    std::set<std::string> seen;
    return is_continuous(formula, seen) &&
           std::all_of(
               context_.subject.let.begin(), context_.subject.let.end(), [&](const auto& entry) {
                 const auto inner = called_functions(*entry.second);
                 return std::none_of(inner.begin(), inner.end(), [&](const std::string& name) {
                   return !is_continuous_builtin(name);
                 });
               });
  }

  // `seen`: the definitions checked already, so that none is checked once for each path to it.
  bool is_continuous(const expression& formula, std::set<std::string>& seen) const {
    const auto called = called_functions(formula);
    return std::all_of(called.begin(), called.end(), [&](const std::string& name) {
      const definition* entry = context_.visible.visible.find(name);
      if (entry == nullptr) return is_continuous_builtin(name);
      if (!seen.insert(name).second) return true;
      // Where a definition with a domain has a value over a whole segment, it is its value.
      const auto guard = guard_in(*entry->body);
      return is_continuous(guard ? *guard->value : *entry->body, seen);
    });
  }

  [[nodiscard]] std::optional<int> sign_at(const expression& difference,
                                           const check_point& point) const {
    try {
      const refined_value known =
          refine(difference, context_.visible.visible, variables_at(context_.subject, point), 3,
                 context_.options.precision,
                 {.limits = context_.options.limits, .cache = &context_.cache});
      const auto* result = std::get_if<number>(&known.result);
      if (result == nullptr || accepts_rounded_law(known.methods)) return std::nullopt;
      return sign(*result, known.precision);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  // Whether the difference exists on the whole segment between two points.
  [[nodiscard]] bool exists_between(const expression& difference, const check_point& a,
                                    const check_point& b) const {
    const variable_map variables = without({variable_}, variables_at(context_.subject, a));
    evaluator at({context_.visible.visible, box_precision, context_.options.limits, nullptr},
                 variables);
    try {
      const number low =
          evaluator({context_.visible.visible, box_precision, context_.options.limits, nullptr}, {})
              .evaluate_number(*a.at(variable_).formula);
      const number high =
          evaluator({context_.visible.visible, box_precision, context_.options.limits, nullptr}, {})
              .evaluate_number(*b.at(variable_).formula);
      at.bind(variable_,
              number(ball::hull(low.to_ball(box_precision), high.to_ball(box_precision))));
      return at.evaluate_number(difference).to_ball(box_precision).is_finite();
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  const claim_context& context_;
  const expression_ptr& relation_;
  const std::string& variable_;
};

}  // namespace

std::optional<check_point> sign_change(const claim_context& context, const expression_ptr& relation,
                                       const std::string& variable,
                                       const std::vector<std::size_t>& members) {
  return sign_change_finder(context, relation, variable).find(members);
}

}  // namespace shufflecert::inline v0_1::claims
