#include "claims/results/results_json.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "claims/results/digest.hpp"
#include "claims/results/statements.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

json or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

template <named_kind Kind>
json or_null(const std::optional<Kind>& kind) {
  return kind ? json(to_text(*kind)) : json(nullptr);
}

json to_json(const point_texts& point) {
  json result = json::object();
  for (const auto& [name, text] : point) result[name] = text;
  return result;
}

json to_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

json to_json(const std::optional<counterexample>& example) {
  if (!example) return nullptr;
  return {{"point", to_json(example->point)},
          {"relation", example->relation},
          {"lhs", to_json(example->lhs)},
          {"rhs", to_json(example->rhs)},
          {"precision_bits", example->precision}};
}

json region_json(const judgement& found) {
  if (found.region.empty()) return nullptr;
  json result = json::object();
  for (const auto& [name, range] : found.region)
    result[name] = {{"lower", range.lower}, {"upper", range.upper}};
  return result;
}

json trend_json(const std::optional<rate_trend>& found) {
  if (!found) return nullptr;
  return {{"order", or_null(found->order)},      {"digits", found->order_digits},
          {"trend", to_text(found->trend)},      {"limit", or_null(found->limit)},
          {"limit_digits", found->limit_digits}, {"words", in_words(*found)}};
}

json to_json(const stated_region& region) {
  json result = json::object();
  for (const auto& [name, range] : region)
    result[name] = range.values.empty() ? json{{"lower", range.lower}, {"upper", range.upper}}
                                        : json{{"values", range.values}};
  return result;
}

json to_json(const std::vector<stated_region>& regions) {
  json list = json::array();
  for (const stated_region& region : regions) list.push_back(to_json(region));
  return list;
}

json proof_json(const judgement& found) {
  if (!found.proof) return nullptr;
  const proof_record& proof = *found.proof;
  return {{"complete", proof.is_complete},     {"method", to_text(proof.method)},
          {"regions", to_json(proof.regions)}, {"boxes", proof.boxes},
          {"open_boxes", proof.open_boxes},    {"open", to_json(proof.open)},
          {"covers", to_text(proof.covers)},   {"steps", proof.steps},
          {"reason", or_null(proof.reason)}};
}

json refuted_regions_json(const judgement& found) {
  json list = json::array();
  for (const refuted_region& one : found.refuted_regions)
    list.push_back({{"proved", one.is_proved},
                    {"region", to_json(one.region)},
                    {"witness", or_null(one.witness)},
                    {"shown", or_null(one.shown)},
                    {"point", one.point.empty() ? json(nullptr) : to_json(one.point)},
                    {"boxes", one.boxes},
                    {"reason", or_null(one.reason)},
                    {"words", in_words(one)}});
  return list;
}

json rate_json(const judgement& found) {
  if (!found.rate) return nullptr;
  const rate_evidence& rate = *found.rate;
  const auto series_json = [](const rate_series& one) {
    json errors = json::array();
    for (const error_at_size& at : one.errors)
      errors.push_back({{"size", at.size}, {"lower", at.error.lower}, {"upper", at.error.upper}});
    json orders = json::array();
    for (const local_order& at : one.orders)
      orders.push_back(
          {{"from", at.from}, {"to", at.to}, {"lower", at.order.lower}, {"upper", at.order.upper}});
    json result;
    result["point"] = to_json(one.point);
    result["verdict"] = to_text(one.outcome);
    result["reason"] = or_null(one.reason);
    result["errors"] = errors;
    result["orders"] = orders;
    result["extrapolated"] = trend_json(one.trend);
    return result;
  };
  json result{{"along", rate.along}, {"error", rate.error}, {"orders", json::array()}};
  result["claimed"] = rate.claimed;
  result["point"] = nullptr;
  result["errors"] = json::array();
  result["extrapolated"] = nullptr;
  result["series"] = json::array();
  for (const rate_series& one : rate.series) result["series"].push_back(series_json(one));
  // The series that the verdict is worded by stands in front.
  if (!rate.series.empty())
    for (const char* key : {"point", "errors", "orders", "extrapolated"})
      result[key] = result["series"][rate.deciding][key];
  return result;
}

json regime_json(const judgement& found) {
  if (!found.regime) return nullptr;
  return {{"checked", found.regime->checked}, {"counterexamples", found.regime->counterexamples}};
}

json search_json(const judgement& found) {
  if (!found.search) return nullptr;
  const search_record& record = *found.search;
  json ranges = json::object();
  for (const auto& [name, range] : record.ranges)
    ranges[name] = {{"lower", range.lower}, {"upper", range.upper}};
  json closest;
  if (record.closest)
    closest = {{"point", to_json(record.closest->point)}, {"value", record.closest->value}};
  return {{"effort", record.effort},           {"seed", record.seed},
          {"evaluations", record.evaluations}, {"counterexamples", record.counterexamples},
          {"undecided", record.undecided},     {"ranges", ranges},
          {"smallest_margin", closest},        {"complete", record.is_complete}};
}

json severity_json(const std::optional<severity_finding>& found) {
  if (!found) return nullptr;
  json also = json::array();
  for (const severity_class which : found->also) also.push_back(to_text(which));
  json frontier = nullptr;
  if (found->edge) {
    const regime_edge& edge = *found->edge;
    frontier = {{"point", to_json(edge.point)},
                {"leaves", edge.leaves},
                {"over", or_null(edge.over)},
                {"command", or_null(found->frontier)}};
  }
  return {{"class", to_text(found->main)},
          {"also", also},
          {"message", found->message},
          {"frontier", frontier}};
}

json double_json(const std::optional<double_finding>& found) {
  if (!found) return nullptr;
  return {{"outcome", to_text(found->outcome)},
          {"verdict", or_null(found->alone)},
          {"compared", found->compared},
          {"different", found->different},
          {"without_value", found->without},
          {"beyond", found->beyond},
          {"point", found->point.empty() ? json(nullptr) : to_json(found->point)},
          {"lhs", or_null(found->lhs)},
          {"rhs", or_null(found->rhs)},
          {"certified", or_null(found->certified)}};
}

// The keys that a claim's verdict and its corrected form's verdict share.
void add_judgement(json& target, const judgement& found) {
  json undecided = json::array();
  // Up to 10^6 points: nothing of this size is copied.
  undecided.get_ref<json::array_t&>().reserve(found.undecided.size());
  for (const auto& point : found.undecided) undecided.push_back(to_json(point));
  target["verdict"] = to_text(found.outcome);
  target["checked"] = found.checked;
  target["tied"] = found.tied;
  target["undecided"] = std::move(undecided);
  target["seconds"] = found.seconds;
  target["counterexamples"] = found.counterexamples;
  target["witness"] = found.witness ? to_json(found.witness->point) : json(nullptr);
  target["failing"] = found.witness && found.outcome == verdict::refuted
                          ? json(found.witness->relation)
                          : json(nullptr);
  target["lhs"] = found.witness ? to_json(found.witness->lhs) : json(nullptr);
  target["rhs"] = found.witness ? to_json(found.witness->rhs) : json(nullptr);
  target["precision_bits"] = found.witness ? json(found.witness->precision) : json(nullptr);
  target["worst"] = to_json(found.worst);
  target["region"] = region_json(found);
  target["proof"] = proof_json(found);
  target["refuted_regions"] = refuted_regions_json(found);
  target["rate"] = rate_json(found);
  target["regime"] = regime_json(found);
  target["search"] = search_json(found);
  target["double"] = double_json(found.in_double);
  target["methods"] = found.methods;
  target["message"] = or_null(found.message);
}

json formula_json(const expression_ptr& formula) {
  return formula ? json(to_text(*formula)) : json(nullptr);
}

json formulas_json(const std::vector<expression_ptr>& formulas) {
  json result = json::array();
  for (const auto& formula : formulas) result.push_back(to_text(*formula));
  return result;
}

json check_json(const claim& subject) {
  json result = json::object();
  for (const axis& a : subject.axes) {
    json values = json::array();
    for (const point_value& chosen : a.values) values.push_back(chosen.text);
    result[a.variable] = values;
  }
  if (!subject.points.empty()) {
    json points = json::array();
    for (const check_point& point : subject.points) {
      json one = json::object();
      for (const auto& [name, chosen] : point) one[name] = chosen.text;
      points.push_back(one);
    }
    result["points"] = points;
  }
  return result;
}

void collect_definitions(const expression& formula, const catalogue& read, json& list,
                         std::set<std::string>& seen) {
  for (const std::string& name : called_functions(formula)) {
    const definition* entry = read.visible.find(name);
    if (entry == nullptr || !seen.insert(name).second) continue;
    std::string parameters;
    for (const std::string& parameter : entry->parameters)
      parameters += (parameters.empty() ? "" : ", ") + parameter;
    list.push_back(
        {{"name", name}, {"text", name + "(" + parameters + ") = " + to_text(*entry->body)}});
    collect_definitions(*entry->body, read, list, seen);
  }
}

// The catalogue's own formulas that a claim uses, so that a reader need not look them up.
json definitions_json(const claim& subject, const catalogue& read) {
  json list = json::array();
  std::set<std::string> seen;
  std::vector<expression_ptr> formulas = subject.domain;
  if (subject.formula) formulas.insert(formulas.begin(), subject.formula);
  if (subject.corrected) formulas.push_back(subject.corrected);
  for (const auto& [name, formula] : subject.let) formulas.push_back(formula);
  for (const auto& formula : formulas) collect_definitions(*formula, read, list, seen);
  return list;
}

// The pairs of distributions that a claim speaks of, through its definitions too.
json pairs_json(const claim& subject, const catalogue& read) {
  std::set<std::string> pairs;
  std::set<std::string> seen;
  std::function<void(const expression&)> collect = [&](const expression& formula) {
    for (const std::string& name : called_functions(formula)) {
      if (name.ends_with("_pair")) pairs.insert(name);
      const definition* entry = read.visible.find(name);
      if (entry != nullptr && seen.insert(name).second) collect(*entry->body);
    }
  };
  if (subject.formula) collect(*subject.formula);
  for (const auto& [name, formula] : subject.let) collect(*formula);
  return pairs;
}

json depends_json(const claim& subject, const catalogue& read) {
  json result = json::array();
  for (const std::string& id : subject.depends) {
    const cited_result* cited = read.find_result(id);
    result.push_back({{"id", id},
                      {"status", cited == nullptr ? json(nullptr) : json(to_text(cited->status))},
                      {"note", cited == nullptr ? json(nullptr) : or_null(cited->note)}});
  }
  return result;
}

}  // namespace

std::string version() {
  return SHUFFLECERT_VERSION;
}

json claim_json(const claim& subject, const catalogue& read) {
  json lets = json::object();
  const claim& stated = subject.as_stated();
  const auto* exists = std::get_if<exists_claim>(&subject.form);
  const auto* rate = std::get_if<rate_claim>(&subject.form);
  for (const auto& [name, formula] : stated.let) lets[name] = to_text(*formula);
  for (const local_function& function : stated.functions)
    lets[function.signature] = to_text(*function.formula.body);
  json result;
  result["id"] = subject.id;
  result["paper"] = or_null(subject.paper);
  result["where"] = or_null(subject.where);
  result["says"] = or_null(subject.says);
  result["kind"] = to_text(subject.kind());
  result["claim"] = rate ? json(nullptr) : formula_json(stated.formula);
  result["error"] = rate ? formula_json(stated.formula) : json(nullptr);
  result["along"] = rate ? or_null(rate->along) : json(nullptr);
  result["order"] = rate && rate->order ? json(to_text(*rate->order)) : json(nullptr);
  result["domain"] = formulas_json(stated.domain);
  result["integers"] = subject.integers;
  result["exists"] = exists ? json(exists->variables) : json::array();
  result["regime"] = formulas_json(stated.regime);
  result["printed"] = subject.printed;
  result["let"] = lets;
  result["definitions"] = definitions_json(subject, read);
  result["pairs"] = pairs_json(subject, read);
  result["corrected_claim"] = formula_json(stated.corrected);
  result["correction"] = subject.corrected ? json(to_text(subject.correction)) : json(nullptr);
  result["about"] = or_null(subject.about);
  result["statement"] = or_null(subject.statement);
  result["role"] = or_null(subject.role);
  result["of"] = or_null(subject.of);
  result["slip"] = or_null(subject.slip);
  result["hedge"] = or_null(subject.hedge);
  result["depends"] = depends_json(subject, read);
  result["reading"] = or_null(subject.reading);
  result["transcription"] = or_null(subject.transcription);
  result["reason"] = or_null(subject.reason);
  result["answer"] = or_null(subject.answer);
  result["expect"] = or_null(subject.expect);
  result["check"] = check_json(subject);
  result["file"] = subject.file;
  result["line"] = subject.line;
  return result;
}

json coverage_json(const std::vector<covered_statement>& statements) {
  json list = json::array();
  for (const covered_statement& one : statements)
    list.push_back({{"paper", one.paper},
                    {"statement", one.statement},
                    {"about", or_null(one.about)},
                    {"claims", one.claims},
                    {"not_checkable", or_null(one.not_checkable)}});
  return list;
}

json statements_json(const std::vector<const claim*>& subjects,
                     const std::vector<claim_result>& results) {
  json list = json::array();
  for (const statement_record& one : statements_of(subjects, results)) {
    json ids = json::array();
    for (const std::size_t i : one.claims) ids.push_back(results[i].id);
    list.push_back({{"statement", one.name},
                    {"paper", or_null(one.paper)},
                    {"role", or_null(one.role)},
                    {"verdict", to_text(one)},
                    {"misprint", one.is_misprint},
                    {"in_doubt", one.is_in_doubt},
                    {"claims", std::move(ids)}});
  }
  return list;
}

json findings_json(const catalogue& read, const std::vector<const claim*>& subjects,
                   const std::vector<claim_result>& results) {
  json list = json::array();
  for (const finding_record& one : findings_of(read, subjects, results))
    list.push_back({{"paper", one.subject->paper},
                    {"of", one.subject->of},
                    {"where", or_null(one.subject->where)},
                    {"outcome", to_text(one.subject->outcome)},
                    {"sentence", one.subject->sentence},
                    {"instead", or_null(one.subject->instead)},
                    {"claims", one.claims},
                    {"backed", one.is_backed ? json(*one.is_backed) : json(nullptr)}});
  return list;
}

json results_json(const std::string& command, const catalogue& read,
                  const std::vector<const claim*>& subjects,
                  const std::vector<claim_result>& results) {
  json root;
  root["version"] = version();
  root["command"] = command;
  root["inputs"] = json::array();
  for (const input_file& input : read.inputs)
    root["inputs"].push_back({{"file", input.file}, {"sha256", input.sha256}});
  root["claims"] = json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const claim_result& result = results[i];
    json one;
    one["id"] = result.id;
    add_judgement(one, result.found);
    one["expect"] = or_null(result.expect);
    one["as_expected"] = result.as_expected;
    one["severity"] = severity_json(result.severity);
    if (result.corrected) {
      json corrected;
      add_judgement(corrected, *result.corrected);
      one["corrected"] = std::move(corrected);
    } else {
      one["corrected"] = nullptr;
    }
    // The statement itself travels along; what the verdict says already is not repeated.
    const json statement = claim_json(*subjects[i], read);
    for (const auto& [key, entry] : statement.items())
      if (!one.contains(key)) one[key] = entry;
    if (!subjects[i]->regime.empty()) {
      if (one["regime"].is_null())
        one["regime"] = {{"checked", nullptr}, {"counterexamples", nullptr}};
      one["regime"]["conditions"] = statement.at("regime");
    }
    root["claims"].push_back(std::move(one));
  }
  root["papers"] = json::array();
  for (const paper& p : read.papers)
    root["papers"].push_back({{"key", p.key},
                              {"title", or_null(p.title)},
                              {"authors", p.authors},
                              {"reference", or_null(p.reference)}});
  // Only papers that were looked at: the others' statements would all stand without a verdict.
  std::set<std::string> judged_papers;
  for (const claim* subject : subjects) judged_papers.insert(subject->paper);
  std::vector<covered_statement> statements;
  for (const covered_statement& one : read.coverage)
    if (judged_papers.contains(one.paper)) statements.push_back(one);
  root["coverage"] = coverage_json(statements);
  root["statements"] = statements_json(subjects, results);
  root["findings"] = findings_json(read, subjects, results);
  root["symbols"] = json::object();
  for (const auto& [file, symbols] : read.symbols) root["symbols"][file] = symbols;
  // Last, since they speak of everything else.
  add_digests(root);
  return root;
}

int exit_status(const std::vector<claim_result>& results) {
  constexpr int unusable = 2;
  constexpr int differs = 1;
  constexpr int open = 3;
  const auto any = [&](auto condition) {
    return std::any_of(results.begin(), results.end(), condition);
  };
  if (any([](const claim_result& r) {
        return r.found.outcome == verdict::invalid && !r.as_expected;
      }))
    return unusable;
  if (any([](const claim_result& r) {
        const verdict found = r.found.outcome;
        return !r.as_expected && (r.expect || is_unfavourable(found));
      }))
    return differs;
  if (any([](const claim_result& r) { return !r.as_expected; })) return open;
  return 0;
}

}  // namespace shufflecert::inline v0_1::claims
