#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "verify/chains.hpp"
#include "verify/commands/command.hpp"
#include "verify/commands/progress.hpp"
#include "verify/judge.hpp"
#include "verify/results_json.hpp"

namespace shufflecert {
namespace {

std::string interval_text(const std::optional<decimal_interval>& range) {
  if (!range) return "?";
  if (range->lower == range->upper) return range->lower;
  return fmt::format("[{}, {}]", range->lower, range->upper);
}

std::string point_text(const point_texts& point) {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, chosen);
  return text;
}

class verify_command : public command {
 public:
  verify_command(CLI::App& program, std::string command_line)
      : command_line_(std::move(command_line)) {
    app_ = program.add_subcommand("verify", "Hold published statements against exact values");
    app_->add_option(
        "FILE or ID", names_,
        "Catalogue files (TOML), claims or papers; without any, the built-in catalogue");
    app_->add_option("--output", output_, "Write the results as JSON to this file")
        ->type_name("results.json");
    common_.add_to(*app_);
    app_->footer(
        "Verdicts: refuted (a certified counterexample), proved, verified (certainly true at "
        "every\n"
        "point looked at: not a proof), undecided, invalid. See docs/verdicts.md.\n\n"
        "Examples:\n"
        "  shufflecert verify\n"
        "  shufflecert verify my-bound.toml --output results.json\n"
        "  shufflecert verify chen-2024-icassp/corollary-2/pair\n\n"
        "Exit status: 0 all as expected; 1 a verdict differs from the claim's 'expect' or, "
        "without\n"
        "one, is refuted; 2 unusable input or an unexpected 'invalid'; 3 an unexpected "
        "'undecided'.");
  }

  int run() override {
    if (!output_.empty()) require_writable(output_);
    const catalogue read = read_sources();
    const std::vector<const claim*> subjects = choose(read);
    const std::vector<claim_result> results = judge_all(read, subjects);
    const json root = results_json(command_line_, read, subjects, results);
    // A file name need not be UTF-8; JSON must be.
    const std::string text = root.dump(2, ' ', false, json::error_handler_t::replace);
    if (!output_.empty()) write_file(output_, text + "\n");
    if (common_.json)
      fmt::print("{}\n", text);
    else
      print_summary(results);
    return exit_status(results);
  }

 private:
  [[nodiscard]] static bool is_file_name(const std::string& name) {
    std::error_code error;
    return std::filesystem::exists(name, error) || name.ends_with(".toml");
  }

  catalogue read_sources() {
    std::vector<catalogue_source> sources = builtin_sources();
    for (const std::string& name : names_)
      if (is_file_name(name)) sources.push_back({name, read_file(name)});
    catalogue read = read_catalogue(sources);
    add_generated_claims(read);
    return read;
  }

  [[nodiscard]] static bool has_own_claims(const catalogue& read, const std::string& file) {
    return std::any_of(read.claims.begin(), read.claims.end(),
                       [&](const claim& c) { return c.file == file && !is_generated(c); });
  }

  [[nodiscard]] std::vector<const claim*> choose(const catalogue& read) const {
    std::set<const claim*> chosen;
    for (const std::string& name : names_)
      if (!is_file_name(name))
        for (const claim* c : claims_named(read, name)) chosen.insert(c);
    // A file stands for all its claims, unless some of them are named.
    std::set<std::string> narrowed;
    for (const claim* c : chosen) narrowed.insert(c->file);
    std::vector<const claim*> subjects;
    for (const claim& c : read.claims) {
      // Its bounds are judged where it has no claims: a file of claims may use bounds as formulas.
      const bool in_file = std::find(names_.begin(), names_.end(), c.file) != names_.end() &&
                           (!is_generated(c) || !has_own_claims(read, c.file));
      if (names_.empty() || chosen.contains(&c) || (in_file && !narrowed.contains(c.file)))
        subjects.push_back(&c);
    }
    if (subjects.empty())
      throw usage_error(fmt::format("'{}' holds no [[claim]] and no [[bound]]", names_.front()));
    return subjects;
  }

  std::vector<claim_result> judge_all(const catalogue& read,
                                      const std::vector<const claim*>& subjects) {
    quantity_cache cache;
    progress_line progress(subjects.size());
    judge_options options;
    options.limits = common_.limits();
    options.progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); };
    std::vector<claim_result> results;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      progress.start(i, subjects[i]->id);
      results.push_back(judge(*subjects[i], read, cache, options));
    }
    return results;
  }

  static void print_counterexample(const counterexample& example) {
    fmt::print("           at {}: '{}' is false\n", point_text(example.point), example.relation);
    if (example.lhs && example.rhs)
      fmt::print("             left  {}\n             right {}\n", interval_text(example.lhs),
                 interval_text(example.rhs));
  }

  static void print_summary(const std::vector<claim_result>& results) {
    std::map<verdict, std::size_t> counts;
    std::size_t unexpected = 0;
    for (const claim_result& result : results) {
      ++counts[result.found.outcome];
      if (!result.as_expected) ++unexpected;
      fmt::print("{:<10} {}{}\n", to_text(result.found.outcome), result.id,
                 result.as_expected || !result.expect
                     ? std::string()
                     : fmt::format("   (expected: {})", *result.expect));
      fmt::print("           {}\n", result.found.message);
      if (result.found.outcome == verdict::refuted && result.found.witness)
        print_counterexample(*result.found.witness);
      if (result.corrected)
        fmt::print("           corrected form: {}, {}\n", to_text(result.corrected->outcome),
                   result.corrected->message);
    }
    std::string line;
    for (const auto& [outcome, count] : counts)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, to_text(outcome));
    fmt::print("\n{} {}: {}; {}\n", results.size(), results.size() == 1 ? "claim" : "claims", line,
               unexpected == 0 ? "all as expected" : fmt::format("{} not as expected", unexpected));
  }

  std::string command_line_;
  std::vector<std::string> names_;
  std::string output_;
};

}  // namespace

std::unique_ptr<command> make_verify_command(CLI::App& program, std::string command_line) {
  return std::make_unique<verify_command>(program, std::move(command_line));
}

}  // namespace shufflecert
