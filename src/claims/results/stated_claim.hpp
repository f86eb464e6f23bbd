#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

/// Texts by name, in the order in which they are stated.
using named_texts = std::vector<std::pair<std::string, std::string>>;

/// A formula of the catalogue that a claim calls: "f(x) = x^2".
struct stated_definition {
  std::optional<std::string> name;
  std::string text;

  friend bool operator==(const stated_definition&, const stated_definition&) = default;
};

/// A result of others that a claim rests on, and whether it stands, where that is known.
struct stated_dependency {
  std::string id;
  std::optional<result_status> status;
  std::optional<std::string> note;

  friend bool operator==(const stated_dependency&, const stated_dependency&) = default;
};

/// The values that a claim is checked at.
struct stated_check {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  std::vector<std::map<std::string, std::string>> points;
};

/// A claim in words and formulas, as `show --json` and results files have it, so that a report
/// needs nothing else.
struct stated_claim {
  std::string id;
  std::optional<std::string> paper;
  std::optional<std::string> where;
  std::optional<std::string> says;
  claim_kind kind = claim_kind::forall;
  std::optional<std::string> formula;
  std::optional<std::string> error;  ///< of a rate; its claim has no formula
  std::optional<std::string> along;
  std::optional<std::string> order;
  std::vector<std::string> domain;
  std::vector<std::string> integers;
  std::vector<std::string> exists;
  std::vector<std::string> regime;
  std::vector<std::string> printed;
  named_texts let;
  std::vector<stated_definition> definitions;
  std::vector<std::string> pairs;  ///< names of the pairs of distributions that it speaks of
  std::optional<std::string> corrected;
  std::optional<correction_kind> correction;
  std::optional<std::string> about;  ///< a `concern`, or one that only a later version knows
  std::optional<std::string> statement;
  std::optional<statement_role> role;
  std::optional<std::string> of;
  std::optional<std::string> slip;
  std::optional<std::string> hedge;
  std::vector<stated_dependency> depends;
  std::optional<std::string> reading;
  std::optional<std::string> ours;
  std::optional<std::string> transcription;
  std::optional<std::string> reason;
  std::optional<std::string> answer;
  std::optional<verdict> expect;
  stated_check check;
  std::string file;
  std::int64_t line = 0;
  /// The keys that a results file does not have for it: those of earlier versions had fewer.
  std::vector<std::string> missing;

  [[nodiscard]] bool lacks(const std::string& key) const {
    return std::find(missing.begin(), missing.end(), key) != missing.end();
  }

  [[nodiscard]] std::optional<concern> concerns() const {
    return about ? from_text<concern>(*about) : std::nullopt;
  }
};

/// Calls `visit` with each key of a claim and the member that holds its value, in the order of the
/// keys: what is written, read and compared is the same.
template <class Visit>
void for_each_key_of_claim(Visit visit) {
  visit("id", &stated_claim::id);
  visit("paper", &stated_claim::paper);
  visit("where", &stated_claim::where);
  visit("says", &stated_claim::says);
  visit("kind", &stated_claim::kind);
  visit("claim", &stated_claim::formula);
  visit("error", &stated_claim::error);
  visit("along", &stated_claim::along);
  visit("order", &stated_claim::order);
  visit("domain", &stated_claim::domain);
  visit("integers", &stated_claim::integers);
  visit("exists", &stated_claim::exists);
  visit("regime", &stated_claim::regime);
  visit("printed", &stated_claim::printed);
  visit("let", &stated_claim::let);
  visit("definitions", &stated_claim::definitions);
  visit("pairs", &stated_claim::pairs);
  visit("corrected_claim", &stated_claim::corrected);
  visit("correction", &stated_claim::correction);
  visit("about", &stated_claim::about);
  visit("statement", &stated_claim::statement);
  visit("role", &stated_claim::role);
  visit("of", &stated_claim::of);
  visit("slip", &stated_claim::slip);
  visit("hedge", &stated_claim::hedge);
  visit("depends", &stated_claim::depends);
  visit("reading", &stated_claim::reading);
  visit("ours", &stated_claim::ours);
  visit("transcription", &stated_claim::transcription);
  visit("reason", &stated_claim::reason);
  visit("answer", &stated_claim::answer);
  visit("expect", &stated_claim::expect);
  visit("check", &stated_claim::check);
  visit("file", &stated_claim::file);
  visit("line", &stated_claim::line);
}

/// The claim in words and formulas.
stated_claim state(const claim& subject, const catalogue& read);

/// Its keys, for `show --json`.
json to_json(const stated_claim& stated);

/// A claim's entry of a results file that has passed the schema.
stated_claim stated_claim_from(const json& entry);

/// The first key by which what a results file states of a claim is not what `own`, the claim as its
/// inputs have it now, states; nothing where both say the same. The file may state a regime that
/// the claim has not.
std::optional<std::string> key_of_difference(const stated_claim& recorded, const stated_claim& own);

}  // namespace shufflecert::inline v0_1::claims
