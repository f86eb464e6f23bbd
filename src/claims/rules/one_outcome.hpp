#pragma once

namespace shufflecert::inline v0_1::claims {

/// Rényi divergences of order lambda > 1 from below by one outcome, (U.2) to (U.4) of
/// docs/methods/refuted-regions.md, with n users and p for the rate of clones.
namespace one_outcome {
/// No report is a 1: swap(rr_pair(n, eps0)).
constexpr const char* no_ones = "eps0 - n*log1p(exp(-eps0))/(lambda - 1)";
/// All reports are 1: rr_pair(n, eps0).
constexpr const char* all_ones = "eps0 + (eps0 - n*log1p(exp(eps0)))/(lambda - 1)";
/// All counts on one side: clone_pair(n, eps0, p).
constexpr const char* one_side = "eps0 + ((n - 1)*log1p(-p/2) - log1p(exp(-eps0)))/(lambda - 1)";
}  // namespace one_outcome

}  // namespace shufflecert::inline v0_1::claims
