#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "claims/reading/read_sections.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {

paper read_paper(const toml_reader& reader) {
  reader.allow_only({"key", "title", "authors", "reference"});
  return {reader.text("key"), reader.text_or("title", ""), reader.texts("authors"),
          reader.text_or("reference", "")};
}

cited_result read_result(const toml_reader& reader) {
  reader.allow_only({"id", "status", "note"});
  return {reader.text("id"), reader.one_of<result_status>("status"), reader.text_or("note", "")};
}

definition read_definition(const toml_reader& reader) {
  definition result;
  result.name = reader.text("name");
  reader.require_usable_name(*reader.find("name"), "name", result.name);
  result.parameters = reader.names("parameters");
  result.body = reader.formula("value");
  if (std::set<std::string>(result.parameters.begin(), result.parameters.end()).size() !=
      result.parameters.size())
    reader.complain("parameters", "a parameter is named twice");
  return result;
}

definition read_guarded_definition(const toml_reader& reader) {
  reader.allow_only({"name", "parameters", "value", "domain", "integers"});
  definition result = read_definition(reader);
  std::vector<expression_ptr> conditions;
  for (const std::string& name : reader.names("integers")) {
    if (std::find(result.parameters.begin(), result.parameters.end(), name) ==
        result.parameters.end())
      reader.complain("integers",
                      fmt::format("'{}' is no parameter of '{}'; there {} {}", name, result.name,
                                  result.parameters.size() == 1 ? "is" : "are",
                                  fmt::join(result.parameters, ", ")));
    conditions.push_back(whole_condition(name));
  }
  for (const expression_ptr& stated : reader.formulas("domain"))
    for (const expression_ptr& condition : conjuncts(stated)) conditions.push_back(condition);
  result.body = guarded(conditions, result.body);
  return result;
}

namespace {

// A bound's check has axes over its parameters, and no listed points.
void read_bound_lists(const toml_reader& reader, bound& b) {
  claim lists;
  lists.integers = b.integers;
  lists.domain = b.domain;
  if (const toml::node* node = reader.find("check"); node != nullptr) {
    const toml_reader check(reader.table(*node, "check"), reader.source(), reader.section());
    check.allow_only(b.parameters);
    read_check(reader, lists);
  }
  read_proof_regions(reader, lists);
  b.axes = std::move(lists.axes);
  b.prove = std::move(std::get<forall_claim>(lists.form).prove);
}

}  // namespace

bound read_bound(const toml_reader& reader, const std::string& paper_key) {
  reader.allow_only({"name", "parameters", "value", "side", "on", "about", "domain", "integers",
                     "where", "reason", "expect", "check", "depends", "prove", "regime"});
  const definition formula = read_definition(reader);
  bound b;
  b.name = formula.name;
  b.parameters = formula.parameters;
  b.value = formula.body;
  b.side = reader.one_of<bound_side>("side");
  b.on = reader.formula("on");
  b.about = reader.one_of_if_any<concern>("about");
  b.domain = reader.formulas("domain");
  b.integers = reader.names("integers");
  b.regime = reader.formulas("regime");
  b.where = reader.text_or("where", "");
  b.reason = reader.text_or("reason", "");
  b.paper = paper_key;
  b.expect = reader.one_of_if_any<verdict>("expect");
  read_bound_lists(reader, b);
  b.depends = reader.texts("depends");
  b.file = reader.source().name;
  b.line = reader.line();
  return b;
}

chain_record read_chain(const toml_reader& reader) {
  reader.allow_only({"id", "expect", "reason", "reading", "transcription"});
  return {reader.text("id"),
          reader.one_of<verdict>("expect"),
          reader.text_or("reason", ""),
          reader.text_or("reading", ""),
          reader.text_or("transcription", ""),
          reader.source().name,
          reader.line()};
}

}  // namespace shufflecert::inline v0_1::claims
