#pragma once
// Divergences of pairs, each written from its definition.

#include <algorithm>

#include "second/laplace_divergences.hpp"

namespace shufflecert::inline v0_1::second {

/// Where outcomes are left out of a large sum: below e^floor, their part of Σ P^λ Q^(1−λ) is below
/// 10^(−2·digits) per outcome, even where the ratio is as large as it can be.
template <class R>
R floor_for(const finite_pair<R>& pair, const R& lambda, const setting<R>& in) {
  if (is_infinite(pair.largest_log_ratio)) return R(-infinity<R>());
  return R(-4.7 * static_cast<double>(in.digits)) - (lambda + 1) * pair.largest_log_ratio;
}

/// The same for sums that may themselves be tiny, such as a hockey-stick divergence in the tail.
template <class R>
R deep_floor(const setting<R>& in) {
  return R(-40.0 * static_cast<double>(in.digits));
}

/// Σ P·log(P/Q)
template <class R>
R kullback_leibler(const finite_pair<R>& pair, const setting<R>& in) {
  using std::exp;
  R total(0);
  pair.visit(floor_for(pair, R(1), in), [&](const outcome&, const R& p, const R& q) {
    if (is_infinite(p)) return;
    total += exp(p) * (p - q);
  });
  return total;
}

/// D_λ(P‖Q) = log(Σ P^λ Q^(1−λ))/(λ−1)
template <class R>
R renyi(const finite_pair<R>& pair, const R& lambda, const setting<R>& in) {
  if (lambda <= 0) throw undefined_value("the order lambda must be > 0");
  if (is_infinite(lambda)) {
    R largest = -infinity<R>();
    pair.visit(R(-infinity<R>()), [&](const outcome&, const R& p, const R& q) {
      if (!is_infinite(p)) largest = std::max(largest, R(p - q));
    });
    return largest;
  }
  if (are_equal(lambda, R(1), in)) return kullback_leibler(pair, in);
  log_sum<R> moment;
  pair.visit(floor_for(pair, lambda, in), [&](const outcome&, const R& p, const R& q) {
    if (is_infinite(p)) return;
    if (is_infinite(q)) {
      if (lambda > 1) moment.add(infinity<R>());
      return;
    }
    moment.add(R(lambda * p + (1 - lambda) * q));
  });
  return moment.log() / (lambda - 1);
}

/// Σ (P − e^ε Q)₊
template <class R>
R hockey_stick(const finite_pair<R>& pair, const R& eps, const setting<R>& in) {
  using std::exp;
  using std::expm1;
  if (is_infinite(eps)) throw undefined_value("eps must be finite");
  R total(0);
  pair.visit(deep_floor(in), [&](const outcome&, const R& p, const R& q) {
    if (p > eps + q) total += exp(p) * -expm1(R(eps + q - p));
  });
  return total;
}

/// ½ Σ |P − Q|
template <class R>
R total_variation(const finite_pair<R>& pair, const setting<R>& in) {
  using std::abs;
  using std::exp;
  R total(0);
  pair.visit(deep_floor(in),
             [&](const outcome&, const R& p, const R& q) { total += abs(R(exp(p) - exp(q))); });
  return total / 2;
}

/// E_Q|P/Q − 1|^a; infinite for a > 1 where P has mass that Q has not.
template <class R>
R chi_moment(const finite_pair<R>& pair, const R& order, const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::expm1;
  using std::pow;
  if (order <= 0 || is_infinite(order)) throw undefined_value("the order of a moment must be > 0");
  R total(0);
  pair.visit(deep_floor(in), [&](const outcome&, const R& p, const R& q) {
    if (is_infinite(q)) {
      if (order > 1) total = infinity<R>();
      if (order == 1) total += exp(p);
    } else if (p != q) {
      total += exp(q) * pow(R(abs(expm1(R(p - q)))), order);
    }
  });
  return total;
}

template <class R>
struct weighed {
  R log_ratio;  ///< log(P/Q)
  R p;
  R q;
};

/// The outcomes with the largest P/Q first.
template <class R>
std::vector<weighed<R>> by_ratio(const finite_pair<R>& pair, const setting<R>& in) {
  using std::exp;
  std::vector<weighed<R>> all;
  pair.visit(deep_floor(in), [&](const outcome&, const R& p, const R& q) {
    all.push_back({R(p - q), R(exp(p)), R(exp(q))});
    if (all.size() > most_kept_outcomes) throw beyond_reach("ordering more than 2*10^6 outcomes");
  });
  in.spend(static_cast<std::int64_t>(all.size()));
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.log_ratio > b.log_ratio; });
  return all;
}

/// Least ε with Σ (P − e^ε Q)₊ <= δ. Between two neighbouring ratios the sum is P(S) − e^ε Q(S)
/// with a fixed S, which gives ε.
template <class R>
R epsilon(const finite_pair<R>& pair, const R& delta, const setting<R>& in) {
  using std::log;
  if (delta < 0 || delta > 1) throw undefined_value("delta must be in [0, 1]");
  if (delta == 1) return R(-infinity<R>());
  if (delta == 0) return renyi(pair, infinity<R>(), in);
  const auto all = by_ratio(pair, in);
  R mass_p(0);
  R mass_q(0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    mass_p += all[i].p;
    mass_q += all[i].q;
    if (mass_p <= delta) continue;
    // More than δ where Q has no mass: no ε is enough.
    if (mass_q == 0) return infinity<R>();
    R candidate = log(R((mass_p - delta) / mass_q));
    if (i + 1 == all.size() || candidate >= all[i + 1].log_ratio) return candidate;
  }
  return R(-infinity<R>());
}

/// Least type II error of a test of P against Q with type I error α (Neyman and Pearson): reject P
/// where P/Q is smallest, and at the last ratio with a probability.
template <class R>
R tradeoff(const finite_pair<R>& pair, const R& alpha, const setting<R>& in) {
  if (alpha < 0 || alpha > 1) throw undefined_value("alpha must be in [0, 1]");
  const auto all = by_ratio(pair, in);
  R left = alpha;
  R missed(0);
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    if (at->p <= left) {
      left -= at->p;
    } else {
      missed += at->q * (1 - left / at->p);
      left = R(0);
    }
  }
  return missed;
}

/// The outcomes where one of the laws has more than e^floor.
template <class R>
finite_pair<R> noise_down_to(const noise_pair_of<R>& pair, const R& floor, const setting<R>& in) {
  const noise_range range = range_of(pair, floor);
  in.spend(2 * (range.last - range.first));
  return {[pair, range, &in](const R&, const visitor<R>& see) {
            for (std::int64_t x = range.first; x <= range.last; ++x) {
              if ((x & 4095) == 0) in.limits.check();
              const R p = pair.p->log_mass(x);
              const R q = pair.q->log_mass(x);
              if (!is_infinite(p) || !is_infinite(q)) see(outcome{x}, p, q);
            }
          },
          infinity<R>()};
}

template <class R>
finite_pair<R> deep_noise(const noise_pair_of<R>& pair, const setting<R>& in) {
  return noise_down_to(pair, deep_floor(in), in);
}

template <class R>
R renyi(const noise_pair_of<R>& pair, const R& lambda, const setting<R>& in) {
  if (lambda <= 0) throw undefined_value("the order lambda must be > 0");
  const bool is_one = !is_infinite(lambda) && are_equal(lambda, R(1), in);
  if ((is_one || lambda > 1) && has_noise_beyond(pair)) return infinity<R>();
  if (is_infinite(lambda)) {
    if (grows_far_out(pair, R(1), R(1), false, in)) return infinity<R>();
    if (pair.p->named.size() + pair.p->tables.size() + pair.q->named.size() +
            pair.q->tables.size() >
        2)
      throw beyond_reach("the largest ratio of mixtures of integer noise");
    return renyi(deep_noise(pair, in), lambda, in);
  }
  if (is_one || lambda < 1) return renyi(deep_noise(pair, in), lambda, in);
  if (grows_far_out(pair, lambda, R(lambda - 1), true, in)) return infinity<R>();
  const noise_range range = range_of_moment(pair, lambda, in);
  log_sum<R> moment;
  for (std::int64_t x = range.first; x <= range.last; ++x) {
    const R p = pair.p->log_mass(x);
    if (!is_infinite(p)) moment.add(R(lambda * p + (1 - lambda) * pair.q->log_mass(x)));
  }
  return moment.log() / (lambda - 1);
}

template <class R>
R hockey_stick(const noise_pair_of<R>& pair, const R& eps, const setting<R>& in) {
  return hockey_stick(deep_noise(pair, in), eps, in);
}

template <class R>
R total_variation(const noise_pair_of<R>& pair, const setting<R>& in) {
  return total_variation(deep_noise(pair, in), in);
}

template <class R>
R chi_moment(const noise_pair_of<R>& pair, const R& order, const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::expm1;
  using std::pow;
  if (order <= 1 || is_infinite(order)) return chi_moment(deep_noise(pair, in), order, in);
  if (has_noise_beyond(pair) || grows_far_out(pair, order, R(order - 1), true, in))
    return infinity<R>();
  const noise_range range = range_of_moment(pair, order, in);
  R total(0);
  for (std::int64_t x = range.first; x <= range.last; ++x) {
    const R p = pair.p->log_mass(x);
    const R q = pair.q->log_mass(x);
    if (!is_infinite(q) && p != q) total += exp(q) * pow(R(abs(expm1(R(p - q)))), order);
  }
  return total;
}

template <class R>
R epsilon(const noise_pair_of<R>& pair, const R& delta, const setting<R>& in) {
  if (delta == 0) return renyi(pair, infinity<R>(), in);
  return epsilon(deep_noise(pair, in), delta, in);
}

template <class R>
R tradeoff(const noise_pair_of<R>& pair, const R& alpha, const setting<R>& in) {
  return tradeoff(deep_noise(pair, in), alpha, in);
}

/// E_R|(P−Q)/R|^a
template <class R>
R ternary_moment(const law<R>& p, const law<R>& q, const law<R>& r, const R& order,
                 const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::pow;
  if (order <= 0 || is_infinite(order)) throw undefined_value("the order of a moment must be > 0");
  R total(0);
  in.limits.check();
  const auto& of_r = require_finite_law(r);
  const auto one = [&](const outcome& at, const R& in_p, const R& in_q) {
    const R gap = abs(R(exp(in_p) - exp(in_q)));
    if (gap == 0) return;
    const R weight = exp(log_mass(of_r, at));
    if (weight > 0) {
      total += weight * pow(R(gap / weight), order);
    } else if (order >= 1) {
      total += order == 1 ? gap : infinity<R>();
    }
  };
  const pair_of_laws<R> pair = pair_from(p, q);
  if (std::holds_alternative<noise_pair_of<R>>(pair))
    throw undefined_value("this law has infinitely many outcomes");
  std::get<finite_pair<R>>(pair).every_outcome()(R(-infinity<R>()), one);
  return total;
}

}  // namespace shufflecert::inline v0_1::second
