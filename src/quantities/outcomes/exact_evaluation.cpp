#include "quantities/outcomes/exact_evaluation.hpp"

#include "arithmetic/exact_algebra.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// In bits handled, about a tenth of a second.
constexpr std::size_t highest_cost = 20'000'000;

}  // namespace

std::optional<rational> exact_sum(const std::vector<outcome_row>& rows, const exact_term& term,
                                  const budget& limits) {
  rational sum = 0;
  std::size_t cost = 0;
  for (const outcome_row& row : rows) {
    limits.check();
    const auto next = term(row);
    if (!next || bit_size(*next) > largest_exact_sum) return std::nullopt;
    sum += *next;
    const std::size_t size = bit_size(sum);
    cost += size;
    if (size > largest_exact_sum || cost > highest_cost) return std::nullopt;
  }
  return sum;
}

std::optional<rational> exact_power(const rational& base, std::int64_t exponent) {
  if (!is_power_within(base, exponent, largest_exact_sum)) return std::nullopt;
  return power(base, static_cast<long>(exponent));
}

bool tries_exact_rationals(evaluation_method asked, bits precision) {
  if (asked == evaluation_method::exact_rationals) return true;
  return asked == evaluation_method::automatic && precision >= least_exact_precision;
}

std::optional<std::vector<outcome_row>> rows_for_exact_sum(const distribution_pair& pair,
                                                           bits precision,
                                                           evaluation_method asked) {
  if (!tries_exact_rationals(asked, precision)) return std::nullopt;
  return exact_rows(pair, most_exact_rows);
}

}  // namespace shufflecert::inline v0_1
