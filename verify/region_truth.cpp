#include "verify/region_truth.hpp"

#include <algorithm>

#include "shufflecert/refine_over_ranges.hpp"

namespace shufflecert {
namespace {

constexpr long compared_digits = 6;
constexpr bits least_precision = 64;
constexpr std::size_t most_precision = 4'096;

expression_ptr literal_of(const rational& value) {
  return parse_formula(to_text(value));
}

// Enough bits to tell the ends of every interval apart, and some more.
bits first_precision(const box& region) {
  std::size_t needed = 0;
  for (const auto& [name, range] : region) {
    if (range.lower == range.upper) continue;
    const rational size = std::max(rational(abs(range.lower)), rational(abs(range.upper)));
    const integer ratio = floor(size / (range.upper - range.lower)) + 1;
    needed = std::max<std::size_t>(needed, msb(ratio));
  }
  return least_precision + static_cast<bits>(std::min(needed, most_precision));
}

}  // namespace

std::optional<bool> truth_over(const claim_context& context, const expression_ptr& relation,
                               const check_point& fixed, const box& region) {
  variable_map variables = variables_at(context.subject, fixed);
  range_map ranges;
  for (const auto& [name, range] : region) {
    variables.erase(name);
    ranges[name] = {literal_of(range.lower), literal_of(range.upper)};
  }
  // One precision: what it leaves open is nearly always due to the width of the region.
  const bits precision = first_precision(region);
  try {
    const refined_range found =
        refine_over_ranges(*relation, context.visible.visible, variables, ranges, compared_digits,
                           {precision, precision}, context.options.limits);
    const auto* decided = std::get_if<truth>(&found.known.result);
    if (decided == nullptr || decided->tied || !found.known.sufficient) return std::nullopt;
    return decided->value;
  } catch (const std::runtime_error&) {
    // No value at some point of the region, or none that this can enclose.
    return std::nullopt;
  }
}

}  // namespace shufflecert
