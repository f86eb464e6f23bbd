#pragma once
// Sums over the outcomes of small pairs in exact rationals: what decides equalities and touching
// inequalities. See docs/methods/laws.md, section 5.

#include <functional>
#include <optional>
#include <vector>

#include "quantities/outcomes/outcome_rows.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// Balls come first: they decide all but ties, and sooner. Ties at 10^−50 need 166 bits, of which
/// the sums carry up to 16 beyond those asked for.
inline constexpr bits least_exact_precision = 144;
/// The most rows that are summed exactly.
inline constexpr std::size_t most_exact_rows = 5'000;
/// The most bits of an exact sum or of one of its terms.
inline constexpr std::size_t largest_exact_sum = 16'384;

/// A term of an exact sum, or nothing where it is too large.
using exact_term = std::function<std::optional<rational>(const outcome_row&)>;

/// Σ term over the rows; nothing where it becomes too large or costs too much.
std::optional<rational> exact_sum(const std::vector<outcome_row>& rows, const exact_term& term,
                                  const budget& limits);

/// p^k·q^(1 − k) and the like: base^exponent, or nothing where it is too large.
std::optional<rational> exact_power(const rational& base, std::int64_t exponent);

/// Whether exact rationals are to be tried: at every precision where they are asked for, else from
/// least_exact_precision on.
bool tries_exact_rationals(evaluation_method asked, bits precision);

/// The rows of a pair that is to be summed exactly; nothing where it is not to be, or where the
/// pair is not small and rational.
std::optional<std::vector<outcome_row>> rows_for_exact_sum(const distribution_pair& pair,
                                                           bits precision, evaluation_method asked);

}  // namespace shufflecert::inline v0_1
