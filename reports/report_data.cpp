#include "reports/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "reports/shown_formula.hpp"
#include "reports/wording.hpp"

namespace shufflecert {
namespace {

using json = nlohmann::ordered_json;
using kainjow::mustache::data;
using list = kainjow::mustache::list;

const std::vector<std::string>& verdict_order() {
  static const std::vector<std::string> order{"refuted", "contradicted", "invalid",  "undecided",
                                              "proved",  "verified",     "supported"};
  return order;
}

// Verdicts on rates are shown only where there are any: most files have no such claim.
bool is_about_rates(const std::string& verdict) {
  return verdict == "contradicted" || verdict == "supported";
}

// What counts against the authors unless the transcription is in doubt.
bool is_against(const json& claim) {
  return claim.at("verdict") == "refuted" || claim.at("verdict") == "contradicted";
}

bool is_doubtful(const json& claim) {
  return is_against(claim) && !claim.at("transcription").is_null();
}

constexpr std::size_t most_series_shown = 20;

class report_builder {
 public:
  report_builder(const json& results, text_filter filter)
      : results_(results), filter_(std::move(filter)) {
    // Results of earlier versions have none.
    if (!results_.contains("symbols")) return;
    for (const auto& [file, symbols] : results_.at("symbols").items())
      for (const auto& [name, symbol] : symbols.items())
        symbols_[file][name] = symbol.get<std::string>();
  }

  data build() {
    data page;
    set(page, "version", results_.at("version").get<std::string>());
    set(page, "command", results_.at("command").get<std::string>());
    page.set("inputs", inputs());
    page.set("counts", counts());
    set(page, "total", std::to_string(claims().size()));
    const auto is_refuted = [](const json& c) {
      return c.at("verdict") == "refuted" && c.at("transcription").is_null();
    };
    page.set("refuted_by_paper",
             by_paper("refuted", is_refuted, [this](const json& c) { return summary_line(c); }));
    const list refuted = summary_of(is_refuted);
    const list contradicted = summary_of([](const json& c) {
      return c.at("verdict") == "contradicted" && c.at("transcription").is_null();
    });
    const list doubtful = summary_of(is_doubtful);
    const list open = summary_of([](const json& c) {
      return c.at("verdict") == "undecided" || c.at("verdict") == "invalid";
    });
    set_list(page, "refuted", refuted);
    set_list(page, "contradicted", contradicted);
    set_list(page, "doubtful", doubtful);
    set_list(page, "open", open);
    page.set("has_coverage", results_.contains("coverage") && !results_.at("coverage").empty());
    page.set("papers", by_paper(
                           "claims", [](const json&) { return true; },
                           [this](const json& c) { return claim_data(c); }));
    return page;
  }

 private:
  [[nodiscard]] const json& claims() const { return results_.at("claims"); }

  void set(data& target, const std::string& name, const std::string& text) const {
    target.set(name, filter_(text));
    target.set("has_" + name, !text.empty());
  }

  // A formula of a claim as it is set, where it can be, as LaTeX, and as it is written.
  void set_formula_text(data& target, const std::string& name, const json& claim,
                        const std::string& text) const {
    static const symbol_table none;
    set(target, name, text);
    const auto own = symbols_.find(claim.at("file").get<std::string>());
    const shown_formula shown =
        text.empty() ? shown_formula() : set_text(text, own == symbols_.end() ? none : own->second);
    data parts(data::type::list);
    for (const std::string& mathml : shown.mathml) {
      data part;
      part.set("mathml", mathml);
      parts.push_back(part);
    }
    target.set(name + "_set", parts);
    set(target, name + "_latex", shown.latex);
  }

  void copy_formula(data& target, const json& claim, const char* key) const {
    const json& entry = claim.at(key);
    set_formula_text(target, key, claim, entry.is_null() ? "" : entry.get<std::string>());
  }

  // A key that is null, a string or something else that prints as itself.
  void copy(data& target, const json& source, const char* key) const {
    const json& entry = source.at(key);
    set(target, key,
        entry.is_null()     ? ""
        : entry.is_string() ? entry.get<std::string>()
                            : entry.dump());
  }

  static void set_list(data& target, const std::string& name, const list& entries) {
    target.set("has_" + name, !entries.empty());
    target.set(name + "_count", std::to_string(entries.size()));
    data holder(data::type::list);
    for (const data& entry : entries) holder.push_back(entry);
    target.set(name, holder);
  }

  [[nodiscard]] data texts(const json& array) const {
    data result(data::type::list);
    for (const auto& element : array) {
      data one;
      set(one, "text", element.get<std::string>());
      result.push_back(one);
    }
    return result;
  }

  [[nodiscard]] data inputs() const {
    data result(data::type::list);
    for (const auto& input : results_.at("inputs")) {
      data one;
      copy(one, input, "file");
      copy(one, input, "sha256");
      result.push_back(one);
    }
    return result;
  }

  [[nodiscard]] data counts() const {
    data result(data::type::list);
    const auto add = [&](const std::string& verdict, const std::string& label, auto condition) {
      const auto count = std::count_if(claims().begin(), claims().end(), condition);
      data one;
      set(one, "verdict", verdict);
      set(one, "label", label);
      set(one, "count", std::to_string(count));
      one.set("is_zero", count == 0);
      if (count > 0 || verdict_is_always_shown(verdict)) result.push_back(one);
    };
    for (const std::string& verdict : verdict_order())
      add(verdict, verdict,
          [&](const json& c) { return c.at("verdict") == verdict && !is_doubtful(c); });
    add("doubtful", "transcription in doubt", is_doubtful);
    return result;
  }

  static bool verdict_is_always_shown(const std::string& verdict) {
    return !is_about_rates(verdict) && verdict != "doubtful";
  }

  template <class Condition>
  list summary_of(Condition condition) const {
    list result;
    for (const auto& c : claims())
      if (condition(c)) result.push_back(summary_line(c));
    return result;
  }

  [[nodiscard]] data summary_line(const json& c) const {
    data one;
    identify(one, c);
    copy(one, c, "says");
    copy(one, c, "verdict");
    set(one, "doubts", doubts_in_words(c));
    set(one, "severity_class", severity_class(c));
    set(one, "at", c.at("witness").is_null() ? "" : point_in_words(c.at("witness")));
    return one;
  }

  // The claims that meet `condition`, under their papers in the order of their first claim; `make`
  // prepares one claim and `name` is what the templates call the list.
  template <class Condition, class Make>
  data by_paper(const char* name, Condition condition, Make make) const {
    std::vector<std::string> keys;
    std::map<std::string, data> members;
    for (const auto& c : claims()) {
      if (!condition(c)) continue;
      const std::string key = c.at("paper").is_null() ? "" : c.at("paper").get<std::string>();
      if (!members.contains(key)) {
        keys.push_back(key);
        members.emplace(key, data(data::type::list));
      }
      members.at(key).push_back(make(c));
    }
    data result(data::type::list);
    for (const std::string& key : keys) {
      data one = paper_data(key);
      one.set(name, members.at(key));
      result.push_back(one);
    }
    return result;
  }

  void identify(data& target, const json& c) const {
    const auto id = c.at("id").get<std::string>();
    set(target, "id", id);
    target.set("anchor", anchor_of(id));
    set(target, "title", title_of(id));
  }

  [[nodiscard]] data paper_data(const std::string& key) const {
    data one;
    one.set("anchor", "paper-" + anchor_of(key).substr(6));
    for (const auto& p : results_.at("papers"))
      if (p.at("key") == key) {
        set(one, "title", p.at("title").is_null() ? key : p.at("title").get<std::string>());
        std::string authors;
        for (const auto& author : p.at("authors"))
          authors += (authors.empty() ? "" : ", ") + author.get<std::string>();
        set(one, "authors", authors);
        copy(one, p, "reference");
        set(one, "key", key);
        return one;
      }
    set(one, "title", key.empty() ? "Claims of no paper" : key);
    set(one, "authors", "");
    set(one, "reference", "");
    set(one, "key", key);
    return one;
  }

  void add_counterexample(data& target, const std::string& prefix, const json& point,
                          const json& relation, const json& lhs, const json& rhs) const {
    target.set("has_" + prefix, !point.is_null());
    if (point.is_null()) return;
    set(target, prefix + "_at", point_in_words(point));
    set(target, prefix + "_relation", relation.is_null() ? "" : relation.get<std::string>());
    target.set(prefix + "_has_sides", !lhs.is_null() && !rhs.is_null());
    set(target, prefix + "_lhs", interval_in_words(lhs));
    set(target, prefix + "_rhs", interval_in_words(rhs));
  }

  void add_verdict(data& target, const json& judged) const {
    copy(target, judged, "verdict");
    set(target, "words", verdict_in_words(judged));
    const bool refuted = judged.at("verdict") == "refuted";
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

  [[nodiscard]] data claim_data(const json& c) const {
    data one;
    identify(one, c);
    for (const char* key :
         {"where", "says", "about", "reading", "transcription", "reason", "expect", "file", "line"})
      copy(one, c, key);
    copy_formula(one, c, "claim");
    one.set("domain", texts(c.at("domain")));
    one.set("has_domain", !c.at("domain").empty());
    data lets(data::type::list);
    for (const auto& [name, formula] : c.at("let").items()) {
      data entry;
      set_formula_text(entry, "text", c, name + " = " + formula.get<std::string>());
      lets.push_back(entry);
    }
    one.set("let", lets);
    one.set("has_let", !c.at("let").empty());
    data definitions(data::type::list);
    for (const auto& entry : c.at("definitions")) {
      data definition;
      set_formula_text(definition, "text", c, entry.at("text").get<std::string>());
      definitions.push_back(definition);
    }
    one.set("definitions", definitions);
    one.set("has_definitions", !c.at("definitions").empty());
    one.set("depends", depends(c.at("depends")));
    set(one, "doubts", doubts_in_words(c));
    one.set("is_doubtful", is_doubtful(c));
    one.set("unexpected", !c.at("as_expected").get<bool>());
    add_verdict(one, c);
    set(one, "meaning", meaning_of_refutation(c));
    set(one, "in_regime", regime_in_words(c));
    set(one, "severity", severity_in_words(c));
    add_refuted_regions(one, c);
    add_rate(one, c);
    std::string methods;
    for (const auto& method : c.at("methods"))
      methods += (methods.empty() ? "" : ", ") + method.get<std::string>();
    set(one, "methods", methods);
    one.set("has_corrected", !c.at("corrected").is_null());
    if (!c.at("corrected").is_null()) {
      data corrected;
      copy_formula(corrected, c, "corrected_claim");
      const bool is_repair = c.contains("correction") && c.at("correction") == "repair";
      set(corrected, "correction_label",
          is_repair ? "A form with another content" : "The form believed to be meant");
      add_verdict(corrected, c.at("corrected"));
      one.set("corrected", corrected);
    }
    return one;
  }

  // Where it fails everywhere; results of earlier versions do not say.
  void add_refuted_regions(data& target, const json& c) const {
    list regions;
    if (c.contains("refuted_regions"))
      for (const auto& region : c.at("refuted_regions")) {
        data one;
        set(one, "text", region.at("words").get<std::string>());
        regions.push_back(one);
      }
    set_list(target, "regions", regions);
  }

  // The error, what is claimed of it, and its values at the sizes of the deciding choice.
  void add_rate(data& target, const json& c) const {
    const bool has_error = c.contains("error") && !c.at("error").is_null();
    set_formula_text(target, "error", c, has_error ? c.at("error").get<std::string>() : "");
    set(target, "claimed_rate", rate_in_words(c));
    const bool has_rate = !c.at("rate").is_null() && !c.at("rate").at("series").empty();
    target.set("has_rate", has_rate);
    if (!has_rate) return;
    const json& rate = c.at("rate");
    set(target, "along", rate.at("along").get<std::string>());
    set(target, "rate_at", point_in_words(rate.at("point")));
    data rows(data::type::list);
    for (const auto& at : rate.at("errors")) {
      data row;
      set(row, "size", at.at("size").get<std::string>());
      set(row, "value", interval_in_words(at));
      std::string order;
      for (const auto& local : rate.at("orders"))
        if (local.at("from") == at.at("size")) order = interval_in_words(local);
      set(row, "order", order);
      rows.push_back(row);
    }
    target.set("rows", rows);
    data series(data::type::list);
    const auto& all = rate.at("series");
    for (std::size_t i = 0; i < all.size() && i < most_series_shown; ++i) {
      data one;
      set(one, "at", point_in_words(all[i].at("point")));
      set(one, "series_verdict", all[i].at("verdict").get<std::string>());
      set(one, "series_reason",
          all[i].at("reason").is_null() ? "" : all[i].at("reason").get<std::string>());
      series.push_back(one);
    }
    target.set("has_series", all.size() > 1);
    target.set("series", series);
    set(target, "more_series",
        all.size() > most_series_shown ? std::to_string(all.size() - most_series_shown)
                                       : std::string());
  }

  [[nodiscard]] data depends(const json& entries) const {
    data result(data::type::list);
    for (const auto& entry : entries) {
      data one;
      set(one, "text", dependency_in_words(entry));
      result.push_back(one);
    }
    return result;
  }

  const json& results_;
  text_filter filter_;
  std::map<std::string, symbol_table> symbols_;  ///< by file
};

}  // namespace

kainjow::mustache::data report_data(const nlohmann::ordered_json& results,
                                    const text_filter& filter) {
  return report_builder(results, filter).build();
}

}  // namespace shufflecert
