#include "quantities/allocation/allocation_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "quantities/allocation/log_normal_transform.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t largest_order = 1'000;

// V = L_1 + … + L_T, and its moments with a weight e^{−sV}.
class ratio_sum {
 public:
  ratio_sum(const allocation_pair& pair, bits working)
      : terms_(pair.batches), transform_(1 / pair.sigma.to_ball(working)) {}

  [[nodiscard]] bits precision() const { return transform_.precision(); }
  [[nodiscard]] const ball& a() const { return transform_.a(); }
  [[nodiscard]] std::int64_t terms() const { return terms_; }

  // E e^{−sV}
  [[nodiscard]] ball transform(const ball& s, bits relative) const {
    return pow(transform_.at(s, relative), integer(terms_));
  }

  // E V^m e^{−sV}, s > 0; of s = 0 where none is given. (GG.16), without a negative term.
  [[nodiscard]] ball moment(std::int64_t m, const ball* s, bits relative) const {
    const bits working = precision();
    if (s != nullptr && m == 0) return transform(*s, relative);
    const ball growth = exp(square(a()));
    std::vector<ball> f;
    ball scale = ball::of(1, working);   // e^{j(j−1)a²/2}/j!
    ball factor = ball::of(1, working);  // e^{ja²}
    for (std::int64_t j = 0; j <= m; ++j) {
      f.push_back(s == nullptr ? scale : scale * transform_.at(*s * factor, relative));
      scale = scale * factor / (j + 1);
      factor *= growth;
    }
    return coefficient_of_power(f) * factorial(m);
  }

 private:
  // The last coefficient of (Σ f_j x^j)^T, by repeated squaring.
  [[nodiscard]] ball coefficient_of_power(const std::vector<ball>& f) const {
    std::vector<ball> result = f;
    for (bits bit = bit_length(terms_) - 2; bit >= 0; --bit) {
      result = product(result, result);
      if (((terms_ >> bit) & 1) != 0) result = product(result, f);
    }
    return result.back();
  }

  static std::vector<ball> product(const std::vector<ball>& a, const std::vector<ball>& b) {
    std::vector<ball> result;
    for (std::size_t k = 0; k < a.size(); ++k) {
      ball sum(a.front().precision());
      for (std::size_t j = 0; j <= k; ++j)
        arb_addmul(sum.raw(), a[j].raw(), b[k - j].raw(), sum.precision());
      result.push_back(std::move(sum));
    }
    return result;
  }

  [[nodiscard]] ball factorial(std::int64_t m) const {
    ball result(precision());
    arb_fac_ui(result.raw(), static_cast<ulong>(m), precision());
    return result;
  }

  std::int64_t terms_;
  log_normal_transform transform_;
};

// How many derivatives make the integral short.
std::int64_t chosen_derivatives(double p, bits relative) {
  const double length = static_cast<double>(relative) * std::numbers::ln2;
  std::int64_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  constexpr int tries = 12;
  const auto first = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(p)) + 1);
  for (std::int64_t m = first; m <= first + tries; ++m) {
    const double gap = static_cast<double>(m) - p;
    const double cost = (length / gap + std::log1p(length / gap)) * static_cast<double>(m + 1);
    if (gap > 0 && cost < least) {
      least = cost;
      best = m;
    }
  }
  return best;
}

// E W^p, p not 0 or 1, with a relative error of about 2^−relative: (GG.14).
ball mean_power(const allocation_pair& pair, const ball& p, bits relative, const budget& limits) {
  const double a = slope_near(pair.sigma);
  const auto terms = static_cast<double>(pair.batches);
  const std::int64_t m = chosen_derivatives(p.near(), relative);
  const bits working = relative + 48 + 2 * bit_length(pair.batches) + 2 * bit_length(m) +
                       bits_near(std::abs(p.near()));
  const ratio_sum sum(pair, working);
  const ball exponent = p.with_precision(working);
  const ball gap = m - exponent;
  if (!gap.is_certainly_positive()) throw precision_needed("the order is not determined");
  const double goal = static_cast<double>(relative + 2) * std::numbers::ln2;
  const ball step = exactly(std::numbers::pi * std::sqrt(2 / (terms / (a * a) * goal)), working);
  // Integrand and right end, at u = hk.
  const auto integrand = [&](std::int64_t k) {
    limits.check();
    const ball u = step * k;
    const ball s = exp(u);
    ball value = exp(gap * u) * sum.moment(m, &s, relative + bit_length(pair.batches) + 8);
    if (!value.is_finite()) throw precision_needed("a moment of allocation_pair is not determined");
    return value;
  };
  constexpr bits few = 64;
  ball weight = ball::of(1, working);  // (2m/e)^m
  if (m > 0) weight = exp((log(ball::of(2 * m, working)) - 1) * m);
  const auto end_bound = [&](std::int64_t k) {  // b(u) of (GG.18)
    const ball u = step * k;
    return exp(-exponent * u) * sum.transform(exp(u) / 2, few + bit_length(pair.batches)) * weight;
  };
  const auto is_small = [&](const ball& x, const ball& whole) {
    return is_below_power_of_two(x / whole, -static_cast<double>(relative + 4));
  };
  // From about the peak on.
  const auto middle = static_cast<std::int64_t>(
      std::floor(std::log(std::max(gap.near(), 0.5) / terms) / step.near()));
  ball total = integrand(middle);
  std::int64_t last = middle;
  for (;;) {
    const ball next = integrand(++last);
    total += next;
    if (is_small(next / step, total)) break;
  }
  ball right(working);
  for (;;) {
    const ball here = end_bound(last);
    const ball ratio = here / end_bound(last - 1);
    if (less(ratio, ball::of(1, working)).value_or(false)) {
      right = upper_bound(here * ratio / (1 - ratio));
      if (is_small(right, total)) break;
    }
    total += integrand(++last);
  }
  const ball whole_moment = sum.moment(m, nullptr, relative);
  ball left(working);
  for (std::int64_t first = middle;;) {
    left = upper_bound(whole_moment * exp(gap * step * first) / expm1(gap * step));  // (GG.17)
    if (is_small(left, total)) break;
    total += integrand(--first);
  }
  const ball rest = left + right;
  total = ball::hull(total, total + upper_bound(rest)) * step;
  // (GG.15), with the w for which the bound is about least.
  const ball reach = exactly(2 * std::numbers::pi / (step.near() * terms / (a * a)), working);
  const ball others = exp(square(reach / sum.a()) * sum.terms() / 2) * 2 /
                      expm1(ball::pi(working) * 2 * reach / step);
  const ball most = upper_bound(others);
  ball share = ball::of(1, working);
  arb_add_error(share.raw(), most.raw());
  const ball mean = total / share / gamma(gap);
  return mean * exp(-exponent * log(ball::of(pair.batches, working)));
}

// log(E W^p)/(λ − 1), with a relative error of about 2^−precision.
ball renyi_of_order(const allocation_pair& pair, bool swapped, const ball& lambda, bits precision,
                    const budget& limits) {
  const ball gap = lambda - 1;
  const ball p = swapped ? -gap : lambda;
  bits relative = precision + 16 + bit_length(pair.batches) + bits_near(-log2_near(gap));
  ball result(precision);
  constexpr int most_tries = 4;
  for (int i = 0; i < most_tries; ++i) {
    result = log(mean_power(pair, p, relative, limits)) / gap;
    const bits known = arb_rel_accuracy_bits(result.raw());
    if (known >= precision) break;
    relative += std::max<bits>(precision - known, 0) + 8;
    if (relative > lambda.precision()) break;
  }
  return nonnegative_part(result);
}

}  // namespace

ball allocation_renyi(const allocation_pair& pair, bool swapped, const number& lambda,
                      bits precision, const budget& limits) {
  if (lambda.is_infinity(1)) return ball::infinity(precision);
  const bits wide = 4 * precision + 256;
  if (kind_of_order(lambda, precision) != order_kind::one) {
    const truth reach = compare(lambda, relation::less_equal, largest_order, precision);
    if (!reach.value.value_or(false))
      throw beyond_reach(
          "the Renyi divergence of allocation_pair is computed for orders up to 1000");
    return renyi_of_order(pair, swapped, lambda.to_ball(wide), precision, limits);
  }
  // D_λ does not fall with λ.
  ball apart = ball::of(1, wide);
  arb_mul_2exp_si(apart.raw(), apart.raw(), -precision - 4);
  const auto at = [&](const ball& order) {
    return renyi_of_order(pair, swapped, order, precision, limits);
  };
  return ball::hull(lower_bound(at(1 - apart)), upper_bound(at(apart + 1)));
}

}  // namespace shufflecert::inline v0_1
