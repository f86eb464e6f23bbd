#include "quantities/shuffled/phase_table.hpp"

#include <array>
#include <cmath>

namespace shufflecert::inline v0_1 {
namespace {

__extension__ using wide = unsigned __int128;
__extension__ using signed_wide = __int128;

constexpr int fraction_bits = 61;
constexpr std::int64_t one = std::int64_t{1} << fraction_bits;
constexpr int slope_bits = 40;
constexpr bits table_precision = 192;

// C, S and both slopes are off by less than 2^−47 each: (FF.15). So |C + iS|², of numbers up to 1,
// is off by less than 2^−45, and so is the slope's factor.
constexpr std::int64_t slack = std::int64_t{1} << (fraction_bits - 45);

std::int64_t times(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>((static_cast<signed_wide>(a) * b) >> fraction_bits);
}

// The whole part of x·2^shift, x known to well below 2^−shift; off by 1 at most.
std::int64_t scaled_floor(const ball& x, int shift) {
  ball scaled = x.with_precision(table_precision);
  arb_mul_2exp_si(scaled.raw(), scaled.raw(), shift);
  arf_t low;
  arf_init(low);
  arf_floor(low, arb_midref(scaled.raw()));
  const std::int64_t result = arf_get_si(low, ARF_RND_DOWN);
  arf_clear(low);
  return result;
}

// At least x·2^shift; nothing where that is above 2^61.
std::optional<std::int64_t> scaled_ceiling(const ball& x, int shift) {
  ball scaled = upper_bound(x.with_precision(64));
  arb_mul_2exp_si(scaled.raw(), scaled.raw(), shift);
  if (!is_below_power_of_two(scaled, fraction_bits)) return std::nullopt;
  return arf_get_si(arb_midref(scaled.raw()), ARF_RND_CEIL) + 1;
}

struct direction {
  std::int64_t cos;
  std::int64_t sin;
};

constexpr int index_bits = 10;
constexpr std::size_t entries = std::size_t{1} << index_bits;

// cos and sin of 2πi/2^10 and of 2πi/2^20, i < 2^10, off by 2^−60 at most.
struct direction_tables {
  std::array<direction, entries> coarse;
  std::array<direction, entries> fine;

  direction_tables() {
    for (std::size_t i = 0; i < entries; ++i) {
      coarse[i] = at(static_cast<std::int64_t>(i), index_bits);
      fine[i] = at(static_cast<std::int64_t>(i), 2 * index_bits);
    }
  }

  static direction at(std::int64_t i, int scale) {
    ball angle = ball::of(2 * i, table_precision);
    arb_mul_2exp_si(angle.raw(), angle.raw(), -scale);
    ball cos(table_precision);
    ball sin(table_precision);
    arb_sin_cos_pi(sin.raw(), cos.raw(), angle.raw(), table_precision);
    return {scaled_floor(cos, fraction_bits), scaled_floor(sin, fraction_bits)};
  }
};

const direction_tables& tables() {
  static const direction_tables all;
  return all;
}

// cos and sin of an angle in units of 2^−64 of a turn: by two tables, and by x and 1 − x²/2 of what
// is left, x < 2π/2^20. Off by less than 2^−52: (FF.15).
direction direction_of(std::uint64_t angle) {
  const direction_tables& known = tables();
  constexpr int left = 64 - index_bits;
  constexpr int lefter = left - index_bits;
  const direction& a = known.coarse[angle >> left];
  const direction& b = known.fine[(angle >> lefter) & (entries - 1)];
  constexpr std::uint64_t quarter_pi = 3622009729038561421U;  // ⌊2^62·π/4⌋
  const std::uint64_t rest = angle & ((std::uint64_t{1} << lefter) - 1);
  const auto x = static_cast<std::int64_t>((static_cast<wide>(rest) * quarter_pi) >> 62);
  const std::int64_t cos_x = one - times(x, x) / 2;
  const std::int64_t cos_ab = times(a.cos, b.cos) - times(a.sin, b.sin);
  const std::int64_t sin_ab = times(a.sin, b.cos) + times(a.cos, b.sin);
  return {times(cos_ab, cos_x) - times(sin_ab, x), times(sin_ab, cos_x) + times(cos_ab, x)};
}

// x modulo 1 in units of 2^−128; nothing where last·x is not known to within 2^−50.
std::optional<wide> turns_of(const ball& x, std::int64_t last) {
  ball scaled = x;
  arb_mul_2exp_si(scaled.raw(), scaled.raw(), 128);
  ball radius(64);
  arb_get_rad_arb(radius.raw(), scaled.raw());
  if (!is_below_power_of_two((radius + 1) * (2 * last), 128 - 50)) return std::nullopt;
  fmpz_t whole;
  fmpz_init(whole);
  arf_get_fmpz(whole, arb_midref(scaled.raw()), ARF_RND_FLOOR);
  fmpz_fdiv_r_2exp(whole, whole, 128);
  fmpz_t high;
  fmpz_init(high);
  fmpz_fdiv_q_2exp(high, whole, 64);
  fmpz_fdiv_r_2exp(whole, whole, 64);
  const wide result = (static_cast<wide>(fmpz_get_ui(high)) << 64) | fmpz_get_ui(whole);
  fmpz_clear(high);
  fmpz_clear(whole);
  return result;
}

}  // namespace

std::optional<phase_table> phase_table::of(const std::vector<ball>& values,
                                           const std::vector<ball>& masses,
                                           const std::vector<ball>& turns, const ball& step,
                                           std::int64_t last) {
  constexpr std::size_t most_terms = 64;
  if (values.size() > most_terms) return std::nullopt;
  const bits precision = step.precision();
  ball mean(precision);
  for (std::size_t j = 0; j < values.size(); ++j) mean += values[j] * masses[j];
  ball farthest(precision);
  ball variance(precision);
  for (std::size_t j = 0; j < values.size(); ++j) {
    const ball distance = values[j] - mean;
    farthest = max(farthest, abs(distance));
    variance += masses[j] * distance * distance;
  }
  farthest = upper_bound(farthest);
  if (!farthest.is_certainly_positive()) return std::nullopt;

  phase_table table;
  for (std::size_t j = 0; j < values.size(); ++j) {
    const auto fraction = turns_of(turns[j], last);
    const ball pull = masses[j] * (values[j] - mean) / farthest;
    ball radius(64);
    arb_get_rad_arb(radius.raw(), pull.raw());
    if (!fraction || !is_below_power_of_two(radius, -fraction_bits)) return std::nullopt;
    arb_get_rad_arb(radius.raw(), masses[j].raw());
    if (!is_below_power_of_two(radius, -fraction_bits)) return std::nullopt;
    table.terms_.push_back(
        {*fraction, scaled_floor(masses[j], fraction_bits), scaled_floor(pull, fraction_bits)});
  }
  constexpr int largest_slope = 10;
  for (int size = 0; size < sizes; ++size) {
    ball half = step;
    arb_mul_2exp_si(half.raw(), half.raw(), size - 1);
    const auto slope = scaled_ceiling(half * farthest * 2, slope_bits);
    const auto bend = scaled_ceiling(variance * half * half, fraction_bits);
    const bool is_known =
        slope && bend && *slope <= (std::int64_t{1} << (slope_bits + largest_slope));
    table.growths_.push_back({is_known, slope.value_or(0), bend.value_or(0)});
    // A bend of 1/4 is σδ2^size = 1. The turns are known up to 2·last, so blocks are no longer.
    const bool is_in_reach = (std::int64_t{1} << static_cast<unsigned>(size)) <= last;
    if (is_known && is_in_reach && *bend <= one / 4) table.largest_size_ = size;
  }
  return table;
}

std::int64_t phase_table::bound_around(std::int64_t middle, int size) const {
  const growth& grown = growths_[static_cast<std::size_t>(size)];
  if (!grown.is_known) return one;
  std::int64_t cos_sum = terms_[0].mass;
  std::int64_t sin_sum = 0;
  std::int64_t cos_pull = terms_[0].pull;
  std::int64_t sin_pull = 0;
  for (std::size_t j = 1; j < terms_.size(); ++j) {
    const term& each = terms_[j];
    const wide turns = each.turns * static_cast<wide>(middle);
    const direction at = direction_of(static_cast<std::uint64_t>(turns >> 64));
    cos_sum += times(each.mass, at.cos);
    sin_sum += times(each.mass, at.sin);
    cos_pull += times(each.pull, at.cos);
    sin_pull += times(each.pull, at.sin);
  }
  const std::int64_t square = times(cos_sum, cos_sum) + times(sin_sum, sin_sum);
  const std::int64_t turn = times(sin_sum, cos_pull) - times(cos_sum, sin_pull);
  const std::int64_t tilt = (turn < 0 ? -turn : turn) + slack;
  const signed_wide rise = (static_cast<signed_wide>(tilt) * grown.slope >> slope_bits) + 1;
  const signed_wide bound = static_cast<signed_wide>(square) + rise + grown.bend + slack;
  return bound < one ? static_cast<std::int64_t>(bound) : one;
}

}  // namespace shufflecert::inline v0_1
