#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "quantities/outcomes/outcome_row.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Every outcome of a discrete pair with P > 0 or Q > 0, in exact rationals: Σ p = Σ q = 1. Nothing
/// where a probability is not rational (e^ε0, p, b, γ or a probability of a table is not) or has
/// more than 16,384 bits, where the pair has more than `most` outcomes, or where it is not
/// discrete. Outcomes whose ratio P/Q is the same by symmetry may be merged into one. Needs checked
/// parameters.
std::optional<std::vector<outcome_row>> exact_rows(const distribution_pair& pair, std::size_t most);

/// The most rows that all_rows() makes.
inline constexpr std::size_t longest_table = 1'000'000;

/// The same rows in balls of `precision` bits: complete, nothing is left out. A probability that is
/// 0 is exactly 0; every other one is certainly positive. Needs checked parameters.
/// @throws beyond_reach  more than longest_table outcomes, a pair of continuous laws, the deadline
/// @throws precision_needed  a probability is not separated from 0 at this precision
std::vector<outcome_row> all_rows(const distribution_pair& pair, bits precision,
                                  const budget& limits);

/// Whether several rounds have so few outcomes that summing over all of them takes no time.
bool has_table(const distribution_pair& pair);

/// A row with its outcome, a tuple of counts.
struct listed_row {
  std::vector<std::int64_t> outcome;
  outcome_row row;
};

/// The rows of a clone, unmixed, printed or randomized-response pair with their outcomes,
/// ascending; in exact rationals where exact_rows(pair, most_exact) would give them, else as
/// all_rows().
std::vector<listed_row> listed_rows(const distribution_pair& pair, std::size_t most_exact,
                                    bits precision, const budget& limits);

/// P(X = k), k = 0, …, trials, for X ~ Bin(trials, p) with q = 1 − p: exact where p and q are
/// rational and the numbers stay small, else in balls whose relative radius grows by a few units
/// in the last place per step.
std::vector<number> binomial_law(std::int64_t trials, const number& p, const number& q,
                                 bits precision);

}  // namespace shufflecert::inline v0_1
