#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "derivation.hpp"
#include "errors.hpp"
#include "formula.hpp"

namespace check {

using numbered = std::pair<std::size_t, std::string>;

inline std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = text.find(separator, begin)) != std::string::npos;
       begin = at + separator.size())
    parts.push_back(text.substr(begin, at - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

/// Reads a part of line `line`; what is wrong with it is wrong there.
template <class Work>
auto at_line(std::size_t line, Work work) {
  try {
    return work();
  } catch (const unchecked& error) {
    throw unchecked("line " + std::to_string(line) + ": " + error.what());
  } catch (const wrong& error) {
    const std::string what = error.what();
    throw wrong(what.starts_with("line ") ? what : "line " + std::to_string(line) + ": " + what);
  }
}

/// What the names of a claim stand for.
class names {
 public:
  explicit names(const statement& stated) {
    for (const auto& [line, text] : stated.definitions)
      at_line(line, [&, &text = text] { read_definition(text); });
    for (const auto& [line, text] : stated.lets)
      at_line(line, [&, &text = text] {
        const auto [name, formula] = read_equation(text);
        demand(lets_.emplace(name, formula).second, "'" + shown(name) + "' stands here twice");
      });
    for (const auto& [line, name] : stated.integers) {
      demand(!name.empty() && parsed(name)->kind == "name", "a name has to stand here");
      integers.insert(name);
    }
  }

  static std::pair<std::string, formula_ptr> read_equation(const std::string& text) {
    const std::size_t at = text.find(" = ");
    if (at == std::string::npos) throw wrong("'name = formula' has to stand here");
    const formula_ptr left = parsed(text.substr(0, at));
    demand(left->kind == "name" && !is_constant(left->name), "'name = formula' has to stand here");
    return {left->name, parsed(text.substr(at + 3))};
  }

  // A formula of the file with all that it names written out.
  formula_ptr written_out(const std::string& text) {
    formula_ptr result = parsed(text);
    result = without(lets_, result);
    result = expanded(result, definitions_, needed);
    return without(fixed_, result);
  }

  // The names of a formula of the file: its own, and those behind local names among them.
  std::set<std::string> names_behind(const std::string& text) const {
    const formula_ptr formula = parsed(text);
    std::set<std::string> found = names_in(*formula);
    found.merge(names_in(*without(lets_, formula)));
    return found;
  }

  // From here on the variable has one value.
  void fix(const std::string& name, const formula_ptr& value) { fixed_[name] = value; }
  void forget_values() { fixed_.clear(); }

  std::set<std::string> integers;
  needed_parts needed;  ///< for the formulas that were written out

  formula_ptr without_fixed(const formula_ptr& x) const { return without(fixed_, x); }

 private:
  static formula_ptr without(const formulas& values, formula_ptr x) {
    constexpr int most_substitutions = 50;
    for (int i = 0; i < most_substitutions; ++i) {
      const auto open = names_in(*x);
      if (std::none_of(open.begin(), open.end(),
                       [&](const std::string& name) { return values.contains(name); }))
        return x;
      x = substituted(x, values);
    }
    throw wrong("its names lead back to themselves");
  }

  void read_definition(const std::string& text) {
    const std::size_t at = text.find(") = ");
    if (at == std::string::npos) throw wrong("'name(a, b) = formula' has to stand here");
    const formula_ptr left = parsed(text.substr(0, at + 1));
    std::vector<std::string> parameters;
    demand(left->kind == "call", "'name(a, b) = formula' has to stand here");
    demand(!is_known_function(left->name),
           "'" + shown(left->name) + "' is no name of a definition");
    for (const formula_ptr& part : left->parts) {
      demand(part->kind == "name", "'name(a, b) = formula' has to stand here");
      parameters.push_back(part->name);
    }
    const formula_ptr body = parsed(text.substr(at + 4));
    for (const std::string& name : names_in(*body)) {
      const bool is_known =
          is_constant(name) || std::count(parameters.begin(), parameters.end(), name) == 1;
      // A function that is unknown here might bind it.
      demand_certain(is_known,
                     "'" + shown(name) + "' is no parameter of '" + shown(left->name) + "'");
    }
    demand(definitions_.emplace(left->name, defined_by(std::move(parameters), body)).second,
           "'" + shown(left->name) + "' stands here twice");
  }

  definitions definitions_;
  formulas lets_;
  formulas fixed_;
};

}  // namespace check
