#include "claims/search/candidate.hpp"

#include <algorithm>
#include <cmath>

namespace shufflecert::inline v0_1::claims {

bool is_closer(const candidate& a, const candidate& b) {
  return a.reading.margin < b.reading.margin;
}

bool has_margin(const candidate& c) {
  return c.reading.seen != margin_reading::state::outside && !std::isnan(c.reading.margin);
}

std::vector<candidate> worst_and_spread(std::vector<candidate> list, std::size_t most) {
  if (list.size() <= most) return list;
  std::stable_sort(list.begin(), list.end(), is_closer);
  std::vector<candidate> chosen(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(most / 2));
  const std::vector<candidate> rest = spread_out(list, most - most / 2);
  chosen.insert(chosen.end(), rest.begin(), rest.end());
  return chosen;
}

double radical_inverse(std::uint64_t index, std::uint64_t base) {
  double result = 0;
  double digit = 1;
  for (; index > 0; index /= base) {
    digit /= static_cast<double>(base);
    result += digit * static_cast<double>(index % base);
  }
  return result;
}

double shift_of(std::uint64_t seed, std::uint64_t use) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15ULL + use * 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 31U;
  x *= 0x94D049BB133111EBULL;
  x ^= x >> 29U;
  constexpr double scale = 1.0 / 9007199254740992.0;
  return static_cast<double>(x >> 11U) * scale;
}

}  // namespace shufflecert::inline v0_1::claims
