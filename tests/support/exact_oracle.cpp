#include "support/exact_oracle.hpp"

#include <mpfr.h>

#include <algorithm>
#include <boost/multiprecision/mpfr.hpp>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace oracle {
namespace {

// 180 digits are 598 bits.
using real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<180>,
                                           boost::multiprecision::et_off>;

whole choose(int n, int k) {
  whole result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

fraction binomial_pmf(int trials, int k, const fraction& p) {
  return fraction(choose(trials, k)) * power(p, k) * power(fraction(1 - p), trials - k);
}

// Calls body(c, a, probability) for every C ~ Bin(n−1, clone) and A ~ Bin(C, 1/2).
template <class Body>
void for_each_clone_count(int n, const fraction& clone, Body body) {
  const fraction half(1, 2);
  for (int c = 0; c <= n - 1; ++c) {
    const fraction weight = binomial_pmf(n - 1, c, clone);
    if (weight == 0) continue;
    for (int a = 0; a <= c; ++a) body(c, a, fraction(weight * binomial_pmf(c, a, half)));
  }
}

void add(law& to, const outcome& where, const fraction& mass) {
  if (mass != 0) to[where] += mass;
}

// The law of the number of successes in independent trials, one convolution at a time.
law count_of_ones(const std::vector<fraction>& probabilities) {
  law result{{{0, 0}, fraction(1)}};
  for (const fraction& p : probabilities) {
    law next;
    for (const auto& [counts, mass] : result) {
      add(next, {counts.first + 1, counts.second}, mass * p);
      add(next, {counts.first, counts.second + 1}, mass * (1 - p));
    }
    result = std::move(next);
  }
  return result;
}

// Adding neighbours first keeps most denominators small.
fraction sum(std::vector<fraction> terms) {
  if (terms.empty()) return 0;
  while (terms.size() > 1) {
    std::vector<fraction> halves;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) halves.push_back(terms[i] + terms[i + 1]);
    if (terms.size() % 2 == 1) halves.push_back(terms.back());
    terms = std::move(halves);
  }
  return terms.front();
}

whole to_whole(mpz_srcptr value) {
  char* digits = mpz_get_str(nullptr, 10, value);
  whole result(digits);
  std::free(digits);
  return result;
}

// Every finite MPFR number is a fraction.
fraction exactly(mpfr_srcptr value) {
  if (mpfr_number_p(value) == 0) throw std::logic_error("not a finite number");
  if (mpfr_zero_p(value) != 0) return 0;
  mpz_t mantissa;
  mpz_init(mantissa);
  const auto exponent = static_cast<long>(mpfr_get_z_2exp(mantissa, value));
  const fraction scaled(to_whole(mantissa));
  mpz_clear(mantissa);
  const fraction scale(whole(1) << static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? fraction(scaled / scale) : fraction(scaled * scale);
}

fraction directed_log(const fraction& x, mpfr_rnd_t rounding) {
  mpq_t ratio;
  mpq_init(ratio);
  mpq_set_str(ratio, text(x).c_str(), 10);
  mpfr_t value;
  mpfr_init2(value, 600);
  // The logarithm increases, so rounding both steps the same way bounds it.
  mpfr_set_q(value, ratio, rounding);
  mpfr_log(value, value, rounding);
  const fraction result = exactly(value);
  mpfr_clear(value);
  mpq_clear(ratio);
  return result;
}

real to_real(const fraction& x) {
  return real(numerator(x).str()) / real(denominator(x).str());
}

}  // namespace

fraction power(const fraction& x, int k) {
  const auto exponent = static_cast<unsigned>(k);
  return {boost::multiprecision::pow(numerator(x), exponent),
          boost::multiprecision::pow(denominator(x), exponent)};
}

std::string text(const fraction& x) {
  return numerator(x).str() + "/" + denominator(x).str();
}

fraction mass_at(const law& of, const outcome& where) {
  const auto found = of.find(where);
  return found == of.end() ? fraction(0) : found->second;
}

law_pair clone_laws(int n, const fraction& r, const fraction& clone) {
  const fraction keep = r / (r + 1);
  law_pair laws;
  for_each_clone_count(n, clone, [&](int c, int a, const fraction& mass) {
    for (const int delta : {0, 1}) {
      const fraction with_delta = mass * (delta == 1 ? keep : fraction(1 - keep));
      add(laws.p, {a + delta, c - a + 1 - delta}, with_delta);
      add(laws.q, {a + 1 - delta, c - a + delta}, with_delta);
    }
  });
  return laws;
}

law_pair unmixed_laws(int n, const fraction& clone) {
  law_pair laws;
  for_each_clone_count(n, clone, [&](int c, int a, const fraction& mass) {
    add(laws.p, {a + 1, c - a}, mass);
    add(laws.q, {a, c - a + 1}, mass);
  });
  return laws;
}

law_pair printed_laws(int n, const fraction& clone, const fraction& b) {
  law_pair laws;
  for_each_clone_count(n, clone, [&](int c, int a, const fraction& mass) {
    for (const int delta : {0, 1}) {
      const fraction with_delta = mass * (delta == 1 ? b : fraction(1 - b));
      add(laws.p, {a, c - a + delta}, with_delta);
      add(laws.q, {a + delta, c - a}, with_delta);
    }
  });
  return laws;
}

law_pair randomized_response_laws(int n, const fraction& r) {
  const fraction keep = r / (r + 1);
  std::vector<fraction> reports_one(static_cast<std::size_t>(n), 1 - keep);
  law_pair laws;
  laws.q = count_of_ones(reports_one);
  reports_one.front() = keep;
  laws.p = count_of_ones(reports_one);
  return laws;
}

law_pair swapped(law_pair laws) {
  std::swap(laws.p, laws.q);
  return laws;
}

std::optional<fraction> moment(const law_pair& laws, int order) {
  std::vector<fraction> terms;
  for (const auto& [where, p] : laws.p) {
    const fraction q = mass_at(laws.q, where);
    if (q == 0) return std::nullopt;
    terms.push_back(q * power(fraction(p / q), order));
  }
  return sum(std::move(terms));
}

fraction hockey_stick(const law_pair& laws, const fraction& factor) {
  std::vector<fraction> terms;
  for (const auto& [where, p] : laws.p) {
    const fraction difference = p - factor * mass_at(laws.q, where);
    if (difference > 0) terms.push_back(difference);
  }
  return sum(std::move(terms));
}

fraction total_variation(const law_pair& laws) {
  std::vector<fraction> terms;
  for (const auto& [where, p] : laws.p) terms.push_back(abs(fraction(p - mass_at(laws.q, where))));
  for (const auto& [where, q] : laws.q)
    if (!laws.p.contains(where)) terms.push_back(q);
  return sum(std::move(terms)) / 2;
}

std::optional<fraction> largest_ratio(const law_pair& laws) {
  fraction largest = 0;
  for (const auto& [where, p] : laws.p) {
    const fraction q = mass_at(laws.q, where);
    if (q == 0) return std::nullopt;
    largest = std::max(largest, fraction(p / q));
  }
  return largest;
}

interval log_of(const fraction& x) {
  return {directed_log(x, MPFR_RNDD), directed_log(x, MPFR_RNDU)};
}

std::optional<interval> renyi(const law_pair& laws, int order) {
  const auto exact = moment(laws, order);
  if (!exact) return std::nullopt;
  const interval logarithm = log_of(*exact);
  return interval{logarithm.lower / (order - 1), logarithm.upper / (order - 1)};
}

std::optional<interval> renyi_real(const law_pair& laws, const fraction& order) {
  const real lambda = to_real(order);
  real total = 0;
  for (const auto& [where, p] : laws.p) {
    const fraction q = mass_at(laws.q, where);
    if (q == 0) {
      if (order >= 1) return std::nullopt;
      continue;
    }
    const real log_ratio = log(to_real(fraction(p / q)));
    total += to_real(p) * (order == 1 ? log_ratio : real(exp((lambda - 1) * log_ratio)));
  }
  if (total == 0 && order != 1) return std::nullopt;  // disjoint laws, order below 1
  const real divergence = order == 1 ? total : real(log(total) / (lambda - 1));
  // Each step is correctly rounded to 598 bits; with exponents below 2^10, at most 2^13 outcomes
  // and |λ − 1| >= 2^−40 the errors add up to less than 2^−500.
  const fraction value = exactly(divergence.backend().data());
  const fraction margin(1, whole(1) << 400);
  return interval{value - margin, value + margin};
}

}  // namespace oracle
