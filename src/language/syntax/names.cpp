#include <algorithm>
#include <numeric>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> closest_name(std::string_view name,
                                        const std::vector<std::string>& known) {
  // Names that other languages have for the same thing.
  static const std::map<std::string, std::string, std::less<>> synonyms{{"ln", "log"}};
  if (const auto synonym = synonyms.find(name); synonym != synonyms.end())
    if (std::find(known.begin(), known.end(), synonym->second) != known.end())
      return synonym->second;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

bool definitions::add(definition entry) {
  const std::string name = entry.name;
  return entries_.emplace(name, std::move(entry)).second;
}

const definition* definitions::find(std::string_view name) const {
  const auto entry = entries_.find(name);
  return entry == entries_.end() ? nullptr : &entry->second;
}

std::vector<std::string> definitions::names() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

}  // namespace shufflecert::inline v0_1
