#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "claims/catalogue/chains.hpp"
#include "claims/derivation/derive.hpp"
#include "claims/judging/judge.hpp"
#include "claims/judging/judge_claims.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/results_json.hpp"
#include "claims/results/statements.hpp"
#include "reports/text/links.hpp"
#include "verify/commands/command.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/interrupt.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int most_threads = 1024;
constexpr int most_effort = 1000;

class verify_command : public command {
 public:
  verify_command(CLI::App& program, std::string command_line)
      : command_line_(std::move(command_line)) {
    app_ = program.add_subcommand("verify", "Hold published statements against exact values");
    app_->add_option(
        "FILE or ID", names_,
        "Catalogue files (TOML), claims or papers; without any, the built-in catalogue");
    app_->add_option("--output", output_, "Write the results as JSON to this file")
        ->type_name("results.json")
        ->check(complaint_about_name);
    app_->add_option("--proofs", proofs_,
                     "Write a proof file for each claim that is proved into this folder; "
                     "check-proof checks them. docs/reference/proof-files.md")
        ->type_name("DIR")
        ->check(complaint_about_name);
    app_->add_option("--effort", effort_,
                     "How far to search for violations beyond the listed points of 'forall' "
                     "claims: 0 not at all, 1 up to some seconds for a claim (default), N about "
                     "N times as far. docs/guide/search.md")
        ->type_name("N")
        ->check(CLI::Range(0, most_effort));
    app_->add_option("--seed", seed_, "Seed of that search (default: 1). Results depend on it")
        ->type_name("S");
    app_->add_option("--threads", threads_,
                     "Threads to use (default: as many as the machine has). The results do not "
                     "depend on it")
        ->type_name("N")
        ->check(CLI::Range(1, most_threads));
    common_.add_to(*app_);
    app_->footer(
        "Verdicts: refuted (a certified counterexample), proved, verified (certainly true at "
        "every\n"
        "point looked at: not a proof), undecided, invalid; for rates supported, contradicted\n"
        "(evidence). See docs/guide/verdicts.md.\n\n"
        "Examples:\n"
        "  shufflecert verify\n"
        "  shufflecert verify my-bound.toml --output results.json\n"
        "  shufflecert verify chen-2024-icassp/corollary-2/pair\n"
        "  shufflecert verify repaired/poisson-moment --proofs proofs && check-proof proofs/*\n\n"
        "Exit status: 0 all as expected; 1 a verdict differs from the claim's 'expect' or, "
        "without\n"
        "one, is refuted or contradicted; 2 unusable input or an unexpected 'invalid'; 3 an\n"
        "unexpected 'undecided'; 130 interrupted by Ctrl-C, after writing what was finished "
        "(beside\n"
        "an earlier results file, which stays).");
  }

  int run() override {
    if (!output_.empty()) require_writable(output_, files_among(names_));
    if (!proofs_.empty()) write_files_into(proofs_, {});
    const interrupt_guard interrupts;
    const budget limits = common_.limits(&interrupt_guard::requested());
    watchdog guard(limits, [&] { return give_up(limits.exhaustion()); });
    read_ = read_sources();
    subjects_ = choose();
    const std::vector<claim_result> results = judge_all(limits);
    guard.finish();
    return deliver(results, limits);
  }

 private:
  [[nodiscard]] static bool is_file_name(const std::string& name) {
    std::error_code error;
    return std::filesystem::exists(name, error) || name.ends_with(".toml");
  }

  [[nodiscard]] static std::vector<std::string> files_among(const std::vector<std::string>& names) {
    std::vector<std::string> files;
    std::copy_if(names.begin(), names.end(), std::back_inserter(files), is_file_name);
    return files;
  }

  [[nodiscard]] catalogue read_sources() {
    std::vector<catalogue_source> sources = builtin_sources();
    for (const std::string& name : names_)
      if (is_file_name(name)) sources.push_back({name, read_file(name)});
    catalogue read = read_catalogue(sources);
    link_catalogue(read);
    // Drawn by `report`; read here so that a figure that cannot be drawn is noticed at once.
    figures_ = read_figures(sources, read);
    return read;
  }

  [[nodiscard]] static bool has_own_claims(const catalogue& read, const std::string& file) {
    return std::any_of(read.claims.begin(), read.claims.end(),
                       [&](const claim& c) { return c.file == file && !is_generated(c); });
  }

  [[nodiscard]] std::vector<const claim*> choose() const {
    std::set<const claim*> chosen;
    for (const std::string& name : names_)
      if (!is_file_name(name))
        for (const claim* c : claims_named(read_, name)) chosen.insert(c);
    // A file stands for all its claims, unless some of them are named.
    std::set<std::string> narrowed;
    for (const claim* c : chosen) narrowed.insert(c->file);
    std::vector<const claim*> subjects;
    for (const claim& c : read_.claims) {
      // Its bounds are judged where it has no claims: a file of claims may use bounds as formulas.
      const bool in_file = std::find(names_.begin(), names_.end(), c.file) != names_.end() &&
                           (!is_generated(c) || !has_own_claims(read_, c.file));
      if (names_.empty() || chosen.contains(&c) || (in_file && !narrowed.contains(c.file)))
        subjects.push_back(&c);
    }
    if (subjects.empty() && figures_of_names() == 0)
      throw usage_error(
          fmt::format("'{}' holds no [[claim]], no [[bound]] and no [[figure]]", names_.front()));
    return subjects;
  }

  // The figures of the files that were named.
  [[nodiscard]] std::size_t figures_of_names() const {
    return static_cast<std::size_t>(
        std::count_if(figures_.begin(), figures_.end(), [&](const figure& one) {
          return std::find(names_.begin(), names_.end(), one.file) != names_.end();
        }));
  }

  std::vector<claim_result> judge_all(const budget& limits) {
    judge_options options;
    options.derives_theorems = true;
    options.limits = limits;
    options.search = {effort_, seed_};
    claims_observer observer;
    observer.started = [&](std::size_t i) { progress_->start(i, subjects_[i]->id); };
    observer.progress = [&](std::size_t i, std::size_t done, std::size_t total) {
      progress_->update(i, done, total);
    };
    observer.finished = [&](std::size_t i, const claim_result& result) {
      progress_->finish(i);
      const std::scoped_lock lock(mutex_);
      finished_[i] = result;
    };
    {
      const std::scoped_lock lock(mutex_);
      progress_ = std::make_unique<progress_line>(subjects_.size());
      finished_.resize(subjects_.size());
    }
    std::vector<claim_result> results = judge_claims(subjects_, read_, options, observer, threads_);
    progress_->erase();
    return results;
  }

  // Called by the watchdog: what is running now will not end in time.
  int give_up(const std::string& reason) {
    const std::scoped_lock lock(mutex_);
    if (finished_.empty()) {
      complain(fmt::format("{} before the claims were read", reason));
      return interrupt_guard::status() != 0 ? interrupt_guard::status() : exit_open;
    }
    progress_->erase();
    std::vector<claim_result> results;
    results.reserve(finished_.size());
    for (std::size_t i = 0; i < finished_.size(); ++i)
      results.push_back(finished_[i] ? *finished_[i] : unfinished(*subjects_[i], reason));
    try {
      return deliver(results, budget(budget::clock::now()));
    } catch (const std::exception& error) {
      complain(error.what());
      return exit_unusable;
    }
  }

  // `results` of all subjects: what a refutation amounts to depends on those of others.
  [[nodiscard]] int deliver(std::vector<claim_result> results, const budget& limits) const {
    derive_severities(subjects_, read_, results, limits);
    const std::string text = json_file_text(results_json(command_line_, read_, subjects_, results));
    const int interrupted = interrupt_guard::status();
    std::string failure;
    try {
      if (!output_.empty() && interrupted != 0 && would_replace(output_))
        write_beside(results, text);
      else if (!output_.empty())
        write_file(output_, text);
      if (!proofs_.empty())
        write_files_into(proofs_, proofs_of(results, limits), files_among(names_));
    } catch (const usage_error& error) {
      // The work is done: whoever watches is to see what was found.
      failure = error.what();
    }
    if (common_.json)
      put_shown(text);
    else
      print_summary(results);
    if (!failure.empty()) throw usage_error(failure);
    return interrupted != 0 ? interrupted : exit_status(results);
  }

  // The proof files of what was proved, by their names.
  [[nodiscard]] std::map<std::string, std::string> proofs_of(
      const std::vector<claim_result>& results, const budget& limits) const {
    judge_options options;
    options.limits = limits;
    quantity_cache cache;
    std::map<std::string, std::string> texts;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].found.outcome != verdict::proved) continue;
      const claim_context context{*subjects_[i], read_, cache, options};
      texts[proof_file(results[i].id)] = proof_text(context, results[i].found);
    }
    return texts;
  }

  // An earlier results file may be complete; what an interrupted run has is not.
  void write_beside(const std::vector<claim_result>& results, const std::string& text) const {
    const bool has_any = std::any_of(results.begin(), results.end(), [](const claim_result& one) {
      return one.found.outcome != verdict::undecided;
    });
    if (!has_any) {
      complain(fmt::format("interrupted before a claim was judged; '{}' stays as it was", output_));
      return;
    }
    const std::string name = write_file_beside(output_, "interrupted", text);
    complain(fmt::format("interrupted; '{}' stays as it was, what was judged is in '{}'", output_,
                         name));
  }

  static void print_counterexample(const counterexample& example) {
    say("           at {}: '{}' is false\n", point_in_words(example.point, ""), example.relation);
    if (example.lhs && example.rhs)
      say("             left  {}\n             right {}\n", to_text(*example.lhs),
          to_text(*example.rhs));
  }

  // Where some claims are readings of one statement, or made false by one slip. Comparisons of
  // bounds with each other are nobody's statements.
  void print_statements(const std::vector<claim_result>& all) const {
    std::vector<const claim*> subjects;
    std::vector<claim_result> results;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_generated(*subjects_[i])) continue;
      subjects.push_back(subjects_[i]);
      results.push_back(all[i]);
    }
    const std::vector<statement_record> statements = statements_of(subjects, results);
    const bool has_slips = std::any_of(subjects.begin(), subjects.end(),
                                       [](const claim* c) { return !c->slip.empty(); });
    if (results.size() < 2 || (statements.size() == results.size() && !has_slips)) return;
    std::vector<std::string> words;
    for (const statement_record& one : statements) words.push_back(to_text(one));
    std::vector<std::string> names;
    for (const verdict which : all_kinds<verdict>()) names.push_back(to_text(which));
    names.insert(names.begin() + 1, "depends on the reading");
    std::string line;
    for (const std::string& name : names)
      if (const auto count = std::count(words.begin(), words.end(), name); count > 0)
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, name);
    const std::size_t slips = slips_among(subjects, results);
    const std::size_t comparisons = all.size() - results.size();
    say("{} {}: {}{}{}\n", statements.size(), statements.size() == 1 ? "statement" : "statements",
        line, slips == 0 ? "" : fmt::format("; {} {}", slips, slips == 1 ? "slip" : "slips"),
        comparisons == 0 ? ""
                         : fmt::format("; besides, {} comparison{} of bounds", comparisons,
                                       comparisons == 1 ? "" : "s"));
  }

  void print_summary(const std::vector<claim_result>& results) const {
    if (results.empty()) {
      const std::size_t count = figures_of_names();
      say("no claims: nothing was judged. {} for 'shufflecert report' to draw\n",
          count == 1 ? "1 figure" : fmt::format("{} figures", count));
      return;
    }
    std::map<verdict, std::size_t> counts;
    std::size_t unexpected = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const claim_result& result = results[i];
      ++counts[result.found.outcome];
      if (!result.as_expected) ++unexpected;
      say("{:<10} {}{}\n", to_text(result.found.outcome), result.id,
          result.as_expected || !result.expect
              ? std::string()
              : fmt::format("   (expected: {})", to_text(*result.expect)));
      say("           {}\n", result.found.message);
      if (result.found.outcome == verdict::refuted && result.found.witness)
        print_counterexample(*result.found.witness);
      for (const refuted_region& one : result.found.refuted_regions)
        say("           {}\n", in_words(one));
      if (result.severity) say("           severity: {}\n", in_words(*result.severity));
      if (result.severity && !result.severity->frontier.empty())
        say("             frontier: {}\n", result.severity->frontier);
      if (result.corrected)
        say("           corrected form: {}, {}\n", to_text(result.corrected->outcome),
            result.corrected->message);
      for (const cited_result* cited : read_.doubts_of(*subjects_[i]))
        say("           rests on {}: {}\n", cited->id, to_text(cited->status));
    }
    std::string line;
    for (const auto& [outcome, count] : counts)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, to_text(outcome));
    say("\n{} {}: {}; {}\n", results.size(), results.size() == 1 ? "claim" : "claims", line,
        unexpected == 0 ? "all as expected" : fmt::format("{} not as expected", unexpected));
    print_statements(results);
    for (const verdict outcome : {verdict::refuted, verdict::contradicted})
      if (counts[outcome] > 1)
        say("{} {}: {}\n", counts[outcome], to_text(outcome), severity_counts(results, outcome));
  }

  std::string command_line_;
  std::vector<std::string> names_;
  std::string output_;
  std::string proofs_;
  int threads_ = 0;
  int effort_ = default_effort;
  std::uint64_t seed_ = 1;
  catalogue read_;
  std::vector<figure> figures_;
  std::vector<const claim*> subjects_;
  std::mutex mutex_;  ///< guards what the watchdog reads while claims are judged:
  std::unique_ptr<progress_line> progress_;
  std::vector<std::optional<claim_result>> finished_;
};

}  // namespace

std::unique_ptr<command> make_verify_command(CLI::App& program, std::string command_line) {
  return std::make_unique<verify_command>(program, std::move(command_line));
}

}  // namespace shufflecert::inline v0_1::claims
