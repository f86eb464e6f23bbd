#include "claims/moments/leading_constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "claims/moments/balls.hpp"
#include "claims/moments/mean_moments.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The largest λx at this ε0.
rational largest_product(const leading_statement& stated, const rational& eps0) {
  return 1 / (stated.regime * std::max(rational(1), eps0));
}

// A number with three digits, at least x and little more: tables of moments are kept for it.
rational rounded_up(const ball& x) {
  constexpr double least = 100;
  double about = x.near();
  long digits = 0;
  for (; about < least; about *= 10) ++digits;
  rational found = rational(static_cast<std::int64_t>(about) + 1) * power(rational(10), -digits);
  if (!is_at_most(x, ball_of(found))) found = found * rational(101, 100);
  return found;
}

// Of one part of a range: (C.6).
class sum_on_part {
 public:
  sum_on_part(const leading_statement& stated, const share_range& part)
      : stated_(stated), least_(end_of(part, true)), largest_(end_of(part, false)) {}

  bool holds(const std::vector<ball>& moments) {
    const ball right = right_side();
    const ball& x = largest_.x;
    const ball t2 = largest_.t * largest_.t;
    const ball scale = largest_.kappa * t2 * x * x * 2;
    const ball a = largest_.kappa * t2 * x * 2;
    ball left = largest_.clones / (1 - x * largest_.clones);
    order_series series(largest_.kappa);
    ball rest = whole_series() - 1;
    ball powers = ball::of(1, derivation_precision);
    ball exponential = ball::of(1, derivation_precision);
    for (std::size_t k = 1; k < moments.size(); ++k) {
      const ball scaled = moments[k] / scale;
      // All later moments are at most this one. (C.6) has K >= 1, and k is K + 1 here.
      if (k > 1 && is_at_most(left + rest * scaled, right)) return true;
      if (!is_at_most(left, right)) return false;
      powers *= t2;
      exponential = exponential * a / static_cast<std::int64_t>(k);
      const ball term = series.next() * powers;
      if (k > 1) left += term * scaled - exponential / scale;
      rest -= term;
    }
    return false;
  }

  // 1/((n − 1)p)
  [[nodiscard]] ball spread() const { return largest_.x / (1 - largest_.x * largest_.clones); }

 private:
  // The values at one end, chosen so that both sides are largest, or smallest.
  struct values {
    ball order, kappa, t, product, x, clones;
  };

  values end_of(const share_range& part, bool is_least) const {
    const order_range& range = part.range;
    const rational order = is_least ? range.least_order : *range.largest_order;
    const rational other = is_least ? *range.largest_order : range.least_order;
    const rational eps0 = is_least ? range.least_eps0 : *range.largest_eps0;
    const rational other_eps0 = is_least ? *range.largest_eps0 : range.least_eps0;
    const rational product =
        (is_least ? part.least_share : part.largest_share) * largest_product(stated_, other_eps0);
    const rational x = product / other;
    return {ball_of(order),
            ball_of(rational(order * (order - 1))),
            tanh(ball_of(rational(eps0 / 2))),
            ball_of(product),
            ball_of(x),
            exp(-ball_of(range.least_eps0))};
  }

  // The series at u = t, all of it: (e^(λε0) + e^((1−λ)ε0))/(e^ε0 + 1).
  [[nodiscard]] ball whole_series() const {
    const ball ratio = (largest_.t + 1) / (1 - largest_.t);
    const ball power = exp(log(ratio) * largest_.order);
    return (power + ratio / power) / (ratio + 1);
  }

  // What e^A has more than e^a, A = a(1 + cλx), divided by 2κ²t²x², from below: the first terms.
  [[nodiscard]] ball right_side() const {
    constexpr int terms = 24;
    const values& v = least_;
    const ball factor = v.product * ball_of(stated_.constant) + 1;
    const ball size = v.kappa * v.t * v.t * 2;
    ball sum = v.order * ball_of(stated_.constant);
    ball part = size / 2;
    ball power = factor;
    for (int j = 2; j <= terms; ++j) {
      power *= factor;
      sum += part * (power - 1);
      part = part * size * v.x / (j + 1);
    }
    return sum;
  }

  const leading_statement& stated_;
  values least_;
  values largest_;
};

// Halves a part, in one direction after the other, λx twice as often.
std::pair<share_range, share_range> halves(const share_range& part, int depth) {
  std::pair<share_range, share_range> both{part, part};
  const auto halve = [](rational& end_of_first, rational& start_of_second) {
    const rational middle = (end_of_first + start_of_second) / 2;
    end_of_first = middle;
    start_of_second = middle;
  };
  if (depth % 4 == 1)
    halve(*both.first.range.largest_order, both.second.range.least_order);
  else if (depth % 4 == 3)
    halve(*both.first.range.largest_eps0, both.second.range.least_eps0);
  else
    halve(both.first.largest_share, both.second.least_share);
  return both;
}

std::string in_words(const order_range& range) {
  const auto end = [](const std::optional<rational>& x) { return x ? to_text(*x) : "inf"; };
  return fmt::format("lambda from {} to {}, eps0 from {} to {}", to_text(range.least_order),
                     end(range.largest_order), to_text(range.least_eps0), end(range.largest_eps0));
}

// Tables of moments, each for one spread.
class moment_tables {
 public:
  explicit moment_tables(const budget& limits) : limits_(limits) {}

  const std::vector<ball>& at(const rational& spread) {
    auto seen = known_.find(spread);
    if (seen != known_.end()) return seen->second;
    constexpr std::size_t most = 48;
    const auto half = static_cast<std::size_t>(1 / (2 * spread.convert_to<double>()));
    return known_.emplace(spread, mean_moments_above(spread, std::min(most, 3 + half), limits_))
        .first->second;
  }

 private:
  const budget& limits_;
  std::map<rational, std::vector<ball>> known_;
};

bool is_shown(const leading_statement& stated, const share_range& part, moment_tables& tables) {
  const rational widest(1, 2);
  sum_on_part sum(stated, part);
  const ball spread = sum.spread();
  if (!spread.is_certainly_positive() || !is_at_most(spread, ball_of(widest))) return false;
  const rational rounded = rounded_up(spread);
  return is_at_most(spread, ball_of(rounded)) && sum.holds(tables.at(rounded));
}

// Covers a range by parts on which the sum decides.
bool cover_by_sums(const leading_statement& stated, const order_range& range, moment_tables& tables,
                   leading_attempt& found) {
  constexpr int deepest = 24;
  std::vector<std::pair<share_range, int>> open{{{range, 0, 1}, 0}};
  while (!open.empty()) {
    const auto [part, depth] = open.back();
    open.pop_back();
    ++found.by_sum;
    if (is_shown(stated, part, tables)) continue;
    if (depth == deepest) {
      found.reason = "open: " + in_words(part.range);
      return false;
    }
    const auto [first, second] = halves(part, depth);
    open.emplace_back(first, depth + 1);
    open.emplace_back(second, depth + 1);
  }
  return true;
}

// Divides a range of ε0 into pieces that grow, and shows each of them.
template <class Shown>
bool on_pieces(const order_range& range, const Shown& shows) {
  const rational& end = *range.largest_eps0;
  for (rational from = range.least_eps0; from < end;) {
    const rational width = from < 1 ? rational(1, 4) : rational(rational(1, 16) * floor(from));
    const rational to = std::min(end, rational(from + width));
    if (!shows(order_range{range.least_order, range.largest_order, from, to})) return false;
    from = to;
  }
  return true;
}

// The same for orders.
template <class Shown>
bool on_orders(const order_range& range, const Shown& shows) {
  const rational& end = *range.largest_order;
  for (rational from = range.least_order; from < end;) {
    const rational to = std::min(end, rational(from + rational(1, 16) * floor(from)));
    if (!shows(order_range{from, to, range.least_eps0, range.largest_eps0})) return false;
    from = to;
  }
  return true;
}

// The division that seems to leave most room, in double.
std::optional<division> chosen_division(const leading_statement& stated, const order_range& range) {
  std::optional<division> found;
  double least = stated.constant.convert_to<double>();
  for (int near_percent = 4; near_percent <= 25; ++near_percent)
    for (int slope_percent = 40; slope_percent <= 95; slope_percent += 5)
      for (const int far_percent : {20, 25, 30}) {
        const division parts{rational(near_percent, 100), rational(far_percent, 100),
                             rational(slope_percent, 100)};
        const double reached = growth_reached(stated, range, parts);
        if (reached < least) {
          least = reached;
          found = parts;
        }
      }
  return found;
}

bool cover_by_growth(const leading_statement& stated, const order_range& range,
                     leading_attempt& found) {
  ++found.by_growth;
  const auto parts = chosen_division(stated, range);
  if (parts && holds_by_growth(stated, range, *parts)) return true;
  found.reason = "open: " + in_words(range);
  return false;
}

// λ from `least_order` to `largest_order`: by sums up to `turn`, by growth from there on.
struct band {
  rational least_order;
  std::optional<rational> largest_order;
  rational turn;
};

}  // namespace

bool holds_by_sum(const leading_statement& stated, const share_range& part, const budget& limits) {
  moment_tables tables(limits);
  return is_shown(stated, part, tables);
}

leading_attempt show_leading_constant(const leading_statement& stated, const budget& limits) {
  const std::vector<band> bands{{2, 3, 9},  {3, 5, 9},   {5, 8, 5},
                                {8, 16, 4}, {16, 24, 0}, {24, {}, 0}};
  constexpr int last_piece = 12;
  leading_attempt found;
  moment_tables tables(limits);
  const auto by_sums = [&](const order_range& range) {
    return on_orders(range, [&](const order_range& piece) {
      return cover_by_sums(stated, piece, tables, found);
    });
  };
  const auto by_growth = [&](const order_range& range) {
    limits.check_time();
    return cover_by_growth(stated, range, found);
  };
  for (const band& one : bands) {
    const auto between = [&](const rational& from, const rational& to) {
      return order_range{one.least_order, one.largest_order, from, to};
    };
    found.holds = on_pieces(between(0, one.turn), by_sums) &&
                  on_pieces(between(one.turn, last_piece), by_growth) &&
                  by_growth({one.least_order, one.largest_order, last_piece, {}});
    if (!found.holds) break;
  }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
