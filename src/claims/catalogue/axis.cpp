#include "claims/catalogue/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const definitions& no_definitions() {
  static const definitions none;
  return none;
}

}  // namespace

point_value point_value_of(const rational& value) {
  const std::string text = to_text(value);
  // Written down, so that others can read it: nothing that the parser refuses is a value.
  try {
    return {text, parse_formula(text)};
  } catch (const formula_error&) {
    throw beyond_reach("a number of more than 10,000 digits would have to be written down");
  }
}

number constant_value(const point_value& value) {
  constexpr long digits = 20;
  const refined_value known = refine(*value.formula, no_definitions(), {}, digits, {}, {});
  const auto* result = std::get_if<number>(&known.result);
  if (!known.sufficient || result == nullptr)
    throw undefined_value("the value of '" + value.text + "' is not determined");
  return *result;
}

point_value read_point_value(const std::string& text) {
  expression_ptr formula = parse_formula(text);
  const value_kind kind = check_formula(*formula, no_definitions(), {});
  if (kind == value_kind::truth || kind == value_kind::pair)
    throw formula_error(1, "expected a number, found a " + to_text(kind));
  return {text, std::move(formula)};
}

point_value doubled(const point_value& value) {
  const number known = constant_value(value);
  if (const auto* exact = known.as_rational()) return point_value_of(2 * *exact);
  const std::string text = "2*(" + value.text + ")";
  return {text, parse_formula(text)};
}

void for_each_point(const axis_range& range, const std::function<void(point_value)>& take) {
  const number from = constant_value(range.from);
  const number to = constant_value(range.to);
  const auto* first = from.as_rational();
  const auto* last = to.as_rational();
  take(range.from);
  for (std::int64_t i = 1; i + 1 < range.steps; ++i) {
    if (range.scale == axis_scale::log) {
      // These choose where to look; nothing is certified here.
      const double start = from.to_ball(64).near();
      const double end = to.to_ball(64).near();
      if (!(start > 0 && end > 0))
        throw undefined_value("the ends of a logarithmic range must be positive");
      constexpr double smallest = 1e-300;
      constexpr double largest = 1e300;
      if (!(std::min(start, end) >= smallest && std::max(start, end) <= largest))
        throw undefined_value(
            "the ends of a logarithmic range must lie between 10^-300 and 10^300");
      const double share = static_cast<double>(i) / static_cast<double>(range.steps - 1);
      take(point_value_of(
          *parse_decimal(fmt::format("{:.5e}", start * std::pow(end / start, share)))));
    } else if (first != nullptr && last != nullptr) {
      take(point_value_of(*first + (*last - *first) * i / (range.steps - 1)));
    } else {
      take(read_point_value(fmt::format("{0} + ({1} - ({0}))*{2}/{3}", range.from.text,
                                        range.to.text, i, range.steps - 1)));
    }
  }
  if (range.steps > 1) take(range.to);
}

std::vector<point_value> expand_range(const axis_range& range) {
  std::vector<point_value> values;
  for_each_point(range, [&](point_value value) { values.push_back(std::move(value)); });
  return values;
}

point_value rounded_to_integer(const point_value& value) {
  const number nearest = floor(add(constant_value(value), rational(1, 2), 256), 256);
  const auto* whole = nearest.as_rational();
  if (whole == nullptr)
    throw undefined_value("'" + value.text + "' does not round to a whole number");
  return point_value_of(*whole);
}

std::vector<point_value> rounded_to_integers(const std::vector<point_value>& values) {
  std::vector<point_value> result;
  std::set<std::string> known;
  for (const auto& value : values) {
    point_value whole = rounded_to_integer(value);
    if (known.insert(whole.text).second) result.push_back(std::move(whole));
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
