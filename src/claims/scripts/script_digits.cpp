#include "claims/scripts/script_digits.hpp"

#include <algorithm>

#include "claims/results/exact_ends.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int usual = 50;
constexpr int more = 100;  // where 20 digits do not tell the sides apart
constexpr int guard = 10;
constexpr int uncertain = 25;  // of those worked with; what a program of this kind may well lose
constexpr int spare = 10;      // between what counts as equal and what is left out of a sum
constexpr int most_zeros = 1000;

// About how many zeros a side has between its point and its first digit: a sum that is nearly 1, of
// which such a side is the logarithm, needs as many digits more. 0 for a side that may be 0.
int zeros_of(const std::optional<decimal_interval>& side) {
  const auto ends = side ? exact_ends(*side) : std::nullopt;
  if (!ends || ends->lower.infinite != 0 || ends->upper.infinite != 0) return 0;
  const rational low = ends->lower.value > 0 ? ends->lower.value : rational(-ends->upper.value);
  if (low <= 0) return 0;
  const auto bits_of = [](const integer& x) { return static_cast<long>(msb(x)); };
  const long smaller_by = bits_of(denominator(low)) - bits_of(numerator(low));
  constexpr double digits_per_bit = 0.30103;
  const double zeros = static_cast<double>(smaller_by) * digits_per_bit;
  // A side that is far smaller, such as exp(-10^6), is hardly what is left of a sum.
  return zeros > 0 && zeros <= most_zeros ? static_cast<int>(zeros) + 1 : 0;
}

int digits_in(bits precision) {
  return static_cast<int>(precision * 30103 / 100000);
}

}  // namespace

script_digits digits_for(const counterexample& sides, bits precision, bool left_drops,
                         bool right_drops) {
  const bool are_near =
      sides.lhs && sides.rhs && sides.lhs->lower.substr(0, 15) == sides.rhs->lower.substr(0, 15);
  const int kept = are_near ? more : usual;
  const int left = zeros_of(sides.lhs);
  const int right = zeros_of(sides.rhs);
  const int summed = std::max(left_drops ? left : 0, right_drops ? right : 0);
  script_digits digits;
  digits.compared = kept - uncertain;
  digits.dropped = std::max(kept - guard, digits.compared + spare + summed);
  digits.working = guard + std::max(kept + std::max(left, right), digits_in(precision));
  return digits;
}

}  // namespace shufflecert::inline v0_1::claims
