#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/report.hpp"
#include "verify/commands/command.hpp"
#include "verify/commands/watchdog.hpp"

namespace shufflecert {
namespace {

class report_command : public command {
 public:
  explicit report_command(CLI::App& program) {
    app_ = program.add_subcommand("report", "Turn a results file into a report to read");
    app_->add_option("RESULTS", results_, "What 'verify --output' wrote")
        ->required()
        ->type_name("results.json");
    app_->add_option("--output", directory_, "Directory for the report; made if missing")
        ->required()
        ->type_name("DIR");
    common_.add_to(*app_);
    app_->footer(
        "Writes index.html, one page that needs no network; report.md; coverage.html where the\n"
        "results say what statements the papers have; results.csv; junit.xml and results.sarif "
        "for\n"
        "CI systems: a verdict that is not the expected one is a failure, or an error.\n\n"
        "Example: shufflecert verify --output results.json; shufflecert report results.json "
        "--output audit");
  }

  int run() override {
    watchdog guard(common_.limits(), give_up_for_time);
    report_pages pages;
    try {
      pages = render_report(read_file(results_));
    } catch (const report_error& error) {
      throw usage_error(fmt::format("'{}': {}", results_, error.what()));
    }
    guard.finish();
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
      throw usage_error(
          fmt::format("cannot make the directory '{}': {}", directory_, error.message()));
    const std::vector<std::pair<const char*, const std::string*>> contents{
        {"index.html", &pages.html},        {"report.md", &pages.markdown},
        {"coverage.html", &pages.coverage}, {"results.csv", &pages.csv},
        {"junit.xml", &pages.junit},        {"results.sarif", &pages.sarif}};
    std::vector<std::string> files;
    for (const auto& [name, text] : contents) {
      if (text->empty()) continue;
      files.push_back((std::filesystem::path(directory_) / name).string());
      write_file(files.back(), *text);
    }
    if (common_.json)
      fmt::print("{}\n", nlohmann::ordered_json{{"files", files}}.dump(2));
    else
      for (const std::string& file : files) fmt::print("{}\n", file);
    return exit_success;
  }

 private:
  std::string results_;
  std::string directory_;
};

}  // namespace

std::unique_ptr<command> make_report_command(CLI::App& program) {
  return std::make_unique<report_command>(program);
}

}  // namespace shufflecert
