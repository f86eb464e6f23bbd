#pragma once
// Laws on infinitely many whole numbers, by their masses as they are defined.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "second/report_laws.hpp"

namespace shufflecert::inline v0_1::second {

/// Proportional to e^{−(x−m)²/(2v)} with v = spread, or to e^{−ε|x−m|} with ε = spread.
template <class R>
struct named_noise {
  bool is_gaussian;
  R centre;
  R spread;
  R log_weight;
  R log_total = R(0);  ///< of the masses before they are divided by their sum

  /// Without what normalises it.
  [[nodiscard]] R log_shape(std::int64_t x) const {
    using std::abs;
    const R from = from_count<R>(x) - centre;
    if (is_gaussian) return R(-from * from / (2 * spread));
    return R(-spread * abs(from));
  }
  [[nodiscard]] R log_mass(std::int64_t x) const {
    return R(log_weight + log_shape(x) - log_total);
  }
  /// How far from the centre the shape is e^floor.
  [[nodiscard]] R reach(const R& floor) const {
    using std::sqrt;
    if (is_gaussian) return R(sqrt(R(-2 * spread * floor)));
    return R(-floor / spread);
  }
  /// log P(y+1) − log P(y) = growth·y + step for y = side·x far out.
  [[nodiscard]] R growth() const { return is_gaussian ? R(-1 / spread) : R(0); }
  [[nodiscard]] R step(int side) const {
    if (!is_gaussian) return R(-spread);
    return R((2 * side * centre - 1) / (2 * spread));
  }
};

/// A mixture of noise and of tables.
template <class R>
struct noise_mixture {
  std::vector<named_noise<R>> named;
  std::vector<std::pair<R, std::shared_ptr<const finite_law<R>>>> tables;  ///< with log weights

  [[nodiscard]] R log_mass(std::int64_t x) const {
    R sum = -infinity<R>();
    for (const auto& one : named) sum = log_add(sum, one.log_mass(x));
    for (const auto& [weight, table] : tables)
      if (const auto found = table->find(outcome{x}); found != table->end())
        sum = log_add(sum, R(weight + found->second));
    return sum;
  }
};

template <class R>
using noise_law = std::shared_ptr<const noise_mixture<R>>;

template <class R>
struct noise_pair_of {
  noise_law<R> p;
  noise_law<R> q;
};

struct noise_range {
  std::int64_t first;
  std::int64_t last;
};

template <class R>
std::int64_t whole_near(const R& x) {
  if (!(x > -4e15 && x < 4e15)) throw beyond_reach("integer noise of more than 10^7 outcomes");
  return static_cast<std::int64_t>(x);
}

template <class R>
void widen(noise_range& range, const R& centre, const R& reach) {
  range.first = std::min(range.first, whole_near(R(centre - reach)) - 2);
  range.last = std::max(range.last, whole_near(R(centre + reach)) + 2);
}

inline void require_short(const noise_range& range) {
  if (range.last - range.first > 10'000'000)
    throw beyond_reach("integer noise of more than 10^7 outcomes");
}

/// Where one of the laws has more than e^floor, tables included.
template <class R>
noise_range range_of(const noise_pair_of<R>& pair, const R& floor) {
  noise_range range{INT64_MAX, INT64_MIN};
  for (const auto& law : {pair.p, pair.q}) {
    for (const auto& one : law->named) widen(range, one.centre, one.reach(floor));
    for (const auto& [weight, table] : law->tables) {
      range.first = std::min(range.first, table->begin()->first.front());
      range.last = std::max(range.last, table->rbegin()->first.front());
    }
  }
  require_short(range);
  return range;
}

/// The law of one kind, normalised by the sum of its masses.
template <class R>
noise_law<R> noise_of(bool is_gaussian, const R& centre, const R& spread, const setting<R>& in) {
  if (!is_finite(centre)) throw undefined_value("m must be finite");
  if (!(spread > 0) || !is_finite(spread))
    throw undefined_value(is_gaussian ? "v must be > 0" : "eps must be > 0");
  named_noise<R> made{is_gaussian, centre, spread, R(0)};
  noise_range range{INT64_MAX, INT64_MIN};
  widen(range, centre, made.reach(R(-3.0 * static_cast<double>(in.digits) - 20)));
  require_short(range);
  in.spend(range.last - range.first);
  log_sum<R> total;
  for (std::int64_t x = range.first; x <= range.last; ++x) {
    if ((x & 4095) == 0) in.limits.check();
    total.add(made.log_shape(x));
  }
  made.log_total = total.log();
  auto law = std::make_shared<noise_mixture<R>>();
  law->named.push_back(std::move(made));
  return law;
}

template <class R>
noise_law<R> mixed_noise(const R& log_first, const noise_law<R>& p, const R& log_second,
                         const noise_law<R>& q) {
  auto law = std::make_shared<noise_mixture<R>>();
  const auto add = [&](const R& weight, const noise_mixture<R>& of) {
    if (is_infinite(weight)) return;
    for (named_noise<R> one : of.named) {
      one.log_weight += weight;
      law->named.push_back(std::move(one));
    }
    for (const auto& [inner, table] : of.tables) law->tables.emplace_back(R(inner + weight), table);
  };
  add(log_first, *p);
  add(log_second, *q);
  return law;
}

/// Whether P has outcomes that Q has not: every law by name has all whole numbers.
template <class R>
bool has_noise_beyond(const noise_pair_of<R>& pair) {
  if (!pair.q->named.empty()) return false;
  if (!pair.p->named.empty()) return true;
  for (const auto& [weight, table] : pair.p->tables)
    for (const auto& [at, mass] : *table)
      if (is_infinite(pair.q->log_mass(at.front()))) return true;
  return false;
}

/// Whether P^α·Q^(−β) is too large far out, with equal growth counted as `or_equal` says.
template <class R>
bool grows_far_out(const noise_pair_of<R>& pair, const R& alpha, const R& beta, bool or_equal,
                   const setting<R>& in) {
  for (const int side : {1, -1})
    for (const auto& a : pair.p->named) {
      const bool is_bounded =
          std::any_of(pair.q->named.begin(), pair.q->named.end(), [&](const auto& b) {
            const R of_a = alpha * a.growth();
            const R of_b = beta * b.growth();
            if (!are_equal(of_a, of_b, in)) return of_a < of_b;
            const R step_a = alpha * a.step(side);
            const R step_b = beta * b.step(side);
            return are_equal(step_a, step_b, in) ? !or_equal : step_a < step_b;
          });
      if (!is_bounded) return true;
    }
  return false;
}

/// The outcomes that Σ P^λ·Q^(1−λ) needs, for λ > 1 where it is finite.
template <class R>
noise_range range_of_moment(const noise_pair_of<R>& pair, const R& lambda, const setting<R>& in) {
  noise_range range = range_of(pair, R(-3.0 * static_cast<double>(in.digits)));
  for (const auto& a : pair.p->named)
    for (const auto& b : pair.q->named) {
      const R growth = lambda * a.growth() - (lambda - 1) * b.growth();
      if (!(growth < 0)) continue;
      for (const int side : {1, -1}) {
        // Where the terms are largest.
        const R step = lambda * a.step(side) - (lambda - 1) * b.step(side);
        const R top = -step / growth;
        if (top > 0 || side == 1) widen(range, R(side * top), R(1));
      }
    }
  require_short(range);
  const auto term = [&](std::int64_t x) {
    return R(lambda * pair.p->log_mass(x) + (1 - lambda) * pair.q->log_mass(x));
  };
  R best = -infinity<R>();
  in.spend(range.last - range.first);
  for (std::int64_t x = range.first; x <= range.last; ++x) {
    if ((x & 4095) == 0) in.limits.check();
    best = std::max(best, term(x));
  }
  const R enough = R(-3.0 * static_cast<double>(in.digits));
  const auto ends = [&](std::int64_t x, std::int64_t before) {
    const R here = term(x);
    return is_infinite(here) || (here < best + enough && here < term(before));
  };
  while (!ends(range.last, range.last - 1)) {
    in.spend(1);
    require_short({range.first, ++range.last});
  }
  while (!ends(range.first, range.first + 1)) {
    in.spend(1);
    require_short({--range.first, range.last});
  }
  return range;
}

}  // namespace shufflecert::inline v0_1::second
