#include "quantities/rounds/layer_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/walk.hpp"
#include "quantities/outcomes/layer_sum.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/rounds/allocation_cells.hpp"
#include "quantities/rounds/line_cells.hpp"
#include "quantities/rounds/many_users.hpp"
#include "quantities/rounds/profile_cells.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

__extension__ using wide = unsigned __int128;

// Places and distances Y are whole numbers of 2^−place_bits.
constexpr int place_bits = 120;
// Masses are whole numbers of 2^−mass_bits.
constexpr int mass_bits = 120;
// Mantissas have 63 bits, distances within a cell at most as many.
constexpr int mantissa_bits = 63;
constexpr bits place_precision = 192;
constexpr bits result_precision = 128;

// With more reports, one layer has more steps than add_layer() takes, and there are too many
// outcomes to visit one by one.
constexpr double most_reports = 3e11;

// Thrown and caught here: the slow way decides.
struct undecided_place {};

std::uint64_t low_word(wide x) {
  return static_cast<std::uint64_t>(x);
}
std::uint64_t high_word(wide x) {
  return static_cast<std::uint64_t>(x >> 64);
}

// x·2^−scale exactly.
ball ball_of(wide x, slong scale, bits precision) {
  fmpz_t whole;
  fmpz_init(whole);
  fmpz_set_uiui(whole, high_word(x), low_word(x));
  ball result(precision);
  arb_set_fmpz(result.raw(), whole);
  arb_mul_2exp_si(result.raw(), result.raw(), -scale);
  fmpz_clear(whole);
  return result;
}

// ⌊x·2^scale⌋ for x certainly in [0, 2^(128 − scale)).
wide whole_below(const ball& x, slong scale) {
  arf_t low;
  fmpz_t whole;
  arf_init(low);
  fmpz_init(whole);
  arb_get_lbound_arf(low, x.raw(), x.precision());
  arf_mul_2exp_si(low, low, scale);
  arf_get_fmpz(whole, low, ARF_RND_FLOOR);
  ulong high = 0;
  ulong rest = 0;
  const bool fits = fmpz_sgn(whole) >= 0 && fmpz_bits(whole) <= 128;
  if (fits) fmpz_get_uiui(&high, &rest, whole);
  fmpz_clear(whole);
  arf_clear(low);
  if (!fits) throw undecided_place();
  return (wide{high} << 64) | rest;
}

// A weight, never above the true one: mantissa·2^−exponent, with a mantissa of 63 bits.
struct weight {
  std::uint64_t mantissa;
  int exponent;

  static weight below(const ball& x) {
    const auto exponent =
        static_cast<int>(mantissa_bits - 1 - static_cast<slong>(std::floor(log2_near(x))));
    weight result{low_word(whole_below(x, exponent)), exponent};
    result.normalize();
    return result;
  }
  void normalize() {
    if (mantissa == 0) throw undecided_place();
    const int shift = std::countl_zero(mantissa) - (64 - mantissa_bits);
    if (shift < 0)
      mantissa >>= -shift;
    else
      mantissa <<= shift;
    exponent += shift;
  }
  [[nodiscard]] ball value() const { return ball_of(mantissa, exponent, result_precision); }
};

// Sums over the outcomes with y_i <= Y < y_{i+1}, rounded down: (G.18).
struct cell {
  wide mass = 0;            // of the weights
  wide moment = 0;          // of weight·(Y − y_i)
  std::uint64_t count = 0;  // of the outcomes
};

class layer_cells {
 public:
  layer_cells(const layered_form& pair, grid_step step, const summation_limits& limits)
      : step_(step),
        limits_(limits),
        t_(pair.d.to_ball(place_precision)),
        has_infinite_(pair.c.is_zero()),
        left_out_(result_precision),
        start_error_(result_precision) {
    places_.push_back(0);
    place_at(1);
    // y is concave, so that the first cell is the widest.
    const wide widest = places_[1];
    const int size = high_word(widest) != 0 ? 128 - std::countl_zero(high_word(widest))
                                            : 64 - std::countl_zero(low_word(widest));
    place_shift_ = size - mantissa_bits;
    constexpr int least_shift = 24;
    if (place_shift_ < least_shift) throw undecided_place();
  }

  // All outcomes with Y >= 0 of the layer a + b = N; `central` is the weight ω(N − 1)·Bin_N(⌊N/2⌋).
  void add_layer(std::int64_t layer, const ball& central) {
    limits_.time.check_time();
    start_error_ = max(start_error_, upper_bound(central / lower_bound(central) - 1));
    weight at = weight::below(central);
    std::int64_t a = layer / 2;
    const wide unit = (wide{1} << place_bits) / static_cast<std::uint64_t>(layer);
    wide place = 0;
    std::size_t index = 0;
    if (layer % 2 == 0) {
      // Half of the outcome with Y = 0, which is its own mirror image.
      add({at.mantissa, at.exponent + 1}, 0, cells_at(0));
      go_up(at, layer, a);
      place = 2 * unit;
    } else {
      place = unit;
    }
    for (a = layer / 2 + 1;; ++a) {
      if (a == layer && has_infinite_) throw undecided_place();
      while (place >= places_[index + 1]) {
        if (is_close(place, places_[index + 1])) throw undecided_place();
        ++index;
        if (index + 2 > places_.size()) place_at(index + 1);
      }
      if (is_close(place, places_[index + 1])) throw undecided_place();
      add(at, low_word((place - places_[index]) >> place_shift_), cells_at(index));
      if (a == layer || leaves_out_beyond(layer, a, at)) break;
      go_up(at, layer, a);
      place += 2 * unit;
    }
    visited_ += a - layer / 2;
    most_steps_ = std::max(most_steps_, a - layer / 2);
    // So many roundings of Y stay far below a unit of distances.
    constexpr std::int64_t most_steps = std::int64_t{1} << 20;
    if (most_steps_ > most_steps) throw undecided_place();
    if (visited_ > most_outcomes) refuse_long_sum();
  }

  void leave_out(const ball& mass) { left_out_ += mass; }

  grid_law take() {
    // (G.19): what is true is between the sums and these multiples of them.
    ball most = ball::of(most_steps_ + 8, result_precision);
    arb_mul_2exp_si(most.raw(), most.raw(), 3 - mantissa_bits);
    most = (most + 1) * (start_error_.with_precision(result_precision) + 1);
    if (!less(most, ball::of(2, result_precision)).value_or(false)) throw undecided_place();

    const std::size_t size = cells_.size();
    std::vector<ball> half(size + 1, ball(result_precision));
    for (std::size_t i = 0; i < size; ++i) {
      const cell& from = cells_[i];
      if (from.count == 0) continue;
      const ball mass = ball::hull(ball_of(from.mass, mass_bits, result_precision),
                                   (ball_of(from.mass, mass_bits, result_precision) +
                                    ball_of(from.count, mass_bits, result_precision)) *
                                       most);
      const slong moment_bits = mantissa_bits - 1 + place_bits - place_shift_;
      const ball moment = ball_of(from.moment, moment_bits, result_precision);
      const ball roundings = ball_of(from.count, moment_bits, result_precision);
      ball misplaced = upper_bound(mass) * 2;
      arb_mul_2exp_si(misplaced.raw(), misplaced.raw(), place_shift_ - place_bits);
      const ball inside = ball::hull(moment - misplaced, (moment + roundings) * most + misplaced);
      const ball width =
          y_at(static_cast<std::int64_t>(i) + 1) - y_at(static_cast<std::int64_t>(i));
      const ball up = nonnegative_part(inside / width).with_precision(result_precision);
      half[i + 1] += up;
      half[i] += nonnegative_part(mass - up);
    }
    return mirrored(half);
  }

 private:
  // (G.17): the masses at both losses, jh and −jh.
  grid_law mirrored(const std::vector<ball>& half) const {
    const std::size_t last = half.size() - 1;
    grid_law law{
        -static_cast<std::int64_t>(last), {}, ball(result_precision), upper_bound(left_out_)};
    law.masses.assign(2 * last + 1, ball(result_precision));
    for (std::size_t j = 0; j <= last; ++j) {
      const ball ratio = exp(-step_.of(static_cast<std::int64_t>(j), result_precision));
      const ball up = half[j] * 2 / (ratio + 1);
      law.masses[last + j] += up;
      law.masses[last - j] += up * ratio;
    }
    return law;
  }

  // y_i = tanh(ih/2)/t
  [[nodiscard]] ball y_at(std::int64_t i) const {
    return tanh(step_.of(i, place_precision) / 2) / t_;
  }

  void place_at(std::size_t i) {
    if (static_cast<std::int64_t>(i) > most_cells / 2) throw undecided_place();
    const ball y = y_at(static_cast<std::int64_t>(i));
    const ball radius = upper_bound(y) - lower_bound(y);
    if (!is_below_power_of_two(radius, -place_bits)) throw undecided_place();
    places_.push_back(whole_below(y, place_bits));
  }

  cell& cells_at(std::size_t i) {
    if (cells_.size() <= i) cells_.resize(i + 1);
    return cells_[i];
  }

  // Both are known up to far less than a unit of distances.
  [[nodiscard]] bool is_close(wide a, wide b) const {
    return (a > b ? a - b : b - a) < (wide{2} << place_shift_);
  }

  static void add(const weight& w, std::uint64_t distance, cell& to) {
    constexpr int least_exponent = mantissa_bits - 1;
    constexpr int largest_exponent = least_exponent + 124;
    if (w.exponent < least_exponent || w.exponent > largest_exponent) throw undecided_place();
    const wide mantissa = w.mantissa;
    to.mass += w.exponent <= mass_bits ? mantissa << (mass_bits - w.exponent)
                                       : mantissa >> (w.exponent - mass_bits);
    to.moment += (mantissa * distance) >> (w.exponent - least_exponent);
    ++to.count;
  }

  // From Bin_N(a) to Bin_N(a + 1).
  static void go_up(weight& at, std::int64_t layer, std::int64_t a) {
    auto factor = static_cast<std::uint64_t>(layer - a);
    const auto divisor = static_cast<std::uint64_t>(a + 1);
    // Quotients keep their bits.
    while (2 * factor <= divisor) {
      factor *= 2;
      ++at.exponent;
    }
    at.mantissa = low_word(wide{at.mantissa} * factor / divisor);
    at.normalize();
  }

  // (D.5), for both tails: at most 2·Bin_N(a + 1)·(a + 2)/(2a + 3 − N).
  bool leaves_out_beyond(std::int64_t layer, std::int64_t a, const weight& at) {
    if (at.exponent < mantissa_bits - limits_.log2_threshold) return false;
    ball tail = at.value() * (layer - a) / (a + 1) * (a + 2) / (2 * a + 3 - layer) * 2;
    if (!is_below_power_of_two(tail, limits_.log2_threshold)) return false;
    // The weight is more than half of the true one, which take() sees to.
    tail = tail * 2;
    leave_out(tail);
    return true;
  }

  grid_step step_;
  const summation_limits& limits_;
  ball t_;
  bool has_infinite_;         // where Y = 1
  std::vector<wide> places_;  // of y_0, y_1, …
  std::vector<cell> cells_;
  int place_shift_ = 0;
  std::int64_t visited_ = 0;
  std::int64_t most_steps_ = 0;
  ball left_out_;
  ball start_error_;
};

// Takes the layers of a walk in order, and hands each block to the cells when it is full.
class block_of_layers {
 public:
  block_of_layers(layer_cells& cells, const layer_blocks& blocks, bool goes_up)
      : cells_(cells), width_(blocks.width), first_stands_(blocks.as_fewest == goes_up) {}

  void take(std::int64_t layer, const ball& weight, const ball& central) {
    if (count_ == 0 || !first_stands_) {
      layer_ = layer;
      central_ = central;
    }
    weight_ = count_ == 0 ? weight : weight_ + weight;
    if (++count_ == width_) flush();
  }
  void flush() {
    if (count_ > 0) cells_.add_layer(layer_, weight_ * central_);
    count_ = 0;
  }

 private:
  layer_cells& cells_;
  std::int64_t width_;
  bool first_stands_;
  std::int64_t count_ = 0;
  std::int64_t layer_ = 0;
  ball weight_{result_precision};
  ball central_{result_precision};
};

grid_law spread(const layered_form& pair, grid_step step, const summation_limits& limits,
                const layer_blocks& blocks) {
  layer_cells cells(pair, step, limits);
  const bits precision = walking_precision(result_precision, pair.n);
  const std::int64_t trials = pair.n - 1;
  const binomial_walk start(trials, pair.p.to_ball(precision), pair.one_minus_p.to_ball(precision));
  const auto is_negligible = [&](const ball& mass) {
    if (!is_below_power_of_two(mass, limits.log2_threshold)) return false;
    cells.leave_out(mass);
    return true;
  };
  binomial_walk walk = start;
  central_weight central(walk.index() + 1, precision);
  const central_weight central_start = central;
  block_of_layers above(cells, blocks, true);
  for (;;) {
    above.take(walk.index() + 1, walk.weight(), central.value());
    if (walk.index() == trials || is_negligible(walk.mass_above())) break;
    walk.step_up();
    central.step_up();
  }
  above.flush();
  walk = start;
  central = central_start;
  block_of_layers below(cells, blocks, false);
  while (walk.index() > 0 && !is_negligible(walk.mass_below())) {
    walk.step_down();
    central.step_down();
    below.take(walk.index() + 1, walk.weight(), central.value());
  }
  below.flush();
  return cells.take();
}

}  // namespace

std::optional<grid_law> spread_layers(const distribution_pair& pair, grid_step step,
                                      double log2_threshold, const budget& limits,
                                      const layer_blocks& blocks) {
  constexpr double least_threshold = -100;
  if (log2_threshold < least_threshold) return std::nullopt;
  const auto form = layers_of_pair(pair, place_precision);
  if (!form || reports_of(*form) > most_reports || form->n < 2 || form->p.is_zero() ||
      form->one_minus_p.is_zero() || form->d.is_zero())
    return std::nullopt;
  try {
    return spread(*form, step, {result_precision, log2_threshold, limits}, blocks);
  } catch (const undecided_place&) {
    return std::nullopt;
  }
}

grid_law spread_over_grid(const distribution_pair& pair, grid_step step, double log2_threshold,
                          const budget& limits, const layer_blocks& blocks) {
  if (const auto laws = as_densities(pair, result_precision))
    return spread_densities(*laws, step, log2_threshold, limits);
  if (const auto* allocation = std::get_if<allocation_pair>(&pair.kind))
    return spread_allocation(*allocation, pair.swapped, step, log2_threshold, limits);
  if (has_a_line(pair))
    if (auto law = spread_along_a_line(pair, step, log2_threshold, limits)) return *std::move(law);
  if (has_many_layers(pair)) {
    if (reports_of(*layers_of_pair(pair, place_precision)) > most_reports)
      throw beyond_reach(
          "such rounds of more than 3*10^11 reports are not convolved; some 10^11 are within "
          "reach");
    if (auto law = spread_layers(pair, step, log2_threshold, limits, blocks))
      return *std::move(law);
  }
  return spread_over_outcomes(pair, step, log2_threshold, limits);
}

}  // namespace shufflecert::inline v0_1
