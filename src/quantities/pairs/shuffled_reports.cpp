#include "quantities/pairs/shuffled_reports.hpp"

#include <cstdint>
#include <map>

namespace shufflecert::inline v0_1 {

std::vector<report_outcome> outcomes_of_report(const shuffled_pair& pair) {
  std::map<std::vector<std::int64_t>, report_outcome> all;
  const auto at = [&](const law_entry& entry) -> report_outcome& {
    return all.try_emplace(entry.outcome, report_outcome{0, 0, 0}).first->second;
  };
  for (const law_entry& entry : pair.p->entries) at(entry).p = entry.probability;
  for (const law_entry& entry : pair.q->entries) at(entry).q = entry.probability;
  for (const law_entry& entry : pair.r->entries) at(entry).r = entry.probability;
  std::vector<report_outcome> outcomes;
  outcomes.reserve(all.size());
  for (const auto& [outcome, report] : all) outcomes.push_back(report);
  return outcomes;
}

}  // namespace shufflecert::inline v0_1
