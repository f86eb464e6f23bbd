#pragma once
// Walks a syntax tree in one of the two number types.

#include <utility>
#include <vector>

#include "language/evaluation/scopes.hpp"
#include "second/binders.hpp"
#include "second/functions.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::second {

inline constexpr std::int64_t longest_sum = 10'000'000;

/// The two sides of a comparison, as they were found.
template <class R>
struct found_sides {
  R left;
  R right;
};

template <class R>
class plain_evaluator {
 public:
  plain_evaluator(const definitions& visible, const variable_map& variables, setting<R> in)
      : visible_(visible), variables_(variables), in_(std::move(in)) {}

  value<R> evaluate(const expression& formula) { return evaluate(formula, nullptr); }

  /// True once a sum counted as 0 although its terms only nearly cancel.
  [[nodiscard]] bool has_cancelled() const { return has_cancelled_; }

  /// The comparisons of which the formula's own truth is made, in the order in which they were
  /// found. A condition inside of a number, such as the first argument of `if`, is none of them.
  [[nodiscard]] const std::vector<found_sides<R>>& compared_sides() const { return sides_; }

 private:
  using frame = scope_frame<value<R>>;

  // Says once in which part of the formula a value is missing.
  class located : public undefined_value {
    using undefined_value::undefined_value;
  };

  value<R> evaluate(const expression& formula, const frame* scope) {
    const nesting level(depth_);
    if (level.is_too_deep())
      throw located("the formula and what it calls are nested deeper than 2000 levels");
    if ((++steps_ & 1023) == 0) in_.limits.check();
    in_.spend(1);
    try {
      return std::visit([&](const auto& node) { return compute(node, scope); }, formula.node);
    } catch (const located&) {
      throw;
    } catch (const undefined_value& error) {
      std::string text = to_text(formula);
      if (text.size() > 60) text = text.substr(0, 57) + "...";
      throw located(std::string(error.what()) + " in '" + text + "'");
    }
  }

  R number_of(const expression_ptr& part, const frame* scope) {
    return held<R>(evaluate(*part, scope), "number");
  }

  answer answer_of(const expression_ptr& part, const frame* scope) {
    return held<answer>(evaluate(*part, scope), "condition");
  }

  value<R> compute(const literal& x, const frame*) { return real_type<R>::of(x.value); }

  value<R> compute(const variable& x, const frame* scope) {
    const auto held = find_bound(scope, x.name);
    if (held.value != nullptr) return *held.value;
    if (held.is_hidden) return constant(x.name);
    if (const auto known = values_.find(x.name); known != values_.end()) return known->second;
    if (const auto open = variables_.find(x.name); open != variables_.end()) {
      value<R> result = evaluate(*open->second, nullptr);
      values_.insert_or_assign(x.name, result);
      return result;
    }
    return constant(x.name);
  }

  static value<R> constant(const std::string& name) {
    if (name == "pi") return real_type<R>::pi();
    if (name == "inf") return infinity<R>();
    if (name == "identity_curve") return second::identity_curve<R>();
    throw undefined_value("unknown variable '" + name + "'");
  }

  value<R> compute(const negation& x, const frame* scope) {
    return R(-number_of(x.operand, scope));
  }

  value<R> compute(const sum_chain& x, const frame* scope) {
    R total = number_of(x.terms.front().operand, scope);
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      const R next = number_of(x.terms[i].operand, scope);
      total = without_noise(total, x.terms[i].subtracted ? R(-next) : next);
    }
    return total;
  }

  // a + b, and 0 where that cancels as far as two numbers that count as equal do.
  R without_noise(const R& a, const R& b) {
    if (a != -b && are_equal(a, R(-b), in_)) {
      has_cancelled_ = true;
      return R(0);
    }
    return added(a, b);
  }

  value<R> compute(const product_chain& x, const frame* scope) {
    R total = number_of(x.factors.front().operand, scope);
    for (std::size_t i = 1; i < x.factors.size(); ++i) {
      const R next = number_of(x.factors[i].operand, scope);
      total = x.factors[i].divided ? divided(total, next) : multiplied(total, next);
    }
    return total;
  }

  value<R> compute(const power_of& x, const frame* scope) {
    const R base = number_of(x.base, scope);
    return raised(base, number_of(x.exponent, scope), in_);
  }

  value<R> compute(const comparison& x, const frame* scope) {
    const bool is_asked = std::exchange(is_asked_, false);
    const R left = number_of(x.left, scope);
    const R right = number_of(x.right, scope);
    require_no_lost_zero(left);
    require_no_lost_zero(right);
    if (is_asked) sides_.push_back({left, right});
    return compared(left, x.op, right, in_);
  }

  value<R> compute(const conjunction& x, const frame* scope) {
    return fold(x.operands, true, scope);
  }

  value<R> compute(const disjunction& x, const frame* scope) {
    return fold(x.operands, false, scope);
  }

  value<R> compute(const logical_not& x, const frame* scope) {
    const answer inner = answer_of(x.operand, scope);
    return answer{!inner.value, inner.tied};
  }

  // `and` (neutral = true) and `or` (neutral = false), from the left, stopping once settled.
  answer fold(const std::vector<expression_ptr>& operands, bool neutral, const frame* scope) {
    const bool is_asked = is_asked_;
    bool any_tied = false;
    for (const auto& operand : operands) {
      is_asked_ = is_asked;
      const answer next = answer_of(operand, scope);
      if (next.value != neutral) return next;
      any_tied = any_tied || next.tied;
    }
    return {neutral, any_tied};
  }

  value<R> compute(const call& x, const frame* scope) {
    const bool is_asked = std::exchange(is_asked_, false);
    if (x.name == "if") {
      require_arguments(x, 3, 3);
      const auto& chosen = x.arguments[answer_of(x.arguments[0], scope).value ? 1 : 2];
      is_asked_ = is_asked;
      return evaluate(*chosen, scope);
    }
    if (x.name == "defined") return is_defined(x, scope);
    if (const binder<R>* known = find_binder<R>(x.name)) return bind(*known, x, scope);
    if (const function<R>* known = find_function<R>(x.name)) {
      require_arguments(x, known->least, known->most);
      const std::vector<value<R>> given = values_of(x, scope);
      return known->apply(arguments<R>(given, in_));
    }
    const definition* defined = visible_.find(x.name);
    if (defined == nullptr)
      throw undefined_value("the second arithmetic has no function '" + x.name + "'");
    require_arguments(x, defined->parameters.size(), defined->parameters.size());
    const std::vector<value<R>> given = values_of(x, scope);
    const auto frames = frames_of_call(scope, defined->parameters, given);
    is_asked_ = is_asked;
    return evaluate(*defined->body, &frames.back());
  }

  static void require_arguments(const call& x, std::size_t least, std::size_t most) {
    if (x.arguments.size() < least || x.arguments.size() > most)
      throw undefined_value("wrong number of arguments of '" + x.name + "'");
  }

  std::vector<value<R>> values_of(const call& x, const frame* scope) {
    std::vector<value<R>> values;
    values.reserve(x.arguments.size());
    for (const auto& argument : x.arguments) values.push_back(evaluate(*argument, scope));
    return values;
  }

  value<R> is_defined(const call& x, const frame* scope) {
    require_arguments(x, 1, 1);
    try {
      evaluate(*x.arguments[0], scope);
      return answer{true};
    } catch (const undefined_value&) {
      return answer{false};
    }
  }

  // Forms whose last argument is evaluated once for each value of a name.
  value<R> bind(const binder<R>& form, const call& x, const frame* scope) {
    require_arguments(x, form.count, form.count);
    const auto* name = std::get_if<variable>(&x.arguments[0]->node);
    if (name == nullptr)
      throw undefined_value("the first argument of '" + x.name + "' is the name of its index");
    const expression_ptr& body = x.arguments.back();
    const auto at = [&](const R& index) {
      const value<R> bound = index;
      const frame inner{scope, &name->name, &bound, false};
      return evaluate(*body, &inner);
    };
    const auto number_at = [&](const R& index) { return held<R>(at(index), "number"); };
    std::vector<value<R>> given;
    for (std::size_t i = 1; i + 1 < x.arguments.size(); ++i)
      given.push_back(evaluate(*x.arguments[i], scope));
    if (!form.looks_far_out) return form.apply(arguments<R>(given, in_), number_at);
    try {
      return form.apply(arguments<R>(given, in_), number_at);
    } catch (const located& error) {
      throw located(std::string("the integral has no value: ") + error.what());
    }
  }

  const definitions& visible_;
  const variable_map& variables_;
  setting<R> in_;
  std::map<std::string, value<R>, std::less<>> values_;
  std::vector<found_sides<R>> sides_;
  bool is_asked_ = true;  ///< the truth of what comes next is that of the formula, or a part of it
  bool has_cancelled_ = false;
  int depth_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace shufflecert::inline v0_1::second
