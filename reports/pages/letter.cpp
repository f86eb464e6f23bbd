
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/recorded_results.hpp"
#include "claims/text/similar_keys.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/pages/report.hpp"
#include "reports/pages/report_data.hpp"
#include "reports/pages/statement_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

bool ends_sentence(const std::string& text, std::size_t dot) {
  static constexpr std::array<std::string_view, 6> shortened = {"e.g", "i.e", "cf",
                                                                "Fig", "Eq",  "vs"};
  const std::size_t space = text.rfind(' ', dot);
  const std::size_t start = space == std::string::npos ? 0 : space + 1;
  const std::string_view word = std::string_view(text).substr(start, dot - start);
  if (std::find(shortened.begin(), shortened.end(), word) != shortened.end()) return false;
  // Small Latin letters and digits go on; capitals, quotes, brackets and Greek letters begin.
  const char next = text[dot + 2];
  return !(next >= 'a' && next <= 'z') && !(next >= '0' && next <= '9');
}

// The first sentences of a reading say how the paper is read, those of a reason what is wrong; what
// follows is for the page.
std::string first_sentences(const std::string& text, int count) {
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1))
    if (at + 2 < text.size() && ends_sentence(text, at) && --count == 0)
      return text.substr(0, at + 1);
  return text;
}

constexpr std::array<std::string_view, 5> shown_roles = {
    "main results", "lemmas", "steps of proofs", "tables and figures", "remarks"};

// What a failing reading adds to the paper.
std::string what_is_ours(const recorded_claim& claim) {
  return claim.stated.ours ? fmt::format(" in this reading, which adds {}", *claim.stated.ours)
                           : "";
}

// No more than was shown: points are not a proof, and finite sizes are not a limit.
std::string outcome_of_reading(const recorded_claim& claim) {
  switch (claim.found.outcome) {
    case verdict::proved:
      return "Holds, proved";
    case verdict::verified:
      return "Holds at every point checked";
    case verdict::supported:
      return "Supported at finite sizes";
    case verdict::refuted:
      if (claim.found.rate) return "Does not hold" + what_is_ours(claim);
      return fmt::format("Does not hold{}{}{}", what_is_ours(claim),
                         claim.stated.hedge ? " as an exact statement" : "",
                         severity_of(claim) == severity_class::outside_regime
                             ? "; holds at every point checked where the paper uses it"
                             : "");
    case verdict::contradicted:
      return "The values at finite sizes contradict it" + what_is_ours(claim);
    default:
      return "Undecided";
  }
}

// Places begin a line here; the name of a file stays as it is.
std::string capitalised(std::string text) {
  const std::string first = text.substr(0, text.find_first_of(", "));
  if (first.find_first_of("._/") != std::string::npos) return text;
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Sections that a letter leaves out leave their blank lines behind.
std::string one_blank_line_each(const std::string& text) {
  std::string plain;
  for (const char c : text)
    if (c != '\n' || !plain.ends_with("\n\n")) plain += c;
  return plain;
}

// Main results first, then lemmas; what has no role stands last.
std::size_t rank_of_role(const statement_record& statement) {
  return statement.role ? static_cast<std::size_t>(*statement.role) : shown_roles.size();
}

class letter_writer {
 public:
  letter_writer(const recorded_results& results, std::string paper)
      : results_(results),
        paper_(std::move(paper)),
        fields_(results.symbols, markdown_text),
        claims_(claims_by_id(results)) {}

  std::string write() {
    data letter = paper_data(results_, claims_of_paper(), fields_, "");
    set_findings(letter, results_, paper_, fields_, "");
    // A fault of the catalogue is no business of the authors.
    statement_count count = statements_of_paper(results_, paper_);
    for (const statement_record& one : results_.statements.value()) {
      if (one.paper != paper_) continue;
      if (one.outcome == verdict::invalid) {
        --count.statements;
        if (one.role == statement_role::main) --count.main;
      } else {
        add_statement(one);
      }
    }
    fields_.set(letter, "statements_words", statements_in_words(count));
    add_standing(letter);
    field_writer::set_list(letter, "failing", with_headings(in_order(failing_)));
    field_writer::set_list(letter, "depending", in_order(depending_));
    field_writer::set_list(letter, "contradicted", in_order(contradicted_));
    add_misprints(letter);
    field_writer::set_list(letter, "in_doubt", in_order(in_doubt_));
    field_writer::set_list(letter, "open", in_order(open_));
    fields_.set(letter, "account", account());
    require_findings(letter, count.statements);
    add_serious(letter);
    add_doubts(letter);
    add_cautions(letter);
    add_instead(letter);
    const bool is_builtin =
        std::all_of(claims_of_paper_.begin(), claims_of_paper_.end(),
                    [](const recorded_claim* c) { return is_builtin_file(c->stated.file); });
    letter.set("has_paper_command", is_builtin);
    letter.set("paper_command", code_text("shufflecert verify " + paper_));
    letter.set("is_software", is_software(paper_));
    return one_blank_line_each(page_template("letter.md.mustache").render(letter));
  }

 private:
  paper_claims claims_of_paper() {
    for (const paper_claims& one : claims_by_paper(results_))
      if (one.key == paper_) {
        claims_of_paper_ = one.claims;
        return one;
      }
    std::vector<std::string> keys;
    for (const paper_claims& one : claims_by_paper(results_)) keys.push_back(one.key);
    if (keys.empty())
      throw report_error(
          "none of the claims judged belongs to a paper: name it by [paper] in the "
          "catalogue file, with key and title");
    constexpr std::size_t most = 4;
    throw report_error(fmt::format(
        "no claim of '{}' was judged; {}", one_short_line(paper_, 100),
        keys.size() <= most
            ? fmt::format("there are those of {}", fmt::join(keys, ", "))
            : suggested_keys(paper_, keys, fmt::format("those of {} others were", keys.size()))));
  }

  // Authors are not bothered with statements that were all set aside or left undecided.
  void require_findings(const data& letter, std::size_t statements) const {
    const auto& findings = results_.findings.value();
    const bool is_in_words = std::any_of(
        findings.begin(), findings.end(),
        [&](const finding_record& one) { return one.paper == paper_ && one.is_backed != false; });
    if (is_in_words || has_verdicts_ || !own_errata().empty()) return;
    if (statements == 0)
      throw report_error(fmt::format("there is nothing to write: no statement of '{}' was judged",
                                     one_short_line(paper_, 100)));
    throw report_error(fmt::format("there is nothing to write: {} of '{}' has {} finding. {}",
                                   statements == 1 ? "the only statement" : "no statement",
                                   one_short_line(paper_, 100), statements == 1 ? "no" : "a",
                                   letter.get("account")->string_value()));
  }

  void add_statement(const statement_record& statement) {
    std::vector<const recorded_claim*> readings;
    for (const std::string& id : statement.claims)
      if (const auto known = claims_.find(id); known != claims_.end())
        readings.push_back(known->second);
    if (readings.empty()) return;
    const std::optional<verdict>& known = statement.outcome;
    data one;
    const std::string where = readings.front()->stated.where.value_or("");
    fields_.set(one, "where", capitalised(where.empty() ? title_of(statement.name) : where));
    // A text in doubt that fails is a question to its authors; one that holds is none.
    const bool is_decided = !known || is_favourable(*known) || is_unfavourable(*known);
    has_verdicts_ |=
        statement.is_in_doubt ? is_against(against(readings)) : statement.is_misprint || is_decided;
    if (statement.is_in_doubt) {
      add_in_doubt(one, readings);
      in_doubt_[rank_of_role(statement)].push_back(one);
    } else if (statement.is_misprint) {
      ++misprinted_;
      add_misprint(one, readings);
    } else if (!known) {
      add_depending(one, readings);
      depending_[rank_of_role(statement)].push_back(one);
    } else if (is_unfavourable(*known)) {
      describe(one, against(readings));
      auto& place = *known == verdict::refuted ? failing_ : contradicted_;
      place[rank_of_role(statement)].push_back(one);
    } else if (is_favourable(*known)) {
      if (!is_in_short(statement.name))
        add_standing_place(rank_of_role(statement), one.get("where")->string_value());
      if (*known == verdict::proved) ++proved_;
      if (std::any_of(readings.begin(), readings.end(),
                      [&](const recorded_claim* c) { return rests_on_doubts_of_others(*c); }))
        ++resting_;
      if (std::any_of(readings.begin(), readings.end(),
                      [](const recorded_claim* c) { return !c->found.stated_cautions().empty(); }))
        ++limited_;
      ++held_;
    } else {
      const recorded_claim& c = undecided_among(readings);
      fields_.set(one, "says", c.stated.says.value_or(""));
      fields_.set(one, "words", verdict_in_words(c.found));
      one.set("check", code_text(c.id));
      open_[rank_of_role(statement)].push_back(one);
    }
  }

  // The reading for which a statement stays open.
  static const recorded_claim& undecided_among(const std::vector<const recorded_claim*>& readings) {
    const auto open = std::find_if(readings.begin(), readings.end(), [](const recorded_claim* c) {
      return !is_favourable(c->found.outcome) && !is_unfavourable(c->found.outcome);
    });
    return open == readings.end() ? *readings.front() : **open;
  }

  // What is asked of the authors, who have the print: what the text at hand may have lost.
  void add_in_doubt(data& one, const std::vector<const recorded_claim*>& readings) const {
    const recorded_claim& c = against(readings);
    fields_.set(one, "says", c.stated.says.value_or(""));
    fields_.set(one, "outcome", outcome_of_reading(c));
    fields_.set(one, "doubt", first_sentences(c.stated.transcription.value_or(""), 1));
    one.set("check", code_text(c.id));
  }

  static std::size_t seriousness(finding_outcome outcome) {
    switch (outcome) {
      case finding_outcome::fails:
        return 0;
      case finding_outcome::stands_with_a_condition:
        return 1;
      case finding_outcome::rests_on_an_erratum:
        return 2;
      case finding_outcome::depends:
        return 3;
      case finding_outcome::stands:
        return 4;
    }
    return 4;
  }

  // The claim that shows best why a finding is what it is.
  [[nodiscard]] const recorded_claim* claim_for(const finding_record& finding) const {
    std::vector<const recorded_claim*> claims;
    for (const std::string& id : finding.claims)
      if (const auto known = claims_.find(id); known != claims_.end())
        claims.push_back(known->second);
    return claims.empty() ? nullptr : &against(claims);
  }

  // The command that checks a claim; those of a user's own file are found in that file.
  static void set_command(data& target, const recorded_claim& c) {
    const std::string file = is_builtin_file(c.stated.file) ? "" : c.stated.file + " ";
    target.set("command", code_text("shufflecert verify " + file + c.id));
    target.set("has_command", true);
  }

  // The first page: the main results that do not simply stand, the worst first, each with one
  // command. Where nobody wrote of main results, the statements that fail.
  void add_serious(data& letter) const {
    constexpr std::size_t most = 6;
    constexpr int sentences = 2;
    std::vector<const finding_record*> findings;
    for (const finding_record& one : results_.findings.value())
      if (one.paper == paper_ && one.is_backed != false && one.outcome != finding_outcome::stands)
        findings.push_back(&one);
    std::stable_sort(findings.begin(), findings.end(), [](const auto* a, const auto* b) {
      return seriousness(a->outcome) < seriousness(b->outcome);
    });
    list shown;
    for (const finding_record* one : findings) {
      data entry;
      fields_.set(entry, "where", one->where.empty() ? title_of(one->of) : one->where);
      fields_.set(entry, "outcome", to_text(one->outcome));
      fields_.set(entry, "sentence", first_sentences(one->sentence, sentences));
      const recorded_claim* claim = claim_for(*one);
      fields_.set(entry, "command", "");
      if (claim != nullptr) set_command(entry, *claim);
      shown.push_back(entry);
    }
    if (shown.empty())
      for (const data& failing : in_order(failing_)) {
        data entry = failing;
        entry.set("outcome", is_of_bound_only(failing)
                                 ? "fails for a pair that is only an upper bound for mechanisms"
                             : failing.get("is_of_inputs_only")->is_true()
                                 ? "fails for the inputs checked; others may leak enough"
                             : failing.get("is_rounding")->is_true()
                                 ? "the last printed digit is off"
                             : failing.get("is_outside_regime")->is_true()
                                 ? "fails, but not where the paper uses it, as far as we checked"
                                 : "does not hold as it is printed");
        const auto text = [&](const char* key) { return failing.get(key)->string_value(); };
        entry.set("sentence", !text("in_short").empty() ? text("in_short")
                              : !text("at").empty()     ? "It fails at " + text("at") + "."
                                                        : text("says"));
        shown.push_back(entry);
      }
    const std::size_t more = shown.size() > most ? shown.size() - most : 0;
    shown.resize(shown.size() - more);
    field_writer::set_list(letter, "serious", shown);
    fields_.set(letter, "more_serious", more == 0 ? "" : std::to_string(more));
    const bool is_shown_one = std::any_of(shown.begin(), shown.end(), [](const data& entry) {
      return entry.get("has_command") != nullptr && entry.get("has_command")->is_true();
    });
    letter.set("has_commands",
               is_shown_one || !in_order(failing_).empty() || !in_order(contradicted_).empty());
  }

  // What a pair alone breaks comes last, under a heading of its own.
  static list with_headings(list failing) {
    std::stable_partition(failing.begin(), failing.end(),
                          [](const data& one) { return !is_of_bound_only(one); });
    for (std::size_t i = 0; i < failing.size(); ++i) {
      const bool is_of_bound = is_of_bound_only(failing[i]);
      const bool begins = i == 0 || is_of_bound_only(failing[i - 1]) != is_of_bound;
      failing[i].set("begins_failing", begins && !is_of_bound);
      failing[i].set("begins_of_bound", begins && is_of_bound);
    }
    return failing;
  }

  static bool is_of_bound_only(const data& failing) {
    return failing.get("is_of_bound_only")->is_true();
  }

  // "Of these, 3 hold, 1 does not hold as it is printed and 1 is a misprint.", "All 3 hold." or "It
  // holds.": each statement is counted once.
  [[nodiscard]] std::string account() const {
    std::vector<std::string> parts;
    const auto add = [&](std::size_t count, const char* one, const char* several) {
      if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : several));
    };
    add(proved_, "is proved", "are proved");
    add(held_ - proved_, "holds wherever we checked", "hold wherever we checked");
    const list failing = in_order(failing_);
    const auto of_bounds =
        static_cast<std::size_t>(std::count_if(failing.begin(), failing.end(), is_of_bound_only));
    add(failing.size() - of_bounds, "does not hold as it is printed",
        "do not hold as they are printed");
    add(of_bounds, "fails for a pair that is only an upper bound for mechanisms",
        "fail for pairs that are only upper bounds for mechanisms");
    add(in_order(depending_).size(), "depends on how it is read", "depend on how they are read");
    add(in_order(contradicted_).size(), "is a rate that the values at finite sizes contradict",
        "are rates that the values at finite sizes contradict");
    add(misprinted_, "is a misprint", "are misprints");
    add(in_order(in_doubt_).size(), "is set aside because our copy of the text is unclear",
        "are set aside because our copy of the text is unclear");
    add(in_order(open_).size(), "stayed undecided", "stayed undecided");
    if (parts.empty()) return "";
    const std::string last = parts.back();
    parts.pop_back();
    const std::string counted =
        !parts.empty()           ? fmt::format("Of these, {} and {}.", fmt::join(parts, ", "), last)
        : last.starts_with("1 ") ? "It " + last.substr(2) + "."
                                 : "All " + last + ".";
    return counted + limits_in_account();
  }

  // What readers of the first paragraph alone would take for more than was checked.
  [[nodiscard]] std::string limits_in_account() const {
    if (limited_ == 0) return "";
    return fmt::format(" {} about particular mechanisms or inputs only.",
                       held_ == 1          ? "The one that holds is"
                       : limited_ == held_ ? fmt::format("The {} that hold are", held_)
                       : limited_ == 1
                           ? fmt::format("1 of the {} that hold is", held_)
                           : fmt::format("{} of the {} that hold are", limited_, held_));
  }

  // The reading that speaks most clearly against a statement: about a mechanism, with both sides.
  static const recorded_claim& against(const std::vector<const recorded_claim*>& readings) {
    const recorded_claim* best = nullptr;
    const auto weight = [](const recorded_claim& c) {
      return (is_against(c) ? 4 : 0) + (in_short(c).empty() ? 0 : 2) +
             (c.stated.concerns() == concern::mechanism ? 1 : 0);
    };
    for (const recorded_claim* c : readings)
      if (best == nullptr || weight(*c) > weight(*best)) best = c;
    return *best;
  }

  void describe(data& one, const recorded_claim& c) const {
    fields_.set(one, "says", c.stated.says.value_or(""));
    fields_.set(one, "reading", first_sentences(c.stated.reading.value_or(""), 1));
    fields_.set(one, "in_short", in_short(c));
    fields_.set(one, "hedge", hedge_in_words(results_, c));
    fields_.set(one, "at",
                !c.found.witness || c.stated.kind == claim_kind::exists
                    ? ""
                    : point_in_symbols(c.found.witness->point));
    one.set("is_of_inputs_only", says_that_other_inputs_may_leak_enough(c.found.stated_cautions()));
    one.set("is_of_bound_only", says_that_mechanisms_may_stay_below(c.found.stated_cautions()));
    one.set("is_outside_regime", severity_of(c) == severity_class::outside_regime);
    one.set("is_rounding", severity_of(c) == severity_class::rounding);
    one.set("check", code_text(c.id));
    set_command(one, c);
    set_reason(one, c);
  }

  // Mathematics in the author's own signs; the program's formula where nobody wrote any.
  void set_reason(data& one, const recorded_claim& c) const {
    const std::string reason = first_sentences(c.stated.reason.value_or(""), 2);
    fields_.set(one, "reason", reason);
    const bool is_mended = c.corrected && is_favourable(c.corrected->outcome);
    one.set("has_instead", is_mended && reason.empty());
    one.set("instead", code_text(c.stated.corrected.value_or("")));
  }

  // One slip is one entry, with the other places that it makes false.
  void add_misprint(data& one, const std::vector<const recorded_claim*>& readings) {
    const recorded_claim& c = against(readings);
    const std::string slip = c.stated.slip.value_or("");
    const auto known = std::find_if(misprints_.begin(), misprints_.end(), [&](const auto& other) {
      return !slip.empty() && other.slip == slip;
    });
    if (known != misprints_.end()) {
      known->also += fmt::format("{}{} (`{}`)", known->also.empty() ? "" : ", ",
                                 one.get("where")->string_value(), code_text(c.id));
      return;
    }
    fields_.set(one, "says", c.stated.says.value_or(""));
    set_reason(one, c);
    one.set("check", code_text(c.id));
    misprints_.push_back({one, slip, ""});
  }

  void add_misprints(data& letter) const {
    list shown;
    for (const misprint& one : misprints_) {
      shown.push_back(one.entry);
      shown.back().set("has_also", !one.also.empty());
      shown.back().set("also", one.also);
    }
    field_writer::set_list(letter, "misprints", shown);
  }

  // Words that every reading has are said once; then each says how it reads them.
  void add_depending(data& one, const std::vector<const recorded_claim*>& readings) {
    const std::string shared = readings.front()->stated.says.value_or("");
    const bool is_shared =
        std::all_of(readings.begin(), readings.end(),
                    [&](const recorded_claim* c) { return c->stated.says.value_or("") == shared; });
    fields_.set(one, "says", is_shared ? shared : "");
    list shown;
    for (const recorded_claim* c : readings) {
      data reading;
      reading.set("outcome", outcome_of_reading(*c));
      fields_.set(reading, "caution", caution_mark(c->found));
      fields_.set(reading, "says", is_shared ? "" : c->stated.says.value_or(""));
      fields_.set(reading, "reading", first_sentences(c->stated.reading.value_or(""), 1));
      reading.set("check", code_text(c->id));
      shown.push_back(reading);
    }
    field_writer::set_list(one, "readings", shown);
  }

  // Main results of which somebody wrote are named one by one, "In short".
  [[nodiscard]] bool is_in_short(const std::string& statement) const {
    const auto& findings = results_.findings.value();
    return std::any_of(findings.begin(), findings.end(), [&](const finding_record& one) {
      return one.paper == paper_ && one.of == statement && one.is_backed != false;
    });
  }

  // In the order of the catalogue, which is that of the paper.
  void add_standing_place(std::size_t rank, const std::string& where) {
    auto& places = standing_[rank];
    const auto known = std::find_if(places.begin(), places.end(),
                                    [&](const auto& place) { return place.first == where; });
    if (known == places.end())
      places.emplace_back(where, 1);
    else
      ++known->second;
  }

  std::string how_they_hold() const {
    if (proved_ == 0) return ", at every point or size that we checked";
    if (proved_ == held_) return held_ == 1 ? ", proved as a formula" : ", all proved as formulas";
    return fmt::format(
        ": {} of them proved as formulas, the others at every point or size that we checked",
        proved_);
  }

  // What the count alone would let readers believe.
  [[nodiscard]] std::string limits_of_what_holds() const {
    std::string words;
    if (proved_ > 0)
      words +=
          " A proof covers all parameters in the formula's domain; where the statement is that "
          "something exists, the proof is a certified solution.";
    if (limited_ > 0)
      words += fmt::format(
          " {} about particular mechanisms or inputs only: see “What these verdicts do not cover”.",
          held_ == 1      ? "It is"
          : limited_ == 1 ? "1 of them is"
                          : fmt::format("{} of them are", limited_));
    return words;
  }

  void add_standing(data& letter) const {
    std::string words = "Of the statements that we judged, none is shown to hold as it is printed.";
    if (held_ > 0) {
      words = fmt::format("{} statement{} hold{}{}.", held_, held_ == 1 ? "" : "s",
                          held_ == 1 ? "s" : "", how_they_hold()) +
              limits_of_what_holds();
      if (resting_ > 0)
        words += fmt::format(" {} on a result of others that is in doubt, see below.",
                             held_ == 1          ? "It rests"
                             : resting_ == held_ ? "They all rest"
                             : resting_ == 1     ? "1 of them rests"
                                                 : fmt::format("{} of them rest", resting_));
    }
    fields_.set(letter, "stands_words", words);
    list standing;
    for (std::size_t rank = 0; rank < standing_.size(); ++rank) {
      std::string places;
      for (const auto& [where, count] : standing_[rank]) {
        places += (places.empty() ? "" : " · ") + where;
        if (count > 1) places += fmt::format(" ({} statements)", count);
      }
      if (places.empty()) continue;
      data one;
      one.set("of", rank < shown_roles.size() ? capitalised(std::string(shown_roles[rank]))
                                              : "Other statements");
      one.set("places", places);
      standing.push_back(one);
    }
    field_writer::set_list(letter, "standing", standing);
  }

  [[nodiscard]] bool is_own(const stated_dependency& entry) const {
    return entry.id.starts_with(paper_ + "/");
  }
  static bool is_in_doubt(const stated_dependency& entry) {
    return entry.status && *entry.status != result_status::stands;
  }
  [[nodiscard]] bool is_doubt_of_others(const stated_dependency& entry) const {
    return is_in_doubt(entry) && !is_own(entry);
  }
  [[nodiscard]] bool rests_on_doubts_of_others(const recorded_claim& c) const {
    return std::any_of(c.stated.depends.begin(), c.stated.depends.end(),
                       [&](const stated_dependency& entry) { return is_doubt_of_others(entry); });
  }

  // What is on record of the paper's own results, wherever somebody cites them.
  [[nodiscard]] list own_errata() const {
    std::set<std::string> seen;
    list errata;
    for (const recorded_claim& c : results_.claims)
      for (const stated_dependency& entry : c.stated.depends) {
        if (!is_own(entry) || !is_in_doubt(entry) || !seen.insert(entry.id).second) continue;
        data one;
        fields_.set(one, "text", name_of_dependency(entry));
        errata.push_back(one);
      }
    return errata;
  }

  void add_doubts(data& letter) const {
    std::vector<std::pair<const stated_dependency*, std::set<std::string>>> doubted;
    for (const recorded_claim* c : claims_of_paper_)
      for (const stated_dependency& entry : c->stated.depends) {
        if (!is_doubt_of_others(entry)) continue;
        const auto known = std::find_if(doubted.begin(), doubted.end(),
                                        [&](const auto& one) { return one.first->id == entry.id; });
        auto& places = known == doubted.end()
                           ? doubted.emplace_back(&entry, std::set<std::string>()).second
                           : known->second;
        places.insert(c->stated.where.value_or(title_of(c->id)));
      }
    list doubts;
    for (const auto& [entry, places] : doubted) {
      data one;
      fields_.set(one, "text", name_of_dependency(*entry));
      fields_.set(one, "places", fmt::format("{}", fmt::join(places, " · ")));
      doubts.push_back(one);
    }
    field_writer::set_list(letter, "doubts", doubts);
    field_writer::set_list(letter, "errata", own_errata());
  }

  // Each sentence once, with the places of the paper whose verdicts it is about.
  void add_cautions(data& letter) const {
    std::vector<std::string> sentences;
    std::map<std::string, std::vector<std::string>> places;
    for (const recorded_claim* c : claims_of_paper_)
      for (const std::string& sentence : c->found.stated_cautions()) {
        auto& known = places[sentence];
        if (known.empty()) sentences.push_back(sentence);
        const std::string where = c->stated.where.value_or(title_of(c->id));
        if (std::find(known.begin(), known.end(), where) == known.end()) known.push_back(where);
      }
    list shown;
    for (const std::string& sentence : sentences) {
      data one;
      fields_.set(one, "text", capitalised(sentence));
      fields_.set(one, "places", fmt::format("{}", fmt::join(places[sentence], " · ")));
      shown.push_back(one);
    }
    field_writer::set_list(letter, "cautions", shown);
  }

  void add_instead(data& letter) const {
    list shown;
    for (const finding_record& one : results_.findings.value()) {
      if (one.paper != paper_ || one.instead.empty() || one.is_backed == false) continue;
      data entry;
      fields_.set(entry, "where", one.where.empty() ? title_of(one.of) : one.where);
      fields_.set(entry, "instead", one.instead);
      shown.push_back(entry);
    }
    field_writer::set_list(letter, "instead_list", shown);
    list patches;
    for (const finding_record& one : results_.findings.value()) {
      if (one.paper != paper_ || one.patch.empty() || one.is_backed == false) continue;
      data entry;
      fields_.set(entry, "where", one.where.empty() ? title_of(one.of) : one.where);
      fields_.set(entry, "patch", one.patch);
      patches.push_back(entry);
    }
    field_writer::set_list(letter, "patches", patches);
    const auto is_empty = [](const by_role<list>& entries) { return in_order(entries).empty(); };
    letter.set("is_sound", held_ > 0 && resting_ == 0 && !letter.get("has_errata")->is_true() &&
                               is_empty(failing_) && is_empty(depending_) &&
                               is_empty(contradicted_) && is_empty(in_doubt_) && is_empty(open_) &&
                               misprints_.empty() && patches.empty());
  }

  const recorded_results& results_;
  std::string paper_;
  field_writer fields_;
  std::map<std::string, const recorded_claim*> claims_;
  std::vector<const recorded_claim*> claims_of_paper_;
  struct misprint {
    data entry;
    std::string slip;
    std::string also;
  };

  template <class Entries>
  using by_role = std::array<Entries, shown_roles.size() + 1>;

  // "Theorem 3.1 (erratum): …"
  static std::string name_of_dependency(const stated_dependency& entry) {
    constexpr std::string_view start = "Rests on ";
    return dependency_in_words(entry).substr(start.size());
  }

  static list in_order(const by_role<list>& entries) {
    list all;
    for (const list& some : entries)
      for (const data& one : some) all.push_back(one);
    return all;
  }

  by_role<std::vector<std::pair<std::string, std::size_t>>> standing_;  ///< place, how many
  std::size_t held_ = 0;
  std::size_t proved_ = 0;
  std::size_t resting_ = 0;    ///< of those that hold, on a result in doubt
  std::size_t limited_ = 0;    ///< of those that hold, with cautions
  bool has_verdicts_ = false;  ///< on a statement that is not in doubt, or against one that is
  by_role<list> failing_;
  by_role<list> depending_;
  by_role<list> contradicted_;
  by_role<list> in_doubt_;  ///< where only doubtful transcriptions were judged
  by_role<list> open_;
  std::vector<misprint> misprints_;
  std::size_t misprinted_ = 0;  ///< statements; one slip is one entry of them
};

}  // namespace

std::string render_letter(const recorded_results& results, const std::string& paper) {
  if (!results.statements || !results.findings)
    throw report_error("these results are of a version that knew no statements; judge again");
  return letter_writer(results, paper).write();
}

std::string render_letter(const std::string& results, const std::string& paper) {
  return render_letter(results_to_report(results), paper);
}

}  // namespace shufflecert::inline v0_1::claims
