#include "verify/point_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shufflecert {
namespace {

constexpr long reported_digits = 20;
constexpr long compared_digits = 6;

refined_value refine_at(const claim_context& context, const expression& formula,
                        const variable_map& variables, long digits) {
  return refine(formula, context.visible.visible, variables, digits, context.options.precision,
                context.options.limits, &context.cache);
}

// The conjunct that certainly fails; the first one where none does.
expression_ptr failing_conjunct(const claim_context& context, const expression_ptr& relation,
                                const check_point& point) {
  const auto parts = conjuncts(relation);
  for (const auto& part : parts)
    if (decide_condition(context, *part, point) == false) return part;
  return parts.front();
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

std::optional<bool> decide_condition(const claim_context& context, const expression& condition,
                                     const check_point& point) {
  try {
    const refined_value known =
        refine_at(context, condition, variables_at(context.subject, point), compared_digits);
    const auto* decided = std::get_if<truth>(&known.result);
    if (decided == nullptr || decided->tied) return std::nullopt;
    return decided->value;
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

point_outcome evaluate_at(const claim_context& context, const expression_ptr& relation,
                          const check_point& point) {
  point_outcome outcome;
  for (const auto& condition : context.subject.domain)
    if (decide_condition(context, *condition, point) != true) {
      outcome.state = point_state::outside;
      return outcome;
    }
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

counterexample describe(const claim_context& context, const expression_ptr& relation,
                        const check_point& point, bits precision) {
  counterexample result;
  result.point = texts_of(point);
  result.precision = precision;
  const expression_ptr part = failing_conjunct(context, relation, point);
  result.relation = to_text(*part);
  if (const auto* sides = std::get_if<comparison>(&part->node)) {
    const variable_map variables = variables_at(context.subject, point);
    result.lhs = enclosure(context, *sides->left, variables);
    result.rhs = enclosure(context, *sides->right, variables);
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

}  // namespace shufflecert
