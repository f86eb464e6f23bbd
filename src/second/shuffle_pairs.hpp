#pragma once
// The pairs and laws of the shuffle model, each written from its definition.

#include <map>

#include "second/second_laws.hpp"

namespace shufflecert::inline v0_1::second {

template <class R>
std::int64_t users(const R& n, const setting<R>& in) {
  const std::int64_t count = whole_number(n, "n", in);
  if (count < 1) throw undefined_value("n must be a whole number >= 1");
  return count;
}

template <class R>
void check_eps0(const R& eps0) {
  if (!is_finite(eps0) || eps0 < 0) throw undefined_value("eps0 must be >= 0 and finite");
}

/// What an outcome of two counts costs, in logarithms.
inline constexpr std::int64_t terms_of_outcome = 4;

/// k·x with 0·(−inf) = 0: a power of a probability that may be 0.
template <class R>
R times(std::int64_t k, const R& log_probability) {
  return k == 0 ? R(0) : R(from_count<R>(k) * log_probability);
}

/// One way in which the differing user's report changes the counts (A, C−A).
template <class R>
struct report {
  R log_weight;
  std::int64_t to_first;
  std::int64_t to_second;
};

/// log Σ over the reports of w·P(A = a − x, C − A = b − y), with (A, C−A) trinomial:
/// (n−1; p/2, p/2, 1−p), or with two other probabilities in the place of p/2.
template <class R>
class clone_counts {
 public:
  clone_counts(std::int64_t n, const R& log_p, const R& log_rest, const setting<R>& in)
      : clones_(n - 1),
        factorials_(log_factorials<R>(n, in)),
        log_p_(log_p),
        log_first_(half_of(log_p)),
        log_second_(half_of(log_p)),
        log_rest_(log_rest) {}

  clone_counts(std::int64_t n, const std::pair<R, R>& logs, const R& log_rest, const setting<R>& in)
      : clones_(n - 1),
        factorials_(log_factorials<R>(n, in)),
        log_p_(log_add(logs.first, logs.second)),
        log_first_(logs.first),
        log_second_(logs.second),
        log_rest_(log_rest) {}

  [[nodiscard]] R of(const std::vector<report<R>>& reports, std::int64_t a, std::int64_t b) const {
    R total = -infinity<R>();
    for (const auto& one : reports)
      total = log_add(total, R(one.log_weight + base(a - one.to_first, b - one.to_second)));
    return total;
  }

  /// log P(C = c)
  [[nodiscard]] R layer(std::int64_t c) const {
    if (c < 0 || c > clones_) return R(-infinity<R>());
    return factorials_[at(clones_)] - factorials_[at(c)] - factorials_[at(clones_ - c)] +
           times(c, log_p_) + times(clones_ - c, log_rest_);
  }

 private:
  static std::size_t at(std::int64_t k) { return static_cast<std::size_t>(k); }

  static R half_of(const R& log_p) {
    using std::log;
    return log_p - log(R(2));
  }

  [[nodiscard]] R base(std::int64_t i, std::int64_t j) const {
    if (i < 0 || j < 0 || i + j > clones_) return R(-infinity<R>());
    return factorials_[at(clones_)] - factorials_[at(i)] - factorials_[at(j)] -
           factorials_[at(clones_ - i - j)] + times(i, log_first_) + times(j, log_second_) +
           times(clones_ - i - j, log_rest_);
  }

  std::int64_t clones_;
  std::vector<R> factorials_;
  R log_p_;
  R log_first_;
  R log_second_;
  R log_rest_;
};

/// Sums over all (a, b) with a + b <= n take as long as there are such.
inline void refuse_many_counts(std::int64_t n) {
  const double count = static_cast<double>(n);
  if (count * count / 2 > most_outcomes)
    throw beyond_reach("direct summation would need more than 4*10^8 outcomes");
}

/// The counts of the others plus the differing user's report, under P and under Q.
template <class R>
finite_pair<R> with_reports(std::int64_t n, const clone_counts<R>& counts,
                            const std::vector<report<R>>& in_p, const std::vector<report<R>>& in_q,
                            const R& largest_log_ratio, const setting<R>& in) {
  const auto visit = [n, counts, in_p, in_q, &in](const R& floor, const visitor<R>& see) {
    // What it takes is known before the first outcome is computed.
    std::vector<std::int64_t> layers;
    std::int64_t outcomes = 0;
    R before = -infinity<R>();
    for (std::int64_t total = 0; total <= n; ++total) {
      if ((total & 255) == 0) in.limits.check();
      in.spend(1);
      const R here = counts.layer(total);
      if (here >= floor || before >= floor) {
        layers.push_back(total);
        outcomes += total + 1;
      }
      before = here;
    }
    in.require(outcomes * terms_of_outcome);
    for (const std::int64_t total : layers) {
      in.limits.check();
      in.spend((total + 1) * terms_of_outcome);
      for (std::int64_t a = 0; a <= total; ++a) {
        const R log_p_here = counts.of(in_p, a, total - a);
        const R log_q_here = counts.of(in_q, a, total - a);
        if (log_p_here < floor && log_q_here < floor) continue;
        if (is_infinite(log_p_here) && is_infinite(log_q_here)) continue;
        see({a, total - a}, log_p_here, log_q_here);
      }
    }
  };
  return finite_pair<R>{visit, largest_log_ratio};
}

/// P = (A, C−A) plus the differing user's report, and Q likewise. `p` is e^−ε0 unless it is given.
template <class R>
pair_of_laws<R> counted_clones(std::int64_t n, const R& eps0, const R* p,
                               const std::vector<report<R>>& in_p,
                               const std::vector<report<R>>& in_q, const setting<R>& in) {
  using std::expm1;
  using std::log;
  using std::log1p;
  check_eps0(eps0);
  if (p != nullptr && (*p <= 0 || *p > 1)) throw undefined_value("p must be in (0, 1]");
  refuse_many_counts(n);
  const R log_p = p != nullptr ? R(log(*p)) : R(-eps0);
  const R rest = p != nullptr ? R(-*p) : R(expm1(R(-eps0)));
  R log_rest = -infinity<R>();
  if (p == nullptr && rest < 0) log_rest = log(R(-rest));
  if (p != nullptr && *p < 1) log_rest = log1p(rest);
  return with_reports<R>(n, clone_counts<R>(n, log_p, log_rest, in), in_p, in_q,
                         R(eps0 + log(R(static_cast<double>(n) + 1))), in);
}

/// log(e^ε/(e^ε + k − 1)), the probability of keeping one's input among k
template <class R>
R log_kept(const R& eps0, std::int64_t k) {
  using std::exp;
  using std::log1p;
  return -log1p(R(from_count<R>(k - 1) * exp(R(-eps0))));
}

template <class R>
pair_of_laws<R> clone_pair(std::int64_t n, const R& eps0, const R* p, const setting<R>& in) {
  // Δ = 1 with probability e^ε0/(e^ε0+1): P = (A+Δ, C−A+1−Δ), Q = (A+1−Δ, C−A+Δ).
  const R one = log_kept(eps0, 2);
  const R zero = one - eps0;
  return counted_clones<R>(n, eps0, p, {{one, 1, 0}, {zero, 0, 1}}, {{one, 0, 1}, {zero, 1, 0}},
                           in);
}

/// The same with the number of clones from a law: given it the first count of the others has the
/// law Bin(C, 1/2).
template <class R>
pair_of_laws<R> clone_law_pair(const law<R>& clones, const R& eps0, const setting<R>& in) {
  using std::log;
  check_eps0(eps0);
  const finite_law<R>& numbers = require_finite_law(clones);
  double outcomes = 0;
  for (const auto& [at, mass] : numbers) {
    if (at.size() != 1 || at.front() < 0)
      throw undefined_value("a number of clones must be a whole number >= 0");
    outcomes += static_cast<double>(at.front()) + 2;
  }
  if (outcomes > most_outcomes)
    throw beyond_reach("direct summation would need more than 4*10^8 outcomes");
  const R one = log_kept(eps0, 2);
  const R zero = one - eps0;
  const R log_half = -log(R(2));
  const auto visit = [numbers, one, zero, log_half, &in,
                      factorials = log_factorials<R>(numbers.rbegin()->first.front() + 1, in)](
                         const R& floor, const visitor<R>& see) {
    for (const auto& number_of_clones : numbers) {
      const R& mass = number_of_clones.second;
      if (mass < floor) continue;
      const std::int64_t count = number_of_clones.first.front();
      in.limits.check();
      in.spend((count + 2) * terms_of_outcome);
      const auto of_others = [&](std::int64_t a) {
        if (a < 0 || a > count) return R(-infinity<R>());
        const auto factorial = [&](std::int64_t k) {
          return factorials[static_cast<std::size_t>(k)];
        };
        return R(mass + factorial(count) - factorial(a) - factorial(count - a) +
                 times(count, log_half));
      };
      for (std::int64_t a = 0; a <= count + 1; ++a) {
        const R with = of_others(a - 1);
        const R without = of_others(a);
        see({a, count + 1 - a}, log_add(R(one + with), R(zero + without)),
            log_add(R(zero + with), R(one + without)));
      }
    }
  };
  return finite_pair<R>{visit, eps0};
}

template <class R>
pair_of_laws<R> unmixed_pair(std::int64_t n, const R& eps0, const R* p, const setting<R>& in) {
  return counted_clones<R>(n, eps0, p, {{R(0), 1, 0}}, {{R(0), 0, 1}}, in);
}

template <class R>
pair_of_laws<R> printed_pair(std::int64_t n, const R& eps0, const R& b, const setting<R>& in) {
  using std::log;
  using std::log1p;
  if (b < 0 || b > 1) throw undefined_value("b must be in [0, 1]");
  const R one = b == 0 ? R(-infinity<R>()) : R(log(b));
  const R zero = b == 1 ? R(-infinity<R>()) : R(log1p(R(-b)));
  const R* usual = nullptr;
  return counted_clones<R>(n, eps0, usual, {{one, 0, 1}, {zero, 0, 0}}, {{one, 1, 0}, {zero, 0, 0}},
                           in);
}

/// The pair of the variation-ratio reduction: α = min(β, (p−1)/(p+1))/(p−1), others (αp/q0, αp/q1).
template <class R>
pair_of_laws<R> variation_pair(std::int64_t n, const R& p, const R& beta, const R& q0, const R& q1,
                               const setting<R>& in) {
  using std::log;
  if (!(p > 1)) throw undefined_value("p must be > 1, or inf");
  if (beta < 0 || beta > 1) throw undefined_value("beta must be in [0, 1]");
  if (q0 < 1 || q1 < 1 || !is_finite(q0) || !is_finite(q1))
    throw undefined_value("q0 and q1 must be >= 1 and finite");
  refuse_many_counts(n);
  const bool is_unbounded = is_infinite(p);
  R second(0);
  R first = beta;
  if (!is_unbounded) {
    const R most = (p - 1) / (p + 1);
    second = (beta < most ? beta : most) / (p - 1);
    first = second * p;
  }
  const R none = 1 - first - second;
  const R rest = 1 - first / q0 - first / q1;
  if (rest < 0 && !are_equal(rest, R(0), in))
    throw undefined_value("another user's report counts with a probability above 1");
  const auto log_of = [](const R& x) { return x > 0 ? R(log(x)) : R(-infinity<R>()); };
  const clone_counts<R> counts(n, std::pair<R, R>(log_of(first / q0), log_of(first / q1)),
                               log_of(rest), in);
  const R one = log_of(first);
  const R other = log_of(second);
  const R zero = log_of(none);
  return with_reports<R>(n, counts, {{one, 1, 0}, {other, 0, 1}, {zero, 0, 0}},
                         {{other, 1, 0}, {one, 0, 1}, {zero, 0, 0}},
                         is_unbounded ? infinity<R>() : R(log(p)), in);
}

/// The number of ones among shuffled reports of binary randomized response.
template <class R>
pair_of_laws<R> rr_pair(std::int64_t n, const R& eps0, const setting<R>& in) {
  using std::log;
  check_eps0(eps0);
  if (static_cast<double>(n) > 1e7)
    throw beyond_reach("direct summation over more than 10^7 outcomes");
  in.require((n + 1) * (terms_of_outcome + 1));
  const R keep = log_kept(eps0, 2);
  const R flip = keep - eps0;
  return finite_pair<R>{
      [n, keep, flip, factorials = log_factorials<R>(n, in), &in](const R& floor,
                                                                  const visitor<R>& see) {
        in.spend((n + 1) * terms_of_outcome);
        const auto at = [](std::int64_t k) { return static_cast<std::size_t>(k); };
        // The others hold zeros, so each reports a one when it flips.
        const auto others = [&](std::int64_t ones) {
          if (ones < 0 || ones > n - 1) return R(-infinity<R>());
          return R(factorials[at(n - 1)] - factorials[at(ones)] - factorials[at(n - 1 - ones)] +
                   times(ones, flip) + times(n - 1 - ones, keep));
        };
        for (std::int64_t ones = 0; ones <= n; ++ones) {
          if ((ones & 4095) == 0) in.limits.check();
          const R one = others(ones - 1);
          const R zero = others(ones);
          const R log_p = log_add(R(keep + one), R(flip + zero));
          const R log_q = log_add(R(flip + one), R(keep + zero));
          if (log_p >= floor || log_q >= floor) see({ones}, log_p, log_q);
        }
      },
      R(eps0 + log(R(2)))};
}

/// The number of ones among the reports of binary randomized response, `inputs[i]` users holding i.
template <class R>
law<R> count_of_ones(const R& eps0, const std::vector<std::int64_t>& inputs, const setting<R>& in) {
  check_eps0(eps0);
  const R keep = log_kept(eps0, 2);
  const R change = keep - eps0;
  finite_law<R> known{{outcome(1, 0), R(0)}};
  for (std::size_t input = 0; input < inputs.size(); ++input) {
    if (inputs[input] < 0) throw undefined_value("a number of users is negative");
    for (std::int64_t user = 0; user < inputs[input]; ++user) {
      in.limits.check();
      in.spend(static_cast<std::int64_t>(2 * known.size()));
      finite_law<R> next;
      for (const auto& [at, mass] : known) {
        for (std::size_t said = 0; said < 2; ++said) {
          const outcome then{at[0] + static_cast<std::int64_t>(said)};
          const R more = mass + (said == input ? keep : change);
          const auto [entry, is_new] = next.emplace(then, more);
          if (!is_new) entry->second = log_add(entry->second, more);
        }
      }
      known = std::move(next);
    }
  }
  return std::make_shared<const finite_law<R>>(std::move(known));
}

/// The histogram of shuffled k-ary randomized response, `inputs[i]` users holding i.
template <class R>
law<R> randomized_response_law(const R& eps0, const std::vector<std::int64_t>& inputs,
                               const setting<R>& in) {
  check_eps0(eps0);
  std::vector<typename report_law<R>::group> groups;
  for (std::size_t input = 0; input < inputs.size(); ++input) {
    if (inputs[input] < 0) throw undefined_value("a number of users is negative");
    std::vector<bool> favoured(inputs.size());
    favoured[input] = true;
    groups.push_back({std::move(favoured), inputs[input]});
  }
  return std::make_shared<const report_law<R>>(eps0, std::vector<R>(inputs.size(), R(1)),
                                               std::move(groups), in);
}

/// The first user holds 0 under P and 1 under Q; the rest hold 2.
template <class R>
pair_of_laws<R> krr_pair(std::int64_t k, std::int64_t n, const R& eps0, const setting<R>& in) {
  if (k < 3) throw undefined_value("k must be a whole number >= 3");
  if (k > 1000) throw beyond_reach("a histogram of more than 1000 counts");
  std::vector<std::int64_t> inputs(static_cast<std::size_t>(k), 0);
  inputs[2] = n - 1;
  inputs[0] = 1;
  const law<R> p = randomized_response_law(eps0, inputs, in);
  inputs[0] = 0;
  inputs[1] = 1;
  return pair_from(p, randomized_response_law(eps0, inputs, in));
}

/// One report as a histogram: a 1 at the place of its outcome.
template <class R>
law<R> report_as_histogram(const law<R>& of, const std::map<outcome, std::size_t>& places) {
  auto result = std::make_shared<finite_law<R>>();
  for (const auto& [at, mass] : require_finite_law(of)) {
    outcome histogram(places.size(), 0);
    histogram[places.at(at)] = 1;
    result->emplace(std::move(histogram), mass);
  }
  return std::shared_ptr<const finite_law<R>>(std::move(result));
}

/// The histograms of n reports, one with the law P or Q and the others with the law R: report by
/// report.
template <class R>
pair_of_laws<R> shuffled_pair(const law<R>& p, const law<R>& q, const law<R>& r, std::int64_t n,
                              const setting<R>& in) {
  if (n > 100'000) throw beyond_reach("the second arithmetic adds up to 10^5 reports");
  std::map<outcome, std::size_t> places;
  for (const law<R>* of : {&p, &q, &r})
    for (const auto& [at, mass] : require_finite_law(*of)) places.emplace(at, places.size());
  for (const auto& [at, place] : places)
    if (at.size() != places.begin()->first.size())
      throw undefined_value("laws with outcomes of different lengths");
  const law<R> other = report_as_histogram<R>(r, places);
  law<R> others =
      std::make_shared<const finite_law<R>>(finite_law<R>{{outcome(places.size(), 0), R(0)}});
  for (std::int64_t i = 1; i < n; ++i) others = summed<R>(others, other, in);
  return pair_from<R>(summed<R>(others, report_as_histogram<R>(p, places), in),
                      summed<R>(others, report_as_histogram<R>(q, places), in));
}

/// The histograms of a staircase mechanism: k outputs with weights, e^ε0 times as likely where the
/// digit of a set is 1. The arguments from the weights on, as they stand in a formula.
template <class R>
pair_of_laws<R> staircase_pair(const R& eps0, std::int64_t k, const std::vector<R>& given,
                               const setting<R>& in) {
  check_eps0(eps0);
  if (k < 2 || k > 18) throw undefined_value("k must be a whole number from 2 to 18");
  const auto outputs = static_cast<std::size_t>(k);
  if (given.size() < outputs + 2 || (given.size() - outputs) % 2 != 0)
    throw undefined_value("weights, two sets, and a number and a set for each group of others");
  const std::vector<R> weights(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(outputs));
  for (const R& weight : weights)
    if (weight <= 0) throw undefined_value("the weight of an output must be > 0");
  std::optional<R> favoured_weight;
  const auto read_set = [&](const R& set) {
    std::vector<bool> favoured(outputs);
    std::int64_t digits = whole_number(set, "a set of outputs", in);
    R weight(0);
    for (std::size_t j = outputs; j-- > 0; digits /= 10) {
      if (digits < 0 || digits % 10 > 1) throw undefined_value("a set has digits 0 and 1");
      favoured[j] = digits % 10 == 1;
      if (favoured[j]) weight += weights[j];
    }
    if (digits != 0) throw undefined_value("a set has one digit for each output");
    if (!favoured_weight) favoured_weight = weight;
    if (!are_equal(weight, *favoured_weight, in))
      throw undefined_value("each input must favour outputs of the same total weight");
    return favoured;
  };
  using group = typename report_law<R>::group;
  const std::vector<bool> first = read_set(given[outputs]);
  const std::vector<bool> second = read_set(given[outputs + 1]);
  std::vector<group> others;
  for (std::size_t i = outputs + 2; i < given.size(); i += 2) {
    const std::int64_t users = whole_number(given[i], "a number of users", in);
    if (users < 0) throw undefined_value("a number of users is negative");
    others.push_back({read_set(given[i + 1]), users});
  }
  const auto with = [&](const std::vector<bool>& set) -> law<R> {
    std::vector<group> groups = others;
    groups.push_back({set, 1});
    return std::make_shared<const report_law<R>>(eps0, weights, std::move(groups), in);
  };
  return pair_from(with(first), with(second));
}

/// X ~ Bin(n, p) as its probabilities in order.
template <class R>
class binomial_law {
 public:
  binomial_law(const R& n, const R& p, const setting<R>& in)
      : n_(whole_number(n, "the number of draws", in)) {
    using std::log;
    using std::log1p;
    if (n_ < 0) throw undefined_value("the number of draws must be >= 0");
    if (n_ > 10'000'000) throw beyond_reach("a binomial law of more than 10^7 draws");
    if (p < 0 || p > 1) throw undefined_value("p must be in [0, 1]");
    log_p_ = p == 0 ? R(-infinity<R>()) : R(log(p));
    log_rest_ = p == 1 ? R(-infinity<R>()) : R(log1p(R(-p)));
    factorials_ = log_factorials<R>(n_, in);
  }

  [[nodiscard]] std::int64_t draws() const { return n_; }

  [[nodiscard]] R log_probability(std::int64_t k) const {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    return R(factorials_[at(n_)] - factorials_[at(k)] - factorials_[at(n_ - k)] + times(k, log_p_) +
             times(n_ - k, log_rest_));
  }

  [[nodiscard]] R probability(std::int64_t k) const {
    using std::exp;
    return exp(log_probability(k));
  }

 private:
  std::int64_t n_;
  R log_p_;
  R log_rest_;
  std::vector<R> factorials_;
};

/// The same as a law, without outcomes of probability 0.
template <class R>
law<R> law_of_successes(const binomial_law<R>& trials) {
  auto result = std::make_shared<finite_law<R>>();
  for (std::int64_t k = 0; k <= trials.draws(); ++k)
    if (const R mass = trials.log_probability(k); !is_infinite(mass))
      result->emplace(outcome{k}, mass);
  return std::shared_ptr<const finite_law<R>>(std::move(result));
}

/// P(X <= k)
template <class R>
R binomial_cdf(const R& k, const R& n, const R& p, const setting<R>& in) {
  const binomial_law<R> law_of_x(n, p, in);
  const R last = rounded_down(k, in);
  if (last < 0) return R(0);
  if (last >= from_count<R>(law_of_x.draws())) return R(1);
  R total(0);
  in.spend(static_cast<std::int64_t>(last) + 1);
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(last); ++i) {
    if ((i & 4095) == 0) in.limits.check();
    total += law_of_x.probability(i);
  }
  return total;
}

/// The least k with P(X <= k) >= q.
template <class R>
R binomial_quantile(const R& q, const R& n, const R& p, const setting<R>& in) {
  if (q <= 0 || q > 1) throw undefined_value("q must be in (0, 1]");
  const binomial_law<R> law_of_x(n, p, in);
  R total(0);
  for (std::int64_t k = 0; k < law_of_x.draws(); ++k) {
    if ((k & 4095) == 0) in.limits.check();
    in.spend(1);
    total += law_of_x.probability(k);
    if (total >= q || are_equal(total, q, in)) return from_count<R>(k);
  }
  return from_count<R>(law_of_x.draws());
}

}  // namespace shufflecert::inline v0_1::second
