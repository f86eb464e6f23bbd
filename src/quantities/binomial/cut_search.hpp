#pragma once
// Looks for the place where a monotone sequence passes a value.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace shufflecert {

struct cut_probe {
  std::optional<bool> is_beyond;  ///< open where the balls overlap
  double step;                    ///< about how far the place is from here; steers the cost only
};

/// The least m in (low, high] that is beyond, where low is not and high is; or a place where a
/// probe is open, which is next to that. `probe(m)` is asked inside (low, high).
/// −1 <= low < high <= 2^62 + 1.
template <class Probe>
std::int64_t find_cut(std::int64_t low, std::int64_t high, double start, Probe probe) {
  const auto inside = [&](double at) {
    const double rounded = std::clamp(at, static_cast<double>(low), static_cast<double>(high));
    const auto whole = static_cast<std::int64_t>(std::min(rounded, 0x1p62));
    return std::clamp(whole, low + 1, high - 1);
  };
  std::int64_t m = high - low > 1 ? inside(start) : high;
  for (int i = 1; high - low > 1; ++i) {
    const cut_probe found = probe(m);
    if (!found.is_beyond) return m;
    (*found.is_beyond ? high : low) = m;
    if (high - low <= 1) break;
    // A bisection in every fourth step, so that no shape of the sequence makes this slow.
    const bool has_step = std::isfinite(found.step) && i % 4 != 0;
    if (!has_step) {
      m = low + (high - low) / 2;
      continue;
    }
    const double step = std::clamp(found.step, -0x1p61, 0x1p61);
    const auto whole = static_cast<std::int64_t>(std::floor(step));
    m = std::clamp(m + whole, low + 1, high - 1);
  }
  return high;
}

}  // namespace shufflecert
