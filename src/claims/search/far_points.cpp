#include "claims/search/far_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "claims/search/candidate.hpp"
#include "claims/search/search_space.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::uint64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
// Along a line: its ends, places close to them, and some between.
constexpr std::size_t values_on_line = 24;
// Whole numbers near the least one: there sums have few terms, and every arithmetic reaches them.
constexpr double small_wholes = 12;
constexpr std::size_t most_corner_variables = 4;

enum class place { corner, anywhere, near_the_start };

// The i-th value on a line, for the v-th variable.
std::optional<double> value_on(const search_line& line, place where, std::size_t i, std::size_t v) {
  const double u = radical_inverse(i + 1, primes[v % std::size(primes)]);
  if (where == place::near_the_start) {
    const double start = line.lower.value_or(line.first_listed);
    if (line.is_whole) return std::ceil(start) + std::floor(small_wholes * u);
    const double end = std::min(line.upper.value_or(start + 4), start + 4);
    return rounded(start + (end - start) * u, 6, false);
  }
  const std::vector<double> values = values_along(line, values_on_line, u);
  if (values.empty()) return std::nullopt;
  if (where == place::corner) return (i >> v) % 2 == 0 ? values.front() : values.back();
  return values[static_cast<std::size_t>(u * static_cast<double>(values.size()))];
}

}  // namespace

std::vector<check_point> far_points(const claim_context& context, std::size_t count) {
  const std::vector<std::string> variables = movable_variables(context.subject);
  const std::size_t listed = point_count(context.subject);
  std::vector<check_point> points;
  if (variables.empty() || listed == 0) return points;
  const std::size_t corners =
      std::min(count / 3, std::size_t{1} << std::min(variables.size(), most_corner_variables));
  std::set<point_texts> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const place where = i < corners  ? place::corner
                        : i % 2 == 0 ? place::anywhere
                                     : place::near_the_start;
    check_point point = point_at(context.subject, i * 7 % listed);
    // The ends of one variable may depend on the others: each is the first to be moved at times.
    for (std::size_t k = 0; k < variables.size(); ++k) {
      const std::size_t v = (i + k) % variables.size();
      const auto line = line_through(context, variables[v], point);
      const auto value = line ? value_on(*line, where, i, v) : std::nullopt;
      if (value) point[variables[v]] = shortest_decimal(*value);
    }
    if (seen.insert(texts_of(point)).second) points.push_back(std::move(point));
  }
  return points;
}

}  // namespace shufflecert::inline v0_1::claims
