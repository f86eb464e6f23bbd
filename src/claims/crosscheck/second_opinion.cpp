#include "claims/crosscheck/second_opinion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr unsigned compared_digits = 40;  // evaluated with 60 digits and again with 120
constexpr unsigned truth_digits = 20;
constexpr unsigned more_digits = 10;

rational magnitude(const rational& x) {
  return x < 0 ? rational(-x) : x;
}

rational smallest_part(const rational& x, long digits) {
  return magnitude(x) / power(rational(10), digits);
}

extended extended_from(const std::string& text) {
  const auto value = parse_extended(text);
  if (!value) throw beyond_reach("the number " + text.substr(0, 40) + " is too large to be read");
  return *value;
}

template <class Use>
auto within_reach(Use use) {
  try {
    return use();
  } catch (const undefined_value& error) {
    if (is_limit_of_second_arithmetic(error)) throw beyond_reach(error.what());
    throw;
  }
}

}  // namespace

bool is_limit_of_second_arithmetic(const undefined_value& error) {
  const std::string what = error.what();
  return what.starts_with("the second arithmetic has no") ||
         what.starts_with("the integral has no value") ||
         what.starts_with("the integral overflows") ||
         what.find("expected a pair") != std::string::npos;
}

std::string to_text(recheck_outcome outcome) {
  switch (outcome) {
    case recheck_outcome::confirmed:
      return "confirmed";
    case recheck_outcome::beyond_reach:
      return "beyond reach";
    case recheck_outcome::not_confirmed:
      return "not confirmed";
  }
  return "?";
}

second_opinion second_opinion::with_more_digits() const {
  second_opinion result(subject_, visible_);
  result.times_digits_ = more_digits;
  return result;
}

second_number second_opinion::number(const expression& formula, const check_point& point,
                                     allowance& may) const {
  const plain_value found = within_reach([&] {
    return evaluate_mpfr(formula, visible_.visible, variables_at(subject_, point),
                         times_digits_ * compared_digits,
                         {.limits = may.limits, .work = &may.work});
  });
  if (found.is_condition) throw beyond_reach("a condition where a number is compared");
  second_number result;
  result.value = extended_from(found.decimal);
  result.digits = found.agreeing_digits;
  if (result.value.infinite != 0) return result;
  // `difference` is a text of three digits, rounded to nearest.
  const extended change = extended_from(found.difference.empty() ? "0" : found.difference);
  if (change.infinite != 0) throw beyond_reach("two precisions give different values");
  result.error =
      2 * magnitude(change.value) + smallest_part(result.value.value, compared_digits - 1);
  return result;
}

plain_value second_opinion::truth(const expression& condition, const check_point& point,
                                  allowance& may) const {
  return within_reach([&] {
    return evaluate_mpfr(condition, visible_.visible, variables_at(subject_, point),
                         times_digits_ * truth_digits, {.limits = may.limits, .work = &may.work});
  });
}

const std::vector<std::string>& second_opinion::variables_of(std::size_t condition) {
  if (names_.empty()) {
    names_.reserve(subject_.domain.size());
    for (const expression_ptr& formula : subject_.domain) {
      const auto own = variables_behind(subject_, *formula);
      names_.emplace_back(own.begin(), own.end());
    }
  }
  return names_.at(condition);
}

second_opinion::place second_opinion::place_for(const expression& condition,
                                                const check_point& point, allowance& may) const {
  try {
    const plain_value found = truth(condition, point, may);
    if (found.tied || !found.truth) return place::unknown;
    return *found.truth ? place::inside : place::outside;
  } catch (const undefined_value&) {
    return place::outside;  // a condition without a value does not hold
  } catch (const beyond_reach&) {
    return place::unknown;
  }
}

second_opinion::place second_opinion::place_of(const check_point& point, allowance& may) {
  place result = place::inside;
  for (std::size_t i = 0; i < subject_.domain.size(); ++i) {
    std::string key = std::to_string(i);
    for (const std::string& name : variables_of(i))
      if (const auto chosen = point.find(name); chosen != point.end())
        key += ";" + name + "=" + chosen->second.text;
    auto known = known_.find(key);
    if (known == known_.end())
      known = known_.emplace(key, place_for(*subject_.domain[i], point, may)).first;
    if (known->second == place::outside) return place::outside;
    if (known->second == place::unknown) result = place::unknown;
  }
  return result;
}

std::optional<std::string> second_opinion::read_point(const point_texts& texts,
                                                      check_point& point) const {
  point.clear();
  if (point_count(subject_) == 0) return "the claim has no points";
  for (const auto& [name, unused] : point_at(subject_, 0))
    if (!texts.contains(name)) return fmt::format("the point has no '{}'", name);
  for (const auto& [name, text] : texts) {
    if (!point_at(subject_, 0).contains(name))
      return fmt::format("the claim has no variable '{}'", name);
    try {
      point[name] = read_point_value(text);
    } catch (const formula_error& error) {
      return fmt::format("{} = {} is no value: {}", name, text, error.what());
    }
    const auto& whole = subject_.integers;
    if (std::find(whole.begin(), whole.end(), name) == whole.end()) continue;
    const auto exact = parse_signed_decimal(text);
    if (!exact || !is_integer(*exact)) return fmt::format("{} = {} is not whole", name, text);
  }
  return std::nullopt;
}

namespace {

// Which of two numbers is larger: −1, 0 or 1; nothing where their errors overlap without their
// being equal to the last digit.
std::optional<int> order_of(const second_number& a, const second_number& b) {
  if (a.value.infinite != 0 || b.value.infinite != 0)
    return a.value < b.value ? -1 : (a.value == b.value ? 0 : 1);
  const rational gap = a.value.value - b.value.value;
  if (magnitude(gap) <= a.error + b.error) return std::nullopt;
  return gap < 0 ? -1 : 1;
}

bool satisfies(int order, relation op) {
  switch (op) {
    case relation::less:
      return order < 0;
    case relation::less_equal:
      return order <= 0;
    case relation::greater:
      return order > 0;
    case relation::greater_equal:
      return order >= 0;
    case relation::equal:
      return order == 0;
    case relation::not_equal:
      return order != 0;
  }
  return false;
}

}  // namespace

namespace {

std::optional<bool> truth_beyond_errors(const second_opinion& second, const expression& relation,
                                        const check_point& point, allowance& may);

// `and` (neutral = true) and `or` (neutral = false), from the left.
std::optional<bool> fold_beyond_errors(const second_opinion& second,
                                       const std::vector<expression_ptr>& operands, bool neutral,
                                       const check_point& point, allowance& may) {
  for (const expression_ptr& operand : operands) {
    const auto next = truth_beyond_errors(second, *operand, point, may);
    if (next == !neutral) return !neutral;
    // What comes later may exist only where this one is decided.
    if (!next) return std::nullopt;
  }
  return neutral;
}

// The truth of a condition whose comparisons are each weighed by their sides' own errors: a side
// that is 0 but for rounding is not told from 0. Nothing where that leaves it open.
std::optional<bool> truth_beyond_errors(const second_opinion& second, const expression& relation,
                                        const check_point& point, allowance& may) {
  if (const auto* every = std::get_if<conjunction>(&relation.node))
    return fold_beyond_errors(second, every->operands, true, point, may);
  if (const auto* any = std::get_if<disjunction>(&relation.node))
    return fold_beyond_errors(second, any->operands, false, point, may);
  if (const auto* denied = std::get_if<logical_not>(&relation.node)) {
    const auto inner = truth_beyond_errors(second, *denied->operand, point, may);
    return inner ? std::optional<bool>(!*inner) : std::nullopt;
  }
  return weigh(second, relation, point, may).holds;
}

// rounds_to(value, printed, unit): the distance of the first two, and half the unit.
weighed_relation weigh_rounded(const second_opinion& second, const compared_sides& sides,
                               const check_point& point, allowance& may) {
  weighed_relation result;
  result.left = second.number(*sides.left, point, may);
  result.right = second.number(*sides.right, point, may);
  const second_number unit = second.number(*sides.unit, point, may);
  if (unit.value.infinite != 0) return result;
  if (result.left->value.infinite != 0 || result.right->value.infinite != 0) {
    result.holds = false;
    return result;
  }
  const second_number distance{{0, magnitude(result.left->value.value - result.right->value.value)},
                               result.left->error + result.right->error};
  const second_number allowed{{0, unit.value.value / 2}, unit.error};
  if (const auto order = order_of(distance, allowed))
    result.holds = satisfies(*order, relation::less_equal);
  return result;
}

}  // namespace

weighed_relation weigh(const second_opinion& second, const expression& relation,
                       const check_point& point, allowance& may) {
  weighed_relation result;
  const auto* sides = std::get_if<comparison>(&relation.node);
  if (sides == nullptr) {
    if (const auto rounded = compared_sides_of(relation))  // rounds_to: it is no comparison
      return weigh_rounded(second, *rounded, point, may);
    if (std::holds_alternative<call>(relation.node)) {
      const plain_value found = second.truth(relation, point, may);
      if (!found.tied) result.holds = found.truth;
    } else {
      result.holds = truth_beyond_errors(second, relation, point, may);
    }
    return result;
  }
  result.left = second.number(*sides->left, point, may);
  result.right = second.number(*sides->right, point, may);
  if (const auto order = order_of(*result.left, *result.right))
    result.holds = satisfies(*order, sides->op);
  return result;
}

opinion check_enclosure(const decimal_interval& written, const second_number& found,
                        const std::string& name) {
  const exact_interval stated = ends_read(written);
  const auto text = [](const extended& x) {
    return x.infinite != 0 ? std::string(x.infinite < 0 ? "-inf" : "inf")
                           : fmt::format("{:.17g}", x.value.convert_to<double>());
  };
  const auto differs = [&] {
    return opinion{recheck_outcome::not_confirmed,
                   fmt::format("the second arithmetic finds {} {} outside of the stated enclosure",
                               name, text(found.value)),
                   found.digits};
  };
  if (found.value.infinite != 0)
    return stated.lower <= found.value && found.value <= stated.upper ? opinion{} : differs();
  const extended least{0, found.value.value - found.error};
  const extended most{0, found.value.value + found.error};
  if (!(stated.lower <= most && least <= stated.upper)) return differs();
  if (stated.lower.infinite != 0 || stated.upper.infinite != 0) return {};
  // An error wider than the enclosure would let a wrong digit pass.
  const rational width = stated.upper.value - stated.lower.value;
  const rational allowed = width == 0 ? smallest_part(found.value.value, 25) : width;
  if (found.error > allowed && found.error > smallest_part(found.value.value, 25))
    return {recheck_outcome::beyond_reach,
            fmt::format("two precisions of the second arithmetic agree only on {} digits of {}",
                        found.digits, name),
            found.digits};
  return {recheck_outcome::confirmed, "", found.digits};
}

opinion worse(const opinion& a, const opinion& b) {
  if (a.outcome != b.outcome) return a.outcome < b.outcome ? b : a;
  opinion both = a;
  if (a.reason.find(b.reason) == std::string::npos)
    both.reason += (a.reason.empty() ? "" : "; ") + b.reason;
  if (a.digits == 0 || (b.digits != 0 && b.digits < a.digits)) both.digits = b.digits;
  return both;
}

}  // namespace shufflecert::inline v0_1::claims
