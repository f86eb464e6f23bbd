#include "quantities/shuffled/report_sum.hpp"

#include <algorithm>
#include <utility>

namespace shufflecert::inline v0_1 {

report_sum joined_values(report_sum sum) {
  std::sort(sum.values.begin(), sum.values.end(), [](const report_value& a, const report_value& b) {
    return arf_cmp(arb_midref(a.value.raw()), arb_midref(b.value.raw())) > 0;
  });
  std::vector<report_value> joined;
  for (report_value& next : sum.values) {
    // A hull may reach over several of those before.
    while (!joined.empty() && overlap(joined.back().value, next.value)) {
      next.value = ball::hull(joined.back().value, next.value);
      next.mass += joined.back().mass;
      if (next.parts != joined.back().parts) next.parts.reset();
      joined.pop_back();
    }
    joined.push_back(std::move(next));
  }
  sum.values = std::move(joined);
  return sum;
}

report_sum negated(const report_sum& sum) {
  report_sum result{sum.n, {}, -sum.mean};
  result.values.reserve(sum.values.size());
  for (auto each = sum.values.rbegin(); each != sum.values.rend(); ++each) {
    result.values.push_back({-each->value, each->mass, each->parts});
    if (!each->parts) continue;
    for (rational& part : *result.values.back().parts) part = -part;
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
