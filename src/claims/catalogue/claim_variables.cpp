#include "claims/catalogue/claim_variables.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Each local name is checked once: names that use others twice would double the work at each
// level.
class collector {
 public:
  explicit collector(const claim& subject) : subject_(subject) {}

  void add(const expression& formula) {
    for (const std::string& name : free_variables(formula)) {
      const auto local = subject_.let.find(name);
      if (local == subject_.let.end())
        found_.insert(name);
      else if (locals_.insert(name).second)
        add(*local->second);
    }
  }

  std::set<std::string> take() { return std::move(found_); }

 private:
  const claim& subject_;
  std::set<std::string> found_;
  std::set<std::string> locals_;
};

}  // namespace

std::set<std::string> variables_behind(const claim& subject, const expression& formula) {
  collector variables(subject);
  variables.add(formula);
  return variables.take();
}

bool depends_on(const claim& subject, const expression& formula, const std::string& variable) {
  return variables_behind(subject, formula).contains(variable);
}

bool is_in_domain(const claim& subject, const std::string& variable) {
  return std::any_of(
      subject.domain.begin(), subject.domain.end(),
      [&](const expression_ptr& condition) { return depends_on(subject, *condition, variable); });
}

std::set<std::string> check_variables(const claim& subject) {
  std::set<std::string> names;
  for (const axis& a : subject.axes) names.insert(a.variable);
  for (const check_point& point : subject.points)
    for (const auto& [variable, value] : point) names.insert(variable);
  return names;
}

std::vector<point_value> listed_values_of(const claim& subject, const std::string& variable) {
  std::vector<point_value> values;
  const auto add = [&](const point_value& value) {
    if (std::none_of(values.begin(), values.end(),
                     [&](const point_value& known) { return known.text == value.text; }))
      values.push_back(value);
  };
  for (const axis& one : subject.axes)
    if (one.variable == variable)
      for (const point_value& value : one.values) add(value);
  for (const check_point& point : subject.points)
    if (const auto found = point.find(variable); found != point.end()) add(found->second);
  return values;
}

bool is_whole_variable(const claim& subject, const std::string& variable) {
  return std::find(subject.integers.begin(), subject.integers.end(), variable) !=
         subject.integers.end();
}

bool is_whole_by_form(const claim& subject, const expression& formula) {
  if (const auto* x = std::get_if<literal>(&formula.node)) return is_integer(x->value);
  if (const auto* x = std::get_if<variable>(&formula.node))
    return is_whole_variable(subject, x->name);
  if (const auto* x = std::get_if<negation>(&formula.node))
    return is_whole_by_form(subject, *x->operand);
  if (const auto* x = std::get_if<sum_chain>(&formula.node))
    return std::all_of(x->terms.begin(), x->terms.end(),
                       [&](const auto& term) { return is_whole_by_form(subject, *term.operand); });
  if (const auto* x = std::get_if<product_chain>(&formula.node))
    return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
      return !factor.divided && is_whole_by_form(subject, *factor.operand);
    });
  return false;
}

}  // namespace shufflecert::inline v0_1::claims
