#include "shufflecert/identity.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "language/syntax/builtins.hpp"
#include "language/syntax/rational_function.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t most_terms = 400;
constexpr long largest_power = 64;
constexpr int deepest = 500;
// exp(m/24) is a generator for each monomial m, so that halves, thirds and eighths of m are powers.
constexpr long exponent_parts = 24;

// What the laws used here say nothing about.
class not_understood : public std::exception {};

/// A part of a formula: a number as a quotient of polynomials, or something that only its own text
/// identifies, such as a pair.
struct part {
  std::optional<rational_function> value;
  std::string name;  ///< of what is no number

  /// The same for the same part. Few numbers are asked, and it takes longer than to compute them.
  [[nodiscard]] std::string text() const { return value ? value->text() : name; }
};

class simplifier {
 public:
  simplifier(const definitions& visible, const variable_map& names, const budget& limits)
      : visible_(visible), names_(names), limits_(limits) {}

  static std::vector<std::string_view> names() { return names_in_table(elementary_functions()); }

  rational_function value_of(const expression& formula) { return value_of(formula, nullptr); }

  // Whether a quotient is 0 by the relations between its generators too.
  bool is_zero(const rational_function& f) {
    // A root's base has generators that were made before the root's own.
    polynomial top = f.numerator;
    for (std::size_t i = generators_.size(); i-- > 0;)
      if (generators_[i].base) top = without_high_powers(top, i);
    return top.is_zero();
  }

 private:
  using scope = std::map<std::string, part>;

  struct generator {
    std::string key;
    std::optional<rational_function> base;  ///< of a root: its `order`-th power
    ulong order = 0;
  };

  rational_function value_of(const expression& formula, const scope* names) {
    part found = part_of(formula, names);
    if (!found.value) throw not_understood();
    if (found.value->numerator.terms() + found.value->denominator.terms() > most_terms)
      throw not_understood();
    return *std::move(found.value);
  }

  part part_of(const expression& formula, const scope* names) {
    limits_.check();
    if (++depth_ > deepest) throw not_understood();
    part result = std::visit([&](const auto& node) { return compute(node, names); }, formula.node);
    --depth_;
    return result;
  }

  static part of(rational_function value) { return {std::move(value), ""}; }

  static rational_function constant(const rational& x) { return rational_function(polynomial(x)); }

  part compute(const literal& x, const scope*) { return of(constant(x.value)); }

  part compute(const variable& x, const scope* names) {
    if (names != nullptr) {
      const auto bound = names->find(x.name);
      if (bound != names->end()) return bound->second;
    } else if (const auto open = names_.find(x.name); open != names_.end()) {
      return part_of(*open->second, nullptr);
    }
    // Infinity is no number, and a curve neither.
    if (x.name == "inf" || x.name == "identity_curve") throw not_understood();
    return of(generator_named("variable " + x.name));
  }

  part compute(const negation& x, const scope* names) {
    return of(constant(0) - value_of(*x.operand, names));
  }

  part compute(const sum_chain& x, const scope* names) {
    rational_function total = constant(0);
    for (const auto& term : x.terms) {
      const rational_function next = value_of(*term.operand, names);
      total = term.subtracted ? total - next : total + next;
    }
    return of(std::move(total));
  }

  part compute(const product_chain& x, const scope* names) {
    rational_function total = constant(1);
    for (const auto& factor : x.factors) {
      const rational_function next = value_of(*factor.operand, names);
      total = factor.divided ? quotient(total, next) : total * next;
    }
    return of(std::move(total));
  }

  part compute(const power_of& x, const scope* names) {
    return of(raised(value_of(*x.base, names), value_of(*x.exponent, names)));
  }

  part compute(const call& x, const scope* names) {
    if (const definition* defined = visible_.find(x.name))
      return call_definition(*defined, x, names);
    const builtin* function = find_builtin(x.name);
    if (function != nullptr && function->uses != argument_use::each) throw not_understood();
    std::vector<part> arguments;
    arguments.reserve(x.arguments.size());
    for (const auto& argument : x.arguments) arguments.push_back(part_of(*argument, names));
    const bool one_number = arguments.size() == 1 && arguments.front().value;
    if (one_number)
      if (auto known = elementary(x.name, *arguments.front().value)) return of(*std::move(known));
    // Any other function of the same arguments has the same value.
    std::string key = x.name + "(";
    for (const part& argument : arguments) key += argument.text() + "; ";
    key += ")";
    if (function != nullptr && function->result == value_kind::number)
      return of(generator_named(key));
    return {std::nullopt, key};
  }

  template <class Condition>
  part compute(const Condition&, const scope*) {
    throw not_understood();
  }

  part call_definition(const definition& defined, const call& x, const scope* names) {
    scope inner;
    for (std::size_t i = 0; i < defined.parameters.size(); ++i)
      inner[defined.parameters[i]] = part_of(*x.arguments.at(i), names);
    return part_of(*defined.body, &inner);
  }

  std::optional<rational_function> elementary(const std::string& name, const rational_function& x) {
    const auto known = elementary_functions().find(name);
    if (known == elementary_functions().end()) return std::nullopt;
    return known->second(*this, x);
  }

  using elementary_function = rational_function (*)(simplifier&, const rational_function&);
  static const std::map<std::string_view, elementary_function>& elementary_functions() {
    using self = simplifier&;
    using number_part = const rational_function&;
    static const std::map<std::string_view, elementary_function> table{
        {"exp", [](self at, number_part x) { return at.exponential(x); }},
        {"expm1", [](self at, number_part x) { return at.exponential(x) - constant(1); }},
        {"log", [](self at, number_part x) { return at.logarithm(x); }},
        {"log1p", [](self at, number_part x) { return at.logarithm(x + constant(1)); }},
        {"sqrt", [](self at, number_part x) { return at.root(x, 2); }},
        {"tanh", [](self at, number_part x) {
           const rational_function e = at.exponential(x + x);
           return quotient(e - constant(1), e + constant(1));
         }}};
    return table;
  }

  rational_function logarithm(const rational_function& x) {
    rational top;
    rational bottom;
    if (x.numerator.is_constant(top) && x.denominator.is_constant(bottom) && top == bottom)
      return constant(0);
    return generator_named("log(" + x.text() + ")");
  }

  // exp of a sum of terms q·m is the product of exp(m/24)^(24 q).
  rational_function exponential(const rational_function& x) {
    rational_function result = constant(1);
    for (std::size_t i = 0; i < x.numerator.terms(); ++i) {
      const rational_function unit(x.numerator.monomial(i), x.denominator);
      const rational power = x.numerator.coefficient(i) * exponent_parts;
      if (!is_integer(power)) {
        // A part that is none of the usual ones stands for itself.
        result = result * generator_named("exp(" + to_text(power) + "*" + unit.text() + ")");
        continue;
      }
      result = result * whole_power(generator_named("exp " + unit.text()), numerator(power));
    }
    return result;
  }

  rational_function raised(const rational_function& base, const rational_function& exponent) {
    rational q;
    rational one;
    const bool is_number =
        exponent.denominator.is_constant(one) && exponent.numerator.is_constant(q);
    if (!is_number) return exponential(exponent * logarithm(base));
    if (is_integer(q)) return whole_power(base, numerator(q));
    if (denominator(q) > largest_power) throw not_understood();
    return whole_power(root(base, denominator(q).convert_to<ulong>()), numerator(q));
  }

  rational_function whole_power(const rational_function& base, const integer& k) {
    if (k < -largest_power * exponent_parts || k > largest_power * exponent_parts)
      throw not_understood();
    const auto size = integer(boost::multiprecision::abs(k)).convert_to<ulong>();
    refuse_many_terms(base.numerator.terms(), size);
    refuse_many_terms(base.denominator.terms(), size);
    rational_function result(power(base.numerator, size), power(base.denominator, size));
    return k < 0 ? quotient(constant(1), result) : result;
  }

  // A sum of t terms to the power k has up to (k + t − 1 over k) terms.
  static void refuse_many_terms(std::size_t terms, ulong exponent) {
    double expected = 1;
    for (std::size_t i = 1; i < terms && expected <= most_terms; ++i)
      expected *= static_cast<double>(exponent + i) / static_cast<double>(i);
    if (expected > most_terms) throw not_understood();
  }

  rational_function root(const rational_function& base, ulong order) {
    const std::size_t index = index_of(std::to_string(order) + "-th root of " + base.text());
    generators_[index].base = base;
    generators_[index].order = order;
    return rational_function(polynomial::generator(index));
  }

  static rational_function quotient(const rational_function& a, const rational_function& b) {
    if (b.numerator.is_zero()) throw not_understood();
    return a / b;
  }

  rational_function generator_named(const std::string& key) {
    return rational_function(polynomial::generator(index_of(key)));
  }

  std::size_t index_of(const std::string& key) {
    for (std::size_t i = 0; i < generators_.size(); ++i)
      if (generators_[i].key == key) return i;
    if (generators_.size() >= static_cast<std::size_t>(most_generators)) throw not_understood();
    generators_.push_back({key, std::nullopt, 0});
    return generators_.size() - 1;
  }

  // Puts the base in for every full power of a root. The result has the factor of the base's
  // denominators besides, which is not 0 where the base exists.
  [[nodiscard]] polynomial without_high_powers(const polynomial& f, std::size_t index) const {
    const generator& root = generators_[index];
    ulong most = 0;
    for (std::size_t i = 0; i < f.terms(); ++i)
      most = std::max(most, f.exponent(i, index) / root.order);
    if (most == 0) return f;
    polynomial result;
    for (std::size_t i = 0; i < f.terms(); ++i) {
      const ulong whole = f.exponent(i, index) / root.order;
      polynomial term = polynomial(f.coefficient(i)) * f.monomial(i);
      polynomial removed = power(polynomial::generator(index), whole * root.order);
      cancel(term, removed);
      rational scale;
      if (!removed.is_constant(scale)) throw not_understood();
      result = result + term * polynomial(rational(1 / scale)) *
                            power(root.base->numerator, whole) *
                            power(root.base->denominator, most - whole);
    }
    return result;
  }

  const definitions& visible_;
  const variable_map& names_;
  const budget& limits_;
  std::vector<generator> generators_;
  int depth_ = 0;
};

template <class Transform>
bool agree(const expression& left, const expression& right, const definitions& visible,
           const variable_map& names, const budget& limits, Transform transform) {
  try {
    simplifier at(visible, names, limits);
    return at.is_zero(transform(at.value_of(left)) - transform(at.value_of(right)));
  } catch (const not_understood&) {
    return false;
  } catch (const undefined_value&) {
    return false;
  }
}

}  // namespace

std::vector<std::string_view> names_in_identities() {
  return simplifier::names();
}

bool is_identity(const expression& left, const expression& right, const definitions& visible,
                 const variable_map& names, const budget& limits) {
  return agree(left, right, visible, names, limits, [](rational_function f) { return f; });
}

bool is_identity_of_squares(const expression& left, const expression& right,
                            const definitions& visible, const variable_map& names,
                            const budget& limits) {
  return agree(left, right, visible, names, limits,
               [](const rational_function& f) { return f * f; });
}

}  // namespace shufflecert::inline v0_1
