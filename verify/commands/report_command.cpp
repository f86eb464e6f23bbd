#include "reports/pages/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "claims/reading/link_catalogue.hpp"
#include "claims/results/failure.hpp"
#include "reports/plots/illustrations.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/commands/report_folder.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/interrupt.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class report_command : public command {
 public:
  explicit report_command(CLI::App& program) {
    app_ = program.add_subcommand("report", "Write an HTML report of a results file");
    app_->add_option("RESULTS", results_, "What 'verify --output' wrote")
        ->required()
        ->type_name("results.json");
    app_->add_option("--output", directory_, "Directory for the report; made if missing")
        ->required()
        ->type_name("DIR")
        ->check(complaint_about_name);
    app_->add_flag("--no-plots", no_plots_,
                   "Compute no curves or figures: show only what the results file has");
    common_.add_to(*app_);
    app_->footer(
        "Writes pages that open from disk and need no network: index.html, the overview; a page "
        "for\n"
        "each paper and each claim; claims.html, bounds.html, figures.html, coverage.html; the "
        "plots\n"
        "with their numbers. It also writes report.md, results.csv and, for CI systems, junit.xml\n"
        "and results.sarif, in which unexpected verdicts are failures or errors.\n"
        "Curves need the catalogue files that the results were made with, in the current folder\n"
        "or beside the results, and pictures of them need gnuplot; a report without them says so.\n"
        "docs/guide/reports.md\n\n"
        "Example: shufflecert verify --output results.json; shufflecert report results.json "
        "--output audit");
  }

  int run() override {
    require_writable_folder(directory_);
    const interrupt_guard interrupts;
    const budget limits = common_.limits(&interrupt_guard::requested());
    watchdog guard(limits, [] { return is_interrupted() ? give_up() : give_up_for_time(); });
    std::vector<report_file> files;
    std::vector<std::string> unplotted;
    std::string missing;
    recorded_results results;
    try {
      results = unaltered_results(read_file(results_, largest_results));
      illustrations shown;
      if (!no_plots_) {
        shown = illustrate_results(results, limits);
        missing = shown.missing;
        unplotted = shown.unplotted;
      }
      files = render_report(results, shown);
    } catch (const report_error& error) {
      throw usage_error(fmt::format("'{}': {}", results_, error.what()));
    } catch (const catalogue_error& error) {
      throw usage_error(fmt::format("'{}': {}", results_, error.what()));
    }
    guard.finish();
    if (is_interrupted()) return give_up();
    const std::vector<std::string> written =
        write_report(directory_, files, inputs_of_results(results_, results.inputs),
                     [] { return is_interrupted(); });
    if (written.empty()) return give_up();
    for (const std::string& line : unplotted) complain(line);
    if (!missing.empty()) complain(fmt::format("not all is drawn: {}", missing));
    if (common_.json)
      print_json_text(nlohmann::ordered_json{{"files", written}});
    else
      print(files);
    return exit_success;
  }

 private:
  [[nodiscard]] static bool is_interrupted() { return interrupt_guard::status() != 0; }

  // The report that was there before, if any, stays.
  static int give_up() {
    complain("interrupted: no report was written");
    return interrupt_guard::status();
  }

  // What the results file does not hold is computed from its inputs, where these are at hand.
  [[nodiscard]] illustrations illustrate_results(const recorded_results& results,
                                                 const budget& limits) const {
    illustrations shown;
    try {
      const std::vector<catalogue_source> sources =
          read_input_sources(results.inputs, results.version, input_reader_beside(results_));
      catalogue read = read_catalogue(sources);
      link_catalogue(read);
      shown = illustrate(results, sources, read, limits);
    } catch (const evidence_error& error) {
      shown.missing = error.what();
    }
    return shown;
  }

  // The pages to start from, and how many there are of each other kind.
  void print(const std::vector<report_file>& files) const {
    std::vector<std::pair<std::string, std::size_t>> folders;
    for (const report_file& file : files) {
      const std::size_t slash = file.path.find('/');
      if (slash == std::string::npos) {
        say("{}\n", (std::filesystem::path(directory_) / file.path).string());
        continue;
      }
      const std::string folder = file.path.substr(0, slash);
      const auto known = std::find_if(folders.begin(), folders.end(),
                                      [&](const auto& one) { return one.first == folder; });
      if (known == folders.end())
        folders.emplace_back(folder, 1);
      else
        ++known->second;
    }
    for (const auto& [folder, count] : folders)
      say("{}/: {} {}\n", (std::filesystem::path(directory_) / folder).string(), count,
          count == 1 ? "file" : "files");
  }

  std::string results_;
  std::string directory_;
  bool no_plots_ = false;
};

}  // namespace

std::unique_ptr<command> make_report_command(CLI::App& program) {
  return std::make_unique<report_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
