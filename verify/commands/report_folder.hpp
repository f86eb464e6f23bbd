#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/pages/report.hpp"

namespace shufflecert::inline v0_1::claims {

/// Writes a report into `directory`, which is made if it is missing, and removes what an earlier
/// report left there and this one does not have. docs/reference/threat-model.md says what is never
/// touched: nothing outside of the folder, nothing that a link in it leads to, no file that the
/// list files.txt does not name with the digest that it has.
///
/// All is written beside the old report first, and then takes its place, the overview last: a run
/// that ends before that leaves the old report, one that ends while that happens leaves none that
/// could be opened at its overview. None of `inputs` is replaced. `is_stopped` is asked between
/// files until the first one takes its place.
///
/// Returns the paths written; nothing where the writing was stopped. Throws usage_error.
std::vector<std::string> write_report(const std::string& directory,
                                      const std::vector<report_file>& files,
                                      const std::vector<std::string>& inputs,
                                      const std::function<bool()>& is_stopped);

}  // namespace shufflecert::inline v0_1::claims
