#include "shufflecert/derivatives.hpp"

#include <algorithm>

#include "language/analysis/jet.hpp"
#include "language/evaluation/arguments.hpp"
#include "language/evaluation/scopes.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t longest_sum = 10'000'000;

// A value that a name stands for: a number with its derivatives, or something else that a formula
// can hold (a pair, a law, a curve, a condition).
struct held_value {
  formula_value value = truth{};
  jet known;  ///< of a number
  bool is_constant = false;
};

held_value of_jet(jet f) {
  const bool constant = f.is_constant();
  formula_value value = f.value;
  return {std::move(value), std::move(f), constant};
}

held_value of_value(formula_value value, bool is_constant) {
  if (auto* x = std::get_if<number>(&value))
    return of_jet(is_constant ? constant_jet(*x) : rough_jet(*x));
  return {std::move(value), {}, is_constant};
}

}  // namespace

class derivative_evaluator::implementation {
 public:
  implementation(evaluation_settings settings, const variable_map& variables, const value_box& box)
      : settings_(settings), variables_(variables) {
    for (const auto& [name, value] : box)
      if (!value.is_exact()) moving_.push_back(name);
    std::size_t index = 0;
    for (const auto& [name, value] : box)
      values_[name] = of_jet(
          value.is_exact() ? constant_jet(value)
                           : variable_jet(value, index++, moving_.size(), settings_.precision));
  }

  jet evaluate_jet(const expression& formula) { return jet_of(formula, nullptr); }
  truth evaluate_condition(const expression& formula) { return truth_of(formula, nullptr); }
  [[nodiscard]] const std::vector<std::string>& moving() const { return moving_; }
  [[nodiscard]] const std::set<std::string>& methods() const { return methods_; }

 private:
  using frame = scope_frame<held_value>;

  held_value evaluate(const expression& formula, const frame* scope) {
    const nesting level(depth_);
    if (level.is_too_deep()) throw precision_needed("the formula is nested too deep");
    if ((++steps_ & 255) == 0) settings_.limits.check();
    return std::visit([&](const auto& node) { return compute(node, scope); }, formula.node);
  }

  jet jet_of(const expression& formula, const frame* scope) {
    held_value result = evaluate(formula, scope);
    if (!std::holds_alternative<number>(result.value))
      throw undefined_value("expected a number in '" + to_text(formula) + "'");
    return std::move(result.known);
  }

  truth truth_of(const expression& formula, const frame* scope) {
    const held_value result = evaluate(formula, scope);
    const auto* held = std::get_if<truth>(&result.value);
    if (held == nullptr)
      throw undefined_value("expected a condition in '" + to_text(formula) + "'");
    return *held;
  }

  held_value compute(const literal& x, const frame*) { return of_jet(constant_jet(x.value)); }

  held_value compute(const variable& x, const frame* scope) { return value_of(x.name, scope); }

  held_value value_of(const std::string& name, const frame* scope) {
    const auto held = find_bound(scope, name);
    if (held.value != nullptr) return *held.value;
    if (held.is_hidden) return constant(name);
    if (const auto known = values_.find(name); known != values_.end()) return known->second;
    if (const auto open = variables_.find(name); open != variables_.end())
      return values_.insert_or_assign(name, evaluate(*open->second, nullptr)).first->second;
    return constant(name);
  }

  [[nodiscard]] held_value constant(const std::string& name) const {
    if (name == "identity_curve") return of_value(identity_curve(), true);
    if (name == "pi") return of_jet(constant_jet(ball::pi(settings_.precision)));
    if (name == "inf") return of_jet(constant_jet(ball::infinity(settings_.precision)));
    throw undefined_value("unknown variable '" + name + "'");
  }

  held_value compute(const negation& x, const frame* scope) {
    return of_jet(negated(jet_of(*x.operand, scope)));
  }

  held_value compute(const sum_chain& x, const frame* scope) {
    jet total = jet_of(*x.terms.front().operand, scope);
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      const jet next = jet_of(*x.terms[i].operand, scope);
      total = x.terms[i].subtracted ? subtract(total, next, settings_.precision)
                                    : add(total, next, settings_.precision);
    }
    return of_jet(std::move(total));
  }

  held_value compute(const product_chain& x, const frame* scope) {
    jet total = jet_of(*x.factors.front().operand, scope);
    for (std::size_t i = 1; i < x.factors.size(); ++i) {
      const jet next = jet_of(*x.factors[i].operand, scope);
      total = x.factors[i].divided ? divide(total, next, settings_.precision)
                                   : multiply(total, next, settings_.precision);
    }
    return of_jet(std::move(total));
  }

  held_value compute(const power_of& x, const frame* scope) {
    return of_jet(power(jet_of(*x.base, scope), jet_of(*x.exponent, scope), settings_.precision));
  }

  held_value compute(const comparison& x, const frame* scope) {
    const jet left = jet_of(*x.left, scope);
    const jet right = jet_of(*x.right, scope);
    return of_value(compare(left.value, x.op, right.value, settings_.precision),
                    left.is_constant() && right.is_constant());
  }

  held_value compute(const conjunction& x, const frame* scope) {
    return fold(x.operands, true, scope);
  }
  held_value compute(const disjunction& x, const frame* scope) {
    return fold(x.operands, false, scope);
  }
  held_value compute(const logical_not& x, const frame* scope) {
    const truth held = truth_of(*x.operand, scope);
    if (!held.value || held.tied) return of_value(truth{}, false);
    return of_value(truth{!*held.value}, false);
  }

  // `and` (neutral = true) and `or`. An operand is not evaluated after one that settles the result
  // everywhere on the box; one that guards the next only somewhere needs smaller boxes.
  held_value fold(const std::vector<expression_ptr>& operands, bool neutral, const frame* scope) {
    truth result{neutral};
    for (const auto& operand : operands) {
      truth next;
      try {
        next = truth_of(*operand, scope);
      } catch (const undefined_value&) {
        // Whether the operand counts depends on one before it that differs on the box.
        if (!result.value)
          throw precision_needed("a condition that guards an undefined value is not determined");
        throw;
      }
      if (next.value && !next.tied && *next.value != neutral)
        return of_value(truth{!neutral}, false);
      if (!next.value || next.tied) result = {};
    }
    return of_value(result, false);
  }

  held_value compute(const call& x, const frame* scope) {
    const builtin* function = find_builtin(x.name);
    if (function == nullptr) return call_definition(x, scope);
    switch (function->uses) {
      case argument_use::branch:
        return choose(x, scope);
      case argument_use::existence:
        return is_defined(x, scope);
      case argument_use::body:
        if (const jet_repetition* known = find_jet_repetition(x.name))
          return repeated(*known, x, scope);
        return bind_name(*function, x, scope);
      case argument_use::each:
        break;
    }
    if (const jet_function known = find_jet_function(x.name))
      return of_jet(known(jet_of(*x.arguments[0], scope), settings_.precision));
    if (const jet_combination known = find_jet_combination(x.name))
      return combined(known, x, scope);
    return apply(*function, x, scope);
  }

  // The functions below have frames of their own: as parts of the one above, which calls itself
  // through them, they would use up the stack many times as fast.
  [[gnu::noinline]] held_value combined(jet_combination combine, const call& x,
                                        const frame* scope) {
    jet result = jet_of(*x.arguments[0], scope);
    for (std::size_t i = 1; i < x.arguments.size(); ++i)
      result = combine(result, jet_of(*x.arguments[i], scope), settings_.precision);
    return of_jet(std::move(result));
  }

  // Everything else is enclosed by value, and constant where its arguments are.
  [[gnu::noinline]] held_value apply(const builtin& function, const call& x, const frame* scope) {
    std::vector<formula_value> arguments;
    arguments.reserve(x.arguments.size());
    bool all_constant = true;
    for (const auto& part : x.arguments) {
      held_value argument = evaluate(*part, scope);
      all_constant = all_constant && argument.is_constant;
      arguments.push_back(std::move(argument.value));
    }
    return of_value(function.apply(arguments, context()), all_constant);
  }

  [[nodiscard]] builtin_context context() {
    return {settings_.precision, settings_.limits, settings_.cache, methods_, settings_.method};
  }

  [[gnu::noinline]] held_value repeated(const jet_repetition& known, const call& x,
                                        const frame* scope) {
    const std::string& name = std::get<variable>(x.arguments[0]->node).name;
    const std::int64_t low = whole_at(jet_of(*x.arguments[1], scope).value, "the lower limit");
    const std::int64_t high = whole_at(jet_of(*x.arguments[2], scope).value, "the upper limit");
    if (high >= low && (high - low >= longest_sum || high - low < 0))
      throw undefined_value("a sum or product of more than 10000000 terms");
    jet total = constant_jet(known.start);
    for (std::int64_t j = low; j <= high; ++j) {
      const held_value index = of_jet(constant_jet(j));
      const frame inner{scope, &name, &index, false};
      total = known.combine(total, jet_of(*x.arguments[3], &inner), settings_.precision);
    }
    return of_jet(std::move(total));
  }

  [[gnu::noinline]] held_value bind_name(const builtin& function, const call& x,
                                         const frame* scope) {
    const std::string& name = std::get<variable>(x.arguments[0]->node).name;
    const std::size_t last = x.arguments.size() - 1;
    std::vector<formula_value> arguments;
    arguments.reserve(last);
    bool all_constant = true;
    for (std::size_t i = 1; i < last; ++i) {
      held_value argument = evaluate(*x.arguments[i], scope);
      all_constant = all_constant && argument.is_constant;
      arguments.push_back(std::move(argument.value));
    }
    const expression& body = *x.arguments[last];
    for (const std::string& open : free_variables(body))
      all_constant = all_constant && (open == name || value_of(open, scope).is_constant);
    return of_value(
        function.form({name, arguments, body,
                       [&](const formula_value& bound) {
                         const held_value held = of_value(bound, true);
                         const frame inner{scope, &name, &held, false};
                         return evaluate(body, &inner).value;
                       },
                       [&](const std::string& open) { return value_of(open, scope).value; },
                       settings_.visible, context()}),
        all_constant);
  }

  [[gnu::noinline]] held_value call_definition(const call& x, const frame* scope) {
    const definition* defined = settings_.visible.find(x.name);
    if (defined == nullptr) throw undefined_value("unknown function '" + x.name + "'");
    std::vector<held_value> arguments;
    arguments.reserve(x.arguments.size());
    for (const auto& argument : x.arguments) arguments.push_back(evaluate(*argument, scope));
    const auto frames = frames_of_call(scope, defined->parameters, arguments);
    return evaluate(*defined->body, &frames.back());
  }

  [[gnu::noinline]] held_value choose(const call& x, const frame* scope) {
    const truth condition = truth_of(*x.arguments[0], scope);
    if (condition.value && !condition.tied)
      return evaluate(*x.arguments[*condition.value ? 1 : 2], scope);
    // Which branch it is may differ from point to point: there may be a jump between them.
    try {
      return of_jet(rough_jet(hull(jet_of(*x.arguments[1], scope).value,
                                   jet_of(*x.arguments[2], scope).value, settings_.precision)));
    } catch (const undefined_value&) {
      throw precision_needed("the condition of an 'if' is not determined");
    }
  }

  [[gnu::noinline]] held_value is_defined(const call& x, const frame* scope) {
    try {
      evaluate(*x.arguments[0], scope);
      return of_value(truth{true}, false);
    } catch (const undefined_value&) {
      // On a box, at some of its points perhaps.
      return of_value(moving_.empty() ? truth{false} : truth{}, false);
    } catch (const precision_needed&) {
      return of_value(truth{}, false);
    }
  }

  evaluation_settings settings_;
  const variable_map& variables_;
  std::vector<std::string> moving_;
  std::map<std::string, held_value, std::less<>> values_;
  std::set<std::string> methods_;
  int depth_ = 0;
  std::uint64_t steps_ = 0;
};

derivative_evaluator::derivative_evaluator(evaluation_settings settings,
                                           const variable_map& variables, const value_box& box)
    : implementation_(std::make_unique<implementation>(settings, variables, box)) {}

derivative_evaluator::~derivative_evaluator() = default;

jet derivative_evaluator::evaluate(const expression& formula) {
  return implementation_->evaluate_jet(formula);
}

truth derivative_evaluator::evaluate_truth(const expression& formula) {
  return implementation_->evaluate_condition(formula);
}

const std::vector<std::string>& derivative_evaluator::moving() const {
  return implementation_->moving();
}

const std::set<std::string>& derivative_evaluator::methods() const {
  return implementation_->methods();
}

}  // namespace shufflecert::inline v0_1
