#include "checker_names.hpp"

#include <algorithm>

#include "domain.hpp"

namespace check {
namespace {

// A chain of definitions each of which stands before those that it calls. Behind them there may be
// any number.
constexpr std::size_t longest_chain = 500;

// How deep calls within calls may lead.
constexpr int deepest_call = 3'000;

// "name = formula"
std::pair<std::string, std::string> sides_of(const std::string& text) {
  const std::size_t place = text.find(" = ");
  demand(place != std::string::npos && place > 0, "'name = formula' has to stand here");
  return {text.substr(0, place), text.substr(place + 3)};
}

// Adds a formula that is more than a name or a number, once.
void add_new(const formula_ptr& x, std::vector<formula_ptr>& list) {
  const bool is_new = std::none_of(list.begin(), list.end(), [&](const formula_ptr& other) {
    return other == x || text_of(*other) == text_of(*x);
  });
  if (!x->parts.empty() && is_new) list.push_back(x);
}

std::string without_spaces_around(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::string name_before_bracket(const std::string& text) {
  return text.substr(0, text.find('('));
}

void require_usable(const std::string& name) {
  demand(is_usable_name(name),
         "'" + shown(name) +
             "' cannot be a name: it must be ASCII letters, digits and '_', not start with a digit "
             "and not be built in");
}

// Marks a name while it is written out, and finds those that lead back to themselves.
class mark {
 public:
  mark(std::set<std::string>& open, const std::string& name) : open_(open), name_(name) {
    demand(!open_.contains(name_), "'" + shown(name_) + "' leads back to itself");
    if (open_.size() >= longest_chain)
      throw unchecked("a chain of more than " + std::to_string(longest_chain) +
                      " names each of which stands before those that it uses");
    open_.insert(name_);
  }
  mark(const mark&) = delete;
  mark& operator=(const mark&) = delete;
  ~mark() { open_.erase(name_); }

 private:
  std::set<std::string>& open_;
  std::string name_;
};

}  // namespace

std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = text.find(separator, begin)) != std::string::npos;
       begin = at + separator.size())
    parts.push_back(text.substr(begin, at - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

names::names(const statement& stated) {
  for (const auto& [line, text] : stated.definitions)
    at_line(line, [&, &text = text] { read_definition(text); });
  for (const auto& [line, text] : stated.lets) at_line(line, [&, &text = text] { read_let(text); });
  for (const auto& [line, name] : stated.integers)
    at_line(line, [&, &name = name] {
      read_variable(name);
      integers.insert(name);
    });
  for (const auto& [line, name] : stated.variables)
    at_line(line, [&, &name = name] { read_variable(name); });
  for (const auto& [name, entry] : definitions_) {
    require_language(*entry.body, definitions_);
    for (const formula_ptr& condition : entry.conditions)
      require_language(*condition, definitions_);
  }
  // In the order of the file, in which each stands behind those that it calls.
  for (const auto& [line, text] : stated.definitions)
    at_line(line, [&, &text = text] { ready(name_before_bracket(text)); });
  for (const auto& [line, text] : stated.lets)
    at_line(line, [&, &text = text] {
      const auto& [name, formula] = *lets_.find(sides_of(text).first);
      require_language(*formula, definitions_);
      written_out_let(name);
    });
  refuse_local_names_of_domain(stated);
}

// What a domain mentions is a variable. One that had one value would be about nothing.
void names::refuse_local_names_of_domain(const statement& stated) const {
  for (const auto& [line, text] : stated.conditions)
    at_line(line, [&, &text = text] {
      for (const std::string& name : names_in(*read(text)))
        demand(!lets_.contains(name), "the domain mentions '" + shown(name) +
                                          "', which is also a local name; a name is either local "
                                          "or a variable");
    });
}

void names::read_variable(const std::string& name) {
  require_usable(name);
  demand(!lets_.contains(name),
         "'" + shown(name) + "' is also a local name; a name is either local or a variable");
}

void names::read_let(const std::string& text) {
  const auto [name, formula] = sides_of(text);
  require_usable(name);
  demand(lets_.emplace(name, parsed(formula)).second, "'" + shown(name) + "' stands here twice");
}

void names::read_definition(const std::string& text) {
  const std::size_t close = text.find(") = ");
  const std::string name = name_before_bracket(text);
  demand(close != std::string::npos && name.size() < close,
         "'name(a, b) = formula' has to stand here");
  require_usable(name);
  std::vector<std::string> known;
  const std::string parameters = text.substr(name.size() + 1, close - name.size() - 1);
  for (const std::string& part : split(parameters, ",")) {
    const std::string parameter = without_spaces_around(part);
    require_usable(parameter);
    demand(std::find(known.begin(), known.end(), parameter) == known.end(),
           "the parameter '" + shown(parameter) + "' stands here twice");
    known.push_back(parameter);
  }
  const formula_ptr body = parsed(text.substr(close + 4));
  for (const std::string& used : names_in(*body))
    demand(is_constant(used) || std::find(known.begin(), known.end(), used) != known.end(),
           "'" + shown(used) + "' is no parameter of '" + shown(name) + "'");
  demand(definitions_.emplace(name, defined_by(std::move(known), body)).second,
         "'" + shown(name) + "' stands here twice");
}

formula_ptr names::read(const std::string& text) const {
  formula_ptr result = parsed(text);
  require_language(*result, definitions_);
  return result;
}

formula_ptr names::written_out_let(const std::string& name) {
  if (const auto found = written_lets_.find(name); found != written_lets_.end())
    return found->second;
  const mark inside(open_, name);
  const formula_ptr formula = lets_.at(name);
  formulas values;
  for (const std::string& used : names_in(*formula))
    if (lets_.contains(used)) values[used] = written_out_let(used);
  return written_lets_[name] = substituted(formula, values);
}

const names::ready_definition& names::ready(const std::string& name) {
  if (const auto found = ready_.find(name); found != ready_.end()) return found->second;
  const mark inside(open_, name + "()");
  ready_definition result;
  const definition& stated = definitions_.at(name);
  result.body = expanded(stated.body, result.needed);
  for (const formula_ptr& condition : stated.conditions) {
    const formula_ptr expected = expanded(condition, result.needed);
    add_new(expected, result.needed.conditions);
  }
  return ready_[name] = std::move(result);
}

// The formula with the definitions put in, each without its domain. An argument that is more than a
// name or a number is needed: a call has no value where one of its arguments has none. So are the
// conditions of its domain.
formula_ptr names::expanded(const formula_ptr& x, needed_parts& more) {
  if (x->parts.empty()) return x;
  const nesting level(depth_, deepest_call);
  std::vector<formula_ptr> parts;
  for (const formula_ptr& part : x->parts) parts.push_back(expanded(part, more));
  const auto found = x->kind == "call" ? definitions_.find(x->name) : definitions_.end();
  if (found == definitions_.end())
    return x->kind == "call" ? call(x->name, std::move(parts)) : node(x->kind, std::move(parts));
  const ready_definition& called = ready(x->name);
  formulas values;
  for (std::size_t i = 0; i < parts.size(); ++i) values[found->second.parameters[i]] = parts[i];
  for (const formula_ptr& argument : parts) add_new(argument, more.values);
  for (const formula_ptr& argument : called.needed.values)
    add_new(substituted(argument, values), more.values);
  for (const formula_ptr& condition : called.needed.conditions)
    add_new(substituted(condition, values), more.conditions);
  return substituted(called.body, values);
}

formula_ptr names::written_out(const std::string& text, kind expected) {
  formula_ptr result = expanded(substituted(read(text), written_lets_), needed);
  result = without_fixed(result);
  require_kind(*result, expected);
  return result;
}

std::set<std::string> names::open_names(const std::string& text) const {
  std::set<std::string> found = names_in(*substituted(read(text), written_lets_));
  std::erase_if(found, is_constant);
  return found;
}

std::vector<assignment> names::values_in(const std::string& text) {
  std::vector<assignment> result;
  std::set<std::string> seen;
  for (const std::string& part : split(text, " ; ")) {
    const auto [name, formula] = sides_of(part);
    require_usable(name);
    demand(!lets_.contains(name),
           "'" + shown(name) + "' is also a local name; a name is either local or a variable");
    demand(seen.insert(name).second, "'" + shown(name) + "' has two values");
    needed_parts arguments;
    const formula_ptr value = expanded(read(formula), arguments);
    require_kind(*value, kind::number);
    for (const std::string& used : names_in(*value))
      demand(used == "pi", "a value has to stand here, without '" + shown(used) + "'");
    domain everywhere({}, {});
    for (const formula_ptr& number_needed : arguments.values)
      demand_certain(everywhere.has_value(number_needed), "'" + shown(part) + "' may be no value");
    for (const formula_ptr& condition : arguments.conditions)
      demand_certain(everywhere.is_certain(condition), "'" + shown(part) + "' may be no value");
    demand_certain(everywhere.has_value(value), "'" + shown(part) + "' may be no value");
    if (integers.contains(name)) {
      const auto exact = constant_in(everywhere.numbers.of(value));
      demand(!exact || denominator(*exact) == 1, "'" + shown(name) + "' is not whole");
      demand_certain(exact.has_value(), "'" + shown(name) + "' is not certainly whole");
    }
    result.emplace_back(name, value);
  }
  return result;
}

bool names::say_all_of_the_domain() const {
  return std::none_of(definitions_.begin(), definitions_.end(),
                      [](const auto& one) { return !one.second.conditions.empty(); }) &&
         std::all_of(fixed_.begin(), fixed_.end(), [&](const auto& one) {
           const formula& value = *one.second;
           return value.kind == "number" &&
                  (!integers.contains(one.first) || denominator(value.value) == 1);
         });
}

void names::fix(const std::string& name, const formula_ptr& value) {
  for (auto& [other, known] : fixed_) known = substituted(known, {{name, value}});
  fixed_[name] = value;
}

}  // namespace check
