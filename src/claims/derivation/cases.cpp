#include "claims/derivation/cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/points/domain_box.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int most_values = 16;

claim at_value(const claim& subject, const std::string& name, const variable_map& value) {
  claim found = subject;
  found.stated = nullptr;
  const auto put_in = [&](expression_ptr& formula) {
    if (formula) formula = with_formulas(formula, value);
  };
  put_in(found.formula);
  for (expression_ptr& condition : found.domain) put_in(condition);
  for (auto& [local, formula] : found.let) put_in(formula);
  const auto is_it = [&](const std::string& one) { return one == name; };
  found.integers.erase(std::remove_if(found.integers.begin(), found.integers.end(), is_it),
                       found.integers.end());
  found.axes.erase(std::remove_if(found.axes.begin(), found.axes.end(),
                                  [&](const axis& one) { return one.variable == name; }),
                   found.axes.end());
  for (check_point& point : found.points) point.erase(name);
  return found;
}

}  // namespace

std::vector<claim_case> cases_of(const claim_context& context, const expression_ptr& relation) {
  const claim& subject = context.subject;
  std::vector<std::string> whole;
  for (const std::string& name : check_variables(subject))
    if (is_whole_variable(subject, name) && is_in_domain(subject, name) &&
        depends_on(subject, *relation, name))
      whole.push_back(name);
  for (const auto& [name, ends] : ends_of_domain(context, whole, {})) {
    if (!ends.lower || !ends.upper) continue;
    // Ends are rounded outward: a value too many does no harm.
    const integer first = -floor(rational(-ends.lower->value));
    const integer last = floor(ends.upper->value);
    if (first < 0 || last <= first || last - first >= most_values) continue;
    std::vector<claim_case> found;
    for (integer value = first; value <= last; ++value) {
      const variable_map here{{name, make_number(value.convert_to<std::int64_t>())}};
      found.push_back({fmt::format("{} = {}", name, value.str()), at_value(subject, name, here),
                       with_formulas(relation, here)});
    }
    return found;
  }
  return {};
}

}  // namespace shufflecert::inline v0_1::claims
