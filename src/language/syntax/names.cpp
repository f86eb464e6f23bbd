#include <algorithm>
#include <array>
#include <numeric>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {
namespace {

std::string in_small_letters(std::string_view name) {
  std::string result(name);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// Letters put in, left out or replaced, and neighbours that change places, which are one slip.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  std::iota(rows[1].begin(), rows[1].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& [before, last, row] = rows;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  }
  return rows[1].back();
}

// Any two names of one letter are one edit apart, which says nothing.
std::size_t distance_between(std::string_view a, std::string_view b) {
  if (a != b && in_small_letters(a) == in_small_letters(b)) return 1;
  if (a.size() == 1 && b.size() == 1 && a != b) return 2;
  return edit_distance(a, b);
}

// Names that other languages and papers have for the same thing.
std::vector<std::string> synonyms_of(std::string_view name) {
  static const std::map<std::string, std::string, std::less<>> others{
      {"ln", "log"},
      {"delta", "hockey_stick"},
      {"eps", "epsilon"},
      {"rdp", "renyi"},
      {"kl", "renyi"},
      {"KL", "renyi"},
      {"max_divergence", "renyi"},
      {"TV", "total_variation"},
      {"randomized_response", "rr_pair"},
      {"randomized_response_pair", "rr_pair"},
      {"binary_rr", "rr_pair"},
      {"grr", "krr_pair"},
      {"grr_pair", "krr_pair"},
      {"tv", "total_variation"},
      {"tv_distance", "total_variation"},
      {"renyi_divergence", "renyi"},
      {"choose", "binomial"},
      {"comb", "binomial"}};
  std::vector<std::string> result;
  if (const auto other = others.find(name); other != others.end()) result.push_back(other->second);
  // A pair, or the randomizer that gives one, by a part of its name.
  constexpr std::string_view ending = "_pair";
  const std::string_view stem =
      name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
  result.push_back(std::string(stem).append(ending));
  result.push_back(std::string("variation_").append(stem));
  return result;
}

}  // namespace

std::optional<std::string> closest_name(std::string_view name,
                                        const std::vector<std::string>& known) {
  for (const std::string& other : synonyms_of(name))
    if (std::find(known.begin(), known.end(), other) != known.end()) return other;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    // Each letter that one has more is an edit. A name of many thousand letters is near to none,
    // and comparing it with a thousand names takes a minute.
    const std::size_t shorter = std::min(name.size(), candidate.size());
    const std::size_t longer = std::max(name.size(), candidate.size());
    if (longer - shorter >= best_distance) continue;
    const std::size_t distance = distance_between(name, candidate);
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
