#include "reports/pages/claim_data.hpp"

#include <fmt/format.h>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/json.hpp"
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
  claim_describer(const json& results, const json& claim, const field_writer& fields)
      : results_(results), claim_(claim), fields_(fields) {}

  [[nodiscard]] data describe() const {
    data one;
    identify(one, claim_, fields_, "../");
    for (const char* key :
         {"where", "says", "about", "reading", "transcription", "reason", "expect", "file", "line"})
      fields_.copy(one, claim_, key);
    add_statement(one);
    add_dependencies(one);
    fields_.set(one, "doubts", doubts_in_words(claim_));
    one.set("is_against", is_against(claim_));
    one.set("is_doubtful", is_doubtful(claim_));
    one.set("unexpected", !claim_.at("as_expected").get<bool>());
    add_verdict(one, claim_);
    fields_.set(one, "in_short", in_short(claim_));
    fields_.set(one, "hedge", hedge_in_words(results_, claim_));
    fields_.set(one, "meaning", meaning_of_refutation(claim_));
    fields_.set(one, "in_regime", regime_in_words(claim_));
    fields_.set(one, "severity", severity_in_words(claim_));
    add_refuted_regions(one);
    add_rate(one);
    std::string methods;
    for (const auto& method : claim_.at("methods"))
      methods += (methods.empty() ? "" : ", ") + method.get<std::string>();
    fields_.set(one, "methods", methods);
    add_corrected(one);
    fields_.set(one, "double", double_in_words(claim_));
    // Results of earlier versions have none.
    const bool has_answer = claim_.contains("answer") && !claim_.at("answer").is_null();
    fields_.set(one, "answer", has_answer ? claim_.at("answer").get<std::string>() : "");
    // The built-in claims can be asked for by name wherever the program is.
    one.set("is_builtin", claim_.at("file").get<std::string>().starts_with("builtin:"));
    return one;
  }

 private:
  void set_formula(data& target, const std::string& name, const json& formula) const {
    fields_.set_formula(target, name, claim_.at("file").get<std::string>(),
                        formula.is_null() ? "" : formula.get<std::string>());
  }

  void add_statement(data& one) const {
    set_formula(one, "claim", claim_.at("claim"));
    one.set("domain", fields_.texts(claim_.at("domain")));
    one.set("has_domain", !claim_.at("domain").empty());
    list lets;
    for (const auto& [name, formula] : claim_.at("let").items()) {
      data entry;
      set_formula(entry, "text", name + " = " + formula.get<std::string>());
      lets.push_back(entry);
    }
    field_writer::set_list(one, "let", lets);
    list definitions;
    for (const auto& entry : claim_.at("definitions")) {
      data definition;
      set_formula(definition, "text", entry.at("text"));
      definitions.push_back(definition);
    }
    field_writer::set_list(one, "definitions", definitions);
    one.set("has_scope", !claim_.at("domain").empty() || !lets.empty() || !definitions.empty());
  }

  void add_dependencies(data& one) const {
    list depends;
    for (const auto& entry : claim_.at("depends")) {
      data dependency;
      fields_.set(dependency, "text", dependency_in_words(entry));
      depends.push_back(dependency);
    }
    field_writer::set_list(one, "depends", depends);
  }

  void add_counterexample(data& target, const std::string& prefix, const json& point,
                          const json& relation, const json& lhs, const json& rhs) const {
    target.set("has_" + prefix, !point.is_null());
    if (point.is_null()) return;
    fields_.set(target, prefix + "_at", point_in_words(point));
    fields_.set(target, prefix + "_relation",
                relation.is_null() ? "" : relation.get<std::string>());
    target.set(prefix + "_has_sides", !lhs.is_null() && !rhs.is_null());
    fields_.set(target, prefix + "_lhs", interval_in_words(lhs));
    fields_.set(target, prefix + "_rhs", interval_in_words(rhs));
  }

  void add_verdict(data& target, const json& judged) const {
    fields_.copy(target, judged, "verdict");
    fields_.set(target, "words", verdict_in_words(judged));
    list steps;
    for (const std::string& step : steps_of_proof(judged)) {
      data one;
      fields_.set(one, "text", step);
      steps.push_back(one);
    }
    field_writer::set_list(target, "steps", steps);
    const bool refuted = kind_at<verdict>(judged, "verdict") == verdict::refuted;
    const json none;
    // The relation that fails is the claim itself unless the claim has several parts.
    const bool is_part = judged.contains("claim") && judged.at("failing") != judged.at("claim");
    add_counterexample(target, "witness", refuted ? judged.at("witness") : none,
                       is_part ? judged.at("failing") : none, judged.at("lhs"), judged.at("rhs"));
    const json& worst = judged.at("worst");
    const bool differs = !worst.is_null() && worst.at("point") != judged.at("witness");
    if (differs)
      add_counterexample(target, "worst", worst.at("point"), worst.at("relation"), worst.at("lhs"),
                         worst.at("rhs"));
    else
      target.set("has_worst", false);
  }

  void add_corrected(data& one) const {
    const json& judged = claim_.at("corrected");
    one.set("has_corrected", !judged.is_null());
    if (judged.is_null()) return;
    data corrected;
    set_formula(corrected, "corrected_claim", claim_.at("corrected_claim"));
    const bool is_repair =
        claim_.contains("correction") &&
        kind_at<correction_kind>(claim_, "correction") == correction_kind::repair;
    fields_.set(corrected, "correction_label",
                is_repair ? "A repaired statement" : "The form believed to be meant");
    add_verdict(corrected, judged);
    one.set("corrected", corrected);
  }

  // Where it fails everywhere; results of earlier versions do not say.
  void add_refuted_regions(data& target) const {
    list regions;
    if (claim_.contains("refuted_regions"))
      for (const auto& region : claim_.at("refuted_regions")) {
        data one;
        fields_.set(one, "text", region.at("words").get<std::string>());
        regions.push_back(one);
      }
    field_writer::set_list(target, "regions", regions);
  }

  // The error, what is claimed of it, and its values at the sizes of the deciding choice.
  void add_rate(data& target) const {
    const bool has_error = claim_.contains("error") && !claim_.at("error").is_null();
    set_formula(target, "error", has_error ? claim_.at("error") : json());
    fields_.set(target, "claimed_rate", rate_in_words(claim_));
    const bool has_rate = !claim_.at("rate").is_null() && !claim_.at("rate").at("series").empty();
    target.set("has_rate", has_rate);
    if (!has_rate) return;
    const json& rate = claim_.at("rate");
    fields_.set(target, "along", rate.at("along").get<std::string>());
    fields_.set(target, "rate_at", point_in_words(rate.at("point")));
    list rows;
    for (const auto& at : rate.at("errors")) {
      data row;
      fields_.set(row, "size", at.at("size").get<std::string>());
      fields_.set(row, "value", interval_in_words(at));
      std::string order;
      for (const auto& local : rate.at("orders"))
        if (local.at("from") == at.at("size")) order = interval_in_words(local);
      fields_.set(row, "order", order);
      rows.push_back(row);
    }
    field_writer::set_list(target, "rows", rows);
    add_series(target, rate.at("series"));
  }

  void add_series(data& target, const json& all) const {
    list series;
    for (std::size_t i = 0; i < all.size() && i < most_series_shown; ++i) {
      data one;
      fields_.set(one, "at", point_in_words(all[i].at("point")));
      fields_.set(one, "series_verdict", all[i].at("verdict").get<std::string>());
      fields_.set(one, "series_reason",
                  all[i].at("reason").is_null() ? "" : all[i].at("reason").get<std::string>());
      series.push_back(one);
    }
    field_writer::set_list(target, "series", series);
    target.set("has_series", all.size() > 1);
    fields_.set(target, "more_series",
                all.size() > most_series_shown ? std::to_string(all.size() - most_series_shown)
                                               : std::string());
  }

  const json& results_;
  const json& claim_;
  const field_writer& fields_;
};

}  // namespace

bool is_against(const json& claim) {
  return is_unfavourable(kind_at<verdict>(claim, "verdict").value());
}

bool is_doubtful(const json& claim) {
  return is_against(claim) && !claim.at("transcription").is_null();
}

void identify(data& target, const json& claim, const field_writer& fields,
              const std::string& root) {
  const auto id = claim.at("id").get<std::string>();
  fields.set(target, "id", id);
  target.set("anchor", anchor_of(id));
  target.set("page", root + claim_page(id));
  fields.set(target, "title", title_of(id));
}

kainjow::mustache::data claim_data(const json& results, const json& claim,
                                   const field_writer& fields) {
  return claim_describer(results, claim, fields).describe();
}

}  // namespace shufflecert::inline v0_1::claims
