#pragma once
// What a formula without variables evaluates to, for tests that compare formulas with each other.

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
