#include "reports/pages/claim_data.hpp"

#include <fmt/format.h>

#include <utility>

#include "claims/catalogue/catalogue.hpp"
#include "reports/pages/nearest_mechanism.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

constexpr std::size_t most_series_shown = 20;

// One claim, in words.
class claim_describer {
 public:
  claim_describer(const recorded_results& results, const recorded_claim& claim,
                  const field_writer& fields)
      : results_(results), claim_(claim), stated_(claim.stated), fields_(fields) {}

  [[nodiscard]] data describe() const {
    data one;
    identify(one, claim_.id, fields_, "../");
    set_optional(one, "where", stated_.where);
    set_optional(one, "says", stated_.says);
    set_optional(one, "about", stated_.about);
    set_optional(one, "reading", stated_.reading);
    set_optional(one, "transcription", stated_.transcription);
    set_optional(one, "reason", stated_.reason);
    set_optional(one, "answer", stated_.answer);
    fields_.set(one, "expect", to_text(claim_.expect));
    fields_.set(one, "file", stated_.file);
    fields_.set(one, "line", std::to_string(stated_.line));
    add_statement(one);
    add_dependencies(one);
    fields_.set(one, "doubts", doubts_in_words(stated_));
    one.set("is_against", is_against(claim_));
    one.set("is_doubtful", is_doubtful(claim_));
    one.set("unexpected", !claim_.as_expected);
    // The relation that fails is the claim itself unless the claim has several parts.
    add_verdict(one, claim_.found, stated_.formula);
    fields_.set(one, "in_short", in_short(claim_));
    fields_.set(one, "hedge", hedge_in_words(results_, claim_));
    fields_.set(one, "meaning", meaning_of_refutation(claim_));
    fields_.set(one, "in_regime", regime_in_words(claim_));
    fields_.set(one, "severity", severity_in_words(claim_));
    add_refuted_regions(one);
    add_rate(one);
    fields_.set(one, "methods", fmt::format("{}", fmt::join(claim_.found.methods, ", ")));
    add_corrected(one);
    fields_.set(one, "double", double_in_words(claim_));
    add_nearest_mechanism(one);
    // The built-in claims can be asked for by name wherever the program is.
    one.set("is_builtin", is_builtin_file(stated_.file));
    return one;
  }

 private:
  void set_optional(data& target, const std::string& name,
                    const std::optional<std::string>& text) const {
    fields_.set(target, name, text.value_or(""));
  }

  void set_formula(data& target, const std::string& name, const std::string& formula) const {
    fields_.set_formula(target, name, stated_.file, formula);
  }

  void add_statement(data& one) const {
    set_formula(one, "claim", stated_.formula.value_or(""));
    fields_.set(one, "existence", existence_in_words(stated_));
    list domain;
    for (const std::string& condition : stated_.domain) {
      data entry;
      set_formula(entry, "text", condition);
      domain.push_back(std::move(entry));
    }
    field_writer::set_list(one, "domain", domain);
    list lets;
    for (const auto& [name, formula] : stated_.let) {
      data entry;
      set_formula(entry, "text", name + " = " + formula);
      lets.push_back(std::move(entry));
    }
    field_writer::set_list(one, "let", lets);
    list definitions;
    for (const stated_definition& entry : stated_.definitions) {
      data definition;
      set_formula(definition, "text", entry.text);
      definitions.push_back(std::move(definition));
    }
    field_writer::set_list(one, "definitions", definitions);
    one.set("has_scope", !stated_.domain.empty() || !lets.empty() || !definitions.empty());
  }

  void add_dependencies(data& one) const {
    list depends;
    for (const stated_dependency& entry : stated_.depends) {
      data dependency;
      fields_.set(dependency, "text", dependency_in_words(entry));
      depends.push_back(std::move(dependency));
    }
    field_writer::set_list(one, "depends", depends);
  }

  void add_counterexample(data& target, const std::string& prefix, const counterexample& shown,
                          const std::string& relation) const {
    target.set("has_" + prefix, true);
    fields_.set(target, prefix + "_at", point_in_symbols(shown.point));
    fields_.set(target, prefix + "_relation", relation);
    target.set(prefix + "_has_sides", shown.lhs && shown.rhs);
    fields_.set(target, prefix + "_lhs", interval_in_words(shown.lhs));
    fields_.set(target, prefix + "_rhs", interval_in_words(shown.rhs));
  }

  // `whole` is the formula of which a part may fail; nothing where parts are not told.
  void add_verdict(data& target, const judgement& judged,
                   const std::optional<std::string>& whole) const {
    fields_.set(target, "verdict", to_text(judged.outcome));
    fields_.set(target, "words", verdict_in_words(judged));
    list cautions;
    for (const std::string& sentence : judged.stated_cautions()) {
      data one;
      fields_.set(one, "text", sentence);
      cautions.push_back(std::move(one));
    }
    field_writer::set_list(target, "cautions", cautions);
    list steps;
    for (const std::string& step : steps_of_proof(judged)) {
      data one;
      fields_.set(one, "text", step);
      steps.push_back(std::move(one));
    }
    field_writer::set_list(target, "steps", steps);
    fields_.set(target, "evidence", evidence_in_words(judged));
    const auto& witness = judged.witness;
    if (witness && judged.outcome == verdict::refuted)
      add_counterexample(target, "witness", *witness,
                         whole && witness->relation != *whole ? witness->relation : "");
    else
      target.set("has_witness", false);
    const auto& worst = judged.worst;
    if (worst && (!witness || worst->point != witness->point))
      add_counterexample(target, "worst", *worst, worst->relation);
    else
      target.set("has_worst", false);
  }

  void add_nearest_mechanism(data& one) const {
    const nearest_mechanism* found = nearest_mechanism_of(claim_);
    fields_.set(one, "nearest", found == nullptr ? "" : nearest_in_words(*found));
    if (found == nullptr) return;
    set_formula(one, "nearest_relation",
                found->relation == found->formula ? std::string() : found->relation);
    fields_.set(one, "nearest_pair", found->pair);
    fields_.set(one, "nearest_tries", std::to_string(found->tries));
  }

  void add_corrected(data& one) const {
    one.set("has_corrected", claim_.corrected.has_value());
    if (!claim_.corrected) return;
    data corrected;
    set_formula(corrected, "corrected_claim", stated_.corrected.value_or(""));
    fields_.set(corrected, "correction_label",
                stated_.correction == correction_kind::repair ? "A repaired statement"
                                                              : "The form believed to be meant");
    add_verdict(corrected, *claim_.corrected, std::nullopt);
    one.set("corrected", corrected);
  }

  // Where it fails everywhere.
  void add_refuted_regions(data& target) const {
    list regions;
    for (const refuted_region& region : claim_.found.refuted_regions) {
      data one;
      fields_.set(one, "text", in_words(region));
      regions.push_back(std::move(one));
    }
    field_writer::set_list(target, "regions", regions);
  }

  // The error, what is claimed of it, and its values at the sizes of the deciding choice.
  void add_rate(data& target) const {
    set_formula(target, "error", stated_.error.value_or(""));
    fields_.set(target, "claimed_rate", rate_in_words(stated_));
    const rate_series* front = claim_.found.rate ? claim_.found.rate->front() : nullptr;
    target.set("has_rate", front != nullptr);
    if (front == nullptr) return;
    fields_.set(target, "along", claim_.found.rate->along);
    fields_.set(target, "rate_at", point_in_symbols(front->point));
    list rows;
    for (const error_at_size& at : front->errors) {
      data row;
      fields_.set(row, "size", at.size);
      fields_.set(row, "value", interval_in_words(at.error));
      std::string order;
      for (const local_order& local : front->orders)
        if (local.from == at.size) order = interval_in_words(local.order);
      fields_.set(row, "order", order);
      rows.push_back(std::move(row));
    }
    field_writer::set_list(target, "rows", rows);
    add_series(target, claim_.found.rate->series);
  }

  void add_series(data& target, const std::vector<rate_series>& all) const {
    list series;
    for (std::size_t i = 0; i < all.size() && i < most_series_shown; ++i) {
      data one;
      fields_.set(one, "at", point_in_symbols(all[i].point));
      fields_.set(one, "series_verdict", to_text(all[i].outcome));
      fields_.set(one, "series_reason", all[i].reason);
      series.push_back(std::move(one));
    }
    field_writer::set_list(target, "series", series);
    target.set("has_series", all.size() > 1);
    fields_.set(target, "more_series",
                all.size() > most_series_shown ? std::to_string(all.size() - most_series_shown)
                                               : std::string());
  }

  const recorded_results& results_;
  const recorded_claim& claim_;
  const stated_claim& stated_;
  const field_writer& fields_;
};

}  // namespace

bool is_against(const recorded_claim& claim) {
  return is_unfavourable(claim.found.outcome);
}

bool is_doubtful(const recorded_claim& claim) {
  return is_against(claim) && claim.stated.transcription.has_value();
}

void identify(data& target, const std::string& id, const field_writer& fields,
              const std::string& root) {
  fields.set(target, "id", id);
  target.set("anchor", anchor_of(id));
  target.set("page", root + claim_page(id));
  fields.set(target, "title", title_of(id));
}

std::map<std::string, const recorded_claim*> claims_by_id(const recorded_results& results) {
  std::map<std::string, const recorded_claim*> claims;
  for (const recorded_claim& c : results.claims) claims.emplace(c.id, &c);
  return claims;
}

kainjow::mustache::data claim_data(const recorded_results& results, const recorded_claim& claim,
                                   const field_writer& fields) {
  return claim_describer(results, claim, fields).describe();
}

}  // namespace shufflecert::inline v0_1::claims
