#include "reports/plots/sample_curve.hpp"

#include "shufflecert/decimal.hpp"

namespace shufflecert {
std::string axis_text(const point_value& value) {
  constexpr bits precision = 128;
  constexpr long digits = 15;
  return to_decimal(constant_value(value), precision, digits).lower;
}

std::optional<bool> decide(const expression& condition, const definitions& visible,
                           const variable_map& variables, const sampling& how,
                           quantity_cache* cache) {
  try {
    const refined_value found =
        refine(condition, visible, variables, how.digits, how.precision, how.limits, cache);
    const auto* decided = std::get_if<truth>(&found.result);
    if (!found.sufficient || decided == nullptr) return std::nullopt;
    return decided->value;
  } catch (const undefined_value&) {
    return std::nullopt;
  } catch (const beyond_reach&) {
    return std::nullopt;
  }
}

curve_point sample(const expression& formula, const std::vector<expression_ptr>& domain,
                   const definitions& visible, const variable_map& variables, const std::string& x,
                   const sampling& how, quantity_cache* cache) {
  curve_point result{x, "", ""};
  try {
    for (const expression_ptr& condition : domain)
      if (decide(*condition, visible, variables, how, cache) != true) return result;
    const refined_value found =
        refine(formula, visible, variables, how.digits, how.precision, how.limits, cache);
    const auto* value = std::get_if<number>(&found.result);
    if (value == nullptr || !found.sufficient) return result;
    const decimal_interval range = to_decimal(*value, found.precision, how.digits + 2);
    result.lower = range.lower;
    result.upper = range.upper;
  } catch (const undefined_value&) {  // A gap in the curve.
  } catch (const beyond_reach&) {
  }
  return result;
}

}  // namespace shufflecert
