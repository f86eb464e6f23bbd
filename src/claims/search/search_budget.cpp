#include "claims/search/search_budget.hpp"

#include <algorithm>
#include <cmath>

namespace shufflecert::inline v0_1::claims {
namespace {

// What an effort of 1 may spend.
constexpr std::int64_t work_of_effort = 2'000'000;
// What one look may take: an eighth of that, and of a large effort this part.
constexpr std::int64_t least_work_of_look = work_of_effort / 8;
constexpr std::int64_t looks_of_effort = 64;
// A certification may take so many times as much as a look.
constexpr std::int64_t certification_factor = 6;
// So many points find what fails on a tenth of the domain.
constexpr std::size_t least_points = 100;
// Where more points than enough cost little, this many are checked for this part of the largest
// effort.
constexpr std::size_t plenty_of_points = 4'000;
constexpr int part_for_plenty = 8;

}  // namespace

search_budget::search_budget(const search_options& options, const claim& subject)
    : is_own_(!is_builtin_file(subject.file)),
      effort_(options.effort),
      largest_(is_own_ ? std::max(options.largest_effort, 0) : 0) {}

std::int64_t search_budget::work() const {
  return work_of_effort * effort_;
}

std::int64_t search_budget::work_of_look() const {
  return std::max(least_work_of_look, work() / looks_of_effort);
}

std::int64_t search_budget::work_of_certification() const {
  return certification_factor * work_of_look();
}

int search_budget::effort_for(std::size_t points, double cost_of_look) {
  const double needed = std::ceil(static_cast<double>(points) * cost_of_look /
                                  (part_for_balls * static_cast<double>(work_of_effort)));
  return static_cast<int>(std::clamp(needed, 1.0, static_cast<double>(most_search_effort)));
}

void search_budget::adapt_to(double cost_of_look) {
  if (largest_ <= 0) return;
  // Some points lie outside of the domain, and some cost more.
  const int wanted = effort_for(enough_points * 5 / 4, cost_of_look);
  const int least = effort_for(least_points, cost_of_look);
  const int plenty =
      std::min(effort_for(plenty_of_points, cost_of_look), largest_ / part_for_plenty);
  effort_ = std::max({effort_, plenty, std::min(wanted, std::max(largest_, least))});
}

bool search_budget::take_largest() {
  if (largest_ <= effort_) return false;
  effort_ = largest_;
  return true;
}

}  // namespace shufflecert::inline v0_1::claims
