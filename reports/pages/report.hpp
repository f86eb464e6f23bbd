#pragma once

#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/plots/illustrations.hpp"

namespace shufflecert::inline v0_1::claims {

/// Reads the text of a results file to report on it. Throws report_error where it is none, by
/// docs/reference/results-schema.json.
recorded_results results_to_report(const std::string& text);

/// The same of a file that somebody hands over. Throws report_error, too, where it was altered
/// after it was written: its digests say so.
recorded_results unaltered_results(const std::string& text);

/// Renders a results file: pages that open from disk, one file of Markdown, and the forms for other
/// programs. docs/guide/reports.md lists the files. `shown` is what the results file does not hold.
/// Throws report_error where a claim stands there twice.
std::vector<report_file> render_report(const recorded_results& results,
                                       const illustrations& shown = {});
/// The same of the text of a results file. Throws as both do.
std::vector<report_file> render_report(const std::string& results, const illustrations& shown = {});

/// A draft of a letter to the authors of a paper, in Markdown: main results first, what stands,
/// what does not, with the command that checks each, and what a corrected version could say.
/// Throws report_error where no claim of this paper was judged, or where no statement has a
/// finding: each is undecided, or set aside since its text is in doubt.
std::string render_letter(const recorded_results& results, const std::string& paper);
/// The same of the text of a results file. Throws report_error where it is none.
std::string render_letter(const std::string& results, const std::string& paper);

}  // namespace shufflecert::inline v0_1::claims
