#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/bounded_quantity.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/local_functions.hpp"
#include "claims/reading/coverage.hpp"
#include "claims/reading/read_axis.hpp"
#include "claims/reading/read_proof_regions.hpp"
#include "claims/reading/read_refutation_regions.hpp"
#include "claims/reading/toml_reader.hpp"
#include "claims/results/failure.hpp"
#include "claims/text/embedded.hpp"
#include "claims/text/sha256.hpp"
#include "typeset/symbols.hpp"

namespace shufflecert {
namespace {

constexpr std::int64_t supported_format = 1;
constexpr std::size_t most_points = 1'000'000;
// Of all claims of a file: a value takes some 500 bytes, a point's outcome about as many.
constexpr std::size_t most_values_in_file = 2'000'000;
constexpr std::size_t most_points_in_file = 5'000'000;
constexpr std::size_t longest_shown_id = 200;
constexpr std::size_t most_local_names = 500;
constexpr std::size_t most_sizes = 1'000;

void require_usable_name(const toml_reader& reader, const toml::node& node, std::string_view key,
                         const std::string& name) {
  if (!is_usable_name(name))
    reader.complain_at(
        node, key,
        "'" + name +
            "' cannot be a name: it must be ASCII letters, digits and '_', not start "
            "with a digit and not be built in");
}

std::vector<std::string> read_names(const toml_reader& reader, std::string_view key) {
  std::vector<std::string> names = reader.texts(key);
  for (const std::string& name : names) require_usable_name(reader, *reader.find(key), key, name);
  return names;
}

paper read_paper(const toml_reader& reader) {
  reader.allow_only({"key", "title", "authors", "reference"});
  return {reader.text("key"), reader.text_or("title", ""), reader.texts("authors"),
          reader.text_or("reference", "")};
}

definition read_definition(const toml_reader& reader) {
  definition result;
  result.name = reader.text("name");
  require_usable_name(reader, *reader.find("name"), "name", result.name);
  result.parameters = read_names(reader, "parameters");
  result.body = reader.formula("value");
  if (std::set<std::string>(result.parameters.begin(), result.parameters.end()).size() !=
      result.parameters.size())
    reader.complain("parameters", "a parameter is named twice");
  return result;
}

cited_result read_result(const toml_reader& reader) {
  reader.allow_only({"id", "status", "note"});
  return {reader.text("id"), reader.one_of<result_status>("status"), reader.text_or("note", "")};
}

axis read_axis(const toml_reader& check, const toml::node& node, const std::string& variable,
               const claim& c) {
  axis result{variable, {}};
  try {
    result.values = read_axis_values(check, node, variable);
    if (is_whole_variable(c, variable)) result.values = rounded_to_integers(result.values);
  } catch (const undefined_value& error) {
    check.complain_at(node, variable, error.what());
  } catch (const beyond_reach& error) {
    check.complain_at(node, variable, error.what());
  }
  if (result.values.empty()) check.complain_at(node, variable, "has no values");
  return result;
}

check_point read_listed_point(const toml_reader& check, const toml::node& node, const claim& c) {
  check_point point;
  for (const auto& [key, entry] : check.table(node, "points")) {
    const std::string variable(key.str());
    std::vector<point_value> single{read_value(check, entry, variable)};
    try {
      if (is_whole_variable(c, variable)) single = rounded_to_integers(single);
    } catch (const undefined_value& error) {
      check.complain_at(entry, variable, error.what());
    } catch (const beyond_reach& error) {
      check.complain_at(entry, variable, error.what());
    }
    point[variable] = single.front();
  }
  return point;
}

// How many values a range or a list is to be expanded to, as far as it can be told.
std::size_t values_to_expand(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    std::size_t total = 0;
    for (const toml::node& element : *list) total += values_to_expand(element);
    return total;
  }
  const auto* range = node.as_table();
  if (range == nullptr) return 1;
  const std::int64_t steps = (*range)["steps"].value_or(std::int64_t{1});
  // A number of steps that is not possible is complained about elsewhere.
  return steps < 1 || steps > static_cast<std::int64_t>(most_points)
             ? 1
             : static_cast<std::size_t>(steps);
}

// The values to check that a section states, before any of them is made.
std::size_t values_to_check(const toml::table& section) {
  const toml::table* check = section["check"].as_table();
  if (check == nullptr) return 0;
  std::size_t total = 0;
  for (const auto& [key, node] : *check) {
    if (key.str() != "points") {
      total += values_to_expand(node);
      continue;
    }
    const toml::array* points = node.as_array();
    if (points == nullptr) continue;
    for (const toml::node& point : *points)
      total += point.is_table() ? point.as_table()->size() : std::size_t{1};
  }
  return total;
}

void read_check(const toml_reader& reader, claim& c) {
  const toml::node* node = reader.find("check");
  if (node == nullptr) return;
  const toml_reader check(reader.table(*node, "check"), reader.source(), reader.section());
  for (const auto& [key, values] : check.raw()) {
    const std::string variable(key.str());
    if (variable == "points") {
      for (const toml::node& point : check.array(values, "points"))
        c.points.push_back(read_listed_point(check, point, c));
      continue;
    }
    require_usable_name(check, values, variable, variable);
    c.axes.push_back(read_axis(check, values, variable, c));
  }
}

// The name and the parameters that a key such as "f(x, y)" gives.
local_function read_signature(const toml_reader& let, const toml::node& node,
                              const std::string& key) {
  const auto complain = [&] {
    let.complain_at(node, key,
                    "a local function is written with its parameters: \"f(x, y)\" = \"x*n + y\"");
  };
  expression_ptr head;
  try {
    head = parse_formula(key);
  } catch (const formula_error&) {
    complain();
  }
  const auto* signature = std::get_if<call>(&head->node);
  if (signature == nullptr) complain();
  local_function result{key, {signature->name, {}, nullptr}};
  require_usable_name(let, node, key, signature->name);
  for (const auto& argument : signature->arguments) {
    const auto* parameter = std::get_if<variable>(&argument->node);
    if (parameter == nullptr) complain();
    require_usable_name(let, node, key, parameter->name);
    auto& parameters = result.formula.parameters;
    if (std::find(parameters.begin(), parameters.end(), parameter->name) != parameters.end())
      let.complain_at(node, key, "the parameter '" + parameter->name + "' is named twice");
    parameters.push_back(parameter->name);
  }
  return result;
}

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

bound read_bound(const toml_reader& reader, const std::string& paper_key) {
  reader.allow_only({"name", "parameters", "value", "side", "on", "about", "domain", "integers",
                     "where", "expect", "check", "depends", "prove"});
  const definition formula = read_definition(reader);
  bound b;
  b.name = formula.name;
  b.parameters = formula.parameters;
  b.value = formula.body;
  b.side = reader.one_of<bound_side>("side");
  b.on = reader.formula("on");
  b.about = reader.one_of_if_any<concern>("about");
  b.domain = reader.formulas("domain");
  b.integers = read_names(reader, "integers");
  b.where = reader.text_or("where", "");
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

void read_let(const toml_reader& reader, claim& c) {
  const toml::node* node = reader.find("let");
  if (node == nullptr) return;
  const toml_reader let(reader.table(*node, "let"), reader.source(), reader.section());
  if (let.raw().size() > most_local_names)
    reader.complain("let", fmt::format("more than {} local names", most_local_names));
  for (const auto& [key, value] : let.raw()) {
    const std::string name(key.str());
    const auto parse = [&, &formula = value] {
      return parse_formula(let.number_text(formula, name));
    };
    if (name.find('(') != std::string::npos) {
      local_function function = read_signature(let, value, name);
      function.formula.body = let.with_formula(value, name, parse);
      c.functions.push_back(std::move(function));
    } else {
      require_usable_name(let, value, name, name);
      c.let[name] = let.with_formula(value, name, parse);
    }
  }
}

// The variables that have values to check.
std::set<std::string> check_variables(const claim& c) {
  std::set<std::string> names;
  for (const axis& a : c.axes) names.insert(a.variable);
  for (const check_point& point : c.points)
    for (const auto& [variable, value] : point) names.insert(variable);
  return names;
}

// All that a claim's formula may name: its variables, which are numbers, and its local names.
name_kinds names_in_scope(const claim& c) {
  name_kinds names;
  for (const std::string& variable : check_variables(c)) names[variable] = value_kind::number;
  for (const auto& [name, formula] : c.let) names[name] = value_kind::unknown;
  return names;
}

// The variables that formulas need values for: open names that are not local.
std::set<std::string> needed_variables(const claim& c) {
  std::set<std::string> needed;
  const auto collect = [&](const expression_ptr& formula) {
    for (const std::string& name : free_variables(*formula))
      if (!c.let.contains(name)) needed.insert(name);
  };
  for (const expression_ptr& formula : {c.formula, c.corrected})
    if (formula) collect(formula);
  if (const auto* rate = std::get_if<rate_claim>(&c.form)) needed.insert(rate->along);
  for (const auto& condition : c.domain) collect(condition);
  for (const auto& condition : c.regime) collect(condition);
  for (const auto& [name, formula] : c.let) collect(formula);
  for (const local_function& function : c.functions) {
    const auto& parameters = function.formula.parameters;
    for (const std::string& name : free_variables(*function.formula.body))
      if (!c.let.contains(name) &&
          std::find(parameters.begin(), parameters.end(), name) == parameters.end())
        needed.insert(name);
  }
  return needed;
}

// A local name that is defined through itself, if there is one.
std::optional<std::string> circular_name(const claim& c) {
  enum class state { untouched, open, done };
  std::map<std::string, state> states;
  std::function<bool(const std::string&)> is_circular = [&](const std::string& name) {
    const auto entry = c.let.find(name);
    if (entry == c.let.end() || states[name] == state::done) return false;
    if (states[name] == state::open) return true;
    states[name] = state::open;
    for (const std::string& used : free_variables(*entry->second))
      if (is_circular(used)) return true;
    states[name] = state::done;
    return false;
  };
  for (const auto& [name, formula] : c.let)
    if (is_circular(name)) return name;
  return std::nullopt;
}

toml_reader let_of(const toml_reader& reader) {
  return {reader.table(*reader.find("let"), "let"), reader.source(), reader.section()};
}

// All that a claim may call: what every claim sees, and its own functions.
definitions with_local_functions(const toml_reader& reader, const claim& c, definitions visible) {
  for (const local_function& function : c.functions) {
    const std::string& name = function.formula.name;
    const toml_reader let = let_of(reader);
    const toml::node& node = *let.find(function.signature);
    if (c.let.contains(name))
      let.complain_at(node, function.signature,
                      "'" + name + "' is also a local name without parameters");
    if (check_variables(c).contains(name))
      let.complain_at(
          node, function.signature,
          "'" + name + "' also has values to check; a name is either local or a variable");
    if (!visible.add(function.formula))
      let.complain_at(node, function.signature, "'" + name + "' is already the name of a formula");
  }
  return visible;
}

void check_local_functions(const toml_reader& reader, const claim& c, const definitions& callable) {
  for (const local_function& function : c.functions) {
    const toml_reader let = let_of(reader);
    const toml::node& node = *let.find(function.signature);
    name_kinds names = names_in_scope(c);
    for (const std::string& parameter : function.formula.parameters)
      names[parameter] = value_kind::unknown;
    let.with_formula(node, function.signature,
                     [&] { return check_formula(*function.formula.body, callable, names); });
  }
  if (const auto name = recursive_function(c.functions))
    reader.complain("let", "the local function '" + *name + "' uses itself");
}

// The key of the claim's formula.
const char* formula_key(const claim& c) {
  return c.kind() == claim_kind::rate ? "error" : "claim";
}

// Puts the local functions in, where there are any, and keeps the claim as it was stated.
void expand_claim(const toml_reader& reader, claim& c) {
  if (c.functions.empty()) return;
  c.stated = std::make_shared<const claim>(c);
  const auto expand = [&](expression_ptr& formula, std::string_view key) {
    if (formula)
      formula = reader.with_formula(*reader.find(key), key,
                                    [&] { return expand_local_functions(formula, c.functions); });
  };
  expand(c.formula, formula_key(c));
  expand(c.corrected, "corrected");
  for (auto& condition : c.domain) expand(condition, "domain");
  for (auto& condition : c.regime) expand(condition, "regime");
  for (auto& [name, formula] : c.let) expand(formula, "let");
}

void check_claim_formulas(const toml_reader& reader, const claim& c, const definitions& shared) {
  const name_kinds names = names_in_scope(c);
  const definitions own =
      c.functions.empty() ? definitions() : with_local_functions(reader, c, shared);
  const definitions& visible = c.functions.empty() ? shared : own;
  const auto require = [&](value_kind wanted, const expression_ptr& formula, std::string_view key) {
    const value_kind kind = reader.with_formula(
        *reader.find(key), key, [&] { return check_formula(*formula, visible, names); });
    if (kind != wanted && kind != value_kind::unknown)
      reader.complain(
          key,
          fmt::format("expected {}, found a {}",
                      wanted == value_kind::number ? "a number" : "a condition such as 'x <= y'",
                      to_text(kind)));
  };
  const auto require_condition = [&](const expression_ptr& formula, std::string_view key) {
    require(value_kind::truth, formula, key);
  };
  require(c.kind() == claim_kind::rate ? value_kind::number : value_kind::truth, c.formula,
          formula_key(c));
  if (c.corrected) require_condition(c.corrected, "corrected");
  for (const auto& condition : c.domain) require_condition(condition, "domain");
  for (const auto& condition : c.regime) require_condition(condition, "regime");
  for (const auto& [name, formula] : c.let)
    reader.with_formula(*reader.find("let"), "let",
                        [&, &f = formula] { return check_formula(*f, visible, names); });
  const std::set<std::string> variables = check_variables(c);
  for (const auto& [name, formula] : c.let)
    if (variables.contains(name))
      reader.complain(
          "let", "'" + name + "' also has values to check; a name is either local or a variable");
  check_local_functions(reader, c, visible);
}

void check_local_names(const toml_reader& reader, const claim& c) {
  if (const auto name = circular_name(c))
    reader.complain("let", "'" + *name + "' is defined through itself");
}

// Values for a name that stands in no formula would multiply the points that count and show
// nothing.
void refuse_unused_values(const toml_reader& reader, const claim& c,
                          const std::set<std::string>& needed) {
  for (const std::string& variable : check_variables(c)) {
    if (needed.contains(variable)) continue;
    const toml_reader check(reader.table(*reader.find("check"), "check"), reader.source(),
                            reader.section());
    const toml::node* values = check.find(variable);
    const std::string message = "no formula of the claim uses '" + variable +
                                "': its values would multiply the points looked at and show "
                                "nothing";
    if (values == nullptr) check.complain("points", message);
    check.complain_at(*values, variable, message);
  }
}

// The sizes of a rate are doubled, so they must be positive.
void check_sizes(const toml_reader& reader, const claim& c, const std::string& along) {
  constexpr bits precision = 128;
  std::vector<point_value> sizes;
  for (const axis& a : c.axes)
    if (a.variable == along) sizes = a.values;
  for (const check_point& point : c.points) sizes.push_back(point.at(along));
  if (sizes.size() > most_sizes)
    reader.complain("check", fmt::format("has more than {} sizes of '{}'", most_sizes, along));
  for (const point_value& size : sizes) {
    std::optional<int> sign_of_size;
    try {
      sign_of_size = sign(constant_value(size), precision);
    } catch (const undefined_value& error) {
      reader.complain("check", error.what());
    }
    if (sign_of_size != 1)
      reader.complain(
          "check", "the sizes of '" + along + "' must be positive, and one is '" + size.text + "'");
  }
}

void check_claim_points(const toml_reader& reader, const claim& c) {
  const std::set<std::string> needed = needed_variables(c);
  std::set<std::string> on_axes;
  for (const axis& a : c.axes) on_axes.insert(a.variable);
  const bool has_product = !c.axes.empty() || c.points.empty();
  for (const std::string& variable : needed)
    if (has_product && !on_axes.contains(variable))
      reader.complain("check", "the variable '" + variable + "' has no values to check");
  for (const check_point& point : c.points)
    for (const std::string& variable : needed)
      if (!point.contains(variable))
        reader.complain("check", "a listed point has no value for '" + variable + "'");
  if (const auto* exists = std::get_if<exists_claim>(&c.form))
    for (const std::string& variable : exists->variables)
      if (!needed.contains(variable))
        reader.complain("exists", "'" + variable + "' is not a variable of the claim");
  refuse_unused_values(reader, c, needed);
  if (const auto* rate = std::get_if<rate_claim>(&c.form)) check_sizes(reader, c, rate->along);
  std::size_t points = 1;
  for (const axis& a : c.axes) {
    points *= a.values.size();
    if (points + c.points.size() > most_points)
      reader.complain("check", fmt::format("has more than {} points", most_points));
  }
}

claim_form form_of(claim_kind kind) {
  switch (kind) {
    case claim_kind::forall:
      return forall_claim{};
    case claim_kind::exists:
      return exists_claim{};
    case claim_kind::rate:
      return rate_claim{};
  }
  return forall_claim{};
}

// A claim about how fast an error falls.
void read_rate(const toml_reader& reader, claim& c, rate_claim& rate) {
  for (const char* key : {"claim", "corrected"})
    if (reader.has(key))
      reader.complain(key, "does not go with kind = \"rate\", which is about 'error'");
  c.formula = reader.formula("error");
  rate.along = reader.text("along");
  require_usable_name(reader, *reader.find("along"), "along", rate.along);
  if (const toml::node* limit = reader.find("limit"); limit != nullptr) {
    if (limit->value_exact<bool>() != true) reader.complain("limit", "can only be true");
    if (reader.has("order")) reader.complain("limit", "does not go with 'order': give one of them");
    return;
  }
  if (!reader.has("order"))
    reader.complain("order", "is missing; give order = \"1/2\", say, or limit = true");
  const point_value claimed = read_value(reader, *reader.find("order"), "order");
  try {
    const number order = constant_value(claimed);
    if (const auto* exact = order.as_rational()) rate.order = *exact;
  } catch (const undefined_value& error) {
    reader.complain("order", error.what());
  }
  if (!rate.order || *rate.order <= 0)
    reader.complain("order",
                    "must be a positive rational number, and it is '" + claimed.text + "'");
}

void read_claim_body(const toml_reader& reader, claim& c) {
  reader.allow_only({"id",        "where",   "says",       "kind",          "claim",     "domain",
                     "integers",  "exists",  "regime",     "let",           "corrected", "about",
                     "statement", "depends", "reading",    "transcription", "reason",    "answer",
                     "expect",    "check",   "prove",      "error",         "along",     "order",
                     "limit",     "printed", "correction", "refute"});
  c.where = reader.text_or("where", "");
  c.says = reader.text_or("says", "");
  c.about = reader.one_of_if_any<concern>("about");
  c.statement = reader.text_or("statement", "");
  c.depends = reader.texts("depends");
  c.reading = reader.text_or("reading", "");
  c.answer = reader.text_or("answer", "");
  c.transcription = reader.text_or("transcription", "");
  c.reason = reader.text_or("reason", "");
  c.regime = reader.formulas("regime");
  c.form = form_of(reader.one_of_if_any<claim_kind>("kind").value_or(claim_kind::forall));
  c.integers = read_names(reader, "integers");
  if (auto* rate = std::get_if<rate_claim>(&c.form)) {
    read_rate(reader, c, *rate);
  } else {
    for (const char* key : {"error", "along", "order", "limit"})
      if (reader.has(key)) reader.complain(key, "goes with kind = \"rate\" only");
    c.formula = reader.formula("claim");
  }
  c.domain = reader.formulas("domain");
  std::vector<std::string> existential = read_names(reader, "exists");
  if (auto* exists = std::get_if<exists_claim>(&c.form))
    exists->variables = std::move(existential);
  else if (!existential.empty())
    reader.complain("exists", "goes with kind = \"exists\" only");
  if (reader.has("corrected")) c.corrected = reader.formula("corrected");
  if (reader.has("correction")) {
    if (!c.corrected) reader.complain("correction", "goes with a corrected form only");
    c.correction = reader.one_of<correction_kind>("correction");
  }
  read_let(reader, c);
  read_check(reader, c);
  c.printed = read_names(reader, "printed");
  for (const std::string& name : c.printed)
    if (!check_variables(c).contains(name))
      reader.complain("printed", "names '" + name + "', which has no values in [claim.check]");
  read_proof_regions(reader, c);
  read_refutation_regions(reader, c);
}

// What stops a section otherwise than by a complaint: a number out of all range, memory.
std::string problem_of(const toml_reader& reader, const std::exception_ptr& error) {
  return fmt::format("{}:{}: {}: {}", reader.source().name, reader.line(), reader.section(),
                     failure_of(error).reason);
}

claim read_claim(const toml_reader& reader, const std::string& paper_key) {
  claim c;
  c.file = reader.source().name;
  c.line = reader.line();
  c.paper = paper_key;
  // Until the id is known the claim goes by its place.
  c.id = fmt::format("{}:{}", c.file, c.line);
  try {
    c.id = reader.text("id");
    c.expect = reader.one_of_if_any<verdict>("expect");
    read_claim_body(reader, c);
  } catch (const catalogue_error& error) {
    c.problem = error.what();
  } catch (...) {
    c.problem = problem_of(reader, std::current_exception());
  }
  return c;
}

// A definition may use every other one, but none may lead back to itself.
template <class Complain>
void refuse_recursion(const definitions& visible, Complain complain) {
  constexpr int deepest = 500;
  enum class state { untouched, open, done };
  std::map<std::string, state> states;
  std::function<void(const std::string&, int)> visit = [&](const std::string& name, int depth) {
    const definition* entry = visible.find(name);
    if (entry == nullptr || states[name] == state::done) return;
    if (states[name] == state::open) complain(name, "uses itself");
    if (depth > deepest) complain(name, "rests on more than 500 others in a row");
    states[name] = state::open;
    for (const std::string& called : called_functions(*entry->body)) visit(called, depth + 1);
    states[name] = state::done;
  };
  for (const std::string& name : visible.names()) visit(name, 0);
}

// One parsed file with its tables; the tables must outlive the readers that refer to them.
struct parsed_file {
  const catalogue_source* source;
  toml::table table;
};

class loader {
 public:
  explicit loader(const std::vector<catalogue_source>& sources) {
    for (const catalogue_source& source : sources) files_.push_back({&source, parse_toml(source)});
  }

  catalogue load() {
    read_formulas();
    for (const parsed_file& file : files_) {
      values_ = 0;
      points_ = 0;
      read_claims_of(file);
    }
    return std::move(result_);
  }

  catalogue load_formulas() {
    read_formulas();
    return std::move(result_);
  }

 private:
  void read_formulas() {
    for (const parsed_file& file : files_) read_names_of(file);
    refuse_recursion(result_.visible, [&](const std::string& name, const std::string& what) {
      for (const auto& [reader, entry] : definitions_)
        if (entry.name == name) reader.complain("value", "the definition '" + name + "' " + what);
    });
    for (const auto& [reader, entry] : definitions_) check_definition(reader, entry);
  }

  static std::string paper_key_of(const parsed_file& file) {
    return file.table["paper"]["key"].value_or(std::string());
  }

  template <class Use>
  void for_each_table(const parsed_file& file, std::string_view section, Use use) {
    const toml::node* node = file.table.get(section);
    if (node == nullptr) return;
    const toml_reader top(file.table, *file.source, "the file");
    const std::string name = "[[" + std::string(section) + "]]";
    if (!node->is_array()) top.complain(section, "expected sections of the form " + name);
    for (const toml::node& element : *node->as_array()) {
      const toml_reader reader(top.table(element, section), *file.source, name);
      try {
        use(reader);
      } catch (const catalogue_error&) {
        throw;
      } catch (...) {
        throw catalogue_error(problem_of(reader, std::current_exception()));
      }
    }
  }

  void read_names_of(const parsed_file& file) {
    const toml_reader top(file.table, *file.source, "the file");
    if (const auto format = top.whole("format"); format != supported_format)
      top.complain("format", fmt::format("this version reads format 1, not {}", format));
    top.allow_only({"format", "paper", "symbols", "define", "bound", "chain", "claim", "result",
                    "coverage", "figure"});
    result_.inputs.push_back({file.source->name, sha256(file.source->text)});
    if (const toml::node* node = top.find("paper"))
      result_.papers.push_back(
          read_paper(toml_reader(top.table(*node, "paper"), *file.source, "[paper]")));
    if (const toml::node* node = top.find("symbols"))
      read_symbols(toml_reader(top.table(*node, "symbols"), *file.source, "[symbols]"));
    for_each_table(file, "define", [&](const toml_reader& reader) {
      reader.allow_only({"name", "parameters", "value"});
      add_definition(reader, read_definition(reader));
    });
    values_ = 0;
    for_each_table(file, "bound", [&](const toml_reader& reader) {
      if (!is_within_budget(reader))
        reader.complain("check", fmt::format("with this bound the file has more than {} values to "
                                             "check; give fewer steps",
                                             most_values_in_file));
      bound b = read_bound(reader, paper_key_of(file));
      add_definition(reader, {b.name, b.parameters, b.value});
      result_.bounds.push_back(std::move(b));
    });
    for_each_table(file, "chain", [&](const toml_reader& reader) {
      result_.chains.push_back(read_chain(reader));
    });
    for_each_table(file, "result", [&](const toml_reader& reader) {
      result_.results.push_back(read_result(reader));
    });
    for_each_table(file, "coverage", [&](const toml_reader& reader) {
      result_.coverage.push_back(read_covered_statement(reader, paper_key_of(file)));
    });
  }

  void read_symbols(const toml_reader& reader) {
    auto& symbols = result_.symbols[reader.source().name];
    for (const auto& [key, node] : reader.raw()) {
      const std::string name(key.str());
      const std::string symbol = reader.text(name);
      if (!read_symbol(symbol))
        reader.complain(name, fmt::format("'{}' is no symbol; a letter or a word, with at most one "
                                          "subscript after _ and one superscript after ^, is one: "
                                          "\"ε_0\"",
                                          symbol));
      symbols[name] = symbol;
    }
  }

  // A bound's other formulas are over the same parameters as its value.
  void check_definition(const toml_reader& reader, const definition& entry) const {
    name_kinds parameters;
    for (const std::string& name : entry.parameters) parameters[name] = value_kind::unknown;
    const auto check = [&](const expression_ptr& formula, std::string_view key) {
      reader.with_formula(*reader.find(key), key,
                          [&] { return check_formula(*formula, result_.visible, parameters); });
    };
    check(entry.body, "value");
    check_dependencies(reader, reader.texts("depends"));
    if (reader.has("on")) check(checkable_form(reader.formula("on")), "on");
    for (const auto& condition : reader.formulas("domain")) check(condition, "domain");
  }

  void add_definition(const toml_reader& reader, const definition& entry) {
    if (!result_.visible.add(entry))
      reader.complain("name",
                      "'" + entry.name + "' is defined twice; names are unique over all files");
    definitions_.emplace_back(reader, entry);
  }

  void read_claims_of(const parsed_file& file) {
    for_each_table(file, "claim", [&](const toml_reader& reader) {
      claim c = is_within_budget(reader) ? read_claim(reader, paper_key_of(file))
                                         : claim_beyond_budget(reader, paper_key_of(file));
      take_id(reader, c);
      if (c.problem.empty()) {
        try {
          check_dependencies(reader, c.depends);
          check_claim_formulas(reader, c, result_.visible);
          expand_claim(reader, c);
          check_local_names(reader, c);
          check_claim_points(reader, c);
          count_points(reader, c);
        } catch (const catalogue_error& error) {
          c.problem = error.what();
        } catch (...) {
          c.problem = problem_of(reader, std::current_exception());
        }
      }
      result_.claims.push_back(std::move(c));
    });
  }

  // An id names one claim in the results, on its page, and to whoever asks for it. A second claim
  // with an id is judged by nobody, and has another one.
  void take_id(const toml_reader& reader, claim& c) {
    const auto [known, is_new] = ids_.emplace(c.id, fmt::format("{}:{}", c.file, c.line));
    if (is_new) return;
    const toml::node* node = reader.find("id");
    c.problem = fmt::format(
        "{}:{}: [[claim]]: key 'id': '{}' is used twice; ids are unique over all files, and the "
        "first is at {}",
        c.file, node == nullptr ? c.line : toml_reader::line_of(*node),
        one_short_line(c.id, longest_shown_id), known->second);
    const std::string id = c.id;
    for (int copy = 2; !ids_.emplace(c.id, problem_place(reader)).second; ++copy)
      c.id = fmt::format("{}#{}", id, copy);
  }

  static std::string problem_place(const toml_reader& reader) {
    return fmt::format("{}:{}", reader.source().name, reader.line());
  }

  // The values of all sections together are kept, so they have a limit of their own.
  bool is_within_budget(const toml_reader& reader) {
    const std::size_t own = values_to_check(reader.raw());
    if (own > most_values_in_file - values_) return false;
    values_ += own;
    return true;
  }

  static claim claim_beyond_budget(const toml_reader& reader, const std::string& paper_key) {
    claim c;
    c.file = reader.source().name;
    c.line = reader.line();
    c.paper = paper_key;
    c.id = reader.raw()["id"].value_or(problem_place(reader));
    c.problem = fmt::format(
        "{}: [[claim]]: key 'check': with this claim the file has more than {} values to check; "
        "give fewer steps, or put claims into files of their own",
        problem_place(reader), most_values_in_file);
    return c;
  }

  void count_points(const toml_reader& reader, const claim& c) {
    if (point_count(c) > most_points_in_file - points_)
      reader.complain("check",
                      fmt::format("with this claim the file has more than {} points in all; put "
                                  "claims into files of their own",
                                  most_points_in_file));
    points_ += point_count(c);
  }

  void check_dependencies(const toml_reader& reader, const std::vector<std::string>& ids) const {
    for (const std::string& id : ids)
      if (result_.find_result(id) == nullptr)
        reader.complain("depends", "there is no [[result]] with the id '" + id + "'");
  }

  std::vector<parsed_file> files_;
  std::vector<std::pair<toml_reader, definition>> definitions_;
  std::map<std::string, std::string> ids_;  // and where each is given
  std::size_t values_ = 0;                  // to check, of the file that is read
  std::size_t points_ = 0;
  catalogue result_;
};

template <class Entry, class Name>
const Entry* find_by(const std::vector<Entry>& entries, Name Entry::*name,
                     std::string_view wanted) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.*name == wanted; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

catalogue read_catalogue(const std::vector<catalogue_source>& sources) {
  return loader(sources).load();
}

catalogue read_formulas(const std::vector<catalogue_source>& sources) {
  return loader(sources).load_formulas();
}

std::vector<catalogue_source> builtin_sources() {
  std::vector<catalogue_source> sources;
  for (const auto& file : embedded::catalogue_files())
    sources.push_back({"builtin:" + file.name, file.text});
  return sources;
}

const claim* catalogue::find_claim(std::string_view id) const {
  return find_by(claims, &claim::id, id);
}
const paper* catalogue::find_paper(std::string_view key) const {
  return find_by(papers, &paper::key, key);
}
const cited_result* catalogue::find_result(std::string_view id) const {
  return find_by(results, &cited_result::id, id);
}
std::vector<const cited_result*> catalogue::doubts_of(const claim& c) const {
  std::vector<const cited_result*> doubts;
  for (const std::string& id : c.depends)
    if (const cited_result* cited = find_result(id); is_in_doubt(cited)) doubts.push_back(cited);
  return doubts;
}

namespace {

std::size_t product_size(const claim& c) {
  if (c.axes.empty()) return c.points.empty() ? 1 : 0;
  std::size_t size = 1;
  for (const axis& a : c.axes) size *= a.values.size();
  return size;
}

}  // namespace

std::size_t point_count(const claim& c) {
  return product_size(c) + c.points.size();
}

check_point point_at(const claim& c, std::size_t index) {
  const std::size_t in_product = product_size(c);
  if (index >= in_product) return c.points.at(index - in_product);
  check_point point;
  for (auto a = c.axes.rbegin(); a != c.axes.rend(); ++a) {
    point[a->variable] = a->values[index % a->values.size()];
    index /= a->values.size();
  }
  return point;
}

}  // namespace shufflecert
