#pragma once

#include <kainjow/mustache.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

/// The text of a file of reports/pages/templates. Throws std::logic_error where there is none.
const std::string& template_text(std::string_view name);

/// A template, parsed once, however many pages it makes.
class page_template {
 public:
  /// Throws std::logic_error where there is no such template, or where it does not parse.
  explicit page_template(const std::string& name);

  /// The page that the template makes of its data. Throws std::logic_error where it cannot.
  std::string render(const kainjow::mustache::data& page);

 private:
  std::string name_;
  kainjow::mustache::mustache parsed_;
};

/// A results file that cannot be reported on.
class report_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file of a report.
struct report_file {
  std::string path;  ///< inside the report's folder, with '/' between its parts
  std::string text;
};

}  // namespace shufflecert::inline v0_1::claims
