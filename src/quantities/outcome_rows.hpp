#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// The probabilities P and Q of one outcome. Which outcome it is does not matter to a divergence.
struct outcome_row {
  number p;
  number q;
};

/// Every outcome of a discrete pair with P > 0 or Q > 0, in exact rationals: Σ p = Σ q = 1. Nothing
/// where a probability is not rational (e^ε0, p, b, γ or a probability of a table is not), where
/// the pair has more than `most` outcomes, or where it is not discrete. Needs checked parameters.
std::optional<std::vector<outcome_row>> exact_rows(const distribution_pair& pair, std::size_t most);

}  // namespace shufflecert
