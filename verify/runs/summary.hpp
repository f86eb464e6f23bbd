#pragma once

#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// Prints what a run found: each claim with its verdict and witness, and what they come to.
/// `results` are those of `subjects`, claims of `read`; `figures` counts the figures of its files.
void print_summary(const catalogue& read, const std::vector<const claim*>& subjects,
                   const std::vector<claim_result>& results, std::size_t figures = 0);

}  // namespace shufflecert::inline v0_1::claims
