#pragma once

#include <string>
#include <vector>

#include "reports/report.hpp"

namespace shufflecert {

/// Writes a report into `directory`, which is made if it is missing, and removes what an earlier
/// report left there and this one does not have: the file files.txt, written last, says what was
/// written. Nothing else in the directory is touched. Returns the paths written.
/// Throws usage_error where something cannot be written.
std::vector<std::string> write_report(const std::string& directory,
                                      const std::vector<report_file>& files);

}  // namespace shufflecert
