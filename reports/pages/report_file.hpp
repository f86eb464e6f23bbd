#pragma once

#include <stdexcept>
#include <string>

namespace shufflecert {

/// A results file that cannot be reported on.
class report_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file of a report.
struct report_file {
  std::string path;  ///< inside the report's folder, with '/' between its parts
  std::string text;
};

}  // namespace shufflecert
