#include "language/evaluation/equal_parts.hpp"

#include <flint/ulong_extras.h>

#include <algorithm>
#include <map>
#include <optional>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Formulas larger than this are not compared.
constexpr std::size_t most_parts = 400;
// An enclosure is narrow where its radius is this many bits below what it is compared with.
constexpr slong narrow_bits = 30;

// A formula that is not one that algebra can compare.
class not_comparable : public std::exception {};

template <class Node>
expression_ptr node_of(Node node) {
  return std::make_shared<const expression>(expression{std::move(node), 0});
}

expression_ptr number_node(const rational& value) {
  return node_of(literal{value, to_text(value)});
}

expression_ptr call_of(const char* name, expression_ptr argument) {
  return node_of(call{name, {std::move(argument)}});
}

// The value as a product of powers of primes; the value itself where it has large factors.
std::vector<std::pair<rational, long>> factors_of(const rational& value) {
  std::vector<std::pair<rational, long>> result;
  const auto add = [&](const integer& part, long sign) {
    if (part == 1) return true;
    constexpr std::int64_t largest = std::int64_t{1} << 40;
    if (part > largest) return false;
    n_factor_t factors;
    n_factor_init(&factors);
    n_factor(&factors, part.convert_to<ulong>(), 1);
    for (int i = 0; i < factors.num; ++i)
      result.emplace_back(rational(factors.p[i]), sign * static_cast<long>(factors.exp[i]));
    return true;
  };
  if (add(numerator(value), 1) && add(denominator(value), -1)) return result;
  return {{value, 1}};
}

// value^exponent for a value > 0, so that equal powers look the same: 12^(1/2) is 2·3^(1/2).
expression_ptr power_node(const rational& value, const rational& exponent) {
  product_chain product{{{false, number_node(1)}}};
  for (const auto& [prime, times] : factors_of(value))
    product.factors.push_back(
        {false, node_of(power_of{number_node(prime), number_node(rational(exponent * times))})});
  return node_of(std::move(product));
}

expression_ptr log_node(const log_multiple& value) {
  sum_chain sum{{{false, number_node(0)}}};
  for (const auto& [prime, times] : factors_of(value.argument))
    sum.terms.push_back(
        {false, node_of(product_chain{{{false, number_node(rational(value.coefficient * times))},
                                       {false, call_of("log", number_node(prime))}}})});
  return node_of(std::move(sum));
}

// Nothing for what is not exact, and for infinities.
expression_ptr exact_node(const number& value) {
  if (const auto* q = value.as_rational()) return number_node(*q);
  if (const auto* log = value.as_log()) return log_node(*log);
  return nullptr;
}

const number* number_in(const formula_value& value) {
  return std::get_if<number>(&value);
}

// Writes a formula out: names by their exact values, or by the formulas that they stand for; calls
// of definitions by their bodies; choices by what they choose. What stays is a name of its own
// wherever it has the same text and the same values.
class formula_writer {
 public:
  explicit formula_writer(point_values& values) : values_(values) {}

  expression_ptr write(const expression& part, const value_frame* scope) {
    if (++parts_ > most_parts) throw not_comparable();
    return std::visit(
        overloaded{[&](const literal& x) { return number_node(x.value); },
                   [&](const variable& x) { return write_name(x.name, part, scope); },
                   [&](const call& x) { return write_call(x, part, scope); },
                   [&](const negation& x) { return node_of(negation{write(*x.operand, scope)}); },
                   [&](const sum_chain& x) {
                     sum_chain sum;
                     for (const auto& term : x.terms)
                       sum.terms.push_back({term.subtracted, write(*term.operand, scope)});
                     return node_of(std::move(sum));
                   },
                   [&](const product_chain& x) {
                     product_chain product;
                     for (const auto& factor : x.factors)
                       product.factors.push_back({factor.divided, write(*factor.operand, scope)});
                     return node_of(std::move(product));
                   },
                   [&](const power_of& x) { return write_power(x, scope); },
                   [](const auto&) -> expression_ptr { throw not_comparable(); }},
        part.node);
  }

 private:
  expression_ptr write_name(const std::string& name, const expression& part,
                            const value_frame* scope) {
    for (const value_frame* frame = scope; frame != nullptr; frame = frame->outer) {
      if (frame->name != nullptr && *frame->name == name) return write_bound(*frame);
      if (frame->hides_outer) return write_constant(name);
    }
    const formula_value value = values_.value_of(part, nullptr);
    if (const number* x = number_in(value))
      if (auto exact = exact_node(*x)) return exact;
    if (const expression* formula = values_.formula_of(name)) return write(*formula, nullptr);
    return is_constant(name) ? write_constant(name) : name_of("open " + name);
  }

  expression_ptr write_bound(const value_frame& frame) {
    if (const number* x = number_in(*frame.bound))
      if (auto exact = exact_node(*x)) return exact;
    // An argument is read where the call stands.
    if (frame.written != nullptr) {
      const value_frame* first = &frame;
      while (!first->hides_outer) first = first->outer;
      return write(*frame.written, first->outer);
    }
    // An index or the like: the same wherever this very frame is meant.
    const auto place = std::find(indices_.begin(), indices_.end(), &frame);
    const auto index = place - indices_.begin();
    if (place == indices_.end()) indices_.push_back(&frame);
    return name_of("index " + std::to_string(index));
  }

  static expression_ptr write_constant(const std::string& name) {
    if (name != "pi") throw not_comparable();
    return name_node(name);
  }

  static expression_ptr name_node(std::string name) { return node_of(variable{std::move(name)}); }

  // A name for what only its description tells from others: descriptions may hold such names, and
  // no formula with them in it reads in two ways.
  expression_ptr name_of(const std::string& description) {
    const auto number = names_.try_emplace(description, names_.size()).first->second;
    return name_node("part " + std::to_string(number));
  }

  expression_ptr write_power(const power_of& x, const value_frame* scope) {
    expression_ptr base = write(*x.base, scope);
    expression_ptr exponent = write(*x.exponent, scope);
    const auto* b = std::get_if<literal>(&base->node);
    const auto* e = std::get_if<literal>(&exponent->node);
    if (b != nullptr && e != nullptr && b->value > 0 && !is_integer(e->value))
      return power_node(b->value, e->value);
    return node_of(power_of{std::move(base), std::move(exponent)});
  }

  // Whether the value of a part takes next to no time: nothing is summed, integrated or sought in
  // it, and there is no divergence.
  bool is_quick(const expression& part) {
    const auto called = called_functions(part);
    return std::all_of(called.begin(), called.end(), [&](const std::string& name) {
      const auto [known, is_new] = quick_.try_emplace(name, false);
      if (!is_new) return known->second;
      const definition* defined = values_.visible().find(name);
      const bool is_quick_call = defined != nullptr
                                     ? is_quick(*defined->body)
                                     : !binds_a_name(name) && !takes_distributions(name);
      return quick_[name] = is_quick_call;
    });
  }

  // A pair or a law is made soon, whatever is asked of it later.
  static bool makes_distributions(const expression& part) {
    const auto* x = std::get_if<call>(&part.node);
    const builtin* function = x == nullptr ? nullptr : find_builtin(x->name);
    return function != nullptr &&
           (function->result == value_kind::pair || function->result == value_kind::law);
  }

  expression_ptr write_call(const call& x, const expression& part, const value_frame* scope) {
    if (const definition* defined = values_.visible().find(x.name)) {
      std::vector<formula_value> arguments;
      arguments.reserve(x.arguments.size());
      for (const auto& argument : x.arguments) {
        if (!is_quick(*argument) && !makes_distributions(*argument)) throw not_comparable();
        arguments.push_back(values_.value_of(*argument, scope));
      }
      const auto frames = frames_of_call(scope, defined->parameters, arguments, &x.arguments);
      return write(*defined->body, &frames.back());
    }
    const builtin* function = find_builtin(x.name);
    if (function == nullptr) throw not_comparable();
    switch (function->uses) {
      case argument_use::each:
        return write_function(*function, x, part, scope);
      case argument_use::branch:
        return write_choice(x, part, scope);
      case argument_use::body:
        return write_as_name(part, scope);
      case argument_use::existence:
        break;
    }
    throw not_comparable();
  }

  expression_ptr write_function(const builtin& function, const call& x, const expression& part,
                                const value_frame* scope) {
    if (function.result == value_kind::number && is_quick(part)) {
      const formula_value value = values_.value_of(part, scope);
      const number* known = number_in(value);
      if (known == nullptr) throw not_comparable();
      if (auto exact = exact_node(*known)) return exact;
      if (auto simpler = simplified(x, scope)) return simpler;
    }
    call written{x.name, {}};
    for (const auto& argument : x.arguments) written.arguments.push_back(write(*argument, scope));
    return node_of(std::move(written));
  }

  // Functions of which more is known than that equal arguments give equal values.
  expression_ptr simplified(const call& x, const value_frame* scope) {
    if (x.name == "max" || x.name == "min") return write_extreme(x, scope);
    if (x.arguments.size() != 1) return nullptr;
    const formula_value value = values_.value_of(*x.arguments.front(), scope);
    const number* argument = number_in(value);
    if (argument == nullptr) return nullptr;
    if (x.name == "abs") {
      const auto known = sign(*argument, values_.precision());
      if (!known) return nullptr;
      expression_ptr inner = write(*x.arguments.front(), scope);
      return *known < 0 ? node_of(negation{std::move(inner)}) : inner;
    }
    if (x.name == "exp") {
      if (argument->as_log() != nullptr)
        return power_node(argument->as_log()->argument, argument->as_log()->coefficient);
      return write_exponential(write(*x.arguments.front(), scope));
    }
    if (x.name == "sqrt" && argument->as_rational() != nullptr && *argument->as_rational() > 0)
      return power_node(*argument->as_rational(), rational(1, 2));
    if (x.name == "log") {
      const expression_ptr inner = write(*x.arguments.front(), scope);
      const auto* called = std::get_if<call>(&inner->node);
      if (called != nullptr && called->name == "exp") return called->arguments.front();
      return call_of("log", inner);
    }
    return nullptr;
  }

  static expression_ptr write_exponential(expression_ptr exponent) {
    const auto* called = std::get_if<call>(&exponent->node);
    if (called != nullptr && called->name == "log") return called->arguments.front();
    if (called != nullptr && called->name == "log1p")
      return node_of(sum_chain{{{false, number_node(1)}, {false, called->arguments.front()}}});
    return call_of("exp", std::move(exponent));
  }

  // The largest or the smallest of the arguments, where it is certain which that is.
  expression_ptr write_extreme(const call& x, const value_frame* scope) {
    expression_ptr chosen = write(*x.arguments.front(), scope);
    formula_value best = values_.value_of(*x.arguments.front(), scope);
    for (std::size_t i = 1; i < x.arguments.size(); ++i) {
      expression_ptr next = write(*x.arguments[i], scope);
      formula_value value = values_.value_of(*x.arguments[i], scope);
      if (number_in(best) == nullptr || number_in(value) == nullptr) return nullptr;
      if (are_identical(chosen, next)) continue;
      const truth is_less =
          compare(*number_in(best), relation::less, *number_in(value), values_.precision());
      if (!is_less.value || is_less.tied) return nullptr;
      if (*is_less.value != (x.name == "max")) continue;
      chosen = std::move(next);
      best = std::move(value);
    }
    return chosen;
  }

  expression_ptr write_choice(const call& x, const expression& part, const value_frame* scope) {
    if (!is_quick(*x.arguments[0])) return write_as_name(part, scope);
    const formula_value condition = values_.value_of(*x.arguments[0], scope);
    const auto* known = std::get_if<truth>(&condition);
    if (known != nullptr && known->value && !known->tied)
      return write(*x.arguments[*known->value ? 1 : 2], scope);
    const expression_ptr first = write(*x.arguments[1], scope);
    if (are_identical(first, write(*x.arguments[2], scope))) return first;
    return write_as_name(part, scope);
  }

  // What has the same text and the same names has the same value.
  expression_ptr write_as_name(const expression& part, const value_frame* scope) {
    std::string text = to_text(part);
    for (const std::string& name : free_variables(part)) {
      const expression open{variable{name}, 0};
      text += "; " + name + " = " + to_text(*write_name(name, open, scope));
    }
    return name_of(text);
  }

  static bool are_identical(const expression_ptr& a, const expression_ptr& b) {
    return to_text(*a) == to_text(*b) || is_identity(*a, *b, {}, {}, budget());
  }

  point_values& values_;
  std::size_t parts_ = 0;
  std::map<std::string, std::size_t> names_;
  std::map<std::string, bool> quick_;  ///< functions, by name
  std::vector<const value_frame*> indices_;
};

// A power of two above the size of a number that is no infinity; of 0, the least there is.
slong size_of(const ball& x) {
  constexpr slong least = -(slong{1} << 40);
  return std::max(least, arf_is_special(arb_midref(x.raw())) != 0
                             ? least
                             : arf_abs_bound_lt_2exp_si(arb_midref(x.raw())));
}

bool is_narrow(const ball& x, slong size) {
  return mag_cmp_2exp_si(arb_radref(x.raw()), size - narrow_bits) <= 0;
}

}  // namespace

bool are_equal_parts(const expression& left, const expression& right, const value_frame* scope,
                     point_values& values) {
  try {
    formula_writer writer(values);
    const expression_ptr first = writer.write(left, scope);
    const expression_ptr second = writer.write(right, scope);
    return is_identity(*first, *second, {}, {}, budget());
  } catch (const not_comparable&) {
    return false;
  } catch (const undefined_value&) {
    return false;
  } catch (const precision_needed&) {
    return false;
  }
}

void cancellation::see(const number& term) {
  if (term.is_exact()) return;
  const slong size = size_of(term.to_ball(2));
  largest_ = has_term_ ? std::max(largest_, size) : size;
  has_term_ = true;
}

bool cancellation::may_explain(const number& sum) const {
  if (!has_term_ || sum.is_exact()) return false;
  const ball enclosure = sum.to_ball(2);
  return enclosure.is_finite() && enclosure.contains_zero() && !enclosure.is_exact_zero() &&
         is_narrow(enclosure, largest_);
}

bool may_be_equal(const number& a, const number& b, bits precision) {
  if (a.is_exact() && b.is_exact()) return false;
  const ball left = a.to_ball(precision);
  const ball right = b.to_ball(precision);
  if (!left.is_finite() || !right.is_finite() || !overlap(left, right)) return false;
  const slong size = std::max({size_of(left), size_of(right), slong{0}});
  return is_narrow(left, size) && is_narrow(right, size);
}

std::optional<rational> whole_number_near(const number& x) {
  if (x.is_exact() || x.is_whole_in_ball()) return std::nullopt;
  const ball enclosure = x.to_ball(2);
  constexpr slong narrow = -10;
  if (!enclosure.is_finite() || mag_cmp_2exp_si(arb_radref(enclosure.raw()), narrow) > 0 ||
      arb_contains_int(enclosure.raw()) == 0)
    return std::nullopt;
  constexpr slong most_bits = 62;
  if (size_of(enclosure) > most_bits) return std::nullopt;
  return rational(arf_get_si(arb_midref(enclosure.raw()), ARF_RND_NEAR));
}

}  // namespace shufflecert::inline v0_1
