#include "claims/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/chains.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/text/shell_word.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string frontier_command(const claim& subject, const regime_edge& edge) {
  std::string command =
      fmt::format("shufflecert frontier {} --over {}", shell_word(subject.id), edge.over);
  if (!is_builtin_file(subject.file)) command += " --file " + shell_word(subject.file);
  for (const auto& [name, text] : edge.point)
    if (name != edge.over) command += " --set " + shell_word(name + "=" + text);
  return command;
}

// A claim of existence is refuted for a choice of its universal variables. Whether that choice is
// certainly one for which the paper uses the claim: the conditions on existential variables alone
// do not matter, since no value of those is a solution.
bool is_refuted_in_regime(const claim& subject, const exists_claim& form, const catalogue& visible,
                          const counterexample& witness, const budget& limits) {
  check_point point;
  for (const auto& [name, text] : witness.point) point.emplace(name, read_point_value(text));
  quantity_cache cache;
  judge_options options;
  // One point: it gets a moment also when the time is over, so that a class does not hang on that.
  options.limits = limits.with_at_least(std::chrono::seconds(1));
  const claim_context context{subject, visible, cache, options};
  return std::all_of(
      subject.regime.begin(), subject.regime.end(), [&](const expression_ptr& condition) {
        const std::vector<std::string> open = free_variables(*condition);
        return std::all_of(open.begin(), open.end(),
                           [&](const auto& name) {
                             return point.contains(name) && form.is_existential(name);
                           }) ||
               decide_condition(context, *condition, point) == true;
      });
}

class severity_finder {
 public:
  severity_finder(const std::vector<const claim*>& subjects, const catalogue& visible,
                  const std::vector<claim_result>& results, const budget& limits)
      : subjects_(subjects), visible_(visible), results_(results), limits_(limits) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (!subjects[i]->statement.empty()) versions_.emplace(subjects[i]->statement, i);
      if (!subjects[i]->of.empty())
        readings_.emplace(std::pair(subjects[i]->paper, subjects[i]->of), i);
    }
  }

  [[nodiscard]] severity_finding find(std::size_t i) {
    notes_.clear();
    found_ = {};
    const claim& subject = *subjects_[i];
    const claim_result& result = results_[i];
    if (!subject.transcription.empty())
      add(severity_class::doubtful_transcription,
          "the text at hand may not be what was printed, so this does not count against the "
          "authors");
    if (!subject.ours.empty())
      add(severity_class::reading_of_ours,
          fmt::format("the reading adds {}, which the paper does not say", subject.ours));
    const bool is_mended = result.corrected && is_favourable(result.corrected->outcome);
    if (is_mended && subject.correction == correction_kind::misprint)
      add(severity_class::misprint,
          "as printed it is false; the form believed to be meant " + favour(*result.corrected));
    if (result.found.only_rounding)
      add(severity_class::rounding,
          "wherever it fails, the exact value is within one unit of the last printed digit");
    add_regime(subject, result.found);
    add_versions(i);
    add_doubts(subject);
    if (notes_.empty()) add(severity_class::wrong, wrong_in_words(subject, result.found));
    severity_finding found = assembled();
    if (is_mended && subject.correction == correction_kind::repair)
      found.message +=
          "; a repaired statement, which says something else, " + favour(*result.corrected);
    found.message += other_readings_of(subject);
    return found;
  }

 private:
  void add(severity_class which, const std::string& note) { notes_.emplace(which, note); }

  static std::string favour(const judgement& found) {
    return found.outcome == verdict::proved
               ? std::string("is proved")
               : std::string(found.message.substr(0, found.message.find(';')));
  }

  static bool is_found_by_search(const judgement& found) {
    return found.search && found.search->counterexamples > 0;
  }

  // Of the points that a search tried, only those are kept at which the claim fails.
  static std::string failures_of_search(const regime_count& count) {
    const std::size_t holding = count.checked - count.counterexamples;
    return fmt::format("fails there, at {} point{} that a search found{}", count.counterexamples,
                       count.counterexamples == 1 ? "" : "s",
                       holding == 0 ? std::string()
                       : holding == 1
                           ? std::string("; holds at the one listed point there")
                           : fmt::format("; holds at the {} listed points there", holding));
  }

  // A regime that says something: the verdict is about it, or it certainly is not.
  void add_regime(const claim& subject, const judgement& found) {
    if (const auto* form = std::get_if<exists_claim>(&subject.form);
        form != nullptr && !subject.regime.empty() && found.witness &&
        is_refuted_in_regime(subject, *form, visible_, *found.witness, limits_))
      add(severity_class::in_regime, "there is no solution where the paper uses the statement");
    if (!found.regime || found.regime->checked == 0) return;
    const auto& [checked, failing] = *found.regime;
    if (failing > 0) {
      add(severity_class::in_regime,
          is_found_by_search(found) ? failures_of_search(*found.regime)
          : checked == 1
              ? std::string("fails there (one point)")
              : fmt::format("fails at {} of the {} points checked there", failing, checked));
    } else if (found.undecided.empty()) {
      std::string note = fmt::format(
          "holds at {} checked there, which is no proof",
          checked == 1 ? std::string("the one point") : fmt::format("the {} points", checked));
      found_.edge = found.edge;
      if (found.edge) {
        note += "; the nearest counterexample is at " + point_in_words(found.edge->point, "");
        if (!found.edge->over.empty()) found_.frontier = frontier_command(subject, *found.edge);
      }
      add(severity_class::outside_regime, note);
    }
  }

  // Whether a claim of this statement and paper holds, or does not.
  template <class Condition>
  [[nodiscard]] bool any_version(const std::string& statement, const std::string& paper,
                                 const Condition& condition) const {
    const auto [first, last] = versions_.equal_range(statement);
    return std::any_of(first, last, [&](const auto& entry) {
      return subjects_[entry.second]->paper == paper &&
             condition(results_[entry.second].found.outcome);
    });
  }

  // What became of the same statement in other papers, as far as that was judged, too. Where one
  // paper has a claim of it that holds and one that does not, readings differ, not versions.
  void add_versions(std::size_t i) {
    const claim& subject = *subjects_[i];
    if (any_version(subject.statement, subject.paper, is_favourable)) return;
    std::string others;
    const auto [first, last] = versions_.equal_range(subject.statement);
    for (auto other = first; other != last; ++other) {
      const claim& version = *subjects_[other->second];
      if (version.paper != subject.paper && is_favourable(results_[other->second].found.outcome) &&
          !any_version(version.statement, version.paper, is_unfavourable))
        others += fmt::format("{}{} ({})", others.empty() ? "" : ", ", version.id,
                              to_text(results_[other->second].found.outcome));
    }
    if (!others.empty())
      add(severity_class::versions_differ,
          "the same statement stands in another version: " + others);
  }

  // Where a statement can be read in several ways, the failure of one is not the whole of it.
  [[nodiscard]] std::string other_readings_of(const claim& subject) const {
    std::string others;
    const auto [first, last] = readings_.equal_range({subject.paper, subject.of});
    for (auto other = first; other != last; ++other)
      if (const verdict outcome = results_[other->second].found.outcome; is_favourable(outcome))
        others += fmt::format("{}{} ({})", others.empty() ? "" : ", ", subjects_[other->second]->id,
                              to_text(outcome));
    return others.empty() ? "" : "; other readings of the statement hold: " + others;
  }

  void add_doubts(const claim& subject) {
    std::string doubts;
    for (const cited_result* cited : visible_.doubts_of(subject))
      doubts +=
          fmt::format("{}{} ({})", doubts.empty() ? "" : ", ", cited->id, to_text(cited->status));
    if (!doubts.empty()) add(severity_class::doubtful_result, doubts);
  }

  static std::string wrong_in_words(const claim& subject, const judgement& found) {
    if (found.outcome == verdict::contradicted)
      return "as far as the sizes checked show, which is evidence and not a refutation";
    if (subject.regime.empty()) return "no range of use is on record";
    if (found.regime && found.regime->checked == 0)
      return "no point checked lies where the paper uses the statement";
    return "what becomes of it where the paper uses it is open";
  }

  [[nodiscard]] severity_finding assembled() {
    found_.main = notes_.begin()->first;
    for (const auto& [which, note] : notes_) {
      if (which == found_.main) {
        found_.message = note;
        continue;
      }
      found_.also.push_back(which);
      found_.message += fmt::format("; also {}: {}", to_text(which), note);
    }
    return found_;
  }

  const std::vector<const claim*>& subjects_;
  const catalogue& visible_;
  const std::vector<claim_result>& results_;
  const budget& limits_;
  std::multimap<std::string, std::size_t> versions_;
  std::multimap<std::pair<std::string, std::string>, std::size_t> readings_;  ///< by paper and `of`
  std::map<severity_class, std::string> notes_;  ///< in order of precedence
  severity_finding found_;
};

}  // namespace

void derive_severities(const std::vector<const claim*>& subjects, const catalogue& visible,
                       std::vector<claim_result>& results, const budget& limits) {
  severity_finder finder(subjects, visible, results, limits);
  for (std::size_t i = 0; i < results.size(); ++i)
    if (is_unfavourable(results[i].found.outcome)) results[i].severity = finder.find(i);
}

std::string severity_counts(const std::vector<claim_result>& results, verdict outcome) {
  std::map<std::pair<severity_class, std::string>, std::size_t> counts;
  for (const claim_result& one : results)
    if (one.found.outcome == outcome && one.severity)
      ++counts[{one.severity->main, severity_class_in_words(one)}];
  std::string line;
  for (const auto& [which, count] : counts)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, which.second);
  return line;
}

}  // namespace shufflecert::inline v0_1::claims
