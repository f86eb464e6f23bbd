#pragma once
// A report as tests look at it. What its sentences say is in tests/reports/pages/golden.

#include <map>
#include <regex>
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

/// What a page counts at its top, by label.
inline std::map<std::string, std::size_t> counts_on(const std::string& page) {
  static const std::regex count("<li class=\"[^\"]*\"><strong>(\\d+)</strong>([^<]*)</li>");
  std::map<std::string, std::size_t> counts;
  for (std::sregex_iterator at(page.begin(), page.end(), count), end; at != end; ++at)
    counts[(*at)[2]] = std::stoul((*at)[1]);
  return counts;
}

/// The first verdict that a page shows: on the page of a claim, that of the claim.
inline std::string verdict_on(const std::string& page) {
  static const std::regex badge("<span class=\"badge ([^\"]*)\">");
  std::smatch found;
  return std::regex_search(page, found, badge) ? found[1].str() : "";
}
