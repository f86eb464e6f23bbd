// Independent rounds as one pair. Formula numbers refer to docs/methods/rounds.md.

#include <utility>

#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t most_rounds = std::int64_t{1} << 62;

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  if (a > most_rounds / b) throw beyond_reach("more than 2^62 rounds are out of reach");
  return a * b;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  if (a > most_rounds - b) throw beyond_reach("more than 2^62 rounds are out of reach");
  return a + b;
}

// The normal laws of a pair that differ in the mean only.
const normal_pair* as_shift(const distribution_pair& pair) {
  const auto* normal = std::get_if<normal_pair>(&pair.kind);
  if (normal == nullptr) return nullptr;
  const rational* v1 = normal->v1.as_rational();
  const rational* v2 = normal->v2.as_rational();
  return v1 != nullptr && v2 != nullptr && *v1 == *v2 ? normal : nullptr;
}

// (G.2): what counts is the distance of the means in standard deviations, and its square adds up.
number squared_distance(const normal_pair& pair, bits precision) {
  const number shift = subtract(pair.m1, pair.m2, precision);
  return divide(multiply(shift, shift, precision), pair.v1, precision);
}

std::vector<repeated_pair> parts_of(const distribution_pair& pair) {
  if (const auto* rounds = std::get_if<composed_pair>(&pair.kind)) return rounds->parts;
  return {{std::make_shared<const distribution_pair>(pair), 1}};
}

bool are_exactly_equal(const distribution_pair& a, const distribution_pair& b) {
  const auto text = exact_text(a);
  return text && text == exact_text(b);
}

}  // namespace

distribution_pair compose(const distribution_pair& pair, std::int64_t rounds, bits precision) {
  check_rounds(rounds);
  if (rounds == 1) return pair;
  if (const normal_pair* shift = as_shift(pair)) {
    // The sum of the rounds' outcomes is sufficient: (G.2).
    const auto times = [&](const number& x) { return multiply(x, rounds, precision); };
    return {normal_pair{times(shift->m1), times(shift->v1), times(shift->m2), times(shift->v2)},
            pair.swapped};
  }
  composed_pair result{parts_of(pair)};
  for (repeated_pair& part : result.parts) part.rounds = checked_product(part.rounds, rounds);
  return {std::move(result)};
}

distribution_pair product_pair(const distribution_pair& a, const distribution_pair& b,
                               bits precision) {
  const normal_pair* first = as_shift(a);
  const normal_pair* second = as_shift(b);
  if (first != nullptr && second != nullptr)
    return {gaussian_pair(sqrt(
        add(squared_distance(*first, precision), squared_distance(*second, precision), precision),
        precision))};
  composed_pair result{parts_of(a)};
  for (repeated_pair& part : parts_of(b)) {
    bool is_known = false;
    for (repeated_pair& other : result.parts) {
      if (is_known || !are_exactly_equal(*other.of, *part.of)) continue;
      other.rounds = checked_sum(other.rounds, part.rounds);
      is_known = true;
    }
    if (!is_known) result.parts.push_back(std::move(part));
  }
  return {std::move(result)};
}

}  // namespace shufflecert::inline v0_1
