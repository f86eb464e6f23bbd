#include "claims/judging/box_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/points/domain_box.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_boxes = 2'000;
// A part is not split further once it is 2^-40 of the region: what is open then stays open.
constexpr int deepest_split = 40;

// A part of the region that is searched, and how often it was split.
struct search_part {
  box region;
  int depth;
};

}  // namespace

existence box_search::search(const check_point& universal, std::size_t& checked) const {
  existence answer;
  if (const char* reason = context_.options.limits.exhaustion()) {
    answer.reason = reason;
    return answer;
  }
  bool is_empty = false;
  const auto whole = region_of(universal, is_empty);
  if (is_empty) {
    answer.reason = fmt::format("the domain leaves no value for {}", fmt::join(variables_, ", "));
    return answer;
  }
  if (!whole) {
    const auto& unbounded = variables_.empty() ? listed_only_ : variables_;
    answer.reason = fmt::format(
        "no listed point is a solution, and the domain does not bound {} from both sides",
        fmt::join(unbounded, ", "));
    return answer;
  }
  answer.searched = *whole;
  std::vector<search_part> open{{*whole, 0}};
  bool all_settled = true;
  for (std::size_t examined = 0; !open.empty(); ++examined) {
    if (const char* reason = context_.options.limits.exhaustion()) {
      answer.reason = reason;
      return answer;
    }
    const search_part part = open.back();
    open.pop_back();
    if (certainly_without_solution(part.region, universal)) continue;
    const check_point middle = middle_of(part.region, universal);
    const point_outcome outcome = evaluate_at(context_, relation_, middle);
    if (outcome.state != point_state::outside) ++checked;
    if (outcome.state == point_state::holds)
      return {
          existence::answer::solution, middle, false, outcome.precision, {}, {}, outcome.methods};
    const std::vector<box> halves = split(part.region);
    if (part.depth >= deepest_split || examined >= most_boxes || halves.empty()) {
      all_settled = false;
      continue;
    }
    for (const box& half : halves) open.push_back({half, part.depth + 1});
  }
  if (all_settled)
    answer.found = existence::answer::none;
  else
    answer.reason = "no solution was found, but parts of the region stayed undecided";
  return answer;
}

check_point box_search::middle_of(const box& part, const check_point& universal) const {
  check_point point = universal;
  for (const auto& [name, range] : part) {
    rational middle = (range.lower + range.upper) / 2;
    if (is_whole(name)) middle = floor(middle);
    point[name] = point_value_of(middle);
  }
  return point;
}

bool box_search::is_whole(const std::string& name) const {
  return is_whole_variable(context_.subject, name);
}

// The box that the domain gives, its ends whole where the variable is.
std::optional<box> box_search::region_of(const check_point& universal, bool& is_empty) const {
  if (variables_.empty()) return std::nullopt;
  auto region = domain_box(context_, variables_, universal, &is_empty);
  if (!region) return std::nullopt;
  for (auto& [name, range] : *region) {
    if (!is_whole(name)) continue;
    range = {-rational(floor(-range.lower)), floor(range.upper)};
    if (range.lower > range.upper) is_empty = true;
  }
  return region;
}

bool box_search::certainly_without_solution(const box& part, const check_point& universal) const {
  const variable_map variables = without(variables_, variables_at(context_.subject, universal));
  evaluator at({context_.visible.visible, box_precision, context_.options.limits, nullptr},
               variables);
  for (const auto& [name, range] : part)
    at.bind(name, number(enclosing_ball(range, box_precision)));
  const auto certainly_false = [&](const expression& condition) {
    try {
      return at.evaluate_truth(condition).value == false;
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  return std::any_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                     [&](const expression_ptr& c) { return certainly_false(*c); }) ||
         certainly_false(*relation_);
}

// The two halves of a part; none where it is a single point. Halves of whole numbers share none.
std::vector<box> box_search::split(const box& part) const {
  const auto widest = std::max_element(part.begin(), part.end(), [](const auto& a, const auto& b) {
    return a.second.upper - a.second.lower < b.second.upper - b.second.lower;
  });
  if (widest->second.lower == widest->second.upper) return {};
  const rational middle = (widest->second.lower + widest->second.upper) / 2;
  box lower = part;
  box upper = part;
  const bool whole = is_whole(widest->first);
  lower[widest->first].upper = whole ? rational(floor(middle)) : middle;
  upper[widest->first].lower = whole ? rational(floor(middle) + 1) : middle;
  return {upper, lower};
}

variable_map without(const std::vector<std::string>& names, variable_map variables) {
  for (const std::string& name : names) variables.erase(name);
  return variables;
}

}  // namespace shufflecert::inline v0_1::claims
