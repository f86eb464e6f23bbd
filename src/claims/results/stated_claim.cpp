#include "claims/results/stated_claim.hpp"

#include <functional>
#include <set>
#include <string_view>

namespace shufflecert::inline v0_1::claims {
namespace {

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::string> if_any(const expression_ptr& formula) {
  return formula ? std::optional(to_text(*formula)) : std::nullopt;
}

std::vector<std::string> texts_of(const std::vector<expression_ptr>& formulas) {
  std::vector<std::string> result;
  for (const auto& formula : formulas) result.push_back(to_text(*formula));
  return result;
}

stated_check check_of(const claim& subject) {
  stated_check result;
  for (const axis& a : subject.axes) {
    // Listed points take the key of a variable with their name.
    if (a.variable == "points" && !subject.points.empty()) continue;
    std::vector<std::string>& values =
        result.axes.emplace_back(a.variable, std::vector<std::string>()).second;
    for (const point_value& chosen : a.values) values.push_back(chosen.text);
  }
  for (const check_point& point : subject.points) {
    auto& one = result.points.emplace_back();
    for (const auto& [name, chosen] : point) one[name] = chosen.text;
  }
  return result;
}

void collect_definitions(const expression& formula, const catalogue& read,
                         std::vector<stated_definition>& list, std::set<std::string>& seen) {
  for (const std::string& name : called_functions(formula)) {
    const definition* entry = read.visible.find(name);
    if (entry == nullptr || !seen.insert(name).second) continue;
    std::string parameters;
    for (const std::string& parameter : entry->parameters)
      parameters += (parameters.empty() ? "" : ", ") + parameter;
    list.push_back({name, name + "(" + parameters + ") = " + to_text(*entry->body)});
    collect_definitions(*entry->body, read, list, seen);
  }
}

// The catalogue's own formulas that a claim uses, so that a reader need not look them up.
std::vector<stated_definition> definitions_of(const claim& subject, const catalogue& read) {
  std::vector<stated_definition> list;
  std::set<std::string> seen;
  std::vector<expression_ptr> formulas = subject.domain;
  if (subject.formula) formulas.insert(formulas.begin(), subject.formula);
  if (subject.corrected) formulas.push_back(subject.corrected);
  for (const auto& [name, formula] : subject.let) formulas.push_back(formula);
  for (const auto& formula : formulas) collect_definitions(*formula, read, list, seen);
  return list;
}

// The pairs of distributions that a claim speaks of, through its definitions too.
std::vector<std::string> pairs_of(const claim& subject, const catalogue& read) {
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
  return {pairs.begin(), pairs.end()};
}

std::vector<stated_dependency> dependencies_of(const claim& subject, const catalogue& read) {
  std::vector<stated_dependency> result;
  for (const std::string& id : subject.depends) {
    stated_dependency& one = result.emplace_back();
    one.id = id;
    const cited_result* cited = read.find_result(id);
    if (cited == nullptr) continue;
    one.status = cited->status;
    one.note = if_any(cited->note);
  }
  return result;
}

// What a member of each type is in JSON, and what is read of it.

json value_of(const std::string& text) {
  return text;
}
json value_of(const std::optional<std::string>& text) {
  return or_null(text);
}
json value_of(std::int64_t number) {
  return number;
}
json value_of(const std::vector<std::string>& texts) {
  return texts;
}
template <named_kind Kind>
json value_of(Kind kind) {
  return to_text(kind);
}
template <named_kind Kind>
json value_of(const std::optional<Kind>& kind) {
  return or_null(kind);
}

json value_of(const named_texts& texts) {
  json result = json::object();
  for (const auto& [name, text] : texts) result[name] = text;
  return result;
}

json value_of(const std::vector<stated_definition>& definitions) {
  json list = json::array();
  for (const stated_definition& one : definitions)
    list.push_back({{"name", or_null(one.name)}, {"text", one.text}});
  return list;
}

json value_of(const std::vector<stated_dependency>& dependencies) {
  json list = json::array();
  for (const stated_dependency& one : dependencies)
    list.push_back({{"id", one.id}, {"status", or_null(one.status)}, {"note", or_null(one.note)}});
  return list;
}

json value_of(const stated_check& check) {
  json result = json::object();
  for (const auto& [variable, values] : check.axes) result[variable] = values;
  for (const auto& point : check.points) {
    json one = json::object();
    for (const auto& [name, text] : point) one[name] = text;
    result["points"].push_back(one);
  }
  return result;
}

void read_into(std::string& text, const json& value) {
  text = value.get<std::string>();
}
void read_into(std::optional<std::string>& text, const json& value) {
  if (!value.is_null()) text = value.get<std::string>();
}
void read_into(std::int64_t& number, const json& value) {
  number = value.get<std::int64_t>();
}
void read_into(std::vector<std::string>& texts, const json& value) {
  texts = value.get<std::vector<std::string>>();
}
template <named_kind Kind>
void read_into(Kind& kind, const json& value) {
  kind = from_text<Kind>(value.get<std::string>()).value();
}
template <named_kind Kind>
void read_into(std::optional<Kind>& kind, const json& value) {
  if (value.is_string()) kind = from_text<Kind>(value.get<std::string>());
}

void read_into(named_texts& texts, const json& value) {
  for (const auto& [name, text] : value.items()) texts.emplace_back(name, text.get<std::string>());
}

void read_into(std::vector<stated_definition>& definitions, const json& value) {
  for (const json& one : value)
    definitions.push_back({text_or_nothing(one, "name"), one.at("text").get<std::string>()});
}

void read_into(std::vector<stated_dependency>& dependencies, const json& value) {
  for (const json& one : value)
    dependencies.push_back({one.at("id").get<std::string>(), kind_at<result_status>(one, "status"),
                            text_or_nothing(one, "note")});
}

void read_into(stated_check& check, const json& value) {
  for (const auto& [variable, values] : value.items()) {
    std::vector<std::string> texts;
    for (const json& one : values) {
      if (one.is_string()) {
        texts.push_back(one.get<std::string>());
        continue;
      }
      auto& point = check.points.emplace_back();
      for (const auto& [name, text] : one.items()) point[name] = text.get<std::string>();
    }
    if (variable != "points" || check.points.empty() || !texts.empty())
      check.axes.emplace_back(variable, std::move(texts));
  }
}

// The conditions of a regime stand beside the counts of its points, and lack where there are none.
const json* value_at_key(const json& entry, std::string_view key) {
  const auto found = entry.find(key);
  if (found == entry.end()) return nullptr;
  if (key != "regime") return &*found;
  if (!found->is_object()) return nullptr;
  const auto conditions = found->find("conditions");
  return conditions == found->end() ? nullptr : &*conditions;
}

// Names have no order.
template <class Value>
bool says_the_same(const Value& a, const Value& b) {
  return a == b;
}

template <class Value>
bool says_the_same(const std::vector<std::pair<std::string, Value>>& a,
                   const std::vector<std::pair<std::string, Value>>& b) {
  return std::map(a.begin(), a.end()) == std::map(b.begin(), b.end());
}

bool says_the_same(const stated_check& a, const stated_check& b) {
  return a.points == b.points && says_the_same(a.axes, b.axes);
}

}  // namespace

stated_claim state(const claim& subject, const catalogue& read) {
  stated_claim result;
  const claim& stated = subject.as_stated();
  result.id = subject.id;
  result.paper = if_any(subject.paper);
  result.where = if_any(subject.where);
  result.says = if_any(subject.says);
  result.kind = subject.kind();
  if (const auto* rate = std::get_if<rate_claim>(&subject.form)) {
    result.error = if_any(stated.formula);
    result.along = if_any(rate->along);
    if (rate->order) result.order = to_text(*rate->order);
  } else {
    result.formula = if_any(stated.formula);
  }
  result.domain = texts_of(stated.domain);
  result.integers = subject.integers;
  if (const auto* exists = std::get_if<exists_claim>(&subject.form))
    result.exists = exists->variables;
  result.regime = texts_of(stated.regime);
  result.printed = subject.printed;
  for (const auto& [name, formula] : stated.let) result.let.emplace_back(name, to_text(*formula));
  for (const local_function& function : stated.functions)
    result.let.emplace_back(function.signature, to_text(*function.formula.body));
  result.definitions = definitions_of(subject, read);
  result.pairs = pairs_of(subject, read);
  result.corrected = if_any(stated.corrected);
  if (subject.corrected) result.correction = subject.correction;
  if (subject.about) result.about = to_text(*subject.about);
  result.statement = if_any(subject.statement);
  result.role = subject.role;
  result.of = if_any(subject.of);
  result.slip = if_any(subject.slip);
  result.hedge = if_any(subject.hedge);
  result.depends = dependencies_of(subject, read);
  result.reading = if_any(subject.reading);
  result.ours = if_any(subject.ours);
  result.transcription = if_any(subject.transcription);
  result.reason = if_any(subject.reason);
  result.answer = if_any(subject.answer);
  result.expect = subject.expect;
  result.check = check_of(subject);
  result.file = subject.file;
  result.line = subject.line;
  return result;
}

json to_json(const stated_claim& stated) {
  json result;
  for_each_key_of_claim(
      [&](const char* key, auto member) { result[key] = value_of(stated.*member); });
  return result;
}

stated_claim stated_claim_from(const json& entry) {
  stated_claim result;
  for_each_key_of_claim([&](const char* key, auto member) {
    if (const json* value = value_at_key(entry, key))
      read_into(result.*member, *value);
    else
      result.missing.emplace_back(key);
  });
  return result;
}

std::optional<std::string> key_of_difference(const stated_claim& recorded,
                                             const stated_claim& own) {
  std::optional<std::string> first;
  for_each_key_of_claim([&](const char* key, auto member) {
    if (first || (std::string_view(key) == "regime" && own.regime.empty())) return;
    if (recorded.lacks(key) || !says_the_same(recorded.*member, own.*member)) first = key;
  });
  return first;
}

}  // namespace shufflecert::inline v0_1::claims
