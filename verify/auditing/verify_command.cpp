#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "claims/derivation/derive.hpp"
#include "claims/judging/judge.hpp"
#include "claims/judging/judge_claims.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/results_json.hpp"
#include "reports/text/links.hpp"
#include "verify/auditing/auditing_commands.hpp"
#include "verify/command_line/command.hpp"
#include "verify/coq_export/coq_names.hpp"
#include "verify/coq_export/coq_theorem.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/runs/journal.hpp"
#include "verify/runs/merge_parts.hpp"
#include "verify/runs/summary.hpp"
#include "verify/terminal/interrupt.hpp"
#include "verify/terminal/process_guard.hpp"
#include "verify/terminal/progress.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int most_threads = 1024;

class verify_command : public command {
 public:
  explicit verify_command(CLI::App& program) {
    app_ = program.add_subcommand("verify", "Check published statements against exact values");
    app_->add_option(
        "FILE or ID", names_,
        "Catalogue files (TOML), claims or papers; without any, the built-in catalogue");
    app_->add_option("--output", output_, "Write the results as JSON to this file")
        ->type_name("results.json")
        ->check(complaint_about_name);
    app_->add_option("--proofs", proofs_,
                     "Write the proof files of proved claims into this folder, and say which have "
                     "none; check-proof checks them. docs/reference/proof-files.md")
        ->type_name("DIR")
        ->check(complaint_about_name);
    app_->add_option("--coq", theorems_,
                     "Write proved claims as theorems for Coq into this folder, and say which have "
                     "none; 'make check-coq' has Coq check them. docs/reference/proof-files.md")
        ->type_name("DIR")
        ->check(complaint_about_name);
    app_->add_option(
            "--journal", journal_file_,
            "Save each finished claim in this file; after an interruption the same command "
            "resumes. docs/guide/long-runs.md")
        ->type_name("FILE")
        ->check(complaint_about_name);
    app_->add_option("--shard", shard_,
                     "Judge part I of N parts of about the same cost; 'merge' puts their results "
                     "together. docs/guide/long-runs.md")
        ->type_name("I/N");
    app_->add_option("--effort", effort_,
                     "How far to search for counterexamples beyond the listed points of 'forall' "
                     "claims: with 0 not at all, with 1 up to some seconds per claim, with N about "
                     "N times as far. Default: 1 for the built-in catalogue; for your files, "
                     "enough for 1,000 points per claim, up to about a minute in all. "
                     "docs/guide/search.md")
        ->type_name("N")
        ->check(CLI::Range(0, most_search_effort));
    app_->add_option("--seed", seed_, "Seed of that search (default: 1). Results depend on it")
        ->type_name("S")
        ->check(complaint_about_seed);
    app_->add_option("--threads", threads_,
                     "Threads to use (default: as many as the machine has). The results do not "
                     "depend on it")
        ->type_name("N")
        ->check(CLI::Range(1, most_threads));
    common_.add_to(*app_);
    app_->footer(
        "Verdicts: refuted (a certified counterexample), proved, verified (certainly true at "
        "every\n"
        "point checked, which is no proof), undecided, invalid; for rates that no theorem\n"
        "decides, supported or contradicted (evidence only). See docs/guide/verdicts.md.\n\n"
        "Examples:\n"
        "  shufflecert verify\n"
        "  shufflecert verify my-bound.toml --output results.json\n"
        "  shufflecert verify chen-2024-icassp/corollary-2/pair\n"
        "  shufflecert verify --journal audit.journal --output results.json\n"
        "  shufflecert verify --shard 1/8 --output part-1.json\n"
        "  shufflecert verify repaired/poisson-moment --proofs proofs && check-proof proofs/*\n\n"
        "Exit status: 0 all as expected; 1 a verdict differs from the claim's 'expect' or, "
        "without\n"
        "one, is refuted or contradicted; 2 unusable input or an unexpected 'invalid'; 3 an\n"
        "unexpected 'undecided'; 130 interrupted by Ctrl-C: the finished claims are written, and\n"
        "if the results file exists already, it is kept and they go to a new file beside it.");
  }

  int run() override {
    if (!output_.empty()) require_writable(output_, files_among(names_));
    if (!proofs_.empty()) write_files_into(proofs_, {});
    if (!theorems_.empty()) write_files_into(theorems_, {});
    if (shard_) part_ = read_part(*shard_);
    if (!journal_file_.empty()) require_journal_name();
    const interrupt_guard interrupts;
    const budget limits = common_.limits(&interrupt_guard::requested());
    watchdog guard(limits, [&] { return give_up(limits.exhaustion()); });
    read_ = read_sources();
    const std::vector<const claim*> all = choose();
    search_ = {effort_.value_or(default_effort), seed_, effort_ ? 0 : share_of_search(all)};
    identity_ = identify(read_, names_, all, search_, part_);
    subjects_ = claims_of_part(all, part_);
    if (!journal_file_.empty()) open_journal();
    const std::vector<claim_result> results = judge_all(limits);
    guard.finish();
    return deliver(results, limits);
  }

 private:
  [[nodiscard]] catalogue read_sources() {
    const std::vector<catalogue_source> sources = sources_of(names_);
    catalogue read = read_catalogue(sources);
    link_catalogue(read);
    // Drawn by `report`; read here so that a figure that cannot be drawn is noticed at once.
    figures_ = read_figures(sources, read);
    return read;
  }

  [[nodiscard]] std::vector<const claim*> choose() const {
    std::vector<const claim*> subjects = chosen_claims(read_, names_);
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
    options.search = search_;
    // What an earlier run has finished is not judged again.
    std::vector<std::size_t> places;
    std::vector<const claim*> left;
    {
      const std::scoped_lock lock(mutex_);
      finished_.resize(subjects_.size());
      for (std::size_t i = 0; i < subjects_.size(); ++i) {
        if (const claim_result* known = kept(subjects_[i]->id)) {
          finished_[i] = *known;
          continue;
        }
        places.push_back(i);
        left.push_back(subjects_[i]);
      }
      progress_ = std::make_unique<progress_line>(left.size(), subjects_.size() - left.size());
    }
    claims_observer observer;
    observer.started = [&](std::size_t i) { progress_->start(i, left[i]->id); };
    observer.progress = [&](std::size_t i, std::size_t done, std::size_t total) {
      progress_->update(i, done, total);
    };
    observer.finished = [&](std::size_t i, const claim_result& result) {
      progress_->finish(i);
      const std::scoped_lock lock(mutex_);
      finished_[places[i]] = result;
      // What a time limit or an interrupt may have cut short is judged again next time.
      if (journal_ && !limits.is_exhausted()) journal_->keep(result);
    };
    judge_claims(left, read_, options, observer, threads_);
    progress_->erase();
    const std::scoped_lock lock(mutex_);
    std::vector<claim_result> results;
    results.reserve(subjects_.size());
    for (const std::optional<claim_result>& one : finished_) results.push_back(one.value());
    return results;
  }

  [[nodiscard]] const claim_result* kept(const std::string& id) const {
    if (!journal_) return nullptr;
    const auto found = journal_->finished().find(id);
    return found == journal_->finished().end() ? nullptr : &found->second;
  }

  void require_journal_name() const {
    const std::vector<std::string> inputs = files_among(names_);
    if (std::find(inputs.begin(), inputs.end(), journal_file_) != inputs.end() ||
        (!output_.empty() && is_same_output(output_, journal_file_)))
      throw usage_error(fmt::format("--journal: '{}' is read or written besides", journal_file_));
    require_writable(journal_file_, inputs);
  }

  void open_journal() {
    journal_ = std::make_unique<run_journal>(journal_file_, identity_);
    const std::size_t known = journal_->finished().size();
    if (known > 0)
      complain(fmt::format("{} of {} claims are in the journal '{}'", known, subjects_.size(),
                           journal_file_));
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
    const int stopped = interrupt_guard::status();
    json root = results_json(command_line_, read_, subjects_, results);
    if (shard_) {
      root["part"] = part_json(identity_, stopped == 0 && !limits.is_exhausted(), results);
      root["digest"] = file_digest(root);
    }
    const std::string text = json_file_text(root);
    const int interrupted = stopped;
    std::string failure;
    try {
      if (!output_.empty() && interrupted != 0 && would_replace(output_))
        write_beside(results, text);
      else if (!output_.empty())
        write_file(output_, text);
      if (!proofs_.empty())
        write_files_into(proofs_, proofs_of(results, limits), files_among(names_));
      if (!theorems_.empty())
        write_files_into(theorems_, theorems_of(results, limits), files_among(names_));
    } catch (const usage_error& error) {
      // The work is done: whoever watches is to see what was found.
      failure = error.what();
    }
    if (common_.json)
      put_shown(text);
    else
      print_summary(read_, subjects_, results, figures_of_names());
    if (!failure.empty()) throw usage_error(failure);
    if (journal_ && journal_->problem()) throw usage_error(*journal_->problem());
    return interrupted != 0 ? interrupted : exit_status(results);
  }

  // The proof files of what was proved, by their names. Says of which claims there is none.
  [[nodiscard]] std::map<std::string, std::string> proofs_of(
      const std::vector<claim_result>& results, const budget& limits) const {
    std::map<std::string, std::string> texts;
    for_each_proof(results, limits, [&](const std::string& id, proof_file_text proof) {
      if (proof.missing.empty())
        texts[proof_file(id)] = std::move(proof.text);
      else
        complain(fmt::format("no proof file for {}: {}", id, proof.missing));
    });
    if (texts.empty()) complain(nothing_written("no proof file was written", proofs_, results));
    return texts;
  }

  // The same as theorems for Coq.
  [[nodiscard]] std::map<std::string, std::string> theorems_of(
      const std::vector<claim_result>& results, const budget& limits) const {
    std::map<std::string, std::string> texts;
    for_each_proof(results, limits, [&](const std::string& id, const proof_file_text& proof) {
      coq_file theorem{"", proof.missing};
      if (proof.missing.empty()) theorem = coq_theorem(proof.text);
      const std::string name = coq_module(id) + ".v";
      if (theorem.missing.empty() && texts.contains(name))
        theorem.missing = "another claim has the file " + name;
      if (theorem.missing.empty())
        texts[name] = std::move(theorem.text);
      else
        complain(fmt::format("no theorem for {}: {}", id, theorem.missing));
    });
    if (texts.empty()) complain(nothing_written("no theorem was written", theorems_, results));
    return texts;
  }

  // Whoever asked for files is told that there are none.
  static std::string nothing_written(const char* what, const std::string& folder,
                                     const std::vector<claim_result>& results) {
    const auto proved = std::count_if(results.begin(), results.end(), [](const claim_result& one) {
      return one.found.outcome == verdict::proved;
    });
    return fmt::format("{} into '{}': {}", what, folder,
                       proved == 0   ? "no claim is proved"
                       : proved == 1 ? "the claim that is proved has none"
                                     : "none of the claims that are proved has one");
  }

  template <class Work>
  void for_each_proof(const std::vector<claim_result>& results, const budget& limits,
                      Work work) const {
    judge_options options;
    options.limits = limits;
    quantity_cache cache;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].found.outcome != verdict::proved) continue;
      const claim_context context{*subjects_[i], read_, cache, options};
      work(results[i].id, proof_text(context, results[i].found));
    }
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

  std::vector<std::string> names_;
  std::string output_;
  std::string proofs_;
  std::string theorems_;
  std::string journal_file_;
  std::optional<std::string> shard_;
  run_part part_;
  run_identity identity_;
  std::unique_ptr<run_journal> journal_;  ///< guarded by mutex_ while claims are judged
  int threads_ = 0;
  std::optional<int> effort_;
  search_options search_;
  std::uint64_t seed_ = 1;
  catalogue read_;
  std::vector<figure> figures_;
  std::vector<const claim*> subjects_;
  std::mutex mutex_;  ///< guards what the watchdog reads while claims are judged:
  std::unique_ptr<progress_line> progress_;
  std::vector<std::optional<claim_result>> finished_;
};

}  // namespace

std::unique_ptr<command> make_verify_command(CLI::App& program) {
  return std::make_unique<verify_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
