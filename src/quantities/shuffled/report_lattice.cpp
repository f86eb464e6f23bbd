#include "quantities/shuffled/report_lattice.hpp"

#include <array>
#include <cstddef>
#include <utility>

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

// (g_0 − g_j)/(g_0 − g_last) where all of these are rational, whatever κ is: (FF.18).
std::optional<std::vector<rational>> shares_of(const std::vector<report_value>& values) {
  if (values.size() == 2) return std::vector<rational>{0, 1};
  for (const report_value& each : values)
    if (!each.parts) return std::nullopt;
  const auto distance = [&](const report_value& each) {
    return std::array<rational, 2>{(*values.front().parts)[0] - (*each.parts)[0],
                                   (*values.front().parts)[1] - (*each.parts)[1]};
  };
  const auto whole = distance(values.back());
  if (whole[0] == 0 && whole[1] == 0) return std::nullopt;
  std::vector<rational> shares;
  for (const report_value& each : values) {
    const auto part = distance(each);
    const rational share =
        whole[0] != 0 ? rational(part[0] / whole[0]) : rational(part[1] / whole[1]);
    if (part[0] != share * whole[0] || part[1] != share * whole[1]) return std::nullopt;
    shares.push_back(share);
  }
  return shares;
}

// An exact ball as a fraction.
rational rational_of(const ball& x) {
  fmpq_t value;
  fmpq_init(value);
  arf_get_fmpq(value, arb_midref(x.raw()));
  char* digits = fmpq_get_str(nullptr, 10, value);
  rational result(digits);
  flint_free(digits);
  fmpq_clear(value);
  return result;
}

// The simplest rationals that the same shares may be, where they are so simple that this is no
// accident: (FF.22).
std::optional<std::vector<rational>> simple_shares_of(const std::vector<report_value>& values) {
  constexpr double least_accuracy = -60;
  constexpr std::size_t most_bits = 16;
  const ball whole = values.front().value - values.back().value;
  std::vector<rational> shares;
  for (const report_value& each : values) {
    const ball share = nonnegative_part((values.front().value - each.value) / whole);
    ball radius(64);
    arb_get_rad_arb(radius.raw(), share.raw());
    if (!is_below_power_of_two(radius, least_accuracy)) return std::nullopt;
    const auto low = rational_of(lower_bound(nonnegative_part(lower_bound(share))));
    const auto high = rational_of(upper_bound(share));
    shares.push_back(simplest_between(low, high));
    if (bit_size(shares.back()) > most_bits) return std::nullopt;
  }
  return shares;
}

// The shares in units of the largest common one; nothing where they do not fit.
std::optional<std::vector<std::int64_t>> places_of(const std::vector<rational>& shares) {
  integer common = 1;
  for (const rational& share : shares) common = lcm(common, denominator(share));
  integer unit = 0;
  for (const rational& share : shares)
    unit = gcd(unit, integer(numerator(rational(share * common))));
  const integer most = integer(1) << 40U;
  std::vector<std::int64_t> places;
  for (const rational& share : shares) {
    const rational place = share * common / unit;
    if (place < 0 || place > most) return std::nullopt;
    places.push_back(static_cast<std::int64_t>(numerator(place)));
  }
  return places;
}

// ⌊x⌋ of the upper end.
integer floor_of(const ball& x) {
  const ball high = upper_bound(x);
  fmpz_t whole;
  fmpz_init(whole);
  arf_get_fmpz(whole, arb_midref(high.raw()), ARF_RND_FLOOR);
  char* digits = fmpz_get_str(nullptr, 10, whole);
  integer result(digits);
  flint_free(digits);
  fmpz_clear(whole);
  return result;
}

}  // namespace

rough_lattice report_lattice::rough() const {
  return {spacing.near(), nonnegative_part(smallest).near()};
}

std::optional<report_lattice> lattice_of(const report_sum& sum) {
  auto shares = shares_of(sum.values);
  const bool is_exact = shares.has_value();
  if (!shares) shares = simple_shares_of(sum.values);
  if (!shares) return std::nullopt;
  auto places = places_of(*shares);
  if (!places || places->back() < 1) return std::nullopt;
  const bits precision = sum.mean.precision();
  report_lattice result{(sum.values.front().value - sum.values.back().value) / places->back(),
                        std::move(*places), ball(precision), 0, ball(precision)};
  for (std::size_t j = 0; !is_exact && j < sum.values.size(); ++j) {
    const ball place = sum.values.front().value - result.spacing * result.places[j];
    result.distance = max(result.distance, upper_bound(abs(sum.values[j].value - place)));
  }
  if (!result.spacing.is_certainly_positive()) return std::nullopt;
  const ball largest = sum.values.front().value * sum.n;
  const ball steps = largest / result.spacing;
  if (!steps.is_finite() || !is_below_power_of_two(steps, 200)) return std::nullopt;
  // Else the floor of the upper end says too little of where the lattice lies.
  if (!(upper_bound(steps) - lower_bound(steps) - 1).is_certainly_negative()) return std::nullopt;
  // The floor of an upper end: x_0 is certainly below η.
  result.largest = floor_of(steps);
  result.smallest = largest - result.spacing * ball::of(result.largest, precision);
  return result;
}

}  // namespace shufflecert::inline v0_1
