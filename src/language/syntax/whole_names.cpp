#include "language/syntax/whole_names.hpp"

#include <map>

#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1 {
namespace {

bool is_whole_literal(const expression& formula) {
  if (const auto* minus = std::get_if<negation>(&formula.node))
    return is_whole_literal(*minus->operand);
  const auto* number = std::get_if<literal>(&formula.node);
  return number != nullptr && is_integer(number->value);
}

// The x of x, x + 1, 10 - x; empty for other formulas.
std::string name_up_to_whole_numbers(const expression& formula) {
  if (const auto* name = std::get_if<variable>(&formula.node)) return name->name;
  if (const auto* minus = std::get_if<negation>(&formula.node))
    return name_up_to_whole_numbers(*minus->operand);
  const auto* sum = std::get_if<sum_chain>(&formula.node);
  if (sum == nullptr) return "";
  std::string found;
  for (const auto& term : sum->terms) {
    if (is_whole_literal(*term.operand)) continue;
    if (!found.empty()) return "";
    found = name_up_to_whole_numbers(*term.operand);
    if (found.empty()) return "";
  }
  return found;
}

class name_finder {
 public:
  explicit name_finder(const definitions& visible) : visible_(visible) {}

  std::set<std::string> found_in(const expression& formula) {
    std::set<std::string> found;
    look_at(formula, found);
    return found;
  }

 private:
  void look_at(const expression& formula, std::set<std::string>& found) {
    const auto* made = std::get_if<call>(&formula.node);
    if (made == nullptr)
      return for_each_part(formula, [&](const expression_ptr& part) { look_at(*part, found); });
    if (const auto guard = guard_in(formula))
      for (const expression_ptr& condition : conjuncts(guard->condition))
        if (const expression_ptr whole = whole_part_of(*condition)) add(*whole, found);
    for (const expression_ptr& argument : made->arguments) {
      std::set<std::string> inside;
      look_at(*argument, inside);
      // What is known of an index says nothing of a variable of its name.
      if (argument == made->arguments.back() && binds_a_name(made->name))
        if (const auto* index = std::get_if<variable>(&made->arguments.front()->node))
          inside.erase(index->name);
      found.merge(inside);
    }
    const builtin* function = find_builtin(made->name);
    for (std::size_t i = 0; i < made->arguments.size(); ++i)
      if (function != nullptr ? takes_whole(*function, i) : definition_takes_whole(made->name, i))
        add(*made->arguments[i], found);
  }

  static bool takes_whole(const builtin& function, std::size_t argument) {
    const std::size_t last = function.parameters.size() - 1;
    return argument <= last ? function.parameters[argument].is_whole()
                            : function.repeats_last && function.parameters[last].is_whole();
  }

  bool definition_takes_whole(const std::string& name, std::size_t argument) {
    const definition* defined = visible_.find(name);
    if (defined == nullptr || argument >= defined->parameters.size()) return false;
    const auto [known, is_new] = of_definitions_.try_emplace(name);
    if (is_new) {
      std::set<std::string> found = found_in(*defined->body);
      of_definitions_[name] = std::move(found);
    }
    return of_definitions_[name].contains(defined->parameters[argument]);
  }

  static void add(const expression& argument, std::set<std::string>& found) {
    const std::string name = name_up_to_whole_numbers(argument);
    if (!name.empty() && !is_constant(name)) found.insert(name);
  }

  const definitions& visible_;
  std::map<std::string, std::set<std::string>> of_definitions_;
};

}  // namespace

std::set<std::string> whole_names_in(const expression& formula, const definitions& visible) {
  return name_finder(visible).found_in(formula);
}

}  // namespace shufflecert::inline v0_1
