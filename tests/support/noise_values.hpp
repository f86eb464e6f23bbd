#pragma once
// Values of formulas beside the digits that another program has of them.

#include <optional>
#include <string>

#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"

namespace noise_values {

using namespace shufflecert;

inline refined_value refined(const std::string& formula, long digits) {
  return refine(*parse_formula(formula), {}, {}, digits, range_for_digits(digits), {.limits = {}});
}

inline number refined_number(const std::string& formula, long digits = 25) {
  const refined_value found = refined(formula, digits);
  INFO(formula << " " << found.reason);
  REQUIRE(found.sufficient);
  return std::get<number>(found.result);
}

inline std::optional<bool> truth_of(const std::string& relation) {
  return std::get<truth>(refined(relation, 20).result).value;
}

// The digits that are known are the value up to one in the last.
inline ball expected(const std::string& digits) {
  const auto mark = digits.find('e');
  const std::string fraction = digits.substr(digits.find('.') + 1, mark - digits.find('.') - 1);
  const int exponent = mark == std::string::npos ? 0 : std::stoi(digits.substr(mark + 1));
  const ball unit = pow(ball::of(10, 400), integer(exponent - static_cast<int>(fraction.size())));
  ball value = ball::of(*parse_decimal(digits), 400);
  arb_add_error(value.raw(), upper_bound(unit).raw());
  return value;
}

inline void check_value(const std::string& formula, const std::string& digits, long known = 25) {
  INFO(formula);
  CHECK(overlap(refined_number(formula, known).to_ball(400), expected(digits)));
}

inline bool is_infinite(const std::string& formula) {
  return refined_number(formula).is_infinity(1);
}

}  // namespace noise_values
