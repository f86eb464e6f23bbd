#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "reports/pages/report_file.hpp"
#include "reports/plots/illustrations.hpp"

namespace shufflecert {

/// What a results file was made from.
struct results_origin {
  std::string version;
  std::vector<input_file> inputs;
};

/// Throws report_error where `results` is not a results file, by
/// docs/reference/results-schema.json.
results_origin origin_of(const std::string& results);

/// Renders the text of a results file: pages that open from disk, one file of Markdown, and the
/// forms for other programs. docs/guide/reports.md lists the files. `shown` is what the results
/// file does not hold. Throws report_error where `results` is not a results file, by the same
/// schema.
std::vector<report_file> render_report(const std::string& results, const illustrations& shown = {});

}  // namespace shufflecert
