#include "claims/points/domain_box.hpp"

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long end_digits = 30;

relation mirrored(relation op) {
  switch (op) {
    case relation::less:
      return relation::greater;
    case relation::less_equal:
      return relation::greater_equal;
    case relation::greater:
      return relation::less;
    case relation::greater_equal:
      return relation::less_equal;
    default:
      return op;
  }
}

struct one_sided_bound {
  std::string variable;
  relation op;  ///< variable op value
  expression_ptr value;
};

std::optional<one_sided_bound> as_bound(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr) return std::nullopt;
  if (const auto* left = std::get_if<variable>(&sides->left->node))
    return one_sided_bound{left->name, sides->op, sides->right};
  if (const auto* right = std::get_if<variable>(&sides->right->node))
    return one_sided_bound{right->name, mirrored(sides->op), sides->left};
  return std::nullopt;
}

bool uses_any(const expression& formula, const std::vector<std::string>& names) {
  const auto open = free_variables(formula);
  return std::any_of(open.begin(), open.end(), [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  });
}

// Local names may hide the variables; a bound through one is not used.
bool depends_on(const claim& c, const expression& formula, const std::vector<std::string>& names) {
  if (uses_any(formula, names)) return true;
  const auto open = free_variables(formula);
  return std::any_of(open.begin(), open.end(),
                     [&](const std::string& name) { return c.let.contains(name); });
}

// Exact ends where the value is rational, else an enclosure with decimal ends.
std::optional<interval> value_of(const claim_context& context, const expression& formula,
                                 const check_point& point) {
  try {
    const refined_value known = refine(
        formula, context.visible.visible, variables_at(context.subject, point), end_digits,
        context.options.precision, {.limits = context.options.limits, .cache = &context.cache});
    const auto* result = std::get_if<number>(&known.result);
    if (!known.sufficient || result == nullptr) return std::nullopt;
    if (const auto* exact = result->as_rational()) return interval{*exact, *exact};
    const decimal_interval ends = to_decimal(result->to_ball(known.precision), end_digits);
    const auto lower = parse_signed_decimal(ends.lower);
    const auto upper = parse_signed_decimal(ends.upper);
    if (!lower || !upper) return std::nullopt;
    return interval{*lower, *upper};
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

}  // namespace

std::map<std::string, domain_ends> ends_of_domain(const claim_context& context,
                                                  const std::vector<std::string>& variables,
                                                  const check_point& point) {
  std::map<std::string, domain_ends> ends;
  for (const auto& whole_condition : context.subject.domain)
    for (const auto& condition : conjuncts(whole_condition)) {
      const auto limit = as_bound(*condition);
      if (!limit || depends_on(context.subject, *limit->value, variables)) continue;
      if (std::find(variables.begin(), variables.end(), limit->variable) == variables.end())
        continue;
      const auto value = value_of(context, *limit->value, point);
      if (!value) continue;
      auto& [lower, upper] = ends[limit->variable];
      const bool from_below =
          limit->op == relation::greater || limit->op == relation::greater_equal;
      const bool from_above = limit->op == relation::less || limit->op == relation::less_equal;
      const bool fixed = limit->op == relation::equal;
      const bool is_strict = limit->op == relation::less || limit->op == relation::greater;
      const bool is_closed = !is_strict && value->lower == value->upper;
      // The strict one of two conditions with the same end decides.
      const auto is_tighter = [&](const std::optional<domain_end>& known, int order) {
        return !known || order > 0 || (order == 0 && !is_closed);
      };
      if ((from_below || fixed) &&
          is_tighter(lower, lower ? value->lower.compare(lower->value) : 1))
        lower = domain_end{value->lower, is_closed};
      if ((from_above || fixed) &&
          is_tighter(upper, upper ? -value->upper.compare(upper->value) : 1))
        upper = domain_end{value->upper, is_closed};
    }
  return ends;
}

std::optional<box> domain_box(const claim_context& context,
                              const std::vector<std::string>& variables, const check_point& point,
                              bool* is_empty) {
  auto ends = ends_of_domain(context, variables, point);
  box result;
  for (const std::string& name : variables) {
    const auto& [lower, upper] = ends[name];
    if (lower && upper && lower->value > upper->value && is_empty != nullptr) *is_empty = true;
    if (!lower || !upper || lower->value > upper->value) return std::nullopt;
    result[name] = {lower->value, upper->value};
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
