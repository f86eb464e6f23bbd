#include "claims/points/point_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/catalogue/formula_matching.hpp"
#include "language/evaluation/rounded_law.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long reported_digits = 20;
constexpr long compared_digits = 6;

refined_value refine_at(const claim_context& context, const expression& formula,
                        const variable_map& variables, long digits) {
  return refine(formula, context.visible.visible, variables, digits, context.options.precision,
                {.limits = context.options.limits, .cache = &context.cache});
}

// The conjunct that certainly fails; the first one where none does, and the whole relation where
// there was no time to find out.
expression_ptr failing_conjunct(const claim_context& context, const expression_ptr& relation,
                                const check_point& point) {
  const auto parts = conjuncts(relation);
  if (parts.size() == 1) return parts.front();
  for (const auto& part : parts)
    if (decide_condition(context, *part, point) == false) return part;
  return context.options.limits.is_exhausted() ? relation : parts.front();
}

std::optional<decimal_interval> enclosure(const claim_context& context, const expression& side,
                                          const variable_map& variables) {
  try {
    const refined_value known = refine_at(context, side, variables, reported_digits);
    const auto* result = std::get_if<number>(&known.result);
    if (result == nullptr || known.precision == 0) return std::nullopt;
    return to_decimal(*result, known.precision, reported_digits);
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

std::optional<double> side_near(const claim_context& context, const expression& side,
                                const variable_map& variables) {
  try {
    const refined_value known = refine_at(context, side, variables, compared_digits);
    const auto* result = std::get_if<number>(&known.result);
    if (result == nullptr || known.precision == 0) return std::nullopt;
    return result->to_ball(known.precision).near();
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

}  // namespace

bool point_outcome::accepts_rounded_law() const {
  return shufflecert::accepts_rounded_law(methods);
}

variable_map variables_at(const claim& c, const check_point& point) {
  variable_map variables = c.let;
  for (const auto& [name, chosen] : point) variables[name] = chosen.formula;
  return variables;
}

point_texts texts_of(const check_point& point) {
  point_texts texts;
  for (const auto& [name, chosen] : point) texts[name] = chosen.text;
  return texts;
}

namespace {

struct condition_answer {
  std::optional<bool> value;
  std::string reason;  ///< why there is no answer
};

condition_answer ask(const claim_context& context, const expression& condition,
                     const check_point& point) {
  const std::string name = "'" + to_text(condition) + "'";
  try {
    const refined_value known =
        refine_at(context, condition, variables_at(context.subject, point), compared_digits);
    const auto* decided = std::get_if<truth>(&known.result);
    if (decided == nullptr) return {std::nullopt, name + " is not a condition"};
    if (decided->tied) return {std::nullopt, name + " is open: both sides are equal to 50 digits"};
    if (!decided->value) return {std::nullopt, name + " is open: " + known.reason};
    return {decided->value, *decided->value ? "" : name + " is false"};
  } catch (const undefined_value& error) {
    return {std::nullopt, name + " has no value: " + error.what()};
  }
}

}  // namespace

std::optional<bool> decide_condition(const claim_context& context, const expression& condition,
                                     const check_point& point) {
  return ask(context, condition, point).value;
}

namespace {

// Where the domain does not certainly hold: outside, or open because the time is over.
std::optional<point_outcome> outside_of_domain(const claim_context& context,
                                               const check_point& point) {
  for (const auto& condition : context.subject.domain) {
    const condition_answer answer = ask(context, *condition, point);
    if (answer.value == true) continue;
    point_outcome outcome;
    const char* exhaustion = answer.value ? nullptr : context.options.limits.exhaustion();
    outcome.state = exhaustion != nullptr ? point_state::undecided : point_state::outside;
    outcome.reason = exhaustion != nullptr ? exhaustion : answer.reason;
    outcome.is_certain = answer.value.has_value();
    return outcome;
  }
  return std::nullopt;
}

}  // namespace

point_outcome evaluate_at(const claim_context& context, const expression_ptr& relation,
                          const check_point& point) {
  point_outcome outcome;
  if (const char* exhaustion = context.options.limits.exhaustion()) {
    outcome.reason = exhaustion;
    return outcome;
  }
  if (const auto outside = outside_of_domain(context, point)) return *outside;
  try {
    const refined_value known =
        refine_at(context, *relation, variables_at(context.subject, point), compared_digits);
    outcome.precision = known.precision;
    outcome.methods = known.methods;
    outcome.reason = known.reason;
    const auto* decided = std::get_if<truth>(&known.result);
    if (decided == nullptr) {
      outcome.state = point_state::invalid;
      outcome.reason = "the claim is not a condition";
    } else if (!decided->value) {
      outcome.state = point_state::undecided;
    } else if (decided->tied) {
      outcome.state = point_state::tied;
    } else {
      outcome.state = *decided->value ? point_state::holds : point_state::fails;
    }
  } catch (const undefined_value& error) {
    outcome.state = point_state::invalid;
    outcome.reason = error.what();
  }
  return outcome;
}

bool is_in_regime(const claim_context& context, const check_point& point) {
  const auto& regime = context.subject.regime;
  return !regime.empty() && std::all_of(regime.begin(), regime.end(), [&](const auto& condition) {
    return decide_condition(context, *condition, point).value_or(false);
  });
}

counterexample describe(const claim_context& context, const expression_ptr& relation,
                        const check_point& point, bits precision) {
  counterexample result;
  result.point = texts_of(point);
  result.precision = precision;
  const expression_ptr part = failing_conjunct(context, relation, point);
  result.relation = to_text(*part);
  if (const auto sides = compared_sides_of(*part)) {
    const variable_map variables = variables_at(context.subject, point);
    result.lhs = enclosure(context, *sides->left, variables);
    result.rhs = enclosure(context, *sides->right, variables);
    // Both or none: when the time is over, one may be missing.
    if (!result.lhs || !result.rhs) {
      result.lhs.reset();
      result.rhs.reset();
    }
  }
  return result;
}

double violation(const claim_context& context, const expression_ptr& relation,
                 const check_point& point) {
  const expression_ptr part = failing_conjunct(context, relation, point);
  const auto* sides = std::get_if<comparison>(&part->node);
  if (sides == nullptr) return 0;
  const variable_map variables = variables_at(context.subject, point);
  const auto left = side_near(context, *sides->left, variables);
  const auto right = side_near(context, *sides->right, variables);
  if (!left || !right) return 0;
  if (!std::isfinite(*left) || !std::isfinite(*right))
    return std::numeric_limits<double>::infinity();
  const double scale = std::max(std::abs(*left), std::abs(*right));
  return scale > 0 ? std::abs(*left - *right) / scale : 0;
}

}  // namespace shufflecert::inline v0_1::claims
