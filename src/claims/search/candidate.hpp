#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "claims/search/search_margin.hpp"

namespace shufflecert::inline v0_1::claims {

/// A point that a search looks at.
struct candidate {
  std::size_t base = 0;        ///< index of the listed point that fixes what is not moved
  std::vector<double> at;      ///< the moved variables
  std::vector<bool> is_moved;  ///< false where the base's own, exact value stands
  margin_reading reading;
};

/// Whether the first is closer to failing. Ties are settled by position in a list.
bool is_closer(const candidate& a, const candidate& b);

bool has_margin(const candidate& c);

/// `most` of the items, evenly.
template <class Item>
std::vector<Item> spread_out(const std::vector<Item>& items, std::size_t most) {
  if (items.size() <= most) return items;
  std::vector<Item> chosen;
  chosen.reserve(most);
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(items[i * items.size() / most]);
  return chosen;
}

/// At most `most` of them: half of them the farthest from holding, the rest from everywhere.
std::vector<candidate> worst_and_spread(std::vector<candidate> list, std::size_t most);

/// The next number of a sequence that fills [0, 1) evenly: van der Corput's in this base.
double radical_inverse(std::uint64_t index, std::uint64_t base);

/// A shift in [0, 1) that depends on the seed and on what it is for.
double shift_of(std::uint64_t seed, std::uint64_t use);

}  // namespace shufflecert::inline v0_1::claims
