#include "verify/tables/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shufflecert::inline v0_1::claims {
namespace {

// Decimal exponents end near 10^18: beyond, the outward end is inf or 0.
bool is_printable(const ball& enclosure, const decimal_interval& ends) {
  if (!enclosure.is_finite()) return true;
  const bool overflows = ends.upper == "inf" || ends.lower == "-inf";
  const bool underflows = (enclosure.is_certainly_positive() && ends.lower == "0") ||
                          (enclosure.is_certainly_negative() && ends.upper == "0");
  return !overflows && !underflows;
}

}  // namespace

std::string method_text(const refined_value& known, const number* result) {
  if (!known.methods.empty()) return fmt::format("{}", fmt::join(known.methods, ", "));
  return result != nullptr && result->is_exact() && result->as_rational() != nullptr
             ? "exact arithmetic"
             : "ball arithmetic";
}

shown_number show_number(const number& result, const refined_value& known, long digits) {
  constexpr bits least = 64;
  const bits precision = std::max<bits>(known.precision, least);
  const ball enclosure = result.to_ball(precision);
  const bool is_whole_answer = result.is_exact() || enclosure.is_exact();
  shown_number shown;
  // A few more digits than were asked for.
  shown.ends = to_decimal(result, precision, digits + 3);
  shown.is_sufficient = known.sufficient;
  shown.reason = known.reason;
  if (!is_printable(enclosure, shown.ends)) {
    shown.is_sufficient = false;
    shown.reason = "the exponent of the value is too large to print both ends";
  }
  if (shown.is_sufficient)
    shown.digits = is_whole_answer ? digits : certain_digits(enclosure, digits);
  return shown;
}

std::string without_a_number(const formula_value& found) {
  const bool is_law = std::holds_alternative<law_ptr>(found);
  const bool is_curve = std::holds_alternative<curve_ptr>(found);
  return fmt::format(
      "the formula is a {}; a number or a comparison is expected, such as '{}'",
      is_law ? "law" : (is_curve ? "trade-off function" : "pair"),
      is_law ? "pmf(law, 0)" : (is_curve ? "at(curve, 1/2)" : "renyi(pair, lambda)"));
}

}  // namespace shufflecert::inline v0_1::claims
