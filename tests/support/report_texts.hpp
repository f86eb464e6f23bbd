#pragma once
// A report as tests look at it.

#include <string>
#include <vector>

#include "reports/pages/report.hpp"

/// The texts of a report: all its pages one after the other, and single ones.
struct report_texts {
  std::vector<shufflecert::claims::report_file> files;
  std::string html;
  std::string markdown;

  explicit report_texts(const std::string& results,
                        const shufflecert::claims::illustrations& shown = {})
      : files(shufflecert::claims::render_report(results, shown)) {
    for (const auto& file : files)
      if (file.path.ends_with(".html")) html += file.text;
    markdown = page("report.md");
  }

  /// The file's text; empty where the report has no such file.
  [[nodiscard]] std::string page(const std::string& path) const {
    for (const auto& file : files)
      if (file.path == path) return file.text;
    return "";
  }
};
