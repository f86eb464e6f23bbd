#pragma once
// The binomial law, term by term.

#include "second/shuffle_pairs.hpp"

namespace shufflecert::second {

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

  [[nodiscard]] R probability(std::int64_t k) const {
    using std::exp;
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    return exp(R(factorials_[at(n_)] - factorials_[at(k)] - factorials_[at(n_ - k)] +
                 times(k, log_p_) + times(n_ - k, log_rest_)));
  }

 private:
  std::int64_t n_;
  R log_p_;
  R log_rest_;
  std::vector<R> factorials_;
};

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

}  // namespace shufflecert::second
