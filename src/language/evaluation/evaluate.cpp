#include <algorithm>
#include <array>
#include <utility>

#include "language/evaluation/arguments.hpp"
#include "language/evaluation/costly_calls.hpp"
#include "language/evaluation/equal_parts.hpp"
#include "language/evaluation/not_whole.hpp"
#include "language/evaluation/running_product.hpp"
#include "language/evaluation/scopes.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/method.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t longest_excerpt = 60;

// An undefined value whose place in the formula has been named already.
class located_undefined_value : public undefined_value {
  using undefined_value::undefined_value;
};

// The same for a method that does not compute a quantity.
class located_method_unavailable : public method_unavailable {
 public:
  explicit located_method_unavailable(const method_unavailable& error)
      : method_unavailable(error) {}
};

std::string excerpt(const expression& formula) {
  std::string text = to_text(formula);
  if (text.size() > longest_excerpt) text = text.substr(0, longest_excerpt - 3) + "...";
  return text;
}

// 10.5, or 21/2.
bool is_written_number(const expression& formula) {
  if (const auto* product = std::get_if<product_chain>(&formula.node))
    return product->factors.size() == 2 && product->factors[1].divided &&
           std::all_of(product->factors.begin(), product->factors.end(), [](const auto& factor) {
             return std::holds_alternative<literal>(factor.operand->node);
           });
  return std::holds_alternative<literal>(formula.node);
}

value_kind kind_of(const formula_value& v) {
  constexpr std::array kinds{value_kind::number, value_kind::truth, value_kind::pair,
                             value_kind::law,    value_kind::curve, value_kind::law};
  return kinds.at(v.index());
}

template <class Kind>
Kind require(formula_value v, value_kind expected, const expression& part) {
  auto* held = std::get_if<Kind>(&v);
  if (held == nullptr)
    throw located_undefined_value("expected a " + to_text(expected) + ", found a " +
                                  to_text(kind_of(v)) + " in '" + excerpt(part) + "'");
  return std::move(*held);
}

truth negated(const truth& t) {
  // A tie means "equal as far as anyone can see"; its opposite is not established by that.
  if (!t.value || t.tied) return {};
  return {!*t.value};
}

// Leaves a set empty for a while, and puts back in the end what it had.
class methods_apart {
 public:
  explicit methods_apart(std::set<std::string>& methods) : methods_(methods) {
    methods_.swap(before_);
  }
  methods_apart(const methods_apart&) = delete;
  methods_apart& operator=(const methods_apart&) = delete;
  ~methods_apart() { methods_.merge(before_); }

 private:
  std::set<std::string>& methods_;
  std::set<std::string> before_;
};

}  // namespace

std::optional<quantity> quantity_cache::find(const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  const auto entry = entries_.find(key);
  if (entry == entries_.end()) return std::nullopt;
  return entry->second;
}

void quantity_cache::store(const std::string& key, const quantity& result) {
  const std::scoped_lock lock(mutex_);
  entries_.emplace(key, result);
}

class evaluator::implementation : private point_values {
 public:
  implementation(evaluation_settings settings, const variable_map& variables)
      : settings_(settings),
        variables_(variables),
        costly_calls_(settings.visible, settings.cache) {}

  void bind(const std::string& name, formula_value bound) {
    values_.insert_or_assign(name, std::move(bound));
    given_values_.insert(name);
  }

  formula_value evaluate(const expression& formula) { return evaluate(formula, nullptr); }

  [[nodiscard]] const std::set<std::string>& methods() const { return methods_; }

 private:
  using frame = value_frame;

  formula_value evaluate(const expression& formula, const frame* scope) {
    const nesting level(depth_);
    if (level.is_too_deep())
      throw located_undefined_value(
          "the formula and what it calls are nested deeper than 2000 levels");
    // Definitions that call each other twice double the work at each level.
    if ((++steps_ & 4095) == 0) settings_.limits.check();
    try {
      return std::visit([&](const auto& node) { return compute(node, formula, scope); },
                        formula.node);
    } catch (const located_undefined_value&) {
      throw;
    } catch (const not_whole& error) {
      if (error.is_located()) throw;
      throw error.in("'" + excerpt(formula) + "'", advice_about(error, formula, scope));
    } catch (const undefined_value& error) {
      throw located_undefined_value(std::string(error.what()) + " in '" + excerpt(formula) + "'");
    } catch (const located_method_unavailable&) {
      throw;
    } catch (const method_unavailable& error) {
      throw located_method_unavailable(error.in("'" + excerpt(formula) + "'"));
    }
  }

  // What the argument is that is not whole, and how to write a whole one; nothing where the formula
  // shows it.
  std::string advice_about(const not_whole& error, const expression& formula, const frame* scope) {
    const auto* called = std::get_if<call>(&formula.node);
    if (called == nullptr || !error.value()) return "";
    for (const expression_ptr& argument : called->arguments) {
      if (is_written_number(*argument)) continue;
      try {
        const formula_value found = evaluate(*argument, scope);
        const auto* value = std::get_if<number>(&found);
        if (value == nullptr || value->as_rational() == nullptr) continue;
        if (*value->as_rational() == *error.value())
          return "; it is " + to_text(*error.value()) + ": write floor(" + excerpt(*argument) + ")";
      } catch (const std::runtime_error&) {
        continue;  // the name of an index, or a body that uses it
      }
    }
    return "";
  }

  number number_of(const expression_ptr& part, const frame* scope) {
    return require<number>(evaluate(*part, scope), value_kind::number, *part);
  }

  truth truth_of(const expression_ptr& part, const frame* scope) {
    return require<truth>(evaluate(*part, scope), value_kind::truth, *part);
  }

  formula_value compute(const literal& x, const expression&, const frame*) {
    return number(x.value);
  }

  formula_value compute(const variable& x, const expression&, const frame* scope) {
    return value_of(x.name, scope);
  }

  formula_value value_of(const std::string& name, const frame* scope) {
    const auto held = find_bound(scope, name);
    if (held.value != nullptr) return *held.value;
    if (held.is_hidden) return constant(name);
    if (const auto known = values_.find(name); known != values_.end()) return known->second;
    if (const auto open = variables_.find(name); open != variables_.end()) {
      formula_value result = evaluate(*open->second, nullptr);
      values_.insert_or_assign(name, result);
      return result;
    }
    return constant(name);
  }

  [[nodiscard]] formula_value constant(const std::string& name) const {
    if (name == "identity_curve") return identity_curve();
    if (name == "pi") return number(ball::pi(settings_.precision));
    if (name == "inf") return number(ball::infinity(settings_.precision));
    throw undefined_value("unknown variable '" + name + "'");
  }

  formula_value compute(const negation& x, const expression&, const frame* scope) {
    return negate(number_of(x.operand, scope));
  }

  formula_value compute(const sum_chain& x, const expression& formula, const frame* scope) {
    number total = number_of(x.terms.front().operand, scope);
    cancellation cancelled;
    cancelled.see(total);
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      const number next = number_of(x.terms[i].operand, scope);
      cancelled.see(next);
      total = x.terms[i].subtracted ? subtract(total, next, settings_.precision)
                                    : add(total, next, settings_.precision);
    }
    if (cancelled.may_explain(total) && is_equal_by_algebra(formula, zero_, scope))
      return number(0);
    return total;
  }

  formula_value compute(const product_chain& x, const expression&, const frame* scope) {
    running_product product(number_of(x.factors.front().operand, scope), settings_.precision);
    for (std::size_t i = 1; i < x.factors.size(); ++i) {
      const number next = number_of(x.factors[i].operand, scope);
      if (x.factors[i].divided)
        product.divide_by(next);
      else
        product.multiply_by(next);
    }
    return std::move(product).value();
  }

  formula_value compute(const power_of& x, const expression&, const frame* scope) {
    return power(number_of(x.base, scope), number_of(x.exponent, scope), settings_.precision);
  }

  formula_value compute(const comparison& x, const expression&, const frame* scope) {
    const number left = number_of(x.left, scope);
    const number right = number_of(x.right, scope);
    const truth known = compare(left, x.op, right, settings_.precision);
    if (known.value && !known.tied) return known;
    if (may_be_equal(left, right, settings_.precision) &&
        is_equal_by_algebra(*x.left, *x.right, scope))
      return compare(0, x.op, 0, settings_.precision);
    return known;
  }

  // Whether two parts that no enclosure tells apart are equal. It takes time, so that it is tried
  // where 64 bits were not enough, and given up after some parts that were not found to be equal.
  [[gnu::noinline]] bool is_equal_by_algebra(const expression& left, const expression& right,
                                             const frame* scope) {
    constexpr int deepest = 2;
    constexpr int most_failures = 16;
    constexpr int most_times = 2'000;
    constexpr bits too_few = 64;
    if (settings_.precision <= too_few) return false;
    if (algebra_depth_ >= deepest || failures_of_algebra_ >= most_failures) return false;
    if (++times_of_algebra_ > most_times) return false;
    const nesting level(algebra_depth_);
    const bool is_equal = are_equal_parts(left, right, scope, *this);
    if (!is_equal) ++failures_of_algebra_;
    return is_equal;
  }

  formula_value value_of(const expression& part, const frame* scope) override {
    return evaluate(part, scope);
  }

  [[nodiscard]] const expression* formula_of(const std::string& name) const override {
    const auto open = variables_.find(name);
    return open == variables_.end() || given_values_.contains(name) ? nullptr : open->second.get();
  }

  [[nodiscard]] const definitions& visible() const override { return settings_.visible; }
  [[nodiscard]] bits precision() const override { return settings_.precision; }

  formula_value compute(const conjunction& x, const expression&, const frame* scope) {
    return fold(x.operands, true, scope);
  }

  formula_value compute(const disjunction& x, const expression&, const frame* scope) {
    return fold(x.operands, false, scope);
  }

  formula_value compute(const logical_not& x, const expression&, const frame* scope) {
    return negated(truth_of(x.operand, scope));
  }

  // Kleene's `and` (neutral = true) and `or` (neutral = false): operands after one that settles the
  // result are not evaluated, so that `n >= 2 and 1/(n-1) < 1` is safe.
  truth fold(const std::vector<expression_ptr>& operands, bool neutral, const frame* scope) {
    truth result{neutral};
    bool any_tied = false;
    for (const auto& operand : operands) {
      truth next;
      try {
        next = truth_of(operand, scope);
      } catch (const undefined_value&) {
        // Whether the operand counts depends on one before it that is not decided yet.
        if (!result.value || any_tied)
          throw precision_needed("a condition that guards an undefined value is not determined");
        throw;
      }
      if (next.value && *next.value != neutral && !next.tied) return {!neutral};
      if (next.tied) any_tied = true;
      if (!next.value) result.value = std::nullopt;
    }
    if (!any_tied || !result.value) return result;
    // Ties are always "true as far as can be seen": a tied conjunction or a tied disjunction.
    return {true, true};
  }

  formula_value compute(const call& x, const expression& formula, const frame* scope) {
    if (const builtin* function = find_builtin(x.name)) {
      switch (function->uses) {
        case argument_use::each:
          return apply(*function, x, scope);
        case argument_use::branch:
          return choose(x, scope);
        case argument_use::existence:
          return is_defined(x, scope);
        case argument_use::body:
          return bind_name(*function, x, scope);
      }
    }
    const definition* defined = settings_.visible.find(x.name);
    if (defined == nullptr) throw undefined_value("unknown function '" + x.name + "'");
    if (defined->parameters.size() != x.arguments.size())
      throw undefined_value("wrong number of arguments in '" + excerpt(formula) + "'");
    return call_definition(*defined, x, scope);
  }

  // The functions below have frames of their own: as parts of the one above, which calls itself
  // through them, they would use up the stack many times as fast.
  [[gnu::noinline]] formula_value apply(const builtin& function, const call& x,
                                        const frame* scope) {
    std::vector<formula_value> arguments;
    arguments.reserve(x.arguments.size());
    for (std::size_t i = 0; i < x.arguments.size(); ++i) {
      const std::size_t parameter = std::min(i, function.parameters.size() - 1);
      arguments.push_back(
          value_of_kind(*x.arguments[i], function.parameters[parameter].kind, scope));
    }
    if (function.result == value_kind::law) return law_of(function, arguments);
    if (function.name == "floor" || function.name == "ceil") settle_whole(x, arguments, scope);
    return function.apply(arguments, context());
  }

  // The argument of a function that jumps at whole numbers is known exactly where it is one.
  void settle_whole(const call& x, std::vector<formula_value>& arguments, const frame* scope) {
    const auto whole = whole_number_near(std::get<number>(arguments.front()));
    if (!whole) return;
    const expression number_itself{literal{*whole, to_text(*whole)}, 0};
    if (is_equal_by_algebra(*x.arguments.front(), number_itself, scope))
      arguments.front() = number(*whole);
  }

  // A law that the body of a sum or a mean asks for again and again is made once.
  [[gnu::noinline]] formula_value law_of(const builtin& function,
                                         const std::vector<formula_value>& arguments) {
    std::string key(function.name);
    for (const formula_value& argument : arguments) {
      const auto text = exact_text_of(argument);
      if (!text) return function.apply(arguments, context());
      key += "|" + *text;
    }
    if (const auto known = laws_.find(key); known != laws_.end()) return known->second;
    formula_value made = function.apply(arguments, context());
    // Few, and no long ones: they are kept as long as this evaluation lasts.
    constexpr std::size_t most_laws = 8;
    constexpr std::size_t most_outcomes = 10'000;
    // Noise has no table that would have to be made.
    if (!std::holds_alternative<law_ptr>(made)) return made;
    const law_ptr law = std::get<law_ptr>(made);
    if (law->entries.size() > most_outcomes) return made;
    if (laws_.size() >= most_laws) laws_.clear();
    laws_.emplace(std::move(key), law);
    return made;
  }

  static std::optional<std::string> exact_text_of(const formula_value& of) {
    if (const auto* x = std::get_if<number>(&of)) return x->exact_text();
    if (const auto* law = std::get_if<law_ptr>(&of)) return (*law)->text;
    if (const auto* noise = std::get_if<noise_ptr>(&of)) return (*noise)->text;
    if (const auto* pair = std::get_if<distribution_pair>(&of)) return exact_text(*pair);
    return std::nullopt;
  }

  [[nodiscard]] builtin_context context() {
    return {settings_.precision, settings_.limits, settings_.cache, methods_, settings_.method};
  }

  formula_value value_of_kind(const expression& part, value_kind expected, const frame* scope) {
    formula_value result = evaluate(part, scope);
    if (expected != value_kind::unknown && kind_of(result) != expected)
      throw located_undefined_value("expected a " + to_text(expected) + ", found a " +
                                    to_text(kind_of(result)) + " in '" + excerpt(part) + "'");
    return result;
  }

  [[gnu::noinline]] formula_value bind_name(const builtin& function, const call& x,
                                            const frame* scope) {
    const auto* name = std::get_if<variable>(&x.arguments.front()->node);
    if (name == nullptr)
      throw undefined_value("the first argument of '" + x.name + "' is not a name");
    const std::size_t last = x.arguments.size() - 1;
    std::vector<formula_value> arguments;
    arguments.reserve(last);
    for (std::size_t i = 1; i < last; ++i)
      arguments.push_back(value_of_kind(*x.arguments[i], function.parameters[i].kind, scope));
    const expression& body = *x.arguments[last];
    return function.form({name->name, arguments, body,
                          [&](const formula_value& bound) {
                            const frame inner{scope, &name->name, &bound, false};
                            return value_of_kind(body, function.parameters[last].kind, &inner);
                          },
                          [&](const std::string& open) { return value_of(open, scope); },
                          settings_.visible, context()});
  }

  [[gnu::noinline]] formula_value call_definition(const definition& defined, const call& x,
                                                  const frame* scope) {
    std::vector<formula_value> arguments;
    arguments.reserve(x.arguments.size());
    for (const auto& argument : x.arguments) arguments.push_back(evaluate(*argument, scope));
    const auto frames = frames_of_call(scope, defined.parameters, arguments, &x.arguments);
    const auto guard = guard_in(*defined.body);
    if (guard)
      for (const expression_ptr& condition : conjuncts(guard->condition))
        require_domain(defined, *condition, frames.back());
    const expression& value = guard ? *guard->value : *defined.body;
    if (settings_.cache == nullptr) return evaluate(value, &frames.back());
    return known_or_new(defined, value, arguments, frames.back());
  }

  // That an argument of a definition is in its domain.
  void require_domain(const definition& defined, const expression& condition, const frame& scope) {
    if (const expression_ptr whole = whole_part_of(condition))
      return require_whole(number_of(whole, &scope), to_text(*whole));
    const truth holds = require<truth>(evaluate(condition, &scope), value_kind::truth, condition);
    if (holds.value == true && !holds.tied) return;
    const std::string words =
        "'" + excerpt(condition) + "', a condition of '" + defined.name + "',";
    if (holds.value == false) throw undefined_value(words + " does not hold");
    throw precision_needed("whether " + words + " holds is not determined");
  }

  // A call that takes long and whose arguments are exact is evaluated once.
  [[gnu::noinline]] formula_value known_or_new(const definition& defined, const expression& value,
                                               const std::vector<formula_value>& arguments,
                                               const frame& scope) {
    const auto key = [&] {
      return costly_calls_.key_of(defined, arguments, settings_.precision, settings_.method);
    };
    const std::string place = key();
    const auto known = place.empty() ? std::nullopt : settings_.cache->find(place);
    if (known) {
      if (known->method != evaluation_method::automatic) methods_.insert(to_text(known->method));
      return known->value;
    }
    const std::uint64_t before = steps_;
    const methods_apart apart(methods_);
    formula_value result = evaluate(value, &scope);
    if (steps_ - before >= costly_calls::least_parts) {
      costly_calls_.note(defined);
      keep(key(), result);
    }
    return result;
  }

  // Where one of the methods that the cache can name gave it, or none.
  void keep(const std::string& key, const formula_value& result) {
    const auto* value = std::get_if<number>(&result);
    if (key.empty() || value == nullptr || methods_.size() > 1) return;
    const auto method = methods_.empty() ? std::optional(evaluation_method::automatic)
                                         : method_named(*methods_.begin());
    if (method) settings_.cache->store(key, {*value, *method});
  }

  [[gnu::noinline]] formula_value choose(const call& x, const frame* scope) {
    const truth condition = truth_of(x.arguments[0], scope);
    if (condition.value && !condition.tied)
      return evaluate(*x.arguments[*condition.value ? 1 : 2], scope);
    try {
      const formula_value first = evaluate(*x.arguments[1], scope);
      const formula_value second = evaluate(*x.arguments[2], scope);
      const auto* a = std::get_if<number>(&first);
      const auto* b = std::get_if<number>(&second);
      if (a != nullptr && b != nullptr) return hull(*a, *b, settings_.precision);
    } catch (const undefined_value&) {
      // One branch does not exist; whether it counts is what the condition leaves open.
    }
    throw precision_needed("the condition of an 'if' is not determined");
  }

  [[gnu::noinline]] formula_value is_defined(const call& x, const frame* scope) {
    try {
      evaluate(*x.arguments[0], scope);
      return truth{true};
    } catch (const undefined_value&) {
      return truth{false};
    } catch (const precision_needed&) {
      return truth{};
    }
  }

  evaluation_settings settings_;
  const variable_map& variables_;
  std::map<std::string, formula_value, std::less<>> values_;
  std::set<std::string> given_values_;  ///< names that stand for a value, not for a formula
  std::set<std::string> methods_;
  costly_calls costly_calls_;
  std::map<std::string, law_ptr> laws_;
  int depth_ = 0;
  std::uint64_t steps_ = 0;
  const expression zero_{literal{0, "0"}, 0};
  int algebra_depth_ = 0;
  int failures_of_algebra_ = 0;
  int times_of_algebra_ = 0;
};

evaluator::evaluator(evaluation_settings settings, const variable_map& variables)
    : implementation_(std::make_unique<implementation>(settings, variables)) {}

evaluator::~evaluator() = default;

void evaluator::bind(const std::string& name, formula_value bound) {
  implementation_->bind(name, std::move(bound));
}

formula_value evaluator::evaluate(const expression& formula) {
  return implementation_->evaluate(formula);
}

number evaluator::evaluate_number(const expression& formula) {
  return require<number>(evaluate(formula), value_kind::number, formula);
}

truth evaluator::evaluate_truth(const expression& formula) {
  return require<truth>(evaluate(formula), value_kind::truth, formula);
}

const std::set<std::string>& evaluator::methods() const {
  return implementation_->methods();
}

}  // namespace shufflecert::inline v0_1
