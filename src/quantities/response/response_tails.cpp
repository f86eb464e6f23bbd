#include "quantities/response/response_tails.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/binomial/cut.hpp"
#include "quantities/response/response_parameters.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/response.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits search_precision = 64;

// Whole numbers up to n + 1, and steps between them, are to fit 64 bits.
constexpr std::int64_t most_users = std::int64_t{1} << 62U;

// About how many standard deviations k is from the mean, at least 1; for choosing a precision, and
// cut off where a large ε0 leaves the range of doubles.
double deviations(const response& pair, double distance) {
  const double eps0 = pair.of.eps0.to_ball(64).near();
  const double flip = 1 / (std::exp(eps0) + 1);
  const double unit = std::sqrt(static_cast<double>(pair.of.n) * flip * (1 - flip));
  return std::clamp(std::abs(distance) / unit, 1.0, 0x1p512);
}

// The bits that the ratio at k = 0, e^−ε0, loses to the terms it is made of; a larger ε0 has to
// wait for more precision.
bits bits_of_ratio(const response& pair) {
  constexpr double largest = 1e4;
  return 3 * bits_near(std::min(pair.of.eps0.to_ball(64).near(), largest));
}

// log2 of a distance, 0 for one below 1 or beyond what a double tells.
bits bits_of_distance(double distance) {
  constexpr double farthest = 1e300;
  return distance > 1 && distance < farthest ? static_cast<bits>(std::log2(distance)) : 0;
}

const response& with_countable_users(const response& pair) {
  if (pair.of.n > most_users)
    throw beyond_reach("binomial tails of randomized response take at most 2^62 users");
  return pair;
}

// The pair at a working precision, and what its cuts make of it.
class cut_response {
 public:
  // `farthest` is the largest distance from the mean, in standard deviations, that is cut at: the
  // excesses cancel to its inverse square.
  cut_response(const response& pair, bits precision, double farthest, const budget& limits)
      : precision_(precision + 2 * bits_of_distance(farthest) + 16),
        working_(precision_ + 2 * bit_length(pair.of.n) + 48 + bits_of_ratio(pair)),
        of_(parameters_of(with_countable_users(pair), working_)),
        law_{of_.n, of_.flip, of_.keep},
        mean_(of_.flip * of_.n),
        limits_(limits) {}

  [[nodiscard]] std::int64_t users() const { return of_.n; }
  [[nodiscard]] bits working() const { return working_; }
  /// nq
  [[nodiscard]] const ball& mean() const { return mean_; }
  /// n/c, what a distance from the mean is for a difference of likelihood ratios.
  [[nodiscard]] ball unit() const { return of_.n / of_.scale; }

  [[nodiscard]] binomial_cut at(std::int64_t m) const {
    return cut_at(law_, m, precision_, limits_);
  }
  [[nodiscard]] ball weight_at(std::int64_t m) const {
    if (m < 0 || m > of_.n) return ball(working_);
    return cut_weight(m);
  }
  /// m(1−q)·Q(m), the sum of (k − nq)Q(k) over k >= m: (R.10).
  [[nodiscard]] ball spread(std::int64_t m, const binomial_cut& cut) const {
    return cut.weight * of_.keep * m;
  }
  /// P/Q at k
  [[nodiscard]] ball ratio(std::int64_t k) const {
    return (ball::of(k, working_) - mean_) / unit() + 1;
  }

 private:
  [[nodiscard]] ball cut_weight(std::int64_t m) const {
    return cut_at(law_, m, search_precision, limits_).weight;
  }

  bits precision_;
  bits working_;
  response_parameters of_;
  binomial_law_of law_;
  ball mean_;
  const budget& limits_;
};

double near_log(const ball& x) {
  return log(x).near();
}

ball middle_of(const ball& x) {
  ball middle(x.precision());
  arf_set(arb_midref(middle.raw()), arb_midref(x.raw()));
  return middle;
}

// ⌈midpoint⌉, within [0, n + 1].
std::int64_t cut_above(const ball& tau, std::int64_t n) {
  const ball middle = middle_of(tau);
  if (!middle.is_certainly_positive()) return 0;
  if (!less(middle, ball::of(n, middle.precision())).value_or(true)) return n + 1;
  ball up(middle.precision());
  arb_ceil(up.raw(), middle.raw(), middle.precision());
  return arf_get_si(arb_midref(up.raw()), ARF_RND_NEAR);
}

// Σ_{k > τ} (k − τ)Q(k) and Σ_{k < τ} (τ − k)Q(k) for τ = nq + y.
struct excesses {
  ball above;
  ball below;
};

excesses excesses_at(const cut_response& of, const ball& y) {
  const ball tau = of.mean() + y;
  ball width(of.working());
  arb_get_rad_arb(width.raw(), tau.raw());
  if (!less(width * 2, ball::of(std::int64_t{1}, of.working())).value_or(false))
    throw precision_needed("where the likelihood ratio passes exp(eps) is not determined");
  const std::int64_t m = cut_above(tau, of.users());
  const binomial_cut cut = of.at(m);
  const ball spread = of.spread(m, cut);
  // The smaller one from its own tail, the other from their difference −y: (R.11).
  const bool is_high = y.near() >= 0;
  ball smaller = is_high ? spread - y * cut.above : spread + y * cut.below;
  // At the ends of the ball of τ the cut may be one off, (R.12).
  const ball over = nonnegative_part(tau - m);
  const ball under = nonnegative_part(ball::of(m - 1, of.working()) - tau);
  if (!over.is_exact_zero()) smaller += over * of.weight_at(m);
  if (!under.is_exact_zero()) smaller += under * of.weight_at(m - 1);
  smaller = nonnegative_part(smaller);
  return is_high ? excesses{smaller, smaller + y} : excesses{smaller - y, smaller};
}

// One linear piece of a piecewise linear function: its value at the argument, and whether the
// argument lies certainly not before and not after the piece.
struct piece {
  ball value;
  bool is_after_start;
  bool is_before_end;
  bool is_nearer_to_end;
};

// The value from the piece that the argument lies on, or from two neighbours where it lies at their
// common end: the function is convex, so that the larger value is taken (`larger`), or the smaller.
template <class PieceAt>
ball value_on(std::int64_t index, std::int64_t first, std::int64_t last, bool larger,
              PieceAt piece_at) {
  const piece found = piece_at(index);
  if (found.is_after_start && found.is_before_end) return found.value;
  const std::int64_t other = found.is_nearer_to_end ? index + 1 : index - 1;
  if (other < first || other > last)
    throw precision_needed("on which piece the argument lies is not determined");
  const piece neighbour = piece_at(other);
  if (neighbour.is_after_start && neighbour.is_before_end) return neighbour.value;
  const piece& left = other < index ? neighbour : found;
  const piece& right = other < index ? found : neighbour;
  if (!left.is_after_start || !right.is_before_end)
    throw precision_needed("on which piece the argument lies is not determined");
  return larger ? max(left.value, right.value) : min(left.value, right.value);
}

bool certainly_at_most(const ball& a, const ball& b) {
  return less_equal(a, b).value_or(false);
}

// What is known at one place in the search for the place where a monotone sequence passes a value.
struct cut_probe {
  std::optional<bool> is_beyond;  // open where the balls overlap
  double step;                    // about how far the place is from here; steers the cost only
};

// The least m in (low, high] that is beyond, where low is not and high is; or a place where a
// probe is open, which is next to that. `probe(m)` is asked inside (low, high).
// −1 <= low < high <= 2^62 + 1.
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

// The step of Newton's method for log(value) = log(target), `slope` being −value'.
double log_step(const ball& value, const ball& target, const ball& slope) {
  return near_log(value / target) * (value / slope).near();
}

// For a decreasing tail, from the smaller of it and its complement.
cut_probe probe_tail(const ball& above, const ball& below, const ball& target, const ball& rest,
                     const ball& weight) {
  if (above.near() < 0.5) return {less(above, target), log_step(above, target, weight)};
  // Near 1 both would look the same.
  return {less(rest, below), -log_step(below, rest, weight)};
}

// ---- epsilon: y with Σ_{k>τ}(k − τ)Q(k) = δn/c, or with Σ_{k<τ}(τ − k)Q(k) = δ(n/c + y). ----

std::int64_t search_epsilon(const response& pair, const ball& delta, const budget& limits) {
  const cut_response of(pair, search_precision, std::sqrt(static_cast<double>(pair.of.n)), limits);
  const ball target = delta * of.unit();
  const auto probe = [&](std::int64_t m) -> cut_probe {
    const binomial_cut cut = of.at(m);
    const ball y = m - of.mean();
    const ball spread = of.spread(m, cut);
    const bool is_high = y.near() >= 0;
    const ball smaller = is_high ? spread - y * cut.above : spread + y * cut.below;
    if (!pair.swapped) {
      const ball value = is_high ? smaller : smaller - y;
      const double step =
          is_high ? log_step(value, target, cut.above) : ((value - target) / cut.above).near();
      return {less(value, target), step};
    }
    const ball value = is_high ? smaller + y : smaller;
    const ball wanted = target + delta * y;
    const double step = is_high ? ((wanted - value) / (cut.below - delta)).near()
                                : -log_step(value, wanted, cut.below);
    return {less(wanted, value), step};
  };
  const std::int64_t n = of.users();
  return pair.swapped ? find_cut(0, n + 1, of.mean().near(), probe)
                      : find_cut(-1, n, of.mean().near(), probe);
}

}  // namespace

ball response_hockey_stick(const response& pair, const number& eps, bits precision,
                           const budget& limits) {
  // y·c/n = e^ε − 1, or e^−ε − 1 for the swapped pair: (R.9).
  const bits wide = 2 * bit_length(pair.of.n) + 64;
  const ball scale = parameters_of(pair, wide).scale;
  const auto distance = [&](bits at) {
    return expm1(pair.swapped ? negate(eps) : eps, at).to_ball(at);
  };
  const double farthest = deviations(pair, (distance(wide) * pair.of.n / scale).near());
  const cut_response of(pair, precision, farthest, limits);
  const excesses found = excesses_at(of, distance(of.working()) * of.unit());
  if (!pair.swapped) return as_asked(found.above / of.unit(), precision);
  const ball factor = exp(eps, of.working()).to_ball(of.working());
  return as_asked(factor * found.below / of.unit(), precision);
}

ball response_epsilon(const response& pair, const number& delta, bits precision,
                      const budget& limits) {
  const std::int64_t index = search_epsilon(
      pair, delta.to_ball(search_precision + 2 * bit_length(pair.of.n) + 64), limits);
  const double mean =
      static_cast<double>(pair.of.n) / (std::exp(pair.of.eps0.to_ball(64).near()) + 1);
  const double farthest = deviations(pair, static_cast<double>(index) - mean);
  const cut_response of(pair, precision, farthest, limits);
  const ball level = delta.to_ball(of.working());
  const std::int64_t n = of.users();
  const auto piece_at = [&](std::int64_t m) {
    const binomial_cut cut = of.at(m);
    const ball spread = of.spread(m, cut);
    const ball y = pair.swapped ? (level * of.unit() - spread) / (cut.below - level)
                                : (spread - level * of.unit()) / cut.above;  // (R.17)
    const ball tau = of.mean() + y;
    const ball start = ball::of(m - 1, of.working());
    const ball end = ball::of(m, of.working());
    const bool may_fall = !pair.swapped || (cut.below - level).is_certainly_positive();
    return piece{y, may_fall && (m == 0 || certainly_at_most(start, tau)),
                 may_fall && (m == n + 1 || certainly_at_most(tau, end)), (tau - m).near() > -0.5};
  };
  const ball y = pair.swapped ? value_on(index, 1, n + 1, false, piece_at)
                              : value_on(index, 0, n, true, piece_at);
  const ball eps = log1p(y / of.unit());
  return as_asked(pair.swapped ? -eps : eps, precision);
}

ball response_tradeoff(const response& pair, const number& alpha, bits precision,
                       const budget& limits) {
  const cut_response rough(pair, search_precision, 1, limits);
  const auto both = [&](bits at) {
    return std::pair{alpha.to_ball(at), subtract(1, alpha, at).to_ball(at)};
  };
  // P(K < m) and P(K >= m): (R.18)
  const auto first_law = [](const cut_response& of, std::int64_t m, const binomial_cut& cut) {
    const ball shift = of.spread(m, cut) / of.unit();
    return std::pair{cut.below - shift, cut.above + shift};
  };
  const auto [low_level, low_rest] = both(rough.working());
  const auto probe = [&, level = low_level, rest = low_rest](std::int64_t m) {
    const binomial_cut cut = rough.at(m);
    if (pair.swapped) return probe_tail(cut.above, cut.below, level, rest, cut.weight);
    const auto [below, above] = first_law(rough, m, cut);
    return probe_tail(above, below, rest, level, cut.weight * rough.ratio(m));
  };
  const std::int64_t n = rough.users();
  const std::int64_t index = find_cut(0, n + 1, rough.mean().near(), probe) - 1;

  const cut_response of(pair, precision, 1, limits);
  const auto [level, rest] = both(of.working());
  const auto piece_at = [&, alpha_here = level, rest_here = rest](std::int64_t j) {
    const binomial_cut cut = of.at(j);
    const binomial_cut next = of.at(j + 1);
    const ball ratio = of.ratio(j);
    const auto [first_below, first_above] = first_law(of, j, cut);
    const auto [next_below, next_above] = first_law(of, j + 1, next);
    const bool is_high = static_cast<double>(j) >= of.mean().near();
    if (pair.swapped) {
      // α = Q(K > j) + s·Q(j), β = P(K < j) + (1 − s)P(j): (R.20)
      const ball missing = is_high ? cut.above - alpha_here : rest_here - cut.below;
      const ball passed = is_high ? alpha_here - next.above : next.below - rest_here;
      return piece{first_below + ratio * missing, passed.is_certainly_nonnegative(),
                   missing.is_certainly_nonnegative(), (passed - missing).is_certainly_positive()};
    }
    // α = P(K < j) + s·P(j), β = Q(K > j) + (1 − s)Q(j): (R.19)
    const ball missing = is_high ? rest_here - next_above : next_below - alpha_here;
    const ball passed = is_high ? first_above - rest_here : alpha_here - first_below;
    return piece{next.above + missing / ratio, passed.is_certainly_nonnegative(),
                 missing.is_certainly_nonnegative(), (passed - missing).is_certainly_positive()};
  };
  // As α grows, j grows, but falls for the swapped pair.
  const auto by_argument = [&](std::int64_t i) { return piece_at(pair.swapped ? n - i : i); };
  return as_asked(value_on(pair.swapped ? n - index : index, 0, n, true, by_argument), precision);
}

}  // namespace shufflecert::inline v0_1
