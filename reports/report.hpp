#pragma once

#include <stdexcept>
#include <string>

namespace shufflecert {

/// A results file that cannot be reported on.
class report_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A report in its forms.
struct report_pages {
  std::string html;  ///< one self-contained page
  std::string markdown;
  std::string coverage;  ///< the page of the papers' statements; empty where the results have none
  std::string csv;       ///< for spreadsheets
  std::string junit;     ///< for systems that run tests: JUnit XML
  std::string sarif;     ///< for systems that show findings at lines of files
};

/// Renders the text of a results file. Throws report_error when it is not one.
report_pages render_report(const std::string& results);

}  // namespace shufflecert
