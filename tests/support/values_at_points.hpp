#pragma once
// What a formula without variables evaluates to, for tests that compare formulas with each other.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"

namespace shufflecert::inline v0_1 {

/// As the program evaluates it: precision is raised until 20 digits are certain.
inline formula_value value_of(const std::string& text) {
  const definitions none;
  const variable_map variables;
  return refine(*parse_formula(text), none, variables, 20, {}, {}).result;
}

/// Whether a condition is certainly true, and not only as far as 50 digits go.
inline bool holds(const std::string& text) {
  const truth found = std::get<truth>(value_of(text));
  return found.value == true && !found.tied;
}

/// What a condition is at these values of its variables, if that is certain.
inline std::optional<bool> truth_at(const expression& condition, const variable_map& values) {
  const definitions none;
  const refined_value found = refine(condition, none, values, 15, {}, {});
  const auto* known = std::get_if<truth>(&found.result);
  return known != nullptr ? known->value : std::nullopt;
}

/// Whether all conditions are certainly true at these values.
inline bool all_hold_at(const std::vector<expression_ptr>& conditions, const variable_map& values) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const expression_ptr& one) {
    return truth_at(*one, values) == std::optional(true);
  });
}

/// One evaluation, at this precision.
inline number number_at(const std::string& text, bits precision,
                        const definitions& visible = definitions()) {
  const budget limits;
  const variable_map variables;
  evaluator at({visible, precision, limits, nullptr}, variables);
  return at.evaluate_number(*parse_formula(text));
}

/// A formula with another that has the same value.
struct same_value {
  const char* formula;
  const char* expected;
};

/// A formula's value as it was found in another way.
struct known_value {
  const char* formula;
  const char* digits;  ///< without a sign; 25 of them or more, the last one rounded in any way
};

/// Asked for 15 digits, the program finds them, and encloses the value.
inline void check_known_values(const std::vector<known_value>& corpus) {
  constexpr long asked = 15;
  const bits precision = 20'000;
  const ball unit = ball::of(power(rational(10), -23), precision);
  for (const auto& [formula, digits] : corpus) {
    INFO(formula);
    const refined_value found =
        refine(*parse_formula(formula), {}, {}, asked, range_for_digits(asked), {});
    INFO(found.reason);
    CHECK(found.sufficient);
    if (!found.sufficient) continue;
    const ball known = ball::of(*parse_decimal(digits), precision);
    const ball reach = abs(known) * unit;
    CHECK(overlap(std::get<number>(found.result).to_ball(precision),
                  ball::hull(known - reach, known + reach)));
  }
}

/// Encloses the closed form, with about as many digits as the precision allows.
inline void check_closed_forms(const std::vector<same_value>& corpus,
                               const std::vector<bits>& precisions) {
  for (const auto& [formula, expected] : corpus)
    for (const bits precision : precisions) {
      INFO(formula << " at " << precision << " bits");
      const ball found = number_at(formula, precision).to_ball(precision);
      const ball exact = number_at(expected, 2000).to_ball(2000);
      CHECK(arb_contains(found.raw(), exact.raw()) != 0);
      CHECK(found.has_relative_radius(precision / 5));
    }
}

}  // namespace shufflecert::inline v0_1
