// Leading terms of functions, at a formula of which the leading term is known.

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/limits/leading_terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const magnitude constant_size{};

expression_ptr call_with(const std::string& name, const expression_ptr& argument) {
  return make_call(name, {argument});
}

// In single terms, so that numbers among them cancel exactly.
std::vector<signed_term> minus_one(const expression_ptr& formula) {
  std::vector<signed_term> terms = terms_of(formula);
  terms.push_back({true, make_number(1)});
  return terms;
}

}  // namespace

leading_term leading_terms::near_zero(leading_term f) {
  if (f.known == known_term::exact) f.known = known_term::leading;
  return f;
}

std::optional<leading_term> leading_terms::of_exp(const expression_ptr& exponent) {
  const found_term inner = of(exponent);
  if (!inner) return std::nullopt;
  if (inner->known == known_term::zero) return with_constant(known_term::exact, make_number(1), 1);
  if (inner->is_less_than(constant_size))
    return with_constant(known_term::leading, make_number(1), 1);
  if (inner->is_at_most(constant_size)) {
    if (!inner->has_coefficient())
      return leading_term{known_term::bounded, nullptr, 0, constant_size};
    return with_constant(inner->known, call_with("exp", inner->coefficient), 1);
  }
  // e^(c·log(x)) = x^c.
  if (inner->known == known_term::exact && inner->size == magnitude{0, 1})
    if (const auto power = number_in(inner->coefficient))
      return leading_term{known_term::exact, make_number(1), 1, {*power, 0}};
  if (inner->sign == -1 && inner->size > magnitude{0, 1})
    return leading_term{known_term::below_all_powers, nullptr, 0, {}};
  return std::nullopt;
}

std::optional<leading_term> leading_terms::of_log(const expression_ptr& argument) {
  const found_term inner = of(argument);
  if (!inner || inner->sign != 1) return std::nullopt;
  if (inner->size == constant_size) {
    const expression_ptr one = make_number(1);
    if (is_same_number(*inner->coefficient, *one)) {
      const found_term rest = of_sum(minus_one(argument));
      return rest ? found_term(near_zero(*rest)) : std::nullopt;
    }
    const expression_ptr logarithm = call_with("log", inner->coefficient);
    const auto sign = sign_of_constant(logarithm);
    if (!sign) return leading_term{known_term::bounded, nullptr, 0, constant_size};
    // What is left out of the argument may be all that is left of its logarithm.
    if (*sign == 0 && inner->known != known_term::exact)
      return leading_term{known_term::smaller, nullptr, 0, constant_size};
    return with_constant(inner->known, logarithm, *sign);
  }
  if (inner->size.power == 0) return std::nullopt;
  const bool is_power = inner->known == known_term::exact && inner->size.logarithms == 0 &&
                        is_literal(inner->coefficient, 1);
  return leading_term{is_power ? known_term::exact : known_term::leading,
                      number_of(inner->size.power),
                      inner->size.power > 0 ? 1 : -1,
                      {0, 1}};
}

std::optional<leading_term> leading_terms::of_normal(const expression_ptr& argument) {
  const found_term inner = of(argument);
  if (!inner) return std::nullopt;
  if (inner->is_less_than(constant_size))
    return with_constant(inner->known == known_term::zero ? known_term::exact : known_term::leading,
                         parse_formula("1/2"), 1);
  if (!inner->has_coefficient())
    return leading_term{known_term::bounded, nullptr, 0, constant_size};
  if (inner->size == constant_size)
    return with_constant(inner->known, call_with("Phi", inner->coefficient), 1);
  if (inner->sign == 1) return with_constant(known_term::leading, make_number(1), 1);
  // Phi(−t) <= e^(−t²/2) for t >= 0.
  return leading_term{known_term::below_all_powers, nullptr, 0, {}};
}

std::optional<leading_term> leading_terms::of_choice(const call& x) {
  const std::optional<bool> truth = truth_of(x.arguments[0]);
  return truth ? of(x.arguments[*truth ? 1 : 2]) : std::nullopt;
}

std::optional<leading_term> leading_terms::of_largest(const std::vector<expression_ptr>& values,
                                                      bool is_largest) {
  std::vector<expression_ptr> left(values);
  while (left.size() > 1) {
    const auto sign = sign_of(make_node(sum_chain{{{false, left[0]}, {true, left[1]}}}));
    if (!sign) break;
    const bool keeps_first = is_largest ? *sign >= 0 : *sign <= 0;
    left.erase(left.begin() + (keeps_first ? 1 : 0));
  }
  if (left.size() == 1) return of(left.front());
  // Each of them is at most the sum of their sizes.
  std::optional<magnitude> largest;
  bool are_all_smaller = true;
  for (const expression_ptr& value : left) {
    const found_term one = of(value);
    if (!one) return std::nullopt;
    if (one->known == known_term::zero || one->known == known_term::below_all_powers) continue;
    if (!largest || one->size > *largest) largest = one->size;
  }
  if (!largest) return leading_term{known_term::below_all_powers, nullptr, 0, {}};
  for (const expression_ptr& value : left)
    are_all_smaller = are_all_smaller && of(value)->is_less_than(*largest);
  return leading_term{are_all_smaller ? known_term::smaller : known_term::bounded, nullptr, 0,
                      *largest};
}

std::optional<leading_term> leading_terms::of_call(const call& x) {
  const std::string& name = x.name;
  if (name == "exp") return of_exp(x.arguments[0]);
  if (name == "log") return of_log(x.arguments[0]);
  if (name == "Phi") return of_normal(x.arguments[0]);
  if (name == "if") return of_choice(x);
  if (name == "max" || name == "min") return of_largest(x.arguments, name == "max");
  const bool takes_one = name == "sqrt" || name == "log1p" || name == "expm1" || name == "tanh" ||
                         name == "abs" || name == "floor" || name == "ceil";
  if (!takes_one || x.arguments.size() != 1) return std::nullopt;
  const expression_ptr& argument = x.arguments[0];
  const found_term inner = of(argument);
  if (!inner) return std::nullopt;
  const bool vanishes = inner->is_less_than(constant_size);
  if (name == "sqrt") return power(*inner, rational(1, 2));
  if (name == "log1p")
    return vanishes ? found_term(near_zero(*inner))
                    : of_log(make_node(sum_chain{{{false, make_number(1)}, {false, argument}}}));
  if (name == "expm1")
    return vanishes ? found_term(near_zero(*inner)) : of_sum(minus_one(call_with("exp", argument)));
  if (name == "tanh") {
    if (vanishes) return near_zero(*inner);
    if (!inner->has_coefficient())
      return leading_term{known_term::bounded, nullptr, 0, constant_size};
    if (inner->size == constant_size)
      return with_constant(inner->known, call_with("tanh", inner->coefficient), inner->sign);
    return with_constant(known_term::leading, make_number(inner->sign), inner->sign);
  }
  if (name == "abs") return inner->sign == -1 ? opposite(*inner) : *inner;
  // floor and ceil: off by less than 1.
  if (inner->has_coefficient() && inner->size > constant_size) return near_zero(*inner);
  return leading_term{known_term::bounded, nullptr, 0,
                      inner->is_at_most(constant_size) ? constant_size : inner->size};
}

}  // namespace shufflecert::inline v0_1::claims
