#pragma once

#include <optional>

#include "quantities/outcome_sum.hpp"

namespace shufflecert {

/// Runs a visitor over the outcomes of any discrete pair; normal pairs are not discrete.
/// Returns the upper bound for the mass left out of P and of Q.
ball visit_outcomes(const distribution_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor);

/// True where P and Q are certainly the same law: ε0 = 0 (no local privacy loss) or b = 0.
bool certainly_identical(const distribution_pair& pair);

/// Whether some outcome has P > 0 and Q = 0 (and, these pairs being symmetric, vice versa); open
/// where an enclosure of b contains 0 and more.
std::optional<bool> has_singular_outcomes(const distribution_pair& pair, bits precision);

/// True for the pairs whose likelihood ratio is bounded whatever their parameters are.
bool has_bounded_ratio(const distribution_pair& pair);

/// sup |log(P/Q)|, which is ε0 for the pairs of ε0-LDP mechanisms and for the clone pair.
/// Only where has_bounded_ratio().
const number& largest_log_ratio(const distribution_pair& pair);

}  // namespace shufflecert
