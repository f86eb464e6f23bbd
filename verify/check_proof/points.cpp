// Claims at single points: at the solution of a claim of existence, and at all points of a finite
// domain.

#include "points.hpp"

#include <algorithm>
#include <map>

#include "checker_laws.hpp"
#include "checker_names.hpp"
#include "domain.hpp"
#include "needed.hpp"
#include "statement.hpp"

namespace check {
namespace {

constexpr std::size_t most_points = 100'000;

// The names of a claim at one point.
class place {
 public:
  place(names known, const statement& stated, const std::vector<assignment>& values)
      : names_(std::move(known)), stated_(stated) {
    for (const auto& [name, value] : values) {
      demand(set_.insert(name).second, "'" + shown(name) + "' has two values");
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
    return std::all_of(
               stated_.conditions.begin(), stated_.conditions.end(),
               [&](const auto& one) { return here_.is_certain(closed(one.first, one.second)); }) &&
           !complaint_about_needed(here_, names_);
  }

  void demand_claim() {
    names_.needed.clear();
    const formula_ptr claim = closed(stated_.line, stated_.stated);
    at_line(stated_.line, [&] {
      for (const formula_ptr& part : conjuncts(claim)) {
        if (here_.is_certain(part)) continue;
        demand(decided(part) != false, "the claim is false there");
        throw unchecked("the claim is not certain at a point");
      }
      demand_needed(here_, names_);
    });
  }

  [[nodiscard]] const std::set<std::string>& variables() const { return set_; }
  [[nodiscard]] const std::set<std::string>& by_hand() const { return here_.numbers.by_hand; }

 private:
  formula_ptr closed(std::size_t line, const std::string& text) {
    return at_line(line, [&] {
      const formula_ptr result = names_.condition(text);
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
  domain here_{{}, {}};
};

// A point by the order of its names, with its numbers as this program writes them.
std::string tidied(const std::vector<assignment>& point) {
  std::map<std::string, rational> values;
  algebra numbers;
  for (const auto& [name, formula] : point) {
    const auto value = constant_in(numbers.of(formula));
    demand_certain(value.has_value(), "'" + shown(name) + "' is not certainly a number");
    values.emplace(name, *value);
  }
  std::string text;
  for (const auto& [name, value] : values)
    text += (text.empty() ? "" : " ; ") + name + " = " + text_of(value);
  return text;
}

// The whole numbers that the domain has for each variable, by its conditions on that one alone.
std::map<std::string, std::pair<integer, integer>> whole_ranges(names known,
                                                                const statement& stated) {
  std::vector<formula_ptr> conditions;
  for (const auto& [line, text] : stated.conditions)
    for (const formula_ptr& part :
         at_line(line, [&, &text = text] { return conjuncts(known.condition(text)); }))
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

// A point that is not listed has to be outside of the domain.
void require_outside(place here, const std::string& point) {
  if (here.is_outside()) return;
  const std::string what = "there is no case " + shown(point);
  demand(!here.is_inside(), what);
  throw unchecked(what + ", and whether it is in the domain is open");
}

}  // namespace

std::string check_evaluation(const statement& stated, line_reader& lines) {
  const std::size_t line = lines.number();
  const std::string solution = lines.take("solution");
  lines.take_end();
  if (stated.variables.empty())
    throw wrong(line, "a solution proves nothing but that there is one");
  names known(stated);
  const std::string by_hand = at_line(line, [&] {
    place here(known, stated, known.values_in(solution));
    for (const std::string& name : here.variables())
      demand(std::any_of(stated.variables.begin(), stated.variables.end(),
                         [&](const numbered& variable) { return variable.second == name; }),
             "the claim is about every '" + shown(name) + "'");
    demand(!here.is_outside(), "the solution is not in the domain");
    demand_certain(here.is_inside(), "the solution is not certainly in the domain");
    here.demand_claim();
    return by_hand_in_words(here.by_hand());
  });
  return statement_in_words(stated, known) + "  checked by machine: " + shown_whole(solution) +
         " is in the domain, and a solution\n" + by_hand +
         "  not checked: that its catalogue states this\n";
}

std::string check_enumeration(const statement& stated, line_reader& lines) {
  names known(stated);
  std::map<std::string, std::size_t> listed;
  while (lines.starts_with("case")) {
    const std::size_t line = lines.number();
    const std::string point = lines.take("case");
    const std::string tidy = at_line(line, [&] { return tidied(known.values_in(point)); });
    if (!listed.emplace(tidy, line).second) throw wrong(line, "it stands here twice");
    if (listed.size() > most_points)
      throw unchecked("there are more than " + std::to_string(most_points) + " cases");
  }
  lines.take_end();
  if (!stated.variables.empty())
    throw unchecked("a claim of existence is not proved by all of its cases");
  std::vector<std::string> points{""};
  for (const auto& [name, range] : whole_ranges(known, stated)) {
    std::vector<std::string> extended;
    demand_certain(integer(range.second - range.first) * points.size() < most_points,
                   "the domain has more than " + std::to_string(most_points) + " points");
    for (const std::string& point : points)
      for (integer value = range.first; value <= range.second; ++value)
        extended.push_back(point + (point.empty() ? "" : " ; ") + name + " = " + value.str());
    points = std::move(extended);
  }
  // The values of other variables, which the domain does not mention.
  std::vector<std::vector<assignment>> others;
  for (const auto& [line, values] : stated.values)
    others.push_back(at_line(line, [&, &text = values] { return known.values_in(text); }));
  if (others.empty()) others.emplace_back();
  std::set<std::string> by_hand;
  if (!stated.family.empty()) by_hand.insert("(A.7)");
  std::size_t members = 0;
  for (const std::string& point : points) {
    const std::vector<assignment> coordinates =
        point.empty() ? std::vector<assignment>{} : known.values_in(point);
    const auto found = listed.find(point);
    if (found == listed.end()) {
      require_outside(place(known, stated, coordinates), point);
      continue;
    }
    at_line(found->second, [&] {
      for (const std::vector<assignment>& values : others) {
        std::vector<assignment> all = coordinates;
        all.insert(all.end(), values.begin(), values.end());
        place here(known, stated, all);
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
  return statement_in_words(stated, known) + "  checked by machine: " + std::to_string(members) +
         " cases, all that the domain has\n" + by_hand_in_words(by_hand) +
         "  not checked: that its catalogue states this\n";
}

}  // namespace check
