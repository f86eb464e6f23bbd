#include "language/analysis/one_variable.hpp"

#include <algorithm>
#include <map>

#include "arithmetic/overloaded.hpp"
#include "language/evaluation/arguments.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t most_steps = 100'000;
constexpr int deepest_definition = 200;

// What a part of the body is: a value that does not depend on the bound name, or the result of a
// step.
struct result_of {
  std::size_t step;
};
using part = std::variant<formula_value, result_of>;
using names = std::map<std::string, part, std::less<>>;

bool depends(const part& p) {
  return std::holds_alternative<result_of>(p);
}

const std::map<std::string_view, operation>& operations_on_one() {
  static const std::map<std::string_view, operation> table{
      {"exp", operation::exp},       {"expm1", operation::expm1},
      {"log", operation::log},       {"log1p", operation::log1p},
      {"sqrt", operation::sqrt},     {"abs", operation::abs},
      {"tanh", operation::tanh},     {"gamma", operation::gamma},
      {"lgamma", operation::lgamma}, {"Phi", operation::normal_cdf},
      {"floor", operation::floor},   {"Phi_inv", operation::normal_quantile},
      {"ceil", operation::ceil}};
  return table;
}

// Of two or more numbers, two at a time.
const std::map<std::string_view, operation>& operations_on_two() {
  static const std::map<std::string_view, operation> table{{"min", operation::min},
                                                           {"max", operation::max}};
  return table;
}

struct operation_on_terms {
  std::int64_t start;
  operation combine;
};

const std::map<std::string_view, operation_on_terms>& operations_on_terms() {
  static const std::map<std::string_view, operation_on_terms> table{
      {"sum", {0, operation::add}}, {"product", {1, operation::multiply}}};
  return table;
}

class builder {
 public:
  explicit builder(const binder_call& form) : form_(form) {
    names outside;
    for (const std::string& open : free_variables(form.body))
      if (open != form.name) outside.insert_or_assign(open, form.value_of(open));
    outside.insert_or_assign(form.name, result_of{append({operation::argument})});
    const std::size_t last = step_of(build(form.body, outside));
    // The value is the last step.
    if (last + 1 != result_.steps.size()) append({operation::add, {last, constant(number(0))}});
  }

  one_variable_function take() { return std::move(result_); }

 private:
  std::size_t append(step next) {
    if (result_.steps.size() >= most_steps)
      throw beyond_reach("the body has more than 100000 steps");
    next.guarded_by = guarded_by_;
    return result_.append(std::move(next));
  }

  std::size_t constant(const number& x) {
    if (x.is_infinity(1) || x.is_infinity(-1))
      throw beyond_reach("an infinite value in the body is not supported here");
    step next{operation::constant};
    next.value = x;
    return append(std::move(next));
  }

  std::size_t step_of(const part& p) {
    if (const auto* made = std::get_if<result_of>(&p)) return made->step;
    const auto* x = std::get_if<number>(&std::get<formula_value>(p));
    if (x == nullptr)
      throw beyond_reach("only numbers may depend on the name '" + form_.name + "'");
    return constant(*x);
  }

  part build(const expression& formula, const names& known) {
    if (!uses_a_step(formula, known)) return value_of(formula, known);
    return result_of{
        std::visit([&](const auto& node) { return build_node(node, known); }, formula.node)};
  }

  std::size_t build_step(const expression& formula, const names& known) {
    return step_of(build(formula, known));
  }

  static bool uses_a_step(const expression& formula, const names& known) {
    const auto open = free_variables(formula);
    return std::any_of(open.begin(), open.end(), [&](const std::string& name) {
      const auto found = known.find(name);
      return found != known.end() && depends(found->second);
    });
  }

  formula_value value_of(const expression& formula, const names& known) {
    static const variable_map nothing;
    const builtin_context& at = form_.context;
    evaluator constants({form_.visible, at.precision, at.limits, at.cache, at.method}, nothing);
    for (const auto& [name, bound] : known)
      if (const auto* value = std::get_if<formula_value>(&bound)) constants.bind(name, *value);
    formula_value result = constants.evaluate(formula);
    at.methods.insert(constants.methods().begin(), constants.methods().end());
    return result;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw beyond_reach("'" + what + "' of the name '" + form_.name + "' is not supported here");
  }

  std::size_t build_node(const literal& x, const names&) { return constant(number(x.value)); }
  std::size_t build_node(const variable& x, const names& known) {
    return step_of(known.find(x.name)->second);
  }
  std::size_t build_node(const negation& x, const names& known) {
    return append({operation::negate, {build_step(*x.operand, known)}});
  }
  std::size_t build_node(const sum_chain& x, const names& known) {
    std::size_t total = build_step(*x.terms.front().operand, known);
    for (std::size_t i = 1; i < x.terms.size(); ++i)
      total = append({x.terms[i].subtracted ? operation::subtract : operation::add,
                      {total, build_step(*x.terms[i].operand, known)}});
    return total;
  }
  std::size_t build_node(const product_chain& x, const names& known) {
    std::size_t total = build_step(*x.factors.front().operand, known);
    for (std::size_t i = 1; i < x.factors.size(); ++i)
      total = append({x.factors[i].divided ? operation::divide : operation::multiply,
                      {total, build_step(*x.factors[i].operand, known)}});
    return total;
  }
  std::size_t build_node(const power_of& x, const names& known) {
    const std::size_t base = build_step(*x.base, known);
    return append({operation::power, {base, build_step(*x.exponent, known)}});
  }
  std::size_t build_node(const comparison&, const names&) { refuse("a condition"); }
  std::size_t build_node(const conjunction&, const names&) { refuse("a condition"); }
  std::size_t build_node(const disjunction&, const names&) { refuse("a condition"); }
  std::size_t build_node(const logical_not&, const names&) { refuse("a condition"); }

  std::size_t build_node(const call& x, const names& known) {
    if (const auto on_one = operations_on_one().find(x.name); on_one != operations_on_one().end())
      return append({on_one->second, {build_step(*x.arguments[0], known)}});
    if (const auto on_two = operations_on_two().find(x.name); on_two != operations_on_two().end()) {
      std::size_t result = build_step(*x.arguments[0], known);
      for (std::size_t i = 1; i < x.arguments.size(); ++i)
        result = append({on_two->second, {result, build_step(*x.arguments[i], known)}});
      return result;
    }
    if (const auto repeated = operations_on_terms().find(x.name);
        repeated != operations_on_terms().end())
      return build_repetition(repeated->second, x, known);
    const builtin* function = find_builtin(x.name);
    if (function != nullptr && function->uses == argument_use::branch)
      return build_choice(*x.arguments[0], *x.arguments[1], *x.arguments[2], known);
    const definition* defined = form_.visible.find(x.name);
    if (defined == nullptr || defined->parameters.size() != x.arguments.size()) refuse(x.name);
    if (++depth_ > deepest_definition) throw beyond_reach("definitions nest too deep");
    names inside;
    for (std::size_t i = 0; i < x.arguments.size(); ++i)
      inside.insert_or_assign(defined->parameters[i], build(*x.arguments[i], known));
    std::size_t result = build_step(*defined->body, inside);
    // Arguments are evaluated whether the definition uses them or not.
    for (const auto& [name, argument] : inside)
      if (depends(argument)) result = given(result, std::get<result_of>(argument).step);
    --depth_;
    return result;
  }

  std::size_t given(std::size_t value, std::size_t required) {
    if (result_.steps[required].what == operation::argument || required == value) return value;
    return append({operation::first_given_second, {value, required}});
  }

  std::size_t build_choice(const expression& condition, const expression& yes, const expression& no,
                           const names& known) {
    const auto branch = [&](bool taken) {
      return [this, &known, &yes, &no, taken] { return build_step(taken ? yes : no, known); };
    };
    return choose(condition, known, branch(true), branch(false));
  }

  using branch_builder = std::function<std::size_t()>;

  // The steps of the branch that is taken where the condition has the truth value `holds`. A branch
  // without a value counts only where it is taken.
  std::size_t build_branch(const comparison& condition, std::size_t left, std::size_t right,
                           bool holds, const branch_builder& branch) {
    const auto around = guarded_by_;
    const int depth = depth_;
    result_.guards.push_back({left, condition.op, right, holds, around});
    guarded_by_ = result_.guards.size() - 1;
    std::size_t result = 0;
    try {
      result = branch();
    } catch (const undefined_value&) {
      result = append({operation::undefined});
    } catch (const precision_needed&) {
      result_.needs_precision = true;
      result = append({operation::undetermined});
    }
    guarded_by_ = around;
    depth_ = depth;
    return result;
  }

  std::size_t choose(const expression& condition, const names& known, const branch_builder& yes,
                     const branch_builder& no) {
    if (!uses_a_step(condition, known)) {
      const formula_value held = value_of(condition, known);
      const auto* decision = std::get_if<truth>(&held);
      if (decision == nullptr || !decision->value || decision->tied)
        throw precision_needed("the condition of an 'if' is not determined");
      return *decision->value ? yes() : no();
    }
    if (const auto* c = std::get_if<comparison>(&condition.node)) {
      const std::size_t left = build_step(*c->left, known);
      const std::size_t right = build_step(*c->right, known);
      const std::size_t first = build_branch(*c, left, right, true, yes);
      const std::size_t second = build_branch(*c, left, right, false, no);
      step next{operation::choose, {left, right, first, second}};
      next.op = c->op;
      return append(std::move(next));
    }
    if (const auto* n = std::get_if<logical_not>(&condition.node))
      return choose(*n->operand, known, no, yes);
    if (const auto* all = std::get_if<conjunction>(&condition.node))
      return choose_all(all->operands, 0, known, yes, no, true);
    if (const auto* any = std::get_if<disjunction>(&condition.node))
      return choose_all(any->operands, 0, known, yes, no, false);
    refuse("a condition");
  }

  // if(A and B, yes, no) = if(A, if(B, yes, no), no); likewise for `or`.
  std::size_t choose_all(const std::vector<expression_ptr>& operands, std::size_t first,
                         const names& known, const branch_builder& yes, const branch_builder& no,
                         bool all) {
    if (first + 1 == operands.size()) return choose(*operands[first], known, yes, no);
    const branch_builder rest = [&] {
      return choose_all(operands, first + 1, known, yes, no, all);
    };
    return all ? choose(*operands[first], known, rest, no)
               : choose(*operands[first], known, yes, rest);
  }

  std::size_t build_repetition(const operation_on_terms& how, const call& x, const names& known) {
    const auto limit = [&](const expression& e, const char* what) {
      const part p = build(e, known);
      const auto* value = std::get_if<formula_value>(&p);
      if (value == nullptr) refuse("a limit of a sum or product");
      return whole_at(std::get<number>(*value), what);
    };
    const std::int64_t low = limit(*x.arguments[1], "the lower limit");
    const std::int64_t high = limit(*x.arguments[2], "the upper limit");
    std::size_t total = constant(number(how.start));
    if (high - low >= static_cast<std::int64_t>(most_steps))
      throw beyond_reach("the body has more than 100000 steps");
    const auto& index = std::get<variable>(x.arguments[0]->node).name;
    names inside = known;
    for (std::int64_t j = low; j <= high; ++j) {
      form_.context.limits.check();
      inside.insert_or_assign(index, formula_value(number(j)));
      total = append({how.combine, {total, build_step(*x.arguments[3], inside)}});
    }
    return total;
  }

  const binder_call& form_;
  one_variable_function result_;
  std::optional<std::size_t> guarded_by_;
  int depth_ = 0;
};

}  // namespace

std::vector<std::string_view> names_with_steps() {
  std::vector<std::string_view> names = names_in_table(operations_on_one());
  for (const auto& others :
       {names_in_table(operations_on_two()), names_in_table(operations_on_terms())})
    names.insert(names.end(), others.begin(), others.end());
  return names;
}

one_variable_function function_of_name(const binder_call& call) {
  return builder(call).take();
}

}  // namespace shufflecert::inline v0_1
