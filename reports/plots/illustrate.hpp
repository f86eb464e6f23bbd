#pragma once

#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/results_json.hpp"
#include "reports/plots/illustrations.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert {

/// Computes what a report shows beyond the results file: curves through the counterexamples, the
/// figures and the bounds of the catalogue, and draws them where gnuplot is installed. Every number
/// is certified; what cannot be computed within `limits` is a gap. In parallel.
///
/// @param results  a results file
/// @param sources  the files that it was made with
/// @param read     the catalogue that they hold, linked
/// @throws catalogue_error  where a [[figure]] cannot be used
illustrations illustrate(const json& results, const std::vector<catalogue_source>& sources,
                         const catalogue& read, const budget& limits);

}  // namespace shufflecert
