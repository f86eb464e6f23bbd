#pragma once

#include <optional>

#include "quantities/outcomes/outcome_sum.hpp"

namespace shufflecert::inline v0_1 {

/// Runs a visitor over the outcomes of any discrete pair; normal pairs are not discrete.
/// Returns the upper bound for the mass left out of P and of Q; exactly 0 for pairs that exist as
/// tables only.
ball visit_outcomes(const distribution_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor);

/// True where P and Q are certainly the same law, whatever the precision: ε0 = 0 (no local privacy
/// loss), b = 0, γ = 0, equal tables.
bool certainly_identical(const distribution_pair& pair);

/// Whether some outcome has P > 0 = Q; open where an enclosure of b or γ leaves it open.
std::optional<bool> has_singular_outcomes(const distribution_pair& pair, bits precision);

/// True where certainly no outcome is possible under both laws, so that every loss is infinite.
bool certainly_disjoint(const distribution_pair& pair, bits precision, const budget& limits);

/// The least and the largest value of log(P/Q), both attained.
struct log_ratio_range {
  number lowest;
  number highest;
};

/// In closed form for the pairs of ε0-LDP mechanisms, subsampled or not, and for the clone pair;
/// nothing for the others.
std::optional<log_ratio_range> find_log_ratio_range(const distribution_pair& pair, bits precision);

/// sup log(P/Q) of a pair of tables; it must have no outcome with P > 0 = Q.
number largest_log_ratio_of_table(const distribution_pair& pair, bits precision,
                                  const budget& limits);

}  // namespace shufflecert::inline v0_1
