#include <fmt/format.h>

#include <algorithm>

#include "claims/reading/read_coverage.hpp"
#include "claims/results/results_json.hpp"
#include "claims/text/shown_text.hpp"
#include "claims/text/similar_keys.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class coverage_command : public command {
 public:
  explicit coverage_command(CLI::App& program) {
    app_ = program.add_subcommand("coverage",
                                  "List the statements of the papers, and which claims check them");
    app_->add_option("PAPER", key_, "The key of one paper; without it, all papers");
    app_->add_flag("--markdown", markdown_, "Print the page reports/coverage.md, of all papers");
    common_.add_to(*app_);
    app_->footer("Example: shufflecert coverage girgis-2021");
  }

  int run() override {
    watchdog guard(common_.limits(), give_up_for_time);
    if (markdown_ && (common_.json || !key_.empty()))
      throw usage_error(
          "--markdown prints the page of all papers: it goes without a paper's key "
          "and without --json");
    const catalogue read = read_builtin_catalogue();
    const std::vector<covered_statement> subjects = choose(read);
    guard.finish();
    if (markdown_)
      print_lines(coverage_markdown(read));
    else if (common_.json)
      print_json_text(coverage_json(subjects));
    else
      print_list(subjects);
    return exit_success;
  }

 private:
  [[nodiscard]] std::vector<covered_statement> choose(const catalogue& read) const {
    if (key_.empty()) return read.coverage;
    std::vector<covered_statement> chosen;
    std::vector<std::string> known;
    for (const covered_statement& one : read.coverage) {
      if (one.paper == key_) chosen.push_back(one);
      if (known.empty() || known.back() != one.paper) known.push_back(one.paper);
    }
    if (!chosen.empty()) return chosen;
    throw usage_error(fmt::format(
        "there is no list of statements of '{}'; {}", one_short_line(key_, 100),
        suggested_keys(key_, known, "'shufflecert coverage' lists the papers that have one")));
  }

  static void print_list(const std::vector<covered_statement>& subjects) {
    std::string paper;
    for (const covered_statement& one : subjects) {
      if (one.paper != paper && !paper.empty()) say("\n");
      if (one.paper != paper) say("{}\n", one.paper);
      paper = one.paper;
      say("  {}{}\n", one.statement, one.about.empty() ? "" : ": " + one.about);
      for (const std::string& id : one.claims) say("    {}\n", id);
      if (!one.not_checkable.empty()) say("    not checked: {}\n", one.not_checkable);
    }
  }

  std::string key_;
  bool markdown_ = false;
};

}  // namespace

std::unique_ptr<command> make_coverage_command(CLI::App& program) {
  return std::make_unique<coverage_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
