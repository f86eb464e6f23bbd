#pragma once

#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/plot_points.hpp"

namespace shufflecert::inline v0_1::claims {

/// The plots that show what was found about a claim. `found` is the claim's record in the results,
/// `subject` the claim, `read` the catalogue that it stands in.
///
/// For a refuted claim of kind `forall` whose failing part is a comparison: both sides along each
/// variable that the claim varies and the comparison depends on, through the counterexample. The
/// axis goes from the smallest to the largest of the listed values, of what a search moved it over
/// (up to ten times beyond the listed values) and of the counterexample. The sides are drawn where
/// the claim's domain certainly holds; the stretches of consecutive points at which the comparison
/// is certainly false are marked.
///
/// For a claim of kind `rate`: |error| by size, as the results have it, and a line of the claimed
/// order through the first error.
///
/// Empty for other claims, and where there is nothing to see. What a point may cost is counted in
/// work rather than time, so that the same results give the same plots; where `how.limits` sets no
/// limit, a plot ends after 30 seconds all the same. May be called from several threads at once.
std::vector<plot> claim_plots(const recorded_claim& found, const claim& subject,
                              const catalogue& read, const sampling& how);

/// Why claim_plots() is empty for a finding that it would show; empty where there is nothing to
/// show: for other claims, and for those without variables.
std::string why_no_plot(const recorded_claim& found, const claim& subject);

}  // namespace shufflecert::inline v0_1::claims
