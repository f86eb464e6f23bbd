#include "claims/recheck/recheck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/catalogue/cautions.hpp"
#include "claims/text/shell_word.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int most_threads = 1024;

class recheck_command : public command {
 public:
  explicit recheck_command(CLI::App& program) {
    app_ = program.add_subcommand("recheck",
                                  "Check a results file again, with an independent arithmetic");
    app_->add_option("RESULTS", results_, "What 'verify --output' wrote")
        ->required()
        ->type_name("results.json");
    app_->add_option("--effort", options_.effort,
                     "How much work each claim may take, as a multiple of the default (1)")
        ->type_name("E")
        ->check(CLI::Range(1e-3, 1e6));
    app_->add_option("--threads", options_.threads,
                     "Threads to use (default: as many as the machine has)")
        ->type_name("N")
        ->check(CLI::Range(1, most_threads));
    common_.add_to(*app_);
    app_->footer(
        "The inputs must be the files that the results were made with (SHA-256), and no entry may\n"
        "have been altered. Every claim is then judged again at its witness or its points, with "
        "the\n"
        "second arithmetic: MPFR and plain sums, no numerical code in common with 'verify'.\n"
        "What it can confirm and what it cannot: docs/guide/recheck.md.\n\n"
        "Example: shufflecert verify --output results.json; shufflecert recheck results.json\n\n"
        "Exit status: 0 nothing is contradicted, and each unexpected refutation is confirmed;\n"
        "1 something is not confirmed; 2 the file cannot be used, was altered, or its inputs have\n"
        "changed; 3 an unexpected refutation is beyond reach, or time ran out.");
  }

  int run() override {
    const budget limits = common_.limits();
    watchdog guard(limits, give_up_for_time);
    recorded_results recorded;
    std::vector<claim_recheck> found;
    std::optional<std::string> flaw;
    try {
      recorded = read_evidence(read_file(results_, largest_results));
      const catalogue read = read_inputs(recorded, input_reader_beside(results_));
      progress_line progress(recorded.claims.size());
      if (common_.timeout)
        options_.deadline = budget::clock::now() +
                            std::chrono::duration_cast<budget::clock::duration>(
                                std::chrono::duration<double>(std::min(*common_.timeout, 1e8)));
      options_.started = [&](std::size_t i, const std::string& id) { progress.start(i, id); };
      options_.finished = [&](std::size_t i) { progress.finish(i); };
      flaw = flaw_of_statements(recorded, read);
      found = recheck(recorded, read, options_);
      progress.erase();
    } catch (const evidence_error& problem) {
      throw usage_error(fmt::format("'{}': {}", results_, problem.what()));
    } catch (const catalogue_error& problem) {
      throw usage_error(fmt::format("'{}': {}", results_, problem.what()));
    }
    guard.finish();
    const std::vector<std::string> unseconded = unseconded_refutations(recorded, found);
    if (common_.json)
      print_json_text(as_json(recorded, found, unseconded, flaw));
    else
      print(found, unseconded, flaw);
    return flaw ? exit_differs : status_of(found, unseconded, limits);
  }

 private:
  [[nodiscard]] static recheck_outcome outcome_of(const claim_recheck& one) {
    if (one.corrected && one.corrected->found.outcome == recheck_outcome::not_confirmed)
      return recheck_outcome::not_confirmed;
    return one.claim.found.outcome;
  }

  [[nodiscard]] static std::string reason_of(const claim_recheck& one) {
    const bool by_corrected = outcome_of(one) != one.claim.found.outcome;
    return by_corrected ? "the corrected form: " + one.corrected->found.reason
                        : one.claim.found.reason;
  }

  // Refutations that nobody had on record, and that nothing but the first arithmetic stands behind:
  // whoever asks for a second opinion has none.
  [[nodiscard]] static std::vector<std::string> unseconded_refutations(
      const recorded_results& recorded, const std::vector<claim_recheck>& found) {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i].recorded == verdict::refuted && !recorded.claims[i].as_expected &&
          outcome_of(found[i]) == recheck_outcome::beyond_reach)
        ids.push_back(found[i].id);
    return ids;
  }

  void print(const std::vector<claim_recheck>& found, const std::vector<std::string>& unseconded,
             const std::optional<std::string>& flaw) const {
    std::map<verdict, std::map<recheck_outcome, std::size_t>> counts;
    // Why claims are beyond reach, or what of them is.
    std::map<verdict, std::map<std::string, std::size_t>> reasons;
    for (const claim_recheck& one : found) {
      const recheck_outcome outcome = outcome_of(one);
      const std::string reason = reason_of(one);
      ++counts[one.recorded][outcome];
      if (one.recorded != verdict::refuted && outcome != recheck_outcome::not_confirmed &&
          !reason.empty())
        ++reasons[one.recorded][fmt::format("{}: {}", to_text(outcome), reason)];
      if (one.recorded != verdict::refuted && outcome != recheck_outcome::not_confirmed) continue;
      say("{:<13}  {}\n", to_text(outcome), one.id);
      if (!reason.empty()) say("               {}\n", reason);
      if (outcome == recheck_outcome::confirmed && one.claim.found.digits != 0)
        say("               {} digits of both sides agree at two precisions\n",
            one.claim.found.digits);
    }
    if (flaw) say("{:<13}  {}\n", to_text(recheck_outcome::not_confirmed), *flaw);
    if (!counts.empty()) say("\n");
    for (const auto& [recorded, of] : counts) {
      std::size_t total = 0;
      std::string line;
      for (const auto& [outcome, count] : of) {
        total += count;
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, to_text(outcome));
      }
      say("{} {} {}: {}\n", total, to_text(recorded), total == 1 ? "claim" : "claims", line);
      print_reasons(reasons[recorded]);
    }
    print_unseconded(unseconded);
    print_cautions(found);
  }

  // The most frequent ones.
  static void print_reasons(const std::map<std::string, std::size_t>& counts) {
    constexpr std::size_t most_reasons = 3;
    std::vector<std::pair<std::string, std::size_t>> reasons(counts.begin(), counts.end());
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t shown = std::min(reasons.size(), most_reasons);
    for (std::size_t i = 0; i < shown; ++i)
      say("  {} ({} claim{})\n", reasons[i].first, reasons[i].second,
          reasons[i].second == 1 ? "" : "s");
    if (reasons.size() > shown)
      say("  {} other reasons: --json has them\n", reasons.size() - shown);
  }

  void print_unseconded(const std::vector<std::string>& unseconded) const {
    if (unseconded.empty()) return;
    if (unseconded.size() == 1)
      say("\nNo second opinion on the refutation of '{}'.\n", unseconded.front());
    else
      say("\nNo second opinion on {} refutations.\n", unseconded.size());
    say("  more work:   shufflecert recheck {} --effort {}\n", shell_word(results_),
        10 * options_.effort);
    say("  a program:   shufflecert show {} --script python --results {}\n",
        shell_word(unseconded.front()), shell_word(results_));
  }

  // Each sentence once; --json says of which claims.
  static void print_cautions(const std::vector<claim_recheck>& found) {
    std::vector<std::string> sentences;
    std::map<std::string, std::size_t> counts;
    for (const claim_recheck& one : found) {
      add_cautions(sentences, one.cautions);
      for (const std::string& sentence : one.cautions) ++counts[sentence];
    }
    for (std::string& sentence : sentences) {
      const std::size_t count = counts[sentence];
      sentence += fmt::format(" ({} claim{})", count, count == 1 ? "" : "s");
    }
    for (const std::string& line : lines_of_cautions(sentences)) say("{}\n", line);
  }

  [[nodiscard]] static nlohmann::ordered_json relation_json(const relation_recheck& one) {
    nlohmann::ordered_json result;
    result["outcome"] = to_text(one.found.outcome);
    result["reason"] = one.found.reason.empty() ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(one.found.reason);
    result["digits"] = one.found.digits == 0 ? nlohmann::ordered_json(nullptr)
                                             : nlohmann::ordered_json(one.found.digits);
    result["points"] = nullptr;
    if (one.points_total != 0)
      result["points"] = {{"judged", one.points_judged}, {"total", one.points_total}};
    return result;
  }

  [[nodiscard]] nlohmann::ordered_json as_json(const recorded_results& recorded,
                                               const std::vector<claim_recheck>& found,
                                               const std::vector<std::string>& unseconded,
                                               const std::optional<std::string>& flaw) const {
    nlohmann::ordered_json root;
    root["version"] = version();
    root["results"] = results_;
    root["results_version"] = recorded.version;
    std::map<recheck_outcome, std::size_t> counts;
    for (const claim_recheck& one : found) ++counts[outcome_of(one)];
    for (const recheck_outcome outcome :
         {recheck_outcome::confirmed, recheck_outcome::not_confirmed,
          recheck_outcome::beyond_reach})
      root["counts"][to_text(outcome)] = counts[outcome];
    root["unseconded_refutations"] = unseconded;
    root["statements"] = {
        {"outcome", to_text(flaw ? recheck_outcome::not_confirmed : recheck_outcome::confirmed)},
        {"reason", flaw ? nlohmann::ordered_json(*flaw) : nlohmann::ordered_json(nullptr)}};
    if (!recorded.has_statements()) root["statements"] = nullptr;
    root["claims"] = nlohmann::ordered_json::array();
    for (const claim_recheck& one : found) {
      nlohmann::ordered_json entry;
      entry["id"] = one.id;
      entry["verdict"] = to_text(one.recorded);
      entry.update(relation_json(one.claim));
      entry["outcome"] = to_text(outcome_of(one));
      if (const std::string reason = reason_of(one); !reason.empty()) entry["reason"] = reason;
      entry["corrected"] =
          one.corrected ? relation_json(*one.corrected) : nlohmann::ordered_json(nullptr);
      entry["cautions"] = one.cautions;
      root["claims"].push_back(std::move(entry));
    }
    return root;
  }

  [[nodiscard]] static int status_of(const std::vector<claim_recheck>& found,
                                     const std::vector<std::string>& unseconded,
                                     const budget& limits) {
    if (std::any_of(found.begin(), found.end(), [](const claim_recheck& one) {
          return outcome_of(one) == recheck_outcome::not_confirmed;
        }))
      return exit_differs;
    return limits.is_exhausted() || !unseconded.empty() ? exit_open : exit_success;
  }

  std::string results_;
  recheck_options options_;
};

}  // namespace

std::unique_ptr<command> make_recheck_command(CLI::App& program) {
  return std::make_unique<recheck_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
