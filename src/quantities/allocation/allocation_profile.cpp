#include "quantities/allocation/allocation_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arithmetic/bit_length.hpp"

namespace shufflecert::inline v0_1 {

allocation_profile::allocation_profile(const allocation_pair& pair, double log2_error,
                                       const budget& limits)
    : pair_(pair), log2_error_(log2_error), limits_(limits) {}

ball allocation_profile::shortfall(const ball& log_c) {
  constexpr double width = 0.25;
  const double place = log_c.near();
  constexpr double farthest = 700;  // of doubles
  if (!(std::abs(place) < farthest))
    throw beyond_reach("allocation_pair is computed for eps between -700 and 700");
  const auto band = static_cast<std::int64_t>(std::floor(place / width));
  auto found = paths_.find(band);
  if (found == paths_.end()) {
    const double least = std::exp(static_cast<double>(band) * width);
    const double largest = std::exp(static_cast<double>(band + 1) * width);
    // In units of c, which is a factor of some values.
    const double error = log2_error_ + std::min(0.0, std::log2(least)) - 2;
    found = paths_
                .emplace(std::piecewise_construct, std::forward_as_tuple(band),
                         std::forward_as_tuple(pair_, least, largest, error, limits_))
                .first;
  }
  return found->second.shortfall(exp(log_c));
}

ball allocation_profile::at(const ball& eps, bool swapped) {
  limits_.check();
  const bits wide = bits_near(-log2_error_) + 64;
  const ball place = eps.with_precision(std::max(wide, eps.precision()));
  // (GG.2)
  const ball value = swapped ? exp(place) * shortfall(-place) : shortfall(place) - expm1(place);
  return nonnegative_part(value);
}

}  // namespace shufflecert::inline v0_1
