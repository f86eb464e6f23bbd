#include "reports/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/coverage_data.hpp"
#include "reports/exchange.hpp"
#include "reports/report_data.hpp"
#include "verify/embedded.hpp"

namespace shufflecert {
namespace {

const std::string& template_text(std::string_view name) {
  const auto& files = embedded::report_templates();
  const auto found = std::find_if(files.begin(), files.end(), [&](const embedded::text_file& file) {
    return file.name == name;
  });
  if (found == files.end()) throw std::logic_error(fmt::format("no template '{}'", name));
  return found->text;
}

// Markdown reads these as markup; a backslash keeps them as text.
std::string as_markdown(const std::string& text) {
  static const std::string special = "\\`*_{}[]<>#|~&$";
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) result += '\\';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result;
}

std::string render(std::string_view name, const kainjow::mustache::data& page) {
  kainjow::mustache::mustache prepared(template_text(name));
  if (!prepared.is_valid())
    throw std::logic_error(fmt::format("template '{}': {}", name, prepared.error_message()));
  return prepared.render(page);
}

}  // namespace

report_pages render_report(const std::string& results) {
  try {
    const auto parsed = nlohmann::ordered_json::parse(results);
    kainjow::mustache::data html =
        report_data(parsed, [](const std::string& text) { return text; });
    html.set("style", template_text("report.css"));
    report_pages pages{render("report.html.mustache", html),
                       render("report.md.mustache", report_data(parsed, as_markdown)),
                       "",
                       results_csv(parsed),
                       results_junit(parsed),
                       results_sarif(parsed)};
    if (parsed.contains("coverage") && !parsed.at("coverage").empty()) {
      kainjow::mustache::data coverage = coverage_data(parsed);
      coverage.set("style", template_text("report.css"));
      pages.coverage = render("coverage.html.mustache", coverage);
    }
    return pages;
  } catch (const nlohmann::json::exception& error) {
    throw report_error(fmt::format(
        "this is not a results file of 'shufflecert verify --output' ({})", error.what()));
  }
}

}  // namespace shufflecert
