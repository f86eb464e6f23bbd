#include "claims/results/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::string_view depends = "depends on the reading";
constexpr std::string_view misprint = "misprint";
constexpr std::string_view in_doubt = "transcription in doubt";

bool is_misprint(const claim& subject, const claim_result& result) {
  return is_unfavourable(result.found.outcome) && result.corrected &&
         is_favourable(result.corrected->outcome) &&
         subject.correction == correction_kind::misprint;
}

std::optional<verdict> outcome_of(const std::vector<verdict>& readings) {
  const auto any = [&](auto condition) {
    return std::any_of(readings.begin(), readings.end(), condition);
  };
  const auto has = [&](verdict which) { return any([&](verdict v) { return v == which; }); };
  if (has(verdict::invalid)) return verdict::invalid;
  if (has(verdict::undecided)) return verdict::undecided;
  if (any(is_unfavourable)) {
    if (any(is_favourable)) return std::nullopt;
    return has(verdict::refuted) ? verdict::refuted : verdict::contradicted;
  }
  if (has(verdict::supported)) return verdict::supported;
  return has(verdict::verified) ? verdict::verified : verdict::proved;
}

// A statement, and where its claims stand among the results.
struct placed_statement {
  statement_record record;
  std::vector<std::size_t> places;
};

class statement_finder {
 public:
  statement_finder(const std::vector<const claim*>& subjects,
                   const std::vector<claim_result>& results)
      : subjects_(subjects), results_(results) {
    std::map<std::pair<std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      const claim& subject = *subjects[i];
      const auto [entry, is_new] =
          known.emplace(std::pair(subject.paper, statement_of(subject)), found_.size());
      if (is_new) {
        statement_record& record = found_.emplace_back().record;
        record.name = statement_of(subject);
        record.paper = subject.paper;
      }
      found_[entry->second].places.push_back(i);
      found_[entry->second].record.claims.push_back(subject.id);
    }
    for (placed_statement& one : found_) judge(one.record, one.places);
  }

  std::vector<placed_statement> take() { return std::move(found_); }

 private:
  void judge(statement_record& statement, const std::vector<std::size_t>& places) const {
    std::vector<std::size_t> counting;
    for (const std::size_t i : places) {
      const std::optional<statement_role> role = subjects_[i]->role;
      if (role && (!statement.role || *role < *statement.role)) statement.role = role;
      if (subjects_[i]->transcription.empty()) counting.push_back(i);
    }
    statement.is_in_doubt = counting.empty();
    if (counting.empty()) counting = places;
    std::vector<verdict> readings;
    // A misprint is false as printed and says what is true: other readings are not against it.
    std::vector<verdict> meant;
    for (const std::size_t i : counting) {
      readings.push_back(results_[i].found.outcome);
      if (!is_misprint(*subjects_[i], results_[i])) meant.push_back(readings.back());
    }
    statement.is_misprint =
        meant.size() < readings.size() && std::all_of(meant.begin(), meant.end(), is_favourable);
    statement.outcome = outcome_of(statement.is_misprint && !meant.empty() ? meant : readings);
  }

  const std::vector<const claim*>& subjects_;
  const std::vector<claim_result>& results_;
  std::vector<placed_statement> found_;
};

// What the verdicts of a finding's claims say together.
class finding_backing {
 public:
  finding_backing(const catalogue& read, const std::vector<const claim*>& subjects,
                  const std::vector<claim_result>& results)
      : read_(read), subjects_(subjects), results_(results) {
    for (std::size_t i = 0; i < subjects.size(); ++i) place_.emplace(subjects[i]->id, i);
    for (placed_statement& one : statement_finder(subjects, results).take())
      statements_.emplace(std::pair(one.record.paper, one.record.name), std::move(one));
  }

  [[nodiscard]] finding_record record_of(const finding& one) const {
    finding_record record{one.paper,   one.of, one.where, one.outcome, one.sentence,
                          one.instead, {},     {},        one.means,   one.patch};
    std::vector<std::size_t> others;
    bool is_complete = true;
    for (const claim& c : read_.claims) {
      const bool is_reading = c.paper == one.paper && statement_of(c) == one.of;
      const bool is_other =
          std::find(one.claims.begin(), one.claims.end(), c.id) != one.claims.end();
      if (!is_reading && !is_other) continue;
      record.claims.push_back(c.id);
      const auto judged = place_.find(c.id);
      is_complete = is_complete && judged != place_.end();
      if (is_other && judged != place_.end()) others.push_back(judged->second);
    }
    if (is_complete)
      record.is_backed = is_backed(one.outcome, statements_.at({one.paper, one.of}), others);
    return record;
  }

 private:
  [[nodiscard]] bool holds(std::size_t i) const { return is_favourable(results_[i].found.outcome); }

  [[nodiscard]] bool rests_on_doubts(std::size_t i) const {
    return !read_.doubts_of(*subjects_[i]).empty();
  }

  [[nodiscard]] bool is_backed(finding_outcome outcome, const placed_statement& placed,
                               const std::vector<std::size_t>& others) const {
    const statement_record& statement = placed.record;
    const bool stands =
        statement.is_misprint || (statement.outcome && is_favourable(*statement.outcome));
    const bool all_others_hold =
        std::all_of(others.begin(), others.end(), [&](std::size_t i) { return holds(i); });
    const auto has_doubts = [&](const std::vector<std::size_t>& claims) {
      return std::any_of(claims.begin(), claims.end(),
                         [&](std::size_t i) { return rests_on_doubts(i); });
    };
    const bool rests_on_one = has_doubts(placed.places) || has_doubts(others);
    switch (outcome) {
      case finding_outcome::stands:
        return stands && all_others_hold && !rests_on_one;
      case finding_outcome::rests_on_an_erratum:
        return stands && all_others_hold && rests_on_one;
      case finding_outcome::stands_with_a_condition:
        // Not without it, and a claim with the condition holds, or the regime is the condition.
        return !stands && (std::any_of(others.begin(), others.end(),
                                       [&](std::size_t i) { return holds(i); }) ||
                           holds_in_regime(placed.places));
      case finding_outcome::depends:
        return !statement.outcome;
      case finding_outcome::fails:
        return !stands && statement.outcome && is_unfavourable(*statement.outcome);
    }
    return false;
  }

  [[nodiscard]] bool holds_in_regime(const std::vector<std::size_t>& places) const {
    return std::all_of(places.begin(), places.end(), [&](std::size_t i) {
      return holds(i) ||
             (results_[i].severity && results_[i].severity->main == severity_class::outside_regime);
    });
  }

  const catalogue& read_;
  const std::vector<const claim*>& subjects_;
  const std::vector<claim_result>& results_;
  std::map<std::string, std::size_t> place_;
  std::map<std::pair<std::string, std::string>, placed_statement> statements_;
};

}  // namespace

const std::string& statement_of(const claim& c) {
  return c.of.empty() ? c.id : c.of;
}

std::string to_text(const statement_record& statement) {
  return statement.outcome ? to_text(*statement.outcome) : std::string(depends);
}

std::string outcome_in_words(const statement_record& statement) {
  if (statement.is_in_doubt) return std::string(in_doubt);
  return statement.is_misprint ? std::string(misprint) : to_text(statement);
}

std::vector<std::string> outcomes_of_statements() {
  std::vector<std::string> names;
  for (const verdict which : all_kinds<verdict>()) names.push_back(to_text(which));
  const std::vector<std::string> more{std::string(depends), std::string(misprint),
                                      std::string(in_doubt)};
  names.insert(names.begin() + 1, more.begin(), more.end());
  return names;
}

std::string unbacked_in_words(const finding_record& finding) {
  return fmt::format("the finding about {} says \"{}\", which the verdicts do not", finding.of,
                     to_text(finding.outcome));
}

std::vector<statement_record> statements_of(const std::vector<const claim*>& subjects,
                                            const std::vector<claim_result>& results) {
  std::vector<statement_record> statements;
  for (placed_statement& one : statement_finder(subjects, results).take())
    statements.push_back(std::move(one.record));
  return statements;
}

std::size_t slips_among(const std::vector<const claim*>& subjects,
                        const std::vector<claim_result>& results) {
  std::set<std::pair<std::string, std::string>> slips;
  for (const auto& [one, places] : statement_finder(subjects, results).take()) {
    const bool is_false = one.is_misprint || (one.outcome && is_unfavourable(*one.outcome));
    for (const std::size_t i : places) {
      if (!is_unfavourable(results[i].found.outcome) || !subjects[i]->transcription.empty() ||
          !subjects[i]->ours.empty())
        continue;
      if (!subjects[i]->slip.empty())
        slips.emplace(one.paper, subjects[i]->slip);
      else if (is_false)
        slips.emplace(one.paper, one.name);
    }
  }
  return slips.size();
}

std::vector<finding_record> findings_of(const catalogue& read,
                                        const std::vector<const claim*>& subjects,
                                        const std::vector<claim_result>& results) {
  std::set<std::string> judged;
  for (const claim* subject : subjects) judged.insert(subject->paper);
  const finding_backing backing(read, subjects, results);
  std::vector<finding_record> records;
  for (const finding& one : read.findings)
    if (judged.contains(one.paper)) records.push_back(backing.record_of(one));
  return records;
}

}  // namespace shufflecert::inline v0_1::claims
