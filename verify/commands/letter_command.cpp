
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "claims/judging/judge_claims.hpp"
#include "claims/reading/read_inputs.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_json.hpp"
#include "claims/results/statements.hpp"
#include "claims/text/similar_keys.hpp"
#include "reports/pages/report.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/terminal/interrupt.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class letter_command : public command {
 public:
  explicit letter_command(CLI::App& program) {
    app_ = program.add_subcommand("letter", "Draft a letter to the authors of an audited paper");
    app_->add_option("PAPER", key_, "The key of the paper, such as girgis-2021")->required();
    app_->add_option("--results", results_,
                     "What 'verify --output' wrote; without it, the paper's claims are judged "
                     "first, which can take minutes")
        ->type_name("results.json");
    app_->add_option("--output", output_, "Write the letter, in Markdown, to this file")
        ->type_name("letter.md")
        ->check(complaint_about_name);
    common_.add_to(*app_);
    app_->footer(
        "The letter begins with what matters most. Then it says what holds, what does not hold\n"
        "(with the command that checks it), what is misprinted, and what a corrected version "
        "could\n"
        "say. It is a draft: read it before you send it.\n\n"
        "Example: shufflecert letter girgis-2021 --results audit/results.json");
  }

  int run() override {
    if (!output_.empty()) {
      std::vector<std::string> inputs;
      if (!results_.empty()) inputs.push_back(results_);
      require_writable(output_, inputs);
    }
    const interrupt_guard interrupts;
    const budget limits = common_.limits(&interrupt_guard::requested());
    watchdog guard(limits, give_up);
    std::string letter;
    std::vector<std::string> left_out;
    try {
      const recorded_results results =
          results_.empty() ? results_to_report(judged(limits))
                           : unaltered_results(read_file(results_, largest_results));
      if (!output_.empty() && !results_.empty())
        require_writable(output_, inputs_of_results(results_, results.inputs));
      letter = render_letter(results, key_);
      left_out = what_is_left_out(results);
    } catch (const report_error& error) {
      if (is_unfinished(limits)) return give_up();
      throw usage_error(results_.empty() ? std::string(error.what())
                                         : fmt::format("'{}': {}", results_, error.what()));
    }
    if (!results_.empty()) warn_of_changes();
    guard.finish();
    for (const std::string& line : left_out) complain(line);
    if (is_unfinished(limits)) return give_up();
    if (!output_.empty()) write_file(output_, letter);
    if (common_.json)
      print_json_text(nlohmann::ordered_json{{"paper", key_}, {"letter", letter}});
    else if (output_.empty())
      print_lines(letter);
    return exit_success;
  }

 private:
  // What was judged in a part of the time is not what the paper is told.
  [[nodiscard]] bool is_unfinished(const budget& limits) const {
    return interrupt_guard::status() != 0 || (results_.empty() && limits.is_exhausted());
  }

  // The commands of the letter run on the files as they are now.
  void warn_of_changes() const {
    try {
      const recorded_results results = unaltered_results(read_file(results_, largest_results));
      static_cast<void>(
          read_input_sources(results.inputs, results.version, input_reader_beside(results_)));
    } catch (const evidence_error& error) {
      complain(
          fmt::format("the letter says what '{}' holds, and its commands may print something "
                      "else: {}",
                      results_, error.what()));
    }
  }

  // What the catalogue has of the paper and the letter has not, a line each.
  [[nodiscard]] std::vector<std::string> what_is_left_out(const recorded_results& results) const {
    std::vector<std::string> invalid;
    for (const recorded_claim& one : results.claims)
      if (one.stated.paper == key_ && one.found.outcome == verdict::invalid)
        invalid.push_back(one.id);
    std::vector<std::string> lines;
    if (!invalid.empty())
      lines.push_back(
          fmt::format("not in the letter, since invalid: {}", fmt::join(invalid, ", ")));
    for (const finding_record& one : results.findings.value_or(std::vector<finding_record>()))
      if (one.paper == key_ && one.is_backed == false)
        lines.push_back("not in the letter: " + unbacked_in_words(one));
    return lines;
  }

  static int give_up() {
    const int interrupted = interrupt_guard::status();
    complain(fmt::format("{}: no letter was written",
                         interrupted != 0 ? "interrupted" : "the time limit was reached"));
    return interrupted != 0 ? interrupted : exit_open;
  }

  // The results of the paper's claims, and of those that its findings name besides.
  [[nodiscard]] std::string judged(const budget& limits) const {
    const catalogue read = read_builtin_catalogue();
    if (read.find_paper(key_) == nullptr) throw usage_error(unknown_paper(read));
    std::vector<const claim*> subjects;
    for (const claim& c : read.claims) {
      const bool is_named =
          std::any_of(read.findings.begin(), read.findings.end(), [&](const finding& one) {
            return one.paper == key_ &&
                   std::find(one.claims.begin(), one.claims.end(), c.id) != one.claims.end();
          });
      if (c.paper == key_ || is_named) subjects.push_back(&c);
    }
    judge_options options;
    options.derives_theorems = true;
    options.limits = limits;
    progress_line progress(subjects.size());
    claims_observer observer;
    observer.started = [&](std::size_t i) { progress.start(i, subjects[i]->id); };
    observer.progress = [&](std::size_t i, std::size_t done, std::size_t total) {
      progress.update(i, done, total);
    };
    observer.finished = [&](std::size_t i, const claim_result&) { progress.finish(i); };
    std::vector<claim_result> results = judge_claims(subjects, read, options, observer);
    progress.erase();
    derive_severities(subjects, read, results, limits);
    return json_file_text(results_json("shufflecert letter " + key_, read, subjects, results));
  }

  [[nodiscard]] std::string unknown_paper(const catalogue& read) const {
    std::vector<std::string> known;
    for (const paper& one : read.papers) known.push_back(one.key);
    return fmt::format("there is no paper '{}'; {}", one_short_line(key_, 100),
                       suggested_keys(key_, known,
                                      "'shufflecert coverage' lists the built-in papers; for a "
                                      "paper of your own, give --results FILE"));
  }

  std::string key_;
  std::string results_;
  std::string output_;
};

}  // namespace

std::unique_ptr<command> make_letter_command(CLI::App& program) {
  return std::make_unique<letter_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
