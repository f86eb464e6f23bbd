#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/judging/judge.hpp"
#include "claims/judging/judge_claims.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "claims/proof/prove.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/reading/read_inputs.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/results_json.hpp"
#include "claims/scripts/script.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/command_line/randomizer_options.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/terminal/terminal.hpp"
#include "verify/terminal/watchdog.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string values_text(const axis& a) {
  constexpr std::size_t most_shown = 12;
  std::string text;
  for (std::size_t i = 0; i < a.values.size() && i < most_shown; ++i)
    text += (i == 0 ? "" : ", ") + a.values[i].text;
  if (a.values.size() > most_shown)
    text += fmt::format(", ..., {} ({} values)", a.values.back().text, a.values.size());
  return text;
}

class show_command : public command {
 public:
  explicit show_command(CLI::App& program) {
    app_ = program.add_subcommand("show", "List claims, or show one");
    app_->add_option("FILE or ID", names_,
                     "Catalogue files (TOML), claims or papers, as for 'verify'; or the word "
                     "'randomizers', which lists the named local randomizers. Without an argument, "
                     "the built-in claims are listed");
    app_->add_option("--script", script_,
                     "Print a program for mpmath ('python') or PARI/GP ('gp') that reproduces the "
                     "refutation of the claim, or evaluates both sides at a point")
        ->type_name("LANGUAGE")
        ->check(CLI::IsMember({"python", "gp"}));
    app_->add_option("--results", results_,
                     "With --script: take the witness from this file, which 'verify --output' "
                     "wrote, instead of judging the claim again; the inputs that it names are "
                     "read, too")
        ->type_name("results.json");
    app_->add_option("--set", settings_,
                     "With --script: the point to use instead of the witness, one NAME=VALUE for "
                     "every variable of the claim")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    files_.add_to(*app_, "A catalogue file (TOML) to read besides the built-in ones");
    common_.add_to(*app_);
    app_->footer(
        "Examples:\n"
        "  shufflecert show chen-2024-icassp/corollary-2/pair\n"
        "  shufflecert show chen-2024-icassp/corollary-2/pair --script python >check.py\n"
        "  python3 check.py\n"
        "  shufflecert show my-bound.toml --script python\n"
        "  shufflecert show my-paper/theorem-1 --script gp --results results.json\n\n"
        "A program ends with the line 'refutation reproduced' (or 'evaluation reproduced') and\n"
        "exit status 0, or with 'NOT reproduced' and 1. If it would run too long, none is "
        "written.\n"
        "See docs/guide/scripts.md.");
  }

  int run() override {
    watchdog guard(common_.limits(), give_up_for_time);
    if (!results_.empty() && script_.empty())
      throw usage_error("--results gives a witness to a program: add --script");
    if (!results_.empty() && !files_.names().empty())
      throw usage_error("--results reads its own inputs: leave --file out");
    const std::optional<recorded_results> recorded = read_recorded();
    const catalogue read = recorded ? read_recorded_inputs(*recorded) : read_sources();
    try {
      if (!script_.empty()) return print_script(read, recorded, guard);
    } catch (const script_unavailable& error) {
      throw usage_error(error.what());
    }
    if (!settings_.empty()) throw usage_error("--set gives a point to a program: add --script");
    if (names_ == std::vector<std::string>{"randomizers"}) {
      guard.finish();
      print_randomizers(read.visible, common_.limits(), common_.json);
      return exit_success;
    }
    std::vector<const claim*> subjects = chosen_claims(read, names_);
    // The id of a claim may begin those of others.
    if (const claim* named = names_.size() == 1 ? read.find_claim(names_.front()) : nullptr)
      if (!common_.json) subjects = {named};
    const bool is_one_to_read = subjects.size() == 1 && !common_.json;
    const std::string severity = is_one_to_read ? severity_of(*subjects.front(), read) : "";
    std::vector<std::string> cautions;
    if (is_one_to_read)
      cautions = cautions_about_claim(*subjects.front(), read.visible, common_.limits());
    guard.finish();
    if (common_.json)
      print_json(subjects, read, common_.limits());
    else if (subjects.size() == 1)
      print_one(*subjects.front(), read, severity, cautions);
    else
      print_list(subjects, read);
    return exit_success;
  }

 private:
  [[nodiscard]] catalogue read_sources() const {
    std::vector<catalogue_source> sources = sources_of(names_);
    for (const std::string& name : files_.names()) sources.push_back({name, read_file(name)});
    catalogue read = read_catalogue(sources);
    link_catalogue(read);
    return read;
  }

  [[nodiscard]] std::optional<recorded_results> read_recorded() const {
    if (results_.empty()) return std::nullopt;
    try {
      return read_evidence(read_file(results_, largest_results));
    } catch (const evidence_error& problem) {
      throw usage_error(fmt::format("'{}': {}", results_, problem.what()));
    }
  }

  [[nodiscard]] catalogue read_recorded_inputs(const recorded_results& recorded) const {
    try {
      return read_inputs(recorded, input_reader_beside(results_));
    } catch (const evidence_error& problem) {
      throw usage_error(fmt::format("'{}': {}", results_, problem.what()));
    } catch (const catalogue_error& problem) {
      throw usage_error(fmt::format("'{}': {}", results_, problem.what()));
    }
  }

  [[nodiscard]] const claim& only_claim(const catalogue& read) const {
    if (names_.empty()) throw usage_error("--script needs the ID of a claim, or a FILE with one");
    const std::vector<const claim*> chosen = chosen_claims(read, names_);
    for (const claim* c : chosen)
      if (chosen.size() == 1 || std::find(names_.begin(), names_.end(), c->id) != names_.end())
        return *c;
    if (chosen.empty())
      throw usage_error(fmt::format("'{}' holds no [[claim]] and no [[bound]]", names_.front()));
    throw usage_error(fmt::format("--script needs one claim, and '{}' stands for {}, such as '{}'",
                                  names_.back(), chosen.size(), chosen.front()->id));
  }

  // What the results say of a claim.
  [[nodiscard]] const judgement& recorded_of(const recorded_results& recorded,
                                             const claim& subject) const {
    for (const recorded_claim& one : recorded.claims)
      if (one.id == subject.id) return one.found;
    throw usage_error(fmt::format("'{}': claim '{}' was not judged there", results_, subject.id));
  }

  [[nodiscard]] std::optional<check_point> given_point(const catalogue& read,
                                                       const claim& subject) const {
    if (settings_.empty()) return std::nullopt;
    check_point point;
    const variable_map values = read_settings(settings_, read.visible);
    const std::set<std::string> variables = check_variables(subject);
    require_used(names_in(values), {variables.begin(), variables.end()},
                 fmt::format("claim '{}'", subject.id));
    for (const auto& [name, formula] : values) point[name] = {to_text(*formula), formula};
    return point;
  }

  int print_script(const catalogue& read, const std::optional<recorded_results>& recorded,
                   watchdog& guard) const {
    const claim& subject = only_claim(read);
    quantity_cache cache;
    judge_options options;
    options.limits = common_.limits();
    // What `verify` found without listed points is to be found here, too.
    options.search.effort = default_effort;
    const claim_context context{subject, read, cache, options};
    const auto language = script_ == "python" ? script_language::python : script_language::gp;
    const std::string text = text_of_script(context, read, recorded, language);
    guard.finish();
    if (common_.json)
      print_json_text(json{{"id", subject.id}, {"language", script_}, {"program", text}});
    else
      print_lines(text);
    return exit_success;
  }

  [[nodiscard]] std::string text_of_script(const claim_context& context, const catalogue& read,
                                           const std::optional<recorded_results>& recorded,
                                           script_language language) const {
    const claim& subject = context.subject;
    const bool is_about_any = subject.formula && calls_any_mechanism(*subject.formula);
    if (is_about_any && !settings_.empty())
      throw usage_error(fmt::format(
          "'{}' is about any_mechanism(n, eps0): the point is that of the mechanism found, without "
          "--set",
          subject.id));
    if (recorded && !settings_.empty())
      throw usage_error("--results gives the point: leave --set out");
    if (!recorded && !is_about_any)
      return write_script(script_subject_of(context, given_point(read, subject)), language);
    const judgement found = recorded ? recorded_of(*recorded, subject)
                                     : judge(subject, read, context.cache, context.options).found;
    return is_about_any ? write_mechanism_script(context, found, language)
                        : write_script(script_subject_of(context, found), language);
  }

  static void print_json(const std::vector<const claim*>& subjects, const catalogue& read,
                         const budget& limits) {
    json list = json::array();
    for (const claim* c : subjects) {
      list.push_back(claim_json(*c, read));
      list.back()["cautions"] = cautions_about_claim(*c, read.visible, limits);
    }
    print_json_text(subjects.size() == 1 ? list.front() : list);
  }

  static void print_list(const std::vector<const claim*>& subjects, const catalogue& read) {
    std::size_t width = 0;
    for (const claim* c : subjects) width = std::max(width, c->id.size());
    for (const claim* c : subjects)
      say("{:<{}}  {:<8}  {}{}\n", c->id, width, c->expect ? to_text(*c->expect) : "-", c->where,
          doubts(*c, read));
  }

  // The verdict on record is shown, so what it rests on is shown with it.
  static std::string doubts(const claim& c, const catalogue& read) {
    std::string text;
    for (const cited_result* cited : read.doubts_of(c))
      text += fmt::format("; rests on {} ({})", cited->id, to_text(cited->status));
    return text;
  }

  // What a claim that does not hold on record amounts to. That is not on record: it is judged, with
  // the other versions of its statement.
  [[nodiscard]] std::string severity_of(const claim& subject, const catalogue& read) const {
    if (!subject.expect || !is_unfavourable(*subject.expect)) return "";
    std::vector<const claim*> subjects{&subject};
    for (const claim& c : read.claims)
      if (!c.statement.empty() && c.statement == subject.statement && c.id != subject.id)
        subjects.push_back(&c);
    judge_options options;
    options.limits = common_.limits();
    // What `verify` found without listed points is to be found here, too.
    options.search.effort = default_effort;
    std::vector<claim_result> results = judge_claims(subjects, read, options, {});
    derive_severities(subjects, read, results);
    if (results.front().severity) return severity_in_one_line(results.front());
    return "not known: " + results.front().found.message;
  }

  static void field(const char* name, const std::string& text) {
    if (!text.empty()) say("{:<14}{}\n", name, text);
  }

  static void print_one(const claim& judged, const catalogue& read, const std::string& severity,
                        const std::vector<std::string>& cautions) {
    const claim& c = judged.as_stated();
    field("id", c.id);
    if (const paper* p = read.find_paper(c.paper))
      field("paper", p->reference.empty() ? p->title : p->title + ", " + p->reference);
    field("where", c.where);
    field("says", c.says);
    const auto* rate = std::get_if<rate_claim>(&c.form);
    if (const auto* existence = std::get_if<exists_claim>(&c.form))
      field("there is", existence->variables.empty()
                            ? "a choice of all variables with"
                            : fmt::format("{}, whatever the other variables are, with",
                                          fmt::join(existence->variables, ", ")));
    if (c.formula) field(rate ? "error" : "claim", to_text(*c.formula));
    if (rate && !rate->along.empty())
      field("claimed", rate->order ? fmt::format("O({}^-{})", rate->along, to_text(*rate->order))
                                   : fmt::format("tends to 0 as {} grows", rate->along));
    for (const auto& condition : c.domain) field("domain", to_text(*condition));
    field("integers", fmt::format("{}", fmt::join(c.integers, ", ")));
    for (const auto& [name, formula] : c.let) field("with", name + " = " + to_text(*formula));
    for (const local_function& function : c.functions)
      field("with", function.signature + " = " + to_text(*function.formula.body));
    for (const auto& condition : c.regime) field("regime", to_text(*condition));
    if (c.corrected)
      field(c.correction == correction_kind::repair ? "holds instead" : "corrected",
            to_text(*c.corrected));
    field("about", to_text(c.about));
    field("role", to_text(c.role));
    field("of", c.of);
    field("slip", c.slip);
    field("hedge", c.hedge);
    for (const std::string& id : judged.depends)
      if (const cited_result* cited = read.find_result(id))
        field("rests on", fmt::format("{} ({}){}", id, to_text(cited->status),
                                      cited->note.empty() ? "" : ": " + cited->note));
    field("reading", c.reading);
    field("ours", c.ours);
    field("transcription", c.transcription);
    for (const axis& a : c.axes) field("check", a.variable + " = " + values_text(a));
    if (!c.points.empty()) field("check", fmt::format("{} listed points", c.points.size()));
    if (const auto* forall = std::get_if<forall_claim>(&judged.form))
      for (const refutation_region& region : forall->refute)
        field("refute", in_words(as_stated(region)));
    field("points", std::to_string(judged.problem.empty() ? point_count(c) : 0));
    field("expect", to_text(c.expect));
    field("severity", severity);
    for (const std::string& sentence : cautions) field("caution", sentence);
    field("reason", c.reason);
    field("problem", judged.problem);
    field("source", fmt::format("{}:{}", c.file, c.line));
  }

  std::vector<std::string> names_;
  std::string script_;
  std::string results_;
  std::vector<std::string> settings_;
  file_option files_;
};

}  // namespace

std::unique_ptr<command> make_show_command(CLI::App& program) {
  return std::make_unique<show_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
