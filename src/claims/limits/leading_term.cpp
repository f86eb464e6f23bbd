#include "claims/limits/leading_term.hpp"

#include <algorithm>
#include <vector>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The factors of a product in which numbers, powers of e and equal factors are put together, so
// that people can read a coefficient, and rules see what cancels.
class tidy_product {
 public:
  void multiply(const expression_ptr& formula, const rational& exponent) {
    if (is_literal(formula, 1)) return;
    const auto number = number_in(formula);
    if (number && *number != 0 && is_short(*number, exponent)) {
      number_ *= whole_power(*number, exponent);
      return;
    }
    if (const auto* x = std::get_if<negation>(&formula->node); x != nullptr && is_odd(exponent)) {
      number_ = -number_;
      return multiply(x->operand, exponent);
    }
    if (const auto* x = std::get_if<product_chain>(&formula->node);
        x != nullptr && is_integer(exponent)) {
      for (const auto& factor : x->factors)
        multiply(factor.operand, factor.divided ? -exponent : exponent);
      return;
    }
    if (const auto* x = std::get_if<power_of>(&formula->node))
      if (const auto inner = number_in(x->exponent);
          inner && is_integer(*inner) && is_integer(exponent))
        return multiply(x->base, *inner * exponent);
    if (const call* x = call_of(formula, "exp"); x != nullptr && is_integer(exponent)) {
      for (const signed_term& term : terms_of(x->arguments[0])) {
        if (is_literal(term.operand, 0)) continue;
        rational& count = entry(exponents_, term.operand);
        count += term.subtracted ? -exponent : exponent;
      }
      return;
    }
    entry(bases_, formula) += exponent;
  }

  [[nodiscard]] expression_ptr formula() const {
    std::vector<product_chain::factor> factors;
    const rational size = number_ < 0 ? rational(-number_) : number_;
    if (numerator(size) != 1) factors.push_back({false, number_of(rational(numerator(size)))});
    add_powers(factors, false);
    if (const expression_ptr power = power_of_e()) factors.push_back({false, power});
    if (factors.empty()) factors.push_back({false, make_number(1)});
    if (denominator(size) != 1) factors.push_back({true, number_of(rational(denominator(size)))});
    add_powers(factors, true);
    const expression_ptr product =
        factors.size() == 1 ? factors.front().operand : make_node(product_chain{factors});
    return number_ < 0 ? make_node(negation{product}) : product;
  }

 private:
  struct counted {
    expression_ptr formula;
    rational count;
  };

  // Whether the power is a number that can be written out.
  static bool is_short(const rational& base, const rational& exponent) {
    constexpr unsigned most_bits = 2048;
    constexpr int most_times = 64;
    const auto bits_of = [](const rational& x) {
      return msb(boost::multiprecision::abs(numerator(x))) + msb(denominator(x)) + 1;
    };
    return is_integer(exponent) && boost::multiprecision::abs(exponent) <= most_times &&
           bits_of(base) <= most_bits / most_times;
  }

  static bool is_odd(const rational& x) { return is_integer(x) && numerator(x) % 2 != 0; }

  static rational whole_power(const rational& base, const rational& exponent) {
    rational result = 1;
    const auto times = numerator(exponent).convert_to<std::int64_t>();
    for (std::int64_t i = 0; i < (times < 0 ? -times : times); ++i) result *= base;
    return times < 0 ? rational(1 / result) : result;
  }

  static rational& entry(std::vector<counted>& list, const expression_ptr& formula) {
    for (counted& one : list)
      if (is_same_text(one.formula, formula)) return one.count;
    list.push_back({formula, 0});
    return list.back().count;
  }

  void add_powers(std::vector<product_chain::factor>& factors, bool are_divided) const {
    for (const counted& one : bases_) {
      if (one.count == 0 || (one.count < 0) != are_divided) continue;
      const rational size = one.count < 0 ? rational(-one.count) : one.count;
      factors.push_back({are_divided, size == 1
                                          ? one.formula
                                          : make_node(power_of{one.formula, number_of(size)})});
    }
  }

  [[nodiscard]] expression_ptr power_of_e() const {
    std::vector<signed_term> terms;
    for (const counted& one : exponents_) {
      if (one.count == 0) continue;
      const rational size = one.count < 0 ? rational(-one.count) : one.count;
      terms.push_back(
          {one.count < 0,
           size == 1 ? one.formula
                     : make_node(product_chain{{{false, number_of(size)}, {false, one.formula}}})});
    }
    return terms.empty() ? nullptr : make_call("exp", {sum_of(terms)});
  }

  rational number_ = 1;
  std::vector<counted> bases_;
  std::vector<counted> exponents_;  ///< of e
};

// What is known of a product, by what is less known of its factors.
known_term less_known(known_term a, known_term b) {
  for (const known_term one : {known_term::zero, known_term::below_all_powers})
    if (a == one || b == one) return one;
  return std::max(a, b) == known_term::bounded && std::min(a, b) == known_term::smaller
             ? known_term::smaller
             : std::max(a, b);
}

}  // namespace

expression_ptr number_of(const rational& x) {
  return parse_formula(x.str());
}

bool leading_term::is_at_most(const magnitude& other) const {
  return known == known_term::zero || known == known_term::below_all_powers || !(size > other);
}

bool leading_term::is_less_than(const magnitude& other) const {
  return known == known_term::zero || known == known_term::below_all_powers || size < other ||
         (size == other && known == known_term::smaller);
}

leading_term opposite(leading_term f) {
  if (f.coefficient) {
    const auto* x = std::get_if<negation>(&f.coefficient->node);
    f.coefficient = x != nullptr ? x->operand : make_node(negation{f.coefficient});
  }
  f.sign = -f.sign;
  return f;
}

leading_term product(const leading_term& f, const leading_term& g) {
  leading_term found;
  found.known = less_known(f.known, g.known);
  if (found.known == known_term::zero || found.known == known_term::below_all_powers) return found;
  found.size = {f.size.power + g.size.power, f.size.logarithms + g.size.logarithms};
  found.sign = f.sign * g.sign;
  if (!found.has_coefficient()) return found;
  tidy_product coefficient;
  coefficient.multiply(f.coefficient, 1);
  coefficient.multiply(g.coefficient, 1);
  found.coefficient = coefficient.formula();
  return found;
}

std::optional<leading_term> quotient(const leading_term& f, const leading_term& g) {
  if (!g.has_coefficient()) return std::nullopt;
  leading_term inverse = g;
  inverse.size = {-g.size.power, -g.size.logarithms};
  tidy_product coefficient;
  coefficient.multiply(g.coefficient, -1);
  inverse.coefficient = coefficient.formula();
  return product(f, inverse);
}

std::optional<leading_term> power(const leading_term& f, const rational& exponent) {
  if (exponent == 0)
    return f.has_coefficient()
               ? std::optional(leading_term{known_term::exact, make_number(1), 1, {}})
               : std::nullopt;
  const bool is_whole = is_integer(exponent);
  // Without its sign a function may be negative, where only whole powers exist.
  if (!is_whole && f.known != known_term::zero && f.sign != 1) return std::nullopt;
  if (exponent < 0 && !f.has_coefficient()) return std::nullopt;
  leading_term found = f;
  if (f.known == known_term::zero || f.known == known_term::below_all_powers) return found;
  const rational logarithms = exponent * f.size.logarithms;
  constexpr int most_logarithms = 1000;
  if (!is_integer(logarithms) || boost::multiprecision::abs(logarithms) > most_logarithms)
    return std::nullopt;
  found.size = {f.size.power * exponent, numerator(logarithms).convert_to<std::int64_t>()};
  if (!f.has_coefficient()) return found;
  tidy_product coefficient;
  coefficient.multiply(f.coefficient, exponent);
  found.coefficient = coefficient.formula();
  if (is_whole && numerator(exponent) % 2 == 0) found.sign = 1;
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
