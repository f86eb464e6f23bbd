// What is known of the signs of formulas on a domain.

#include <algorithm>
#include <utility>

#include "checker_errors.hpp"
#include "domain.hpp"

namespace check {

sign domain::sign_of(const formula_ptr& x) {
  const std::string key = text_of(*x);
  if (const auto known = signs_.find(key); known != signs_.end()) return known->second;
  sign result = sign_by_form(x);
  if (!is_strict(result)) {
    const fraction whole = numbers.of(x);
    const sign stated = sign_of_fact(whole);
    if (is_strict(stated) || result == sign::unknown) result = stated;
    if (!is_strict(result)) {
      const sign found = sign_of(whole);
      if (is_strict(found) || result == sign::unknown) result = found;
    }
  }
  signs_[key] = result;
  return result;
}

sign domain::sign_of_fact(const fraction& x) {
  sign result = sign::unknown;
  const fraction minus = negated(x);
  for (const fact& known : facts_) {
    if (known.op == "==") continue;
    const bool is_it = numbers.is_same(known.apart, x);
    if (!is_it && !numbers.is_same(known.apart, minus)) {
      // It may be further from 0 than that by a number.
      const auto beyond = constant_in(x + negated(known.apart));
      const auto before = constant_in(minus + negated(known.apart));
      if (beyond && *beyond < 0) return sign::negative;
      if (before && *before < 0) return sign::positive;
      continue;
    }
    const sign found = known.op == "<" ? sign::negative : sign::zero_or_less;
    if (!is_strict(result)) result = is_it ? found : opposite(found);
  }
  return result;
}

sign domain::sign_by_form(const formula_ptr& x) {
  const auto of = [&](std::size_t i) { return sign_of(x->parts[i]); };
  if (x->kind == "number")
    return x->value > 0 ? sign::positive : x->value < 0 ? sign::negative : sign::zero_or_more;
  if (x->kind == "neg") return opposite(of(0));
  if (x->kind == "call") return sign_of_call(x);
  if (x->kind == "-" && is_excess_of_power(*x)) return sign::zero_or_more;
  if (x->kind == "+" || x->kind == "-") {
    const sign a = of(0);
    const sign b = x->kind == "+" ? of(1) : opposite(of(1));
    if (a == sign::unknown || b == sign::unknown || is_above(a) != is_above(b))
      return sign::unknown;
    if (is_above(a)) return is_strict(a) || is_strict(b) ? sign::positive : a;
    return is_strict(a) || is_strict(b) ? sign::negative : a;
  }
  if (x->kind == "*" || x->kind == "/") {
    const sign a = of(0);
    const sign b = of(1);
    if (a == sign::unknown || b == sign::unknown) return sign::unknown;
    const bool is_positive = is_above(a) == is_above(b);
    // A divisor is not 0.
    if (is_strict(a) && (is_strict(b) || x->kind == "/"))
      return is_positive ? sign::positive : sign::negative;
    return is_positive ? sign::zero_or_more : sign::zero_or_less;
  }
  if (x->kind == "^" && x->parts[1]->kind == "number") {
    const sign base = of(0);
    if (base == sign::positive) return base;
    const rational& exponent = x->parts[1]->value;
    if (denominator(exponent) == 1 && exponent > 0 && numerator(exponent) % 2 == 0)
      return base == sign::negative ? sign::positive : sign::zero_or_more;
    return is_above(base) ? base : sign::unknown;
  }
  if (x->kind == "^") return is_above(of(0)) ? of(0) : sign::unknown;
  return sign::unknown;
}

sign domain::sign_of_call(const formula_ptr& x) {
  if (is_call(*x, "gamma") && x->parts.size() == 1)
    return sign_of(x->parts[0]) == sign::positive ? sign::positive : sign::unknown;
  if (is_call(*x, "binomial") && x->parts.size() == 2)
    return is_whole(*x->parts[0]) && is_whole(*x->parts[1]) && is_above(sign_of(x->parts[0]))
               ? sign::zero_or_more
               : sign::unknown;
  if (binds_a_name(*x) && (is_above(sign_of(body_of(x))) || is_central_moment(*x)))
    return sign::zero_or_more;
  return sign::unknown;
}

// (1 + u)^s - 1 - s*u for u >= 0 and s >= 1 (Bernoulli).
bool domain::is_excess_of_power(const formula& x) {
  const formula& less = *x.parts[0];
  if (less.kind != "-" || less.parts[0]->kind != "^" || less.parts[1]->kind != "number" ||
      less.parts[1]->value != 1)
    return false;
  const formula_ptr& exponent = less.parts[0]->parts[1];
  const formula_ptr rise = node("-", {less.parts[0]->parts[0], number(1)});
  return is_same(x.parts[1], node("*", {exponent, rise})) && is_above(sign_of(rise)) &&
         is_certain(exponent, ">=", number(1));
}

// The mean of (m - n*p)^j over m ~ Bin(n, p), for p <= 1/2 and whole j: the argument of (K.6).
bool domain::is_central_moment(const formula& x) {
  if (x.name != "binomial_mean" || x.parts[3]->kind != "^") return false;
  const formula& body = *x.parts[3];
  const std::string& index = x.parts[0]->name;
  if (names_in(*body.parts[1]).contains(index) || !is_whole(*body.parts[1]) ||
      !is_certain(body.parts[1], ">=", number(0)) ||
      !is_certain(x.parts[2], "<=", node("/", {number(1), number(2)})))
    return false;
  const formula_ptr away = node("-", {x.parts[0], node("*", {x.parts[1], x.parts[2]})});
  if (names_in(*x.parts[1]).contains(index) || names_in(*x.parts[2]).contains(index) ||
      !is_same(body.parts[0], away))
    return false;
  numbers.by_hand.insert("(K.6)");
  return true;
}

sign domain::sign_of(const fraction& x) {
  const sign bottom = sign_of(x.bottom);
  if (bottom == sign::unknown) return bottom;
  const sign top = sign_of(x.top);
  return is_above(bottom) ? top : opposite(top);
}

// Generators that are at least 0 stand in the place of all others; then the signs of the numbers
// say what there is to say.
sign domain::sign_of(polynomial x) {
  if (x.empty()) return sign::zero_or_more;
  const nesting level(depth_);
  // Even powers of (-2)^(n/24) need not be squares of numbers.
  for (const auto& [powers, factor] : x)
    for (const auto& [place, exponent] : powers)
      if (numbers.at(place).function == "exp" && !is_above(sign_of(generator(numbers.at(place)))))
        return sign::unknown;
  // A factor that all terms have is taken out, where it is positive.
  std::map<int, long> shares;
  for (const auto& [place, least] : least_exponents(x)) {
    if (least != 0) {
      const sign known = sign_of(generator(numbers.at(place)));
      // With a negative exponent it is not 0.
      if (is_above(known) && (least < 0 || known == sign::positive))
        x = x * generator_power(place, -least);
      else if (least < 0)
        x = x * generator_power(place, -least - least % 2);
    }
  }
  for (const auto& [powers, factor] : x)
    for (const auto& [place, exponent] : powers) {
      if (exponent < 0) return sign::unknown;
      long& common = shares[place];
      long a = common;
      long b = exponent;
      while (b != 0) a = std::exchange(b, a % b);
      common = a;
    }
  for (auto& [place, share] : shares)
    if (numbers.at(place).function != "exp") share = 1;
  const auto replaced = with_parts(x, shares);
  const sign found = replaced ? sign_of_parts(*replaced) : sign::unknown;
  if (is_strict(found)) return found;
  const sign stated = sign_of_fact({x, {{{}, 1}}});
  if (is_strict(stated) || found == sign::unknown)
    return stated == sign::unknown ? sign_without_floor(x) : stated;
  return found;
}

// y - 1 <= floor(y) <= y: the worse of both in its place.
sign domain::sign_without_floor(const polynomial& x) {
  for (const auto& [powers, factor] : x)
    for (const auto& [place, exponent] : powers) {
      if (numbers.at(place).function != "floor") continue;
      polynomial factors;
      polynomial rest;
      for (const auto& [others, number] : x) {
        monomial without = others;
        const auto own = std::find_if(without.begin(), without.end(),
                                      [p = place](const auto& one) { return one.first == p; });
        if (own == without.end()) {
          rest[others] = number;
          continue;
        }
        if (own->second != 1) return sign::unknown;
        without.erase(own);
        factors[without] = number;
      }
      const sign known = sign_of(factors);
      if (known == sign::unknown) return known;
      const fraction whole = numbers.at(place).arguments[0];
      const fraction less = whole + fraction{{{{}, -1}}, {{{}, 1}}};
      const auto with = [&](bool is_largest) {
        return sign_of(fraction{factors, {{{}, 1}}} *
                           (is_above(known) == is_largest ? whole : less) +
                       fraction{rest, {{{}, 1}}});
      };
      const sign most = with(true);
      if (most == sign::negative || most == sign::zero_or_less) return most;
      const sign least = with(false);
      return is_above(least) ? least : sign::unknown;
    }
  return sign::unknown;
}

std::optional<polynomial> domain::with_parts(const polynomial& x,
                                             const std::map<int, long>& shares) {
  std::map<int, polynomial> places;
  for (const auto& [place, share] : shares) {
    auto one = in_parts(place, share);
    if (!one) return std::nullopt;
    places[place] = std::move(*one);
  }
  polynomial result;
  for (const auto& [powers, factor] : x) {
    polynomial term{{{}, factor}};
    for (const auto& [place, exponent] : powers)
      for (long i = 0; i < exponent / shares.at(place); ++i) term = term * places[place];
    result = result + term;
  }
  return result;
}

int domain::new_part(nonnegative one) {
  parts_.push_back(std::move(one));
  return static_cast<int>(parts_.size()) - 1;
}

// A generator, to the power `share`, as a polynomial in parts.
std::optional<polynomial> domain::in_parts(int place, long share) {
  const generator x = numbers.at(place);
  if (x.function.empty() && x.name != "pi") return variable_in_parts(x.name);
  const std::string key = "generator " + std::to_string(place) + " " + std::to_string(share);
  if (const auto known = variables_.find(key); known != variables_.end()) return known->second;
  polynomial result;
  const auto value = constant_value(x);
  if (x.function == "exp" && !value && sign_of(x) == sign::positive) {
    const auto found = exponential_in_parts(x, share);
    if (!found) return std::nullopt;
    result = *found;
  } else {
    const sign known = sign_of(x);
    nonnegative one{is_strict(known), known == sign::unknown, std::nullopt};
    if (value) one.value = share == 1 ? *value : check::power(*value, share);
    const bool is_negative = known == sign::zero_or_less || known == sign::negative;
    if (is_negative && !value)
      result = scaled(generator_power(new_part(one), 1), -1);
    else
      result = generator_power(new_part(one), 1);
  }
  variables_[key] = result;
  return result;
}

std::optional<polynomial> domain::variable_in_parts(const std::string& name) {
  if (const auto known = variables_.find(name); known != variables_.end()) return known->second;
  const nesting level(depth_);
  const auto found = ends_.find(name);
  polynomial result;
  if (found != ends_.end() && found->second.moving_low && !found->second.low) {
    const fraction low = numbers.of(found->second.moving_low);
    if (low.bottom.size() != 1 || !low.bottom.begin()->first.empty()) return std::nullopt;
    std::map<int, long> shares;
    for (const auto& [powers, factor] : low.top)
      for (const auto& [place, exponent] : powers) {
        if (exponent < 0 || numbers.at(place).name == name) return std::nullopt;
        shares[place] = numbers.at(place).function == "exp" ? exponent : 1;
      }
    for (const auto& [powers, factor] : low.top)
      for (const auto& [place, exponent] : powers)
        if (exponent % shares.at(place) != 0) return std::nullopt;
    const auto end = with_parts(low.top, shares);
    if (!end) return std::nullopt;
    result = *end + generator_power(new_part({false, false, std::nullopt}), 1);
  } else if (found != ends_.end() && found->second.low) {
    result = generator_power(new_part({found->second.low_is_open, false, std::nullopt}), 1) +
             scaled({{{}, 1}}, *found->second.low);
  } else if (found != ends_.end() && found->second.high) {
    result = scaled(generator_power(new_part({found->second.high_is_open, false, std::nullopt}), 1),
                    -1) +
             scaled({{{}, 1}}, *found->second.high);
  } else {
    result = generator_power(new_part({false, true, std::nullopt}), 1);
  }
  variables_[name] = result;
  return result;
}

// e^(c + r) = e^c·(1 + r + w) with w >= 0, where r >= 0 by its form.
std::optional<polynomial> domain::exponential_in_parts(const generator& x, long share) {
  const nonnegative positive{true, false, std::nullopt};
  const fraction inner = x.arguments[0];
  if (inner.bottom.size() != 1 || !inner.bottom.begin()->first.empty())
    return generator_power(new_part(positive), 1);
  // e^r = 1 + w with w >= 0 where r >= 0 otherwise than by its form, as 1/s^2 is.
  const bool is_quotient = std::any_of(inner.top.begin(), inner.top.end(), [](const auto& term) {
    return std::any_of(term.first.begin(), term.first.end(),
                       [](const auto& power) { return power.second < 0; });
  });
  if (is_quotient && share > 0 && is_above(sign_of(inner)))
    return polynomial{{{}, 1}} + generator_power(new_part({false, false, std::nullopt}), 1);
  std::map<int, long> shares;
  for (const auto& [powers, factor] : inner.top)
    for (const auto& [place, exponent] : powers) {
      if (exponent < 0 || numbers.at(place).function == "exp")
        return generator_power(new_part(positive), 1);
      shares[place] = 1;
    }
  auto exponent = with_parts(scaled(inner.top, share), shares);
  if (!exponent) return std::nullopt;
  rational constant = 0;
  if (const auto found = exponent->find(monomial{}); found != exponent->end()) {
    constant = found->second;
    exponent->erase(found);
  }
  if (!is_above(sign_of_parts(*exponent))) return generator_power(new_part(positive), 1);
  polynomial result =
      *exponent + polynomial{{{}, 1}} + generator_power(new_part({false, false, std::nullopt}), 1);
  if (constant == 0) return result;
  const interval factor = function_of("exp", point(constant));
  return result * generator_power(new_part({true, false, factor}), 1);
}

sign domain::sign_of_parts(const polynomial& x) {
  // The number at each product of parts that are not constants.
  std::map<monomial, interval> numbers_at;
  for (const auto& [powers, factor] : x) {
    interval value = point(factor);
    monomial rest;
    for (const auto& [place, exponent] : powers) {
      const nonnegative& one = parts_[static_cast<std::size_t>(place)];
      if (one.value)
        value = value * check::power(*one.value, exponent);
      else
        rest.emplace_back(place, exponent);
    }
    const auto found = numbers_at.find(rest);
    if (found == numbers_at.end())
      numbers_at.emplace(rest, value);
    else
      found->second = found->second + value;
  }
  bool all_above = true;
  bool all_below = true;
  bool has_strict = false;
  for (const auto& [powers, value] : numbers_at) {
    bool is_strict_one = true;
    for (const auto& [place, exponent] : powers) {
      const nonnegative& one = parts_[static_cast<std::size_t>(place)];
      if (one.has_any_sign && exponent % 2 != 0) return sign::unknown;
      is_strict_one = is_strict_one && one.is_positive && !one.has_any_sign;
    }
    all_above = all_above && mpfr_sgn(value.low.get()) >= 0;
    all_below = all_below && mpfr_sgn(value.high.get()) <= 0;
    has_strict = has_strict || (is_strict_one &&
                                (mpfr_sgn(value.low.get()) > 0 || mpfr_sgn(value.high.get()) < 0));
  }
  if (all_above) return has_strict ? sign::positive : sign::zero_or_more;
  if (all_below) return has_strict ? sign::negative : sign::zero_or_less;
  return sign::unknown;
}

std::optional<interval> domain::constant_value(const fraction& x) {
  const auto of = [&](const polynomial& sum) -> std::optional<interval> {
    interval total = point(0);
    for (const auto& [powers, factor] : sum) {
      interval term = point(factor);
      for (const auto& [place, exponent] : powers) {
        const auto one = constant_value(generator(numbers.at(place)));
        if (!one) return std::nullopt;
        term = term * check::power(*one, exponent);
      }
      total = total + term;
    }
    return total;
  };
  const auto top = of(x.top);
  const auto bottom = of(x.bottom);
  if (!top || !bottom) return std::nullopt;
  return *top / *bottom;
}

std::optional<interval> domain::constant_value(const generator& x) {
  if (x.function.empty()) {
    if (x.name != "pi") return std::nullopt;
    return enclosure(formula{"name", "pi", 0, {}, 0}, {});
  }
  if (x.arguments.size() != 1) return std::nullopt;
  try {
    const auto inner = constant_value(x.arguments[0]);
    if (!inner) return std::nullopt;
    return function_of(x.function, *inner);
  } catch (const no_value&) {
    return std::nullopt;
  } catch (const unchecked&) {
    return std::nullopt;
  }
}

// x^y is written e^(y*log x), and may exist where the logarithm does not: at 0, or below.
sign domain::sign_of_exponential(const generator& x) {
  sign result = sign::positive;
  for (const polynomial* part : {&x.arguments[0].top, &x.arguments[0].bottom})
    for (const auto& [powers, factor] : *part)
      for (const auto& [place, exponent] : powers) {
        const generator known = numbers.at(place);
        if (known.function != "log") continue;
        const sign base = sign_of(known.arguments[0]);
        if (!is_above(base)) return sign::unknown;
        if (base != sign::positive) result = base;
      }
  return result;
}

sign domain::sign_of(const generator& x) {
  const fraction one{{{{}, 1}}, {{{}, 1}}};
  if (x.function.empty()) {
    if (x.name == "pi") return sign::positive;
    const auto parts = variable_in_parts(x.name);
    return parts ? sign_of_parts(*parts) : sign::unknown;
  }
  if (const auto value = constant_value(x)) {
    if (mpfr_sgn(value->low.get()) > 0) return sign::positive;
    if (mpfr_sgn(value->high.get()) < 0) return sign::negative;
  }
  const auto inner = [&](std::size_t i) { return sign_of(x.arguments[i]); };
  if (x.function == "exp") return sign_of_exponential(x);
  if (x.function == "sqrt") return inner(0) == sign::positive ? sign::positive : sign::zero_or_more;
  static const std::set<std::string> at_least_zero{"abs",      "renyi",       "hockey_stick",
                                                   "tradeoff", "chi_moment",  "ternary_moment",
                                                   "at",       "curve_delta", "total_variation"};
  if (at_least_zero.contains(x.function)) return sign::zero_or_more;
  if (x.function == "log") return sign_of(x.arguments[0] + negated(one));
  if (x.function == "floor") return is_above(inner(0)) ? sign::zero_or_more : sign::unknown;
  if (x.function == "ceil") return is_above(inner(0)) ? inner(0) : sign::unknown;
  if (x.function == "max" || x.function == "min") {
    const bool is_max = x.function == "max";
    bool any = false;
    bool all = true;
    for (std::size_t i = 0; i < x.arguments.size(); ++i) {
      const bool is_one = is_above(inner(i));
      any = any || is_one;
      all = all && is_one;
    }
    return (is_max ? any : all) ? sign::zero_or_more : sign::unknown;
  }
  return sign::unknown;
}

}  // namespace check
