#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "reports/illustrations.hpp"
#include "verify/catalogue.hpp"

namespace shufflecert {

/// A results file that cannot be reported on.
class report_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a results file was made from.
struct results_origin {
  std::string version;
  std::vector<input_file> inputs;
};

/// Throws report_error where `results` is not a results file, by docs/results-schema.json.
results_origin origin_of(const std::string& results);

/// A file of a report.
struct report_file {
  std::string path;  ///< inside the report's folder, with '/' between its parts
  std::string text;
};

/// Renders the text of a results file: pages that open from disk, one file of Markdown, and the
/// forms for other programs. docs/reports.md lists the files. `shown` is what the results file does
/// not hold. Throws report_error where `results` is not a results file, by the same schema.
std::vector<report_file> render_report(const std::string& results, const illustrations& shown = {});

}  // namespace shufflecert
