#pragma once
// The outcomes of a discrete pair in the order of the Neyman–Pearson tests. Formula numbers refer
// to docs/methods/tradeoff.md.

#include <vector>

#include "quantities/outcomes/outcome_rows.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Enclosures of the probabilities P and Q of one outcome.
struct tradeoff_row {
  ball p;
  ball q;
};

/// Outcomes in descending order of Q/P, as far as midpoints tell: rows whose enclosures overlap may
/// stand in either order, which every use allows for. Certainly P(left out), Q(left out) <=
/// `left_out`.
struct tradeoff_table {
  std::vector<tradeoff_row> rows;
  ball left_out;
};

/// The outcomes of a discrete pair, leaving out mass below about 2^log2_threshold.
/// @throws beyond_reach  more than 2·10^6 outcomes matter, or the deadline has passed
tradeoff_table table_of(const distribution_pair& pair, bits precision, double log2_threshold,
                        const budget& limits);
/// All of the given outcomes.
tradeoff_table table_of(const std::vector<outcome_row>& rows, bits precision);

/// The rows of (P, wP + (1−w)Q), whose trade-off function is w·Id + (1−w)·T(P, Q); 0 <= w <= 1.
tradeoff_table mixed_with_identity(tradeoff_table table, const ball& w);

/// Encloses T(P, Q)(α) for 0 <= α <= 1: (T.2), (T.3).
ball tradeoff_of(const tradeoff_table& table, const ball& alpha);
/// Encloses min{T(P, Q), T(Q, P)}** at α: (T.10), (T.11).
ball symmetrized_tradeoff_of(const tradeoff_table& table, const ball& alpha);
/// Encloses Σ (P − factor·Q)₊, factor >= 0.
ball positive_part_of(const tradeoff_table& table, const ball& factor);
/// Encloses the least k >= 0 with Σ (P − kQ)₊ <= δ, for 0 < δ < 1; exactly inf where no k has it:
/// (T.5), (T.6).
ball least_factor_of(const tradeoff_table& table, const ball& delta);

}  // namespace shufflecert::inline v0_1
