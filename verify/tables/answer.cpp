#include "verify/tables/answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/formula_matching.hpp"

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

// The bits of a number that is written as digits, or as a power of such: 1e-4000, 10^-4000.
std::size_t written_bits(const expression& part) {
  constexpr std::size_t most = 200'000;
  if (const auto* digits = std::get_if<literal>(&part.node)) return bit_size(digits->value);
  const auto* power = std::get_if<power_of>(&part.node);
  if (power == nullptr) return 0;
  const auto* base = std::get_if<literal>(&power->base->node);
  const auto* minus = std::get_if<negation>(&power->exponent->node);
  const auto* exponent =
      std::get_if<literal>(minus == nullptr ? &power->exponent->node : &minus->operand->node);
  if (base == nullptr || exponent == nullptr) return 0;
  const auto times = to_int64(exponent->value);
  if (!times || *times > static_cast<std::int64_t>(most)) return 0;
  const std::size_t size = bit_size(base->value) * static_cast<std::size_t>(*times);
  return size <= most ? size : 0;
}

}  // namespace

precision_range widened_for(precision_range range, const expression_ptr& formula,
                            const variable_map& variables) {
  std::size_t longest = 0;
  const auto look = [&](const expression& part) -> expression_ptr {
    longest = std::max(longest, written_bits(part));
    return nullptr;
  };
  static_cast<void>(rewritten(formula, look));
  for (const auto& [name, value] : variables) static_cast<void>(rewritten(value, look));
  // Precisions double: the last one that is tried has at least half of these bits.
  range.last = std::max(range.last, static_cast<bits>(3 * longest));
  return range;
}

precision_range range_for(const expression_ptr& formula, const variable_map& variables,
                          long digits) {
  return widened_for(range_for_digits(digits), formula, variables);
}

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
  if (!known.sufficient && is_printable(enclosure, shown.ends))
    if (const long reached = certain_digits(enclosure, digits); reached > 0)
      shown.reason = fmt::format("{0} of {1} digits were reached: --digits {0} ({2})", reached,
                                 digits, known.reason);
  if (shown.is_sufficient)
    shown.digits = is_whole_answer ? digits : certain_digits(enclosure, digits);
  return shown;
}

std::vector<std::string> cautions_about_answer(const expression& formula,
                                               const refined_value& known,
                                               const answer_context& context) {
  const auto* decided = std::get_if<truth>(&known.result);
  const std::optional<bool> value = decided == nullptr ? std::nullopt : decided->value;
  std::vector<std::string> cautions =
      cautions_about_relation(formula, value, context.visible, context.variables, context.limits);
  add_cautions(cautions, cautions_about_value(formula, known, context.visible));
  if (value == true && !context.has_ranges &&
      has_infinite_side(formula, context.visible, context.variables, known.precision,
                        context.limits, context.cache))
    add_cautions(cautions, cautions_about_infinite_sides(1, 1));
  return cautions;
}

std::string without_a_number(const formula_value& found) {
  const bool is_law =
      std::holds_alternative<law_ptr>(found) || std::holds_alternative<noise_ptr>(found);
  const bool is_curve = std::holds_alternative<curve_ptr>(found);
  return fmt::format(
      "the formula is a {}; a number or a comparison is expected, such as '{}'",
      is_law ? "law" : (is_curve ? "trade-off function" : "pair"),
      is_law ? "pmf(law, 0)" : (is_curve ? "at(curve, 1/2)" : "renyi(pair, lambda)"));
}

}  // namespace shufflecert::inline v0_1::claims
