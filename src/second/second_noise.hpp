#pragma once
// Laws on infinitely many whole numbers, by their masses as they are defined.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "second/report_laws.hpp"

namespace shufflecert::inline v0_1::second {

enum class noise_name { gaussian, geometric, poisson, negative_binomial, skellam };

/// log Σ_j e^{−2μ}μ^{2j+k}/(j!(j+k)!), k >= 0: the masses of two Poisson variables with difference
/// k, from the largest term to where no digit changes.
template <class R>
R log_of_difference(std::int64_t k, const R& mu) {
  using std::floor;
  using std::log;
  using std::sqrt;
  const R away = from_count<R>(k);
  const R start = floor(R((sqrt(R(away * away + 4 * mu * mu)) - away) / 2));
  const R square = mu * mu;
  R sum(1);
  R term(1);
  for (R j = start; sum + term != sum || j == start; j += 1) {
    term *= square / ((j + 1) * (j + 1 + away));
    sum += term;
  }
  term = R(1);
  for (R j = start; j > 0; j -= 1) {
    term *= j * (j + away) / square;
    if (sum + term == sum) break;
    sum += term;
  }
  const R log_largest = -2 * mu + (2 * start + away) * log(mu) -
                        real_type<R>::log_gamma(R(start + 1)) -
                        real_type<R>::log_gamma(R(start + away + 1));
  return R(log_largest + log(sum));
}

/// log p_k for k from 0 to `last`, p_k as in log_of_difference(): k·p_k = μ(p_{k−1} − p_{k+1}) from
/// far out inward, where a wrong start is soon forgotten, and all of them have the sum 1.
template <class R>
std::vector<R> logs_of_differences(std::int64_t last, const R& mu) {
  using std::exp;
  using std::log;
  std::vector<R> logs(static_cast<std::size_t>(last) + 1);
  R ratio(0);
  for (std::int64_t k = 2 * last; k > 0; --k) {
    ratio = 1 / (from_count<R>(k) / mu + ratio);
    if (k <= last) logs[static_cast<std::size_t>(k)] = log(ratio);
  }
  R total(1);
  logs.front() = R(0);
  for (std::size_t k = 1; k < logs.size(); ++k) {
    logs[k] += logs[k - 1];
    total += 2 * exp(logs[k]);
  }
  const R log_total = log(total);
  for (R& one : logs) one -= log_total;
  return logs;
}

/// Noise by its name, with its parameters: the centre m of what has one, or r; and v, ε, μ or p.
template <class R>
struct named_noise {
  noise_name name;
  R centre;
  R spread;
  R log_weight;
  R log_total = R(0);  ///< of the shape's values, by which they are divided
  R log_rate = R(0);   ///< log μ of a Poisson law, log(1 − p) of a negative binomial one
  /// Of Skellam noise, log P(m + k) for the first k; others are computed each time.
  std::shared_ptr<const std::vector<R>> known = nullptr;

  /// Without what normalises it; Skellam noise with that.
  [[nodiscard]] R log_shape(std::int64_t x) const {
    using std::abs;
    const R at = from_count<R>(x);
    const R from = at - centre;
    const auto log_gamma_of = [](const R& y) { return real_type<R>::log_gamma(y); };
    switch (name) {
      case noise_name::gaussian:
        return R(-from * from / (2 * spread));
      case noise_name::geometric:
        return R(-spread * abs(from));
      case noise_name::poisson:
        if (x < 0) return R(-infinity<R>());
        return R(at * log_rate - log_gamma_of(R(at + 1)));
      case noise_name::negative_binomial:
        if (x < 0) return R(-infinity<R>());
        return R(log_gamma_of(R(at + centre)) - log_gamma_of(R(at + 1)) + at * log_rate);
      case noise_name::skellam:
        break;
    }
    const auto k = static_cast<std::int64_t>(abs(from));
    if (known != nullptr && static_cast<std::size_t>(k) < known->size())
      return (*known)[static_cast<std::size_t>(k)];
    return log_of_difference(k, spread);
  }
  [[nodiscard]] R log_mass(std::int64_t x) const {
    return R(log_weight + log_shape(x) - log_total);
  }
  /// Where the masses are about largest.
  [[nodiscard]] R top() const {
    if (name == noise_name::poisson) return spread;
    if (name != noise_name::negative_binomial) return centre;
    return centre > 1 ? R((centre - 1) * (1 - spread) / spread) : R(0);
  }
  /// How far from its top the shape is e^floor.
  [[nodiscard]] R reach(const R& floor) const {
    using std::sqrt;
    if (name == noise_name::gaussian) return R(sqrt(R(-2 * spread * floor)));
    if (name == noise_name::geometric) return R(-floor / spread);
    const auto is_inside = [&](const R& far) {
      return log_shape(static_cast<std::int64_t>(R(top() + far))) - log_total > floor ||
             log_shape(static_cast<std::int64_t>(R(top() - far))) - log_total > floor;
    };
    R far(1);
    while (far < R(1e8) && is_inside(far)) far *= 2;
    for (R step = far / 4; step > 1; step /= 2)
      if (!is_inside(R(far - step))) far -= step;
    return far;
  }
  /// Whether the outcomes end at 0.
  [[nodiscard]] bool is_from_zero() const {
    return name == noise_name::poisson || name == noise_name::negative_binomial;
  }
  [[nodiscard]] bool has_tail(int side) const { return side > 0 || !is_from_zero(); }
  /// log P(y+1) − log P(y) for y = side·x far out, as multiples of y, log y, 1 and 1/y.
  [[nodiscard]] std::vector<R> far_steps(int side) const {
    using std::log;
    switch (name) {
      case noise_name::gaussian:
        return {R(-1 / spread), R(0), R((2 * side * centre - 1) / (2 * spread)), R(0)};
      case noise_name::geometric:
        return {R(0), R(0), R(-spread), R(0)};
      case noise_name::poisson:
        return {R(0), R(-1), log_rate, R(0)};
      case noise_name::negative_binomial:
        return {R(0), R(0), log_rate, R(centre - 1)};
      case noise_name::skellam:
        break;
    }
    return {R(0), R(-1), R(log(spread)), R(side * centre)};
  }
  [[nodiscard]] R growth() const { return far_steps(1)[0]; }
  [[nodiscard]] R step(int side) const { return far_steps(side)[2]; }
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
    for (const auto& one : law->named) widen(range, one.top(), one.reach(floor));
    for (const auto& [weight, table] : law->tables) {
      range.first = std::min(range.first, table->begin()->first.front());
      range.last = std::max(range.last, table->rbegin()->first.front());
    }
  }
  require_short(range);
  return range;
}

/// The law of this name; the first two are normalised by the sum of their masses.
template <class R>
noise_law<R> noise_of(noise_name name, const R& centre, const R& spread, const setting<R>& in) {
  const bool is_normalised = name != noise_name::gaussian && name != noise_name::geometric;
  if (!is_finite(centre)) throw undefined_value("m must be finite");
  if (!(spread > 0) || !is_finite(spread)) {
    const char* letter = name == noise_name::gaussian            ? "v"
                         : name == noise_name::geometric         ? "eps"
                         : name == noise_name::negative_binomial ? "p"
                                                                 : "mu";
    throw undefined_value(std::string(letter) + " must be > 0");
  }
  if (name == noise_name::negative_binomial && !(centre > 0))
    throw undefined_value("r must be > 0");
  if (name == noise_name::negative_binomial && !(spread < 1))
    throw undefined_value("p must be < 1");
  named_noise<R> made{name, centre, spread, R(0)};
  using std::log;
  using std::log1p;
  if (name == noise_name::poisson) {
    made.log_rate = log(spread);
    made.log_total = spread;
  }
  if (name == noise_name::negative_binomial) {
    made.log_rate = log1p(R(-spread));
    made.log_total = real_type<R>::log_gamma(centre) - centre * log(spread);
  }
  const R floor = R(-3.0 * static_cast<double>(in.digits) - 20);
  if (!is_normalised) {
    noise_range range{INT64_MAX, INT64_MIN};
    widen(range, centre, made.reach(floor));
    require_short(range);
    in.spend(range.last - range.first);
    log_sum<R> total;
    for (std::int64_t x = range.first; x <= range.last; ++x) {
      if ((x & 4095) == 0) in.limits.check();
      total.add(made.log_shape(x));
    }
    made.log_total = total.log();
  }
  if (name == noise_name::skellam) {
    // Down to where no quantity looks, and twice as far.
    const R deep = R(-160.0 * static_cast<double>(in.digits));
    for (std::int64_t last = 64;; last *= 2) {
      in.limits.check();
      if (last > 10'000'000) throw beyond_reach("integer noise of more than 10^7 outcomes");
      in.spend(3 * last);
      auto known = std::make_shared<const std::vector<R>>(logs_of_differences(last, spread));
      if (known->back() > deep) continue;
      made.known = std::move(known);
      break;
    }
  }
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

/// Whether P has outcomes that Q has not.
template <class R>
bool has_noise_beyond(const noise_pair_of<R>& pair) {
  const auto ends_at_zero = [](const auto& one) { return one.is_from_zero(); };
  const auto& of_p = pair.p->named;
  const auto& of_q = pair.q->named;
  if (std::any_of(of_q.begin(), of_q.end(), std::not_fn(ends_at_zero))) return false;
  if (std::any_of(of_p.begin(), of_p.end(), std::not_fn(ends_at_zero))) return true;
  if (!of_p.empty() && of_q.empty()) return true;
  for (const auto& [weight, table] : pair.p->tables)
    for (const auto& [at, mass] : *table)
      if (is_infinite(pair.q->log_mass(at.front()))) return true;
  return false;
}

/// Whether a^α·b^(−β) is too large far out on that side, with a limit counted as `or_equal` says.
template <class R>
bool grows_beside(const named_noise<R>& a, const named_noise<R>& b, int side, const R& alpha,
                  const R& beta, bool or_equal, const setting<R>& in) {
  const auto of_a = a.far_steps(side);
  const auto of_b = b.far_steps(side);
  for (std::size_t i = 0; i < 3; ++i) {
    const R first = alpha * of_a[i];
    const R second = beta * of_b[i];
    if (!are_equal(first, second, in)) return first > second;
  }
  const R power = alpha * of_a[3] - beta * of_b[3];
  return or_equal ? power >= -1 : power > 0;
}

/// Whether P^α·Q^(−β) is too large far out, with a limit counted as `or_equal` says.
template <class R>
bool grows_far_out(const noise_pair_of<R>& pair, const R& alpha, const R& beta, bool or_equal,
                   const setting<R>& in) {
  for (const int side : {1, -1})
    for (const auto& a : pair.p->named) {
      if (!a.has_tail(side)) continue;
      const bool is_bounded =
          std::any_of(pair.q->named.begin(), pair.q->named.end(), [&](const auto& b) {
            return b.has_tail(side) && !grows_beside(a, b, side, alpha, beta, or_equal, in);
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
    const R p = pair.p->log_mass(x);
    if (is_infinite(p)) return p;
    return R(lambda * p + (1 - lambda) * pair.q->log_mass(x));
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
