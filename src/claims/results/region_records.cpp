#include "claims/results/region_records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace shufflecert::inline v0_1::claims {

std::string in_words(const stated_region& region) {
  std::string text;
  for (const auto& [name, range] : region) {
    text += text.empty() ? "" : ", ";
    if (!range.values.empty())
      text += fmt::format("{} = {}", name, fmt::join(range.values, ", "));
    else if (range.upper == "inf")
      text += fmt::format("{} >= {}", name, range.lower);
    else
      text += fmt::format("{} from {} to {}", name, range.lower, range.upper);
  }
  return text;
}

std::string in_words(const refuted_region& found) {
  if (!found.words.empty()) return found.words;
  const std::string where = in_words(found.region);
  if (!found.is_proved)
    return fmt::format("open whether it fails on the whole of {}: {}", where, found.reason);
  if (found.witness.empty()) return fmt::format("fails on the whole of {}: {}", where, found.shown);
  return fmt::format("fails on the whole of {}, by a closed bound: {}", where, found.shown);
}

}  // namespace shufflecert::inline v0_1::claims
