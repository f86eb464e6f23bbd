// Points at which a condition is certainly false: what fails there is wrong, and not only unknown.

#include <algorithm>

#include "domain.hpp"

namespace check {
namespace {

constexpr int most_points = 96;

// The next of a fixed sequence of numbers that look random.
std::uint64_t following(std::uint64_t state) {
  constexpr std::uint64_t factor = 6364136223846793005U;
  constexpr std::uint64_t step = 1442695040888963407U;
  return state * factor + step;
}

}  // namespace

// Numbers between the ends of a variable, the ends among them where they belong to it.
std::vector<rational> domain::places_of(const std::string& name) const {
  const auto found = ends_.find(name);
  const ends known = found == ends_.end() ? ends() : found->second;
  std::vector<rational> candidates{rational(-1, 2), rational(1, 9), rational(1, 2), rational(3, 2)};
  for (const int whole : {-3, -1, 0, 1, 2, 3, 5, 10, 100, 1'000'000})
    candidates.emplace_back(whole);
  if (known.low) {
    for (const rational& step : {rational(0), rational(1, 7), rational(1), rational(4)})
      candidates.push_back(*known.low + step);
  }
  if (known.high) {
    for (const rational& step : {rational(0), rational(1, 7), rational(1), rational(4)})
      candidates.push_back(*known.high - step);
  }
  if (known.low && known.high) candidates.push_back((*known.low + *known.high) / 2);
  std::erase_if(candidates, [&](const rational& value) {
    return (whole_.contains(name) && denominator(value) != 1) ||
           (known.low && value < *known.low) || (known.high && value > *known.high);
  });
  return candidates;
}

std::optional<std::string> domain::counterexample_to(const formula_ptr& condition) const {
  std::set<std::string> variables = names_in(*condition);
  for (const formula_ptr& one : conditions_) variables.merge(names_in(*one));
  std::map<std::string, std::vector<rational>> places;
  for (const std::string& name : variables) {
    if (is_constant(name)) continue;
    places[name] = places_of(name);
    if (places[name].empty()) return std::nullopt;
  }
  std::uint64_t state = 1;
  const int count = places.empty() ? 1 : most_points;
  for (int i = 0; i < count; ++i) {
    box values;
    std::string text;
    for (const auto& [name, numbers_of_name] : places) {
      state = following(state);
      const rational& value = numbers_of_name[(state >> 33U) % numbers_of_name.size()];
      values.emplace(name, point(value));
      text += (text.empty() ? " at " : ", ") + name + " = " + text_of(value);
    }
    try {
      const bool is_inside =
          std::all_of(conditions_.begin(), conditions_.end(),
                      [&](const formula_ptr& one) { return over(one, values) == true; });
      if (is_inside && over(condition, values) == false) return text;
    } catch (const unchecked&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace check
