#include "claims/reading/local_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/local_functions.hpp"
#include "claims/reading/missing_values.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_local_names = 500;

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
  let.require_usable_name(node, key, signature->name);
  for (const auto& argument : signature->arguments) {
    const auto* parameter = std::get_if<variable>(&argument->node);
    if (parameter == nullptr) complain();
    let.require_usable_name(node, key, parameter->name);
    auto& parameters = result.formula.parameters;
    if (std::find(parameters.begin(), parameters.end(), parameter->name) != parameters.end())
      let.complain_at(node, key, "the parameter '" + parameter->name + "' is named twice");
    parameters.push_back(parameter->name);
  }
  return result;
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

}  // namespace

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
      let.require_usable_name(value, name, name);
      c.let[name] = let.with_formula(value, name, parse);
    }
  }
}

name_kinds names_in_scope(const claim& c) {
  name_kinds names;
  for (const std::string& variable : check_variables(c)) names[variable] = value_kind::number;
  for (const auto& [name, formula] : c.let) names[name] = value_kind::unknown;
  return names;
}

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

void check_local_names(const toml_reader& reader, const claim& c, const definitions& callable) {
  const std::set<std::string> variables = check_variables(c);
  for (const auto& [name, formula] : c.let)
    if (variables.contains(name))
      reader.complain(
          "let", "'" + name + "' also has values to check; a name is either local or a variable");
  for (const local_function& function : c.functions) {
    const toml_reader let = let_of(reader);
    const toml::node& node = *let.find(function.signature);
    name_kinds names = names_in_scope(c);
    for (const std::string& parameter : function.formula.parameters)
      names[parameter] = value_kind::unknown;
    with_formula_of(reader, c, let, node, function.signature,
                    [&] { return check_formula(*function.formula.body, callable, names); });
  }
  if (const auto name = recursive_function(c.functions))
    reader.complain("let", "the local function '" + *name + "' uses itself");
}

void refuse_circular_names(const toml_reader& reader, const claim& c) {
  if (const auto name = circular_name(c))
    reader.complain("let", "'" + *name + "' is defined through itself");
}

const char* formula_key(const claim& c) {
  return c.kind() == claim_kind::rate ? "error" : "claim";
}

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

}  // namespace shufflecert::inline v0_1::claims
