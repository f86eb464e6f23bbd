// Claims at single points: at the solution of a claim of existence, and at all points of a finite
// domain.

#include "points.hpp"

#include <algorithm>
#include <map>

#include "domain.hpp"
#include "laws.hpp"
#include "names.hpp"
#include "needed.hpp"

namespace check {
namespace {

constexpr std::size_t most_points = 100'000;

// The names of a claim at one point.
class place {
 public:
  place(const statement& stated, const std::string& values) : names_(stated), stated_(stated) {
    add(values);
  }

  // "n = 2 ; x = 1/3"
  void add(const std::string& values) {
    if (values.empty()) return;
    for (const std::string& one : split(values, " ; ")) {
      const auto [name, value] = names::read_equation(one);
      demand(names_in(*value).empty() || names_in(*value) == std::set<std::string>{"pi"},
             "a value has to stand here");
      demand(set_.insert(name).second, "'" + shown(name) + "' has two values");
      const auto exact = constant_in(numbers_.of(value));
      demand_certain(!names_.integers.contains(name) || (exact && denominator(*exact) == 1),
                     "'" + shown(name) + "' is not certainly whole");
      names_.fix(name, value);
    }
  }

  // Whether the point is certainly outside of the domain, or certainly in it.
  bool is_outside() {
    return std::any_of(stated_.conditions.begin(), stated_.conditions.end(), [&](const auto& one) {
      const formula_ptr condition = closed(one.first, one.second);
      return decided(condition) == false;
    });
  }
  bool is_inside() {
    names_.needed.clear();
    if (!std::all_of(stated_.conditions.begin(), stated_.conditions.end(), [&](const auto& one) {
          return here_.is_certain(closed(one.first, one.second));
        }))
      return false;
    demand_needed(here_, names_);
    return true;
  }

  void demand_claim() {
    names_.needed.clear();
    const formula_ptr claim = closed(stated_.line, stated_.stated);
    at_line(stated_.line, [&] {
      for (const formula_ptr& part : conjuncts(claim))
        demand_certain(here_.is_certain(part), "the claim is not certain at a point");
      demand_needed(here_, names_);
    });
  }

  [[nodiscard]] const std::set<std::string>& variables() const { return set_; }
  [[nodiscard]] const std::set<std::string>& by_hand() const { return here_.numbers.by_hand; }

 private:
  formula_ptr closed(std::size_t line, const std::string& text) {
    return at_line(line, [&] {
      const formula_ptr result = names_.written_out(text);
      for (const std::string& name : names_in(*result))
        demand_certain(is_constant(name), "'" + shown(name) + "' has no value here");
      return result;
    });
  }
  static std::optional<bool> decided(const formula_ptr& condition) {
    try {
      return truth(*condition, {});
    } catch (const no_value&) {
      return std::nullopt;
    } catch (const unchecked&) {
      return std::nullopt;
    }
  }

  names names_;
  const statement& stated_;
  std::set<std::string> set_;
  algebra numbers_;
  domain here_{{}, {}};
};

// A case with its numbers as this program writes them, by the order of their names.
std::string tidied(const std::string& point) {
  std::map<std::string, rational> values;
  algebra numbers;
  for (const std::string& one : split(point, " ; ")) {
    const auto [name, formula] = names::read_equation(one);
    const auto value = constant_in(numbers.of(formula));
    demand(value.has_value(), "'" + shown(one) + "' is no whole number");
    demand(values.emplace(name, *value).second, "'" + shown(name) + "' has two values");
  }
  std::string text;
  for (const auto& [name, value] : values)
    text += (text.empty() ? "" : " ; ") + name + " = " + text_of(value);
  return text;
}

std::string by_hand_in_words(const std::set<std::string>& places) {
  if (places.empty()) return "";
  std::string text = "  rests on derivations by hand in docs/methods: ";
  for (const std::string& one : places) text += (one == *places.begin() ? "" : "; ") + one;
  return text + "\n";
}

// The whole numbers that the domain has for each variable, by its conditions on that one alone.
std::map<std::string, std::pair<integer, integer>> whole_ranges(const statement& stated) {
  names known(stated);
  std::vector<formula_ptr> conditions;
  for (const auto& [line, text] : stated.conditions)
    for (const formula_ptr& part :
         at_line(line, [&, &text = text] { return conjuncts(known.written_out(text)); }))
      conditions.push_back(part);
  std::set<std::string> variables;
  for (const formula_ptr& condition : conditions) variables.merge(names_in(*condition));
  const domain all(conditions, known.integers);
  std::map<std::string, std::pair<integer, integer>> result;
  for (const std::string& name : variables) {
    if (is_constant(name)) continue;
    const auto range = all.whole_range(name);
    demand_certain(range.has_value(), "'" + shown(name) +
                                          "' does not stand for finitely many whole "
                                          "numbers by the domain");
    result.emplace(name, *range);
  }
  return result;
}

}  // namespace

std::string check_evaluation(const statement& stated, line_reader& lines) {
  const std::size_t line = lines.number();
  const std::string solution = lines.take("solution");
  lines.take_end();
  forget_built();
  if (stated.variables.empty())
    throw wrong(line, "a solution proves nothing but that there is one");
  const std::string by_hand = at_line(line, [&] {
    place here(stated, solution);
    for (const std::string& name : here.variables())
      demand(std::any_of(stated.variables.begin(), stated.variables.end(),
                         [&](const numbered& one) { return one.second == name; }),
             "the claim is about every '" + shown(name) + "'");
    demand_certain(here.is_inside(), "the solution is not certainly in the domain");
    here.demand_claim();
    return by_hand_in_words(here.by_hand());
  });
  std::string text = "  there are";
  for (const auto& [where, name] : stated.variables) text += " " + shown(name);
  return text + " with " + shown(stated.stated) + "\n  checked by machine: " + shown(solution) +
         " is in the domain, and a solution\n" + by_hand +
         "  not checked: that its catalogue states this\n";
}

std::string check_enumeration(const statement& stated, line_reader& lines) {
  std::map<std::string, std::size_t> listed;
  while (lines.starts_with("case")) {
    const std::size_t line = lines.number();
    const std::string point = lines.take("case");
    const std::string tidy = at_line(line, [&] { return tidied(point); });
    if (!listed.emplace(tidy, line).second) throw wrong(line, "it stands here twice");
    if (listed.size() > most_points) throw wrong(line, "there are too many cases");
  }
  lines.take_end();
  forget_built();
  if (!stated.variables.empty())
    throw unchecked("a claim of existence is not proved by all of its cases");
  std::vector<std::string> points{""};
  for (const auto& [name, range] : whole_ranges(stated)) {
    std::vector<std::string> extended;
    demand_certain(integer(range.second - range.first) * points.size() < most_points,
                   "there are too many points");
    for (const std::string& one : points)
      for (integer value = range.first; value <= range.second; ++value)
        extended.push_back(one + (one.empty() ? "" : " ; ") + name + " = " + value.str());
    points = std::move(extended);
  }
  std::set<std::string> by_hand;
  std::size_t members = 0;
  for (const std::string& point : points) {
    const auto known = listed.find(point);
    if (known == listed.end()) {
      demand(place(stated, point).is_outside(), "there is no case " + shown(point));
      continue;
    }
    at_line(known->second, [&] {
      // The values of other variables, which the domain does not mention.
      std::vector<std::string> others;
      for (const auto& [line, values] : stated.values) others.push_back(values);
      if (others.empty()) others.emplace_back();
      for (const std::string& values : others) {
        place here(stated, point);
        here.add(values);
        here.demand_claim();
        by_hand.insert(here.by_hand().begin(), here.by_hand().end());
      }
    });
    ++members;
  }
  if (members == 0) throw unchecked("its domain has no point");
  const std::set<std::string> all(points.begin(), points.end());
  for (const auto& [point, line] : listed)
    if (!all.contains(point)) throw wrong(line, "'" + shown(point) + "' is no point of the domain");
  std::string text = "  " + shown(stated.stated) +
                     "\n  checked by machine: " + std::to_string(members) +
                     " cases, all that the domain has\n" + by_hand_in_words(by_hand);
  if (!stated.values.empty())
    text += "  only for the listed values of the variables that the domain does not mention\n";
  return text + "  not checked: that its catalogue states this\n";
}

}  // namespace check
