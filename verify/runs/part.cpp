#include "verify/runs/part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string_view>

#include "claims/catalogue/chains.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_parts = 10000;

std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

// A guess, in no unit: what claims of the built-in catalogue take on the average. The search beyond
// the listed points takes most of the time, and claims that compare two bounds search farthest.
std::size_t cost(const claim& subject) {
  if (subject.kind() != claim_kind::forall) return 1;
  const std::size_t for_points = std::min<std::size_t>(point_count(subject) / 10, 40);
  return (is_generated(subject) ? 40 : 15) + for_points;
}

}  // namespace

run_part read_part(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const auto index = whole_number(std::string_view(text).substr(0, slash));
    const auto count = whole_number(std::string_view(text).substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count && *count <= most_parts)
      return {*index, *count};
  }
  throw usage_error(
      fmt::format("--shard: expected I/N, part I of N parts, with 1 <= I <= N <= {}, not '{}'",
                  most_parts, text));
}

std::string to_text(const run_part& part) {
  return fmt::format("{}/{}", part.index, part.count);
}

std::vector<const claim*> claims_of_part(const std::vector<const claim*>& all,
                                         const run_part& part) {
  if (part.is_whole()) return all;
  std::vector<std::size_t> costs;
  costs.reserve(all.size());
  for (const claim* subject : all) costs.push_back(cost(*subject));
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  std::vector<std::size_t> load(part.count, 0);
  std::vector<std::size_t> places;
  for (const std::size_t i : order) {
    const auto lightest = std::min_element(load.begin(), load.end());
    *lightest += costs[i];
    if (static_cast<std::size_t>(lightest - load.begin()) + 1 == part.index) places.push_back(i);
  }
  std::sort(places.begin(), places.end());
  std::vector<const claim*> chosen;
  chosen.reserve(places.size());
  for (const std::size_t i : places) chosen.push_back(all[i]);
  return chosen;
}

}  // namespace shufflecert::inline v0_1::claims
