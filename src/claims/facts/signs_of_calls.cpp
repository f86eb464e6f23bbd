// What is known of the signs of functions, of sums and of means.

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/facts/signs.hpp"
#include "claims/forms/binomial_average.hpp"
#include "claims/forms/pair_forms.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {

sign formula_signs::sign_of_call(const call& x) {
  // Strictly above 0 where its argument is.
  if (x.name == "sqrt" && sign_of(x.arguments[0]) == sign::positive) return sign::positive;
  switch (sign_of_values(x.name)) {
    case value_sign::positive:
      return sign::positive;
    case value_sign::never_negative:
      return sign::at_least_zero;
    case value_sign::of_argument:
      return sign_of(x.arguments[0]);
    case value_sign::not_stated:
      break;
  }
  if (x.name == "gamma") {
    const sign known = sign_of(x.arguments[0]);
    return known == sign::positive ? known : sign::unknown;
  }
  if (x.name == "binomial") {
    const sign known = sign_of(x.arguments[0]);
    const bool counts = known == sign::positive || known == sign::at_least_zero;
    return counts && domain_.is_whole(*x.arguments[0]) ? sign::at_least_zero : sign::unknown;
  }
  if (x.name == "sum" || x.name == "binomial_mean") return sign_of_body(x);
  if (x.name == "if") {
    const sign one = sign_of(x.arguments[1]);
    const sign other = sign_of(x.arguments[2]);
    if (one == other) return one;
    if (is_weak_sign(one) && is_weak_sign(other)) return sign::at_least_zero;
    return sign::unknown;
  }
  if (x.name == "log") return sign_above_one(x.arguments[0]);
  if (x.name == "max" || x.name == "min") return sign_of_extreme(x);
  // floor() may lose strictness above 0, ceil() below.
  if (x.name == "floor" || x.name == "ceil") {
    const sign known = sign_of(x.arguments[0]);
    if (known == sign::positive) return x.name == "ceil" ? known : sign::at_least_zero;
    if (known == sign::negative) return x.name == "floor" ? known : sign::at_most_zero;
    return known;
  }
  return sign::unknown;
}

// One number above 0 is enough for max(), and one below for min().
sign formula_signs::sign_of_extreme(const call& x) {
  const bool is_max = x.name == "max";
  // What settles it alone, and what all of them have to be.
  const sign decisive = is_max ? sign::positive : sign::negative;
  const sign weak = is_max ? sign::at_least_zero : sign::at_most_zero;
  bool has_weak = false;
  bool all_other = true;
  bool all_other_strict = true;
  for (const expression_ptr& argument : x.arguments) {
    const sign known = sign_of(argument);
    if (known == decisive) return decisive;
    has_weak = has_weak || known == weak;
    all_other = all_other && (known == opposite(weak) || known == opposite(decisive));
    all_other_strict = all_other_strict && known == opposite(decisive);
  }
  if (has_weak) return weak;
  if (all_other_strict) return opposite(decisive);
  return all_other ? opposite(weak) : sign::unknown;
}

// Of a sum, or a mean, from that of all that is added.
sign formula_signs::sign_of_body(const call& x) {
  const bool is_mean = x.name == "binomial_mean";
  if (is_mean && is_central_moment(x)) return sign::at_least_zero;
  if (const auto mean = binomial_average_in(make_node(call(x)));
      mean && facts_.is_share(mean->rate)) {
    const domain_index i(domain_, make_number(0), mean->trials);
    const sign known = sign_of(i.in(mean->value, make_variable(mean->index)));
    if (known == sign::positive || known == sign::at_least_zero) return sign::at_least_zero;
  }
  const domain_index j(domain_, is_mean ? make_number(0) : x.arguments[1],
                       is_mean ? x.arguments[1] : x.arguments[2]);
  switch (sign_of(j.in(x.arguments.back(), x.arguments[0]))) {
    case sign::positive:
      return is_mean ? sign::positive : sign::at_least_zero;
    case sign::at_least_zero:
      return sign::at_least_zero;
    case sign::negative:
      return is_mean ? sign::negative : sign::at_most_zero;
    case sign::at_most_zero:
      return sign::at_most_zero;
    case sign::unknown:
      break;
  }
  return sign::unknown;
}

// Of a binomial law with a probability of at most 1/2: at least 0, by the argument of (K.6).
bool formula_signs::is_central_moment(const call& x) {
  const auto* power = std::get_if<power_of>(&x.arguments.back()->node);
  if (power == nullptr) return false;
  const variable_map letters{{"m", x.arguments[0]}, {"k", x.arguments[1]}, {"p", x.arguments[2]}};
  const sign doubled = sign_above_one(with_formulas(parse_formula("2*p"), letters));
  const sign order = sign_of(power->exponent);
  return (doubled == sign::at_most_zero || doubled == sign::negative) &&
         (order == sign::at_least_zero || order == sign::positive) &&
         domain_.is_whole(*power->exponent) &&
         is_same_number(*power->base, *with_formulas(parse_formula("m - k*p"), letters));
}

}  // namespace shufflecert::inline v0_1::claims
