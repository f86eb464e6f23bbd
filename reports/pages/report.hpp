#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/plots/illustrations.hpp"

namespace shufflecert::inline v0_1::claims {

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

/// A draft of a letter to the authors of a paper, in Markdown: main results first, what stands,
/// what does not, with the command that checks each, and what a corrected version could say.
/// `results` is the text of a results file. Throws report_error where it is none, where no claim of
/// this paper was judged, or where only some were.
std::string render_letter(const std::string& results, const std::string& paper);

}  // namespace shufflecert::inline v0_1::claims
