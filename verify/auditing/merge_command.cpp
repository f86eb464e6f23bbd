#include <memory>

#include "claims/judging/judge.hpp"
#include "claims/results/results_json.hpp"
#include "verify/auditing/auditing_commands.hpp"
#include "verify/command_line/command.hpp"
#include "verify/files/output_file.hpp"
#include "verify/runs/merge_parts.hpp"
#include "verify/runs/summary.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class merge_command : public command {
 public:
  explicit merge_command(CLI::App& program) {
    app_ = program.add_subcommand("merge", "Merge the results of a sharded run");
    app_->add_option("PARTS", files_, "Results files or journals of 'verify --shard', in any order")
        ->required()
        ->type_name("FILE")
        ->check(complaint_about_name);
    app_->add_option("--output", output_, "Write the results as JSON to this file")
        ->type_name("results.json")
        ->check(complaint_about_name);
    common_.add_to(*app_);
    app_->footer(
        "Give all parts of one run: same version, inputs, effort and seed, with no claim missing\n"
        "or repeated. The merged results are those of a run on one machine, except for times and\n"
        "the command line. docs/guide/long-runs.md\n\n"
        "Example: shufflecert verify --shard 1/2 --output a.json\n"
        "         shufflecert verify --shard 2/2 --output b.json\n"
        "         shufflecert merge a.json b.json --output results.json\n\n"
        "Exit status: that of 'verify' for the whole run; 2 if the parts do not make up one run.");
  }

  int run() override {
    if (!output_.empty()) require_writable(output_, files_);
    const budget limits = common_.limits();
    watchdog guard(limits, give_up_for_time);
    std::vector<part_of_run> parts;
    parts.reserve(files_.size());
    for (const std::string& file : files_) {
      parts.push_back(read_part_of_run(file));
      if (!output_.empty())
        require_writable(output_, inputs_of_results(file, parts.back().run.inputs));
    }
    whole_run whole = merge_parts(parts);
    derive_severities(whole.subjects, whole.read, whole.results, limits);
    const std::string text = json_file_text(
        results_json(command_of(whole.run), whole.read, whole.subjects, whole.results));
    guard.finish();
    if (!output_.empty()) write_file(output_, text);
    if (common_.json)
      put_shown(text);
    else
      print_summary(whole.read, whole.subjects, whole.results);
    return exit_status(whole.results);
  }

 private:
  std::vector<std::string> files_;
  std::string output_;
};

}  // namespace

std::unique_ptr<command> make_merge_command(CLI::App& program) {
  return std::make_unique<merge_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
