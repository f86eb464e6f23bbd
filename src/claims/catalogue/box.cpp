#include "claims/catalogue/box.hpp"

#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {

std::optional<rational> parse_signed_decimal(const std::string& text) {
  const bool negative = !text.empty() && text.front() == '-';
  auto result = parse_decimal(std::string_view(text).substr(negative ? 1 : 0));
  if (result && negative) *result = -*result;
  return result;
}

interval rational_ends(const point_value& from, const point_value& to) {
  constexpr bits precision = 128;
  constexpr long digits = 30;
  const auto exact_or = [&](const point_value& end, bool is_lower) {
    const number value = constant_value(end);
    if (const auto* exact = value.as_rational()) return *exact;
    const decimal_interval shown = to_decimal(value.to_ball(precision), digits);
    if (const auto outer = parse_signed_decimal(is_lower ? shown.lower : shown.upper))
      return *outer;
    throw beyond_reach("'" + end.text + "' is beyond 10^10000, or nearer to 0 than 10^-10000");
  };
  return {exact_or(from, true), exact_or(to, false)};
}

ball enclosing_ball(const interval& range, bits precision) {
  return ball::hull(ball::of(range.lower, precision), ball::of(range.upper, precision));
}

}  // namespace shufflecert::inline v0_1::claims
