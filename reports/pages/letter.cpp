
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/json.hpp"
#include "claims/results/results_schema.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/pages/report.hpp"
#include "reports/pages/report_data.hpp"
#include "reports/pages/statement_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

std::string text_at(const json& object, const char* key) {
  return object.contains(key) && object.at(key).is_string() ? object.at(key).get<std::string>()
                                                            : std::string();
}

// Between backquotes nothing else is markup; a line's end would end the entry.
std::string code_text(const std::string& text) {
  std::string plain;
  for (const char c : text)
    plain += c == '`' ? '\'' : static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return plain;
}

// A reading's first sentence says how the paper is read; what follows gives reasons.
std::string first_sentence(const std::string& text) {
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1))
    if (at + 2 < text.size() && text[at + 2] >= 'A' && text[at + 2] <= 'Z')
      return text.substr(0, at + 1);
  return text;
}

// No more than was shown: points are not a proof, and finite sizes are not a limit.
const char* outcome_of_reading(const json& claim) {
  switch (kind_at<verdict>(claim, "verdict").value()) {
    case verdict::proved:
      return "Holds, proved for all parameters";
    case verdict::verified:
      return "Holds at every point looked at";
    case verdict::supported:
      return "Supported at finite sizes";
    case verdict::refuted:
      return "Does not hold";
    case verdict::contradicted:
      return "Finite sizes speak against it";
    default:
      return "Open";
  }
}

class letter_writer {
 public:
  letter_writer(const json& results, std::string paper)
      : results_(results),
        paper_(std::move(paper)),
        fields_(results, [](const std::string& text) { return markdown_text(text); }) {
    for (const json& c : results.at("claims")) claims_.emplace(text_at(c, "id"), &c);
  }

  std::string write() {
    data letter = paper_data(results_, claims_of_paper(), fields_, "");
    set_findings(letter, results_, paper_, fields_, "");
    for (const json& one : results_.at("statements"))
      if (text_at(one, "paper") == paper_) add_statement(one);
    add_standing(letter);
    field_writer::set_list(letter, "failing", failing_);
    field_writer::set_list(letter, "depending", depending_);
    field_writer::set_list(letter, "contradicted", contradicted_);
    field_writer::set_list(letter, "misprints", misprints_);
    add_doubts(letter);
    add_instead(letter);
    const bool is_builtin =
        std::all_of(claims_of_paper_.begin(), claims_of_paper_.end(),
                    [](const json* c) { return text_at(*c, "file").starts_with("builtin:"); });
    letter.set("has_paper_command", is_builtin);
    letter.set("paper_command", code_text("shufflecert verify " + paper_));
    return page_template("letter.md.mustache").render(letter);
  }

 private:
  paper_claims claims_of_paper() {
    for (const paper_claims& one : claims_by_paper(results_))
      if (one.key == paper_) {
        claims_of_paper_ = one.claims;
        return one;
      }
    std::string keys;
    for (const paper_claims& one : claims_by_paper(results_))
      keys += (keys.empty() ? "" : ", ") + one.key;
    throw report_error(fmt::format("no claim of '{}' was judged; there are those of {}",
                                   one_short_line(paper_, 100), keys));
  }

  void add_statement(const json& statement) {
    std::vector<const json*> readings;
    for (const json& id : statement.at("claims"))
      if (const auto known = claims_.find(id.get<std::string>()); known != claims_.end())
        readings.push_back(known->second);
    if (readings.empty() || statement.at("in_doubt").get<bool>()) return;
    const std::string outcome = text_at(statement, "verdict");
    const auto known = from_text<verdict>(outcome);
    data one;
    const std::string where = text_at(*readings.front(), "where");
    fields_.set(one, "where", where.empty() ? title_of(text_at(statement, "statement")) : where);
    if (statement.at("misprint").get<bool>()) {
      add_misprint(one, readings);
    } else if (!known) {
      add_depending(one, readings);
    } else if (is_unfavourable(*known)) {
      describe(one, against(readings));
      (*known == verdict::refuted ? failing_ : contradicted_).push_back(one);
    } else if (is_favourable(*known)) {
      ++standing_[one.get("where")->string_value()];
      if (*known == verdict::proved) ++proved_;
      ++held_;
    }
  }

  // The reading that speaks most clearly against a statement: about a mechanism, with both sides.
  static const json& against(const std::vector<const json*>& readings) {
    const json* best = nullptr;
    const auto weight = [](const json& c) {
      return (is_against(c) ? 4 : 0) + (in_short(c).empty() ? 0 : 2) +
             (text_at(c, "about") == "mechanism" ? 1 : 0);
    };
    for (const json* c : readings)
      if (best == nullptr || weight(*c) > weight(*best)) best = c;
    return *best;
  }

  void describe(data& one, const json& c) const {
    fields_.copy(one, c, "says");
    fields_.set(one, "in_short", in_short(c));
    fields_.set(one, "hedge", hedge_in_words(results_, c));
    fields_.set(one, "at", c.at("witness").is_null() ? "" : point_in_words(c.at("witness")));
    one.set("check", code_text(text_at(c, "id")));
    const json& corrected = c.at("corrected");
    const bool is_mended =
        !corrected.is_null() && is_favourable(kind_at<verdict>(corrected, "verdict").value());
    one.set("has_instead", is_mended);
    one.set("instead", code_text(text_at(c, "corrected_claim")));
  }

  void add_misprint(data& one, const std::vector<const json*>& readings) {
    const json& c = against(readings);
    fields_.copy(one, c, "says");
    one.set("has_corrected", !c.at("corrected_claim").is_null());
    one.set("corrected", code_text(text_at(c, "corrected_claim")));
    misprints_.push_back(one);
  }

  // Words that every reading has are said once; then each says how it reads them.
  void add_depending(data& one, const std::vector<const json*>& readings) {
    const std::string shared = text_at(*readings.front(), "says");
    const bool is_shared = std::all_of(readings.begin(), readings.end(), [&](const json* c) {
      return text_at(*c, "says") == shared;
    });
    fields_.set(one, "says", is_shared ? shared : "");
    list shown;
    for (const json* c : readings) {
      data reading;
      reading.set("outcome", outcome_of_reading(*c));
      fields_.set(reading, "says", is_shared ? "" : text_at(*c, "says"));
      fields_.set(reading, "reading", first_sentence(text_at(*c, "reading")));
      reading.set("check", code_text(text_at(*c, "id")));
      shown.push_back(reading);
    }
    field_writer::set_list(one, "readings", shown);
    depending_.push_back(one);
  }

  void add_standing(data& letter) const {
    fields_.set(
        letter, "stands_words",
        held_ == 0 ? "No statement that we judged holds as it is printed."
                   : fmt::format("{} statement{} hold{}: {} of them proved for all parameters, the "
                                 "others at every point or size that we looked at.",
                                 held_, held_ == 1 ? "" : "s", held_ == 1 ? "s" : "", proved_));
    std::string places;
    for (const auto& [where, count] : standing_) {
      places += (places.empty() ? "" : " · ") + where;
      if (count > 1) places += fmt::format(" ({} statements)", count);
    }
    letter.set("has_standing", !places.empty());
    letter.set("standing", places);
  }

  void add_doubts(data& letter) const {
    std::set<std::string> known;
    list doubts;
    for (const json* c : claims_of_paper_)
      for (const json& entry : c->at("depends")) {
        const auto status = kind_at<result_status>(entry, "status");
        if (!status || *status == result_status::stands) continue;
        if (!known.insert(text_at(entry, "id")).second) continue;
        data one;
        fields_.set(one, "text", dependency_in_words(entry));
        doubts.push_back(one);
      }
    field_writer::set_list(letter, "doubts", doubts);
  }

  void add_instead(data& letter) const {
    list shown;
    for (const json& one : results_.at("findings")) {
      if (text_at(one, "paper") != paper_ || text_at(one, "instead").empty() ||
          one.at("backed") == json(false))
        continue;
      data entry;
      fields_.set(
          entry, "where",
          text_at(one, "where").empty() ? title_of(text_at(one, "of")) : text_at(one, "where"));
      fields_.copy(entry, one, "instead");
      shown.push_back(entry);
    }
    field_writer::set_list(letter, "instead_list", shown);
  }

  const json& results_;
  std::string paper_;
  field_writer fields_;
  std::map<std::string, const json*> claims_;
  std::vector<const json*> claims_of_paper_;
  std::map<std::string, std::size_t> standing_;  ///< by place, how many statements
  std::size_t held_ = 0;
  std::size_t proved_ = 0;
  list failing_;
  list depending_;
  list contradicted_;
  list misprints_;
};

}  // namespace

std::string render_letter(const std::string& results, const std::string& paper) {
  try {
    const json parsed = parse_results(results);
    if (const auto fault = fault_in_results(parsed))
      throw report_error(
          fmt::format("this is not a results file of 'shufflecert verify --output': {}", *fault));
    for (const char* key : {"statements", "findings"})
      if (!parsed.contains(key))
        throw report_error("these results are of a version that knew no statements; judge again");
    return letter_writer(parsed, paper).write();
  } catch (const evidence_error& error) {
    throw report_error(fmt::format(
        "this is not a results file of 'shufflecert verify --output' ({})", error.what()));
  } catch (const json::exception& error) {
    throw report_error(
        fmt::format("this is not a results file of 'shufflecert verify --output' ({})",
                    one_short_line(error.what(), 200)));
  }
}

}  // namespace shufflecert
