#pragma once
// The outcomes of several rounds as rows of a table: products of those of each. Formula numbers
// refer to docs/methods/rounds.md.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quantities/outcomes/outcome_row.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Counts from here on are not told apart: no table is that long.
inline constexpr double beyond_tables = 1e9;
/// What stands for them: above longest_table, and a std::size_t also where that has 32 bits.
inline constexpr std::size_t too_many_rows = std::size_t{1} << 30;

/// How many rows the rounds have at most, from those of one round; something above longest_table
/// where that is many, or where a round has none.
std::size_t row_count_of_rounds(const composed_pair& pair,
                                std::size_t (*count_of)(const distribution_pair&));

/// The rows of k >= 1 rounds with these rows each; rounds in another order are one row: (G.4).
std::vector<outcome_row> power_rows(const std::vector<outcome_row>& of, std::int64_t k,
                                    bits precision, const budget& limits);

/// The rows of two independent rounds.
std::vector<outcome_row> product_rows(const std::vector<outcome_row>& a,
                                      const std::vector<outcome_row>& b, bits precision,
                                      const budget& limits);

/// Rows of rational probabilities with equal P/Q as one row.
std::vector<outcome_row> joined_rows(std::vector<outcome_row> rows);

}  // namespace shufflecert::inline v0_1
