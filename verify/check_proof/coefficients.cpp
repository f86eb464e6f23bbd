// Inequalities with variables that have no upper end, by the coefficients of their powers: those
// are formulas in the other variables, whose signs boxes show. docs/reference/proof-files.md.

#include <algorithm>

#include "checker_errors.hpp"
#include "domain.hpp"

namespace check {
namespace {

constexpr std::size_t most_coefficients = 60;
constexpr long largest_power = 12;

formula_ptr name_formula(const std::string& name) {
  formula result{"name", name, 0, {}, 0};
  return std::make_shared<const formula>(std::move(result));
}

formula_ptr sum_of(const std::vector<formula_ptr>& terms) {
  formula_ptr result = number(0);
  for (const formula_ptr& term : terms) result = node("+", {result, term});
  return result;
}

}  // namespace

// Nothing for a generator that no formula writes.
formula_ptr domain::written_generator(const generator& x) {
  if (x.function.empty()) return name_formula(x.name);
  static const std::set<std::string> written_as_they_are{"exp", "log", "sqrt", "tanh",
                                                         "abs", "max", "min"};
  if (!written_as_they_are.contains(x.function)) return nullptr;
  std::vector<formula_ptr> arguments;
  for (const fraction& argument : x.arguments) {
    const formula_ptr top = written_polynomial(argument.top);
    const formula_ptr bottom = written_polynomial(argument.bottom);
    if (!top || !bottom) return nullptr;
    arguments.push_back(node("/", {top, bottom}));
  }
  return call(x.function, std::move(arguments));
}

formula_ptr domain::written_polynomial(const polynomial& x) {
  const nesting level(depth_);
  std::vector<formula_ptr> terms;
  for (const auto& [powers, factor] : x) {
    formula_ptr term = number(factor);
    for (const auto& [place, exponent] : powers) {
      const formula_ptr base = written_generator(numbers.at(place));
      if (!base) return nullptr;
      const formula_ptr power = number(exponent < 0 ? -exponent : exponent);
      term = node(exponent < 0 ? node_kind("/") : "*", {term, node("^", {base, power})});
    }
    terms.push_back(term);
  }
  return sum_of(terms);
}

bool domain::has_both_ends(const generator& x) {
  const nesting level(depth_);
  if (x.function.empty()) {
    if (x.name == "pi") return true;
    const auto known = ends_.find(x.name);
    return known != ends_.end() && known->second.low && known->second.high;
  }
  return std::all_of(x.arguments.begin(), x.arguments.end(), [&](const fraction& argument) {
    const auto are_bounded = [&](const polynomial& part) {
      return std::all_of(part.begin(), part.end(), [&](const auto& term) {
        return std::all_of(term.first.begin(), term.first.end(), [&](const auto& power) {
          return has_both_ends(generator(numbers.at(power.first)));
        });
      });
    };
    return are_bounded(argument.top) && are_bounded(argument.bottom);
  });
}

// The polynomial with L + x' in the place of each variable without an upper end, by the powers of
// the x' and of other generators that are at least 0.
std::optional<std::map<monomial, polynomial>> domain::by_powers_without_end(const polynomial& x) {
  std::map<monomial, polynomial> result;
  for (const auto& [powers, factor] : x) {
    polynomial free{{{}, 1}};
    monomial bounded;
    for (const auto& [place, exponent] : powers) {
      const generator base = numbers.at(place);
      if (has_both_ends(base)) {
        bounded.emplace_back(place, exponent);
        continue;
      }
      if (exponent < 0 || exponent > largest_power) return std::nullopt;
      const auto known = base.function.empty() ? ends_.find(base.name) : ends_.end();
      const bool has_low_end = known != ends_.end() && known->second.low;
      if (!has_low_end && !is_above(sign_of(base))) return std::nullopt;
      polynomial one = generator_power(place, 1);
      if (has_low_end) one = one + scaled({{{}, 1}}, *known->second.low);
      for (long i = 0; i < exponent; ++i) free = free * one;
    }
    for (const auto& [others, number] : free) {
      polynomial& coefficient = result[others];
      coefficient = coefficient + polynomial{{bounded, number * factor}};
    }
    if (result.size() > most_coefficients) return std::nullopt;
  }
  return result;
}

bool domain::holds_by_coefficients(const formula& condition) {
  const bool is_less = condition.kind == "<=" || condition.kind == "<";
  if (!is_less && condition.kind != ">=" && condition.kind != ">") return false;
  const bool is_strict_one = condition.kind == "<" || condition.kind == ">";
  const formula_ptr& low = condition.parts[is_less ? 0 : 1];
  const formula_ptr& high = condition.parts[is_less ? 1 : 0];
  if (!has_value(low) || !has_value(high)) return false;
  const fraction apart = numbers.of(high) + negated(numbers.of(low));
  const sign bottom = sign_of(apart.bottom);
  if (!is_strict(bottom)) return false;
  polynomial top = bottom == sign::positive ? apart.top : scaled(apart.top, -1);
  // Powers that all terms have, of what is positive, say nothing of the sign.
  for (const auto& [place, exponent] : least_exponents(top))
    if (exponent != 0 && sign_of(generator(numbers.at(place))) == sign::positive)
      top = top * generator_power(place, -exponent);
  const auto coefficients = by_powers_without_end(top);
  if (!coefficients) return false;
  return std::all_of(coefficients->begin(), coefficients->end(),
                     [&](const auto& one) {
                       const formula_ptr written = written_polynomial(one.second);
                       // Of the others it may be that all are 0.
                       const node_kind op =
                           is_strict_one && one.first.empty() ? node_kind(">") : ">=";
                       return written && holds_on_boxes(node(op, {written, number(0)}));
                     }) &&
         (!is_strict_one || coefficients->contains(monomial{}));
}

}  // namespace check
