#include "quantities/clone/tails/tail_walk.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/two_word_ball.hpp"
#include "quantities/binomial/cut.hpp"
#include "quantities/binomial/lattice_cut.hpp"
#include "quantities/binomial/walk.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double most_layers = 2e7;
constexpr double most_first_terms = 1e4;

// log z with z = (1/2)·u^(−u)·(1 − u)^(−(1 − u)), so that P(Bin(N, 1/2) >= N·u) <= z^N: (B.6).
ball log_rate(const rational& u, bits precision) {
  const auto part = [&](const rational& x) {
    if (x == 0) return ball(precision);
    const ball value = ball::of(x, precision);
    return value * log(value);
  };
  return -(log(ball::of(2, precision)) + part(u) + part(1 - u));
}

rational share_of(const rational& y) {
  return (1 + y) / 2;
}

// A share and what is missing to 1, which as a difference of doubles would be lost near 1.
struct double_share {
  double part;
  double rest;
};

// The exponent of Chernoff's bound for Bin(m, q) at x·m. Chooses the window only.
double divergence(const double_share& x, const double_share& q) {
  const double gap = q.part < q.rest ? q.part - x.part : x.rest - q.rest;
  const double here = x.part > 0 ? x.part * std::log(x.part / q.part) : 0;
  const double there = x.rest > 0 ? x.rest * std::log1p(gap / q.rest) : 0;
  return here + there;
}

// P(Bin(N, 1/2) >= k) for k >= N/2 from its first term b(k).
ball upper_tail(std::int64_t layer, std::int64_t k, const ball& first, bits precision,
                const budget& limits) {
  ball term = first.with_precision(precision);
  ball sum = term;
  ball rest(precision);
  for (std::int64_t a = k; a < layer; ++a) {
    if (((a - k) & 1023) == 1023) limits.check();
    arb_mul_ui(term.raw(), term.raw(), static_cast<ulong>(layer - a), precision);
    arb_div_ui(term.raw(), term.raw(), static_cast<ulong>(a + 1), precision);
    arb_add(sum.raw(), sum.raw(), term.raw(), precision);
    if (((a - k) & 7) != 7 || a + 1 == layer) continue;
    // From b(a + 1) on the ratios are at most (N − a − 1)/(a + 2), (D.5).
    if (log2_near(term) - log2_near(sum) > -static_cast<double>(precision) / 2) continue;
    arb_mul_ui(rest.raw(), term.raw(), static_cast<ulong>(layer - a - 1), precision);
    arb_div_ui(rest.raw(), rest.raw(), static_cast<ulong>((a - layer) + 3 + a), precision);
    if (log2_near(rest) - log2_near(sum) > -static_cast<double>(precision)) continue;
    return ball::hull(sum, sum + rest);
  }
  return sum;
}

// The same in two words; nothing where the errors outgrow them.
std::optional<ball> upper_tail_in_two_words(std::int64_t layer, std::int64_t k, const ball& first,
                                            bits precision, const budget& limits) {
  two_word_ball term(first);
  two_word_ball sum = term;
  for (std::int64_t a = k; a < layer; ++a) {
    if (((a - k) & 1023) == 1023) limits.check();
    term = term * static_cast<std::uint64_t>(layer - a) / static_cast<std::uint64_t>(a + 1);
    sum = sum + term;
    if (((a - k) & 7) != 7 || a + 1 == layer) continue;
    if (sum.is_lost()) return std::nullopt;
    if (term.log2_above() - sum.log2_above() > -precision / 2) continue;
    const auto known = sum.to_ball(precision);
    const auto last = term.to_ball(precision);
    if (!known || !last) return std::nullopt;
    // (D.5), as above.
    const ball rest = *last * (layer - a - 1) / ((a - layer) + 3 + a);
    if (log2_near(rest) - log2_near(*known) > -static_cast<double>(precision)) continue;
    return ball::hull(*known, *known + rest);
  }
  return sum.to_ball(precision);
}

// Whether P(Bin(N, 1/2) >= k) has so many terms that an integral is quicker.
bool is_long_tail(const rational& u, std::int64_t layer, std::int64_t k, bits precision) {
  const double share = u.convert_to<double>();
  const double depth = static_cast<double>(precision) * std::log(2.0);
  const double by_ratio = share < 1 ? depth / std::log(share / (1 - share)) : 0;
  const double by_square = std::sqrt(static_cast<double>(layer) * depth / 2);
  const double terms = std::min({by_ratio, by_square, static_cast<double>(layer - k)});
  return terms > most_first_terms;
}

// The same by that integral: docs/methods/response.md, section 4.
ball upper_tail_by_cut(std::int64_t layer, std::int64_t k, bits precision, const budget& limits) {
  const ball half = ball::of(1, precision + 2 * bit_length(layer) + 32) / 2;
  return cut_at({layer, half, half}, k, precision, limits).above.with_precision(precision);
}

// The law of N, and what the layers beyond a window hold of it.
class layer_law {
 public:
  explicit layer_law(const clone_parameters& of)
      : of_(of),
        is_certain_(of.n == 1 || of.no_clone.is_exact_zero()),
        odds_(of.clone.precision()) {
    if (is_certain_) return;
    odds_ = of.clone / of.no_clone;
    if (!odds_.is_finite() || !odds_.is_certainly_positive())
      throw precision_needed("the parameters are too wide for binomial tails");
  }

  [[nodiscard]] const ball& odds() const { return odds_; }

  // w(N) = P(C = N − 1)
  [[nodiscard]] ball weight(std::int64_t layer) const {
    if (is_certain_) return ball::of(layer == of_.n ? 1 : 0, of_.clone.precision());
    return binomial_probability(of_.n - 1, layer - 1, of_.clone, of_.no_clone);
  }

  // Σ w(N)·z^N over the layers outside of the window is at most this: (B.7), (B.8).
  [[nodiscard]] ball left_out(const layer_window& window, const ball& log_z) const {
    const ball z = exp(log_z);
    if (is_certain_) {
      const bool has_all = window.lowest <= of_.n && of_.n <= window.highest;
      return has_all ? ball(z.precision()) : exp(log_z * of_.n);
    }
    const ball total = exp(log_z + log1p(of_.clone * expm1(log_z)) * (of_.n - 1));
    ball sum(z.precision());
    if (window.highest < of_.n) {
      const std::int64_t next = window.highest + 1;
      const ball first = weight(next) * exp(log_z * next);
      sum += smaller(total, first, odds_ * z * (of_.n - next) / next);
    }
    if (window.lowest > 1) {
      const std::int64_t next = window.lowest - 1;
      const ball first = weight(next) * exp(log_z * next);
      sum += smaller(total, first, (next - 1) / (odds_ * z * (of_.n - next + 1)));
    }
    return sum;
  }

 private:
  // first/(1 − ratio) where that is a bound, and not above the total.
  static ball smaller(const ball& total, const ball& first, const ball& ratio) {
    const ball gap = 1 - ratio;
    return gap.is_certainly_positive() ? min(total, first / gap) : total;
  }

  const clone_parameters& of_;
  bool is_certain_;
  ball odds_;
};

// From the top of a window down, with w(N)·T and w(N)·c at the top: (B.4), (B.5).
struct layer_walk {
  const clone_parameters& of;
  const layer_window& window;
  const ball& inverse_odds;

  [[nodiscard]] tail_sums summed(lattice_cut cut, ball tail, ball edge, bits working,
                                 const budget& limits) const {
    tail_sums sums{ball(working), ball(working), ball(working), ball(working)};
    ball factor(working);
    for (std::int64_t layer = window.highest;; --layer) {
      arb_add(sums.mass.raw(), sums.mass.raw(), tail.raw(), working);
      arb_add(sums.first_moment.raw(), sums.first_moment.raw(), edge.raw(), working);
      if (cut.is_on_lattice()) sums.atom += edge * layer / cut.index();
      if (layer == window.lowest) return sums;
      if ((layer & 4095) == 0) limits.check();
      // w(N−1)/w(N) = (N − 1)/(odds·(n − N + 1)).
      const std::int64_t k = cut.index();
      const bool falls = cut.step_down();
      (falls ? arb_add : arb_sub)(tail.raw(), tail.raw(), edge.raw(), working);
      arb_mul_ui(tail.raw(), tail.raw(), static_cast<ulong>(layer - 1), working);
      arb_mul_ui(edge.raw(), edge.raw(), 2 * static_cast<ulong>(falls ? k - 1 : layer - k),
                 working);
      arb_div_ui(factor.raw(), inverse_odds.raw(), static_cast<ulong>(of.n - layer + 1), working);
      arb_mul(tail.raw(), tail.raw(), factor.raw(), working);
      arb_mul(edge.raw(), edge.raw(), factor.raw(), working);
    }
  }

  // The same in a tenth of the time; nothing where the errors outgrow two words.
  [[nodiscard]] std::optional<tail_sums> summed_in_two_words(lattice_cut cut, const ball& top_tail,
                                                             const ball& top_edge, bits working,
                                                             const budget& limits) const {
    const two_word_ball inverse(inverse_odds);
    two_word_ball tail(top_tail);
    two_word_ball edge(top_edge);
    two_word_ball mass;
    two_word_ball first_moment;
    two_word_ball atom;
    for (std::int64_t layer = window.highest;; --layer) {
      mass = mass + tail;
      first_moment = first_moment + edge;
      if (cut.is_on_lattice())
        atom = atom +
               edge * static_cast<std::uint64_t>(layer) / static_cast<std::uint64_t>(cut.index());
      if (layer == window.lowest) break;
      if ((layer & 4095) == 0) {
        limits.check();
        if (mass.is_lost()) return std::nullopt;
      }
      const std::int64_t k = cut.index();
      const bool falls = cut.step_down();
      const two_word_ball factor = inverse / static_cast<std::uint64_t>(of.n - layer + 1);
      tail = (falls ? tail + edge : tail - edge) * static_cast<std::uint64_t>(layer - 1) * factor;
      edge = edge * (2 * static_cast<std::uint64_t>(falls ? k - 1 : layer - k)) * factor;
    }
    auto known_mass = mass.to_ball(working);
    auto known_moment = first_moment.to_ball(working);
    auto known_atom = atom.to_ball(working);
    if (!known_mass || !known_moment || !known_atom) return std::nullopt;
    return tail_sums{std::move(*known_mass), std::move(*known_moment), std::move(*known_atom),
                     ball(working)};
  }
};

// Whether two words have the bits that are asked for after all roundings: steers the time only.
bool is_for_two_words(const layer_window& window, bits precision) {
  constexpr bits all = 128;
  constexpr bits for_each_step = 5;
  const std::int64_t layers = window.highest - window.lowest + 1;
  return precision + bit_length(window.highest) + bit_length(layers) + for_each_step <= all;
}

}  // namespace

bits tail_precision(bits precision, std::int64_t n) {
  return precision + 5 * bit_length(n) + 48;
}

layer_window tail_window(const clone_parameters& of, const rational& y, bits depth) {
  if (of.n == 1 || of.no_clone.is_exact_zero()) return {of.n, of.n};
  // w(N)·z^N is, up to a factor, again a binomial law, with odds p·z/(1 − p).
  const double z = std::exp(log_rate(share_of(y), 64 + bit_length(of.n)).near());
  const double scaled = of.clone.near() * z;
  const double total = of.no_clone.near() + scaled;
  const double_share q{scaled / total, of.no_clone.near() / total};
  const std::int64_t trials = of.n - 1;
  const auto m = static_cast<double>(trials);
  const double exponent = static_cast<double>(depth) * std::log(2.0);
  const auto matters = [&](std::int64_t j) {
    const double_share x{static_cast<double>(j) / m, static_cast<double>(trials - j) / m};
    return !(m * divergence(x, q) > exponent);
  };
  const std::int64_t middle =
      std::clamp(static_cast<std::int64_t>(std::min(m * q.part, 0x1.fffffffffffffp62)),
                 std::int64_t{0}, trials);
  const auto last = [&](std::int64_t inside, std::int64_t outside) {
    while (std::abs(outside - inside) > 1) {
      const std::int64_t between = inside + (outside - inside) / 2;
      (matters(between) ? inside : outside) = between;
    }
    return inside;
  };
  const layer_window window{last(middle, -1) + 1, last(middle, trials + 1) + 1};
  if (static_cast<double>(window.highest) - static_cast<double>(window.lowest) > most_layers)
    throw beyond_reach("binomial tails would need more than 2*10^7 layers");
  return window;
}

tail_sums sum_tails(const clone_parameters& of, const rational& y, const layer_window& window,
                    bits precision, const budget& limits) {
  const rational u = share_of(y);
  const layer_law law(of);
  // Each step rounds a few times, and the differences that are formed of the sums lose about the
  // bits of N.
  const bits working =
      precision + bit_length(window.highest) + bit_length(window.highest - window.lowest) + 16;
  const std::int64_t layer = window.highest;
  const lattice_cut cut(u, layer);
  const ball half = ball::of(1, working) / 2;
  const ball first = binomial_probability(layer, cut.index(), half, half);
  const ball weight = law.weight(layer).with_precision(working);
  const bool fits_two_words = is_for_two_words(window, precision);
  const auto summed_tail = [&] {
    if (is_long_tail(u, layer, cut.index(), working))
      return upper_tail_by_cut(layer, cut.index(), working, limits);
    const auto known = fits_two_words
                           ? upper_tail_in_two_words(layer, cut.index(), first, working, limits)
                           : std::nullopt;
    return known ? *known : upper_tail(layer, cut.index(), first, working, limits);
  };
  const ball tail = weight * summed_tail();
  // C(N−1, k−1)/2^N = (k/N)·C(N, k)/2^N
  const ball edge = weight * first * cut.index() / layer;

  const ball inverse_odds =
      window.lowest < layer ? (1 / law.odds()).with_precision(working) : ball(working);
  const layer_walk walk{of, window, inverse_odds};
  auto known =
      fits_two_words ? walk.summed_in_two_words(cut, tail, edge, working, limits) : std::nullopt;
  tail_sums sums = known ? std::move(*known) : walk.summed(cut, tail, edge, working, limits);
  sums.left_out =
      upper_bound(law.left_out(window, log_rate(u, of.clone.precision())).with_precision(working));
  return sums;
}

}  // namespace shufflecert::inline v0_1
