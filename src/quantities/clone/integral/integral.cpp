#include "quantities/clone/integral/integral.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arithmetic/ball_row.hpp"
#include "arithmetic/bit_length.hpp"
#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/integral.md.

namespace shufflecert::inline v0_1 {
namespace {

// The Stirling numbers S(k+1, j+1) for j = 0, …, k in row k = 0, …, highest.
std::vector<ball_row> stirling_rows(std::size_t highest, bits precision) {
  std::vector<ball_row> rows;
  std::vector<integer> row{1};
  for (std::size_t k = 0; k <= highest; ++k) {
    if (k > 0) {  // S(k+1, j+1) = (j+1)·S(k, j+1) + S(k, j)
      std::vector<integer> next(k + 1, integer(0));
      for (std::size_t j = 0; j <= k; ++j) {
        if (j < k) next[j] = row[j] * static_cast<long>(j + 1);
        if (j > 0) next[j] += row[j - 1];
      }
      row = std::move(next);
    }
    ball_row& balls = rows.emplace_back(k + 1);
    for (std::size_t j = 0; j <= k; ++j) arb_set(balls.at(j), ball::of(row[j], precision).raw());
  }
  return rows;
}

// E[N^k e^{−u(N−tS)}] = E[N^k x^N] for k = 0, …, highest: (I.4) and (I.5).
class count_moments {
 public:
  count_moments(const clone_pair& pair, std::size_t highest, bits precision)
      : precision_(precision),
        of_(parameters_of(pair, precision)),
        slow_(of_.tail),
        fast_(2 - slow_),
        stirling_(stirling_rows(highest, precision)),
        factorial_moments_(highest + 1),
        values_(highest + 1),
        x_(precision),
        clone_(precision),
        any_(precision),
        power_(precision) {}

  // 1 − t, the slowest decay.
  [[nodiscard]] const ball& slow() const { return slow_; }
  [[nodiscard]] std::size_t highest() const { return stirling_.size() - 1; }
  [[nodiscard]] arb_srcptr at(std::size_t k) const { return values_.at(k); }
  [[nodiscard]] bits precision() const { return precision_; }
  // The bits of the evaluations from now on; the parameters keep those they were made with.
  void set_precision(bits precision) { precision_ = precision; }

  void evaluate(const ball& u) {
    // x = e^{−u}·cosh(tu), without a loss where t is near 1
    arb_mul(x_.raw(), slow_.raw(), u.raw(), precision_);
    arb_neg(x_.raw(), x_.raw());
    arb_exp(x_.raw(), x_.raw(), precision_);
    arb_mul(power_.raw(), fast_.raw(), u.raw(), precision_);
    arb_neg(power_.raw(), power_.raw());
    arb_exp(power_.raw(), power_.raw(), precision_);
    arb_add(x_.raw(), x_.raw(), power_.raw(), precision_);
    arb_mul_2exp_si(x_.raw(), x_.raw(), -1);
    arb_mul(clone_.raw(), of_.clone.raw(), x_.raw(), precision_);
    arb_add(any_.raw(), of_.no_clone.raw(), clone_.raw(), precision_);
    raise(power_, any_);
    arb_div(clone_.raw(), clone_.raw(), any_.raw(), precision_);

    // x·(n−1)(n−2)…(n−j)·(px)^j·(1−p+px)^{n−1−j}; from j = n on it is 0.
    arb_mul(factorial_moments_.at(0), x_.raw(), power_.raw(), precision_);
    for (std::size_t j = 1; j <= highest(); ++j) {
      const auto left = std::max<std::int64_t>(of_.n - static_cast<std::int64_t>(j), 0);
      arb_mul_ui(factorial_moments_.at(j), clone_.raw(), static_cast<ulong>(left), precision_);
      arb_mul(factorial_moments_.at(j), factorial_moments_.at(j), factorial_moments_.at(j - 1),
              precision_);
    }
    for (std::size_t k = 0; k <= highest(); ++k)
      arb_dot(values_.at(k), nullptr, 0, stirling_[k].at(0), 1, factorial_moments_.at(0), 1,
              static_cast<slong>(k + 1), precision_);
  }

 private:
  void raise(ball& result, const ball& base) const {
    constexpr std::int64_t few_products = 1 << 17;
    const auto exponent = static_cast<ulong>(of_.n - 1);
    if (of_.n <= few_products) {
      arb_pow_ui(result.raw(), base.raw(), exponent, precision_);
      return;
    }
    arb_log(result.raw(), base.raw(), precision_);
    arb_mul_ui(result.raw(), result.raw(), exponent, precision_);
    arb_exp(result.raw(), result.raw(), precision_);
  }

  bits precision_;
  clone_parameters of_;
  ball slow_;
  ball fast_;  // 1 + t
  std::vector<ball_row> stirling_;
  ball_row factorial_moments_;
  ball_row values_;
  ball x_;
  ball clone_;
  ball any_;
  ball power_;
};

// c_k for k = 1, …, λ−1 at k − 1: (I.2).
std::vector<integer> coefficients(std::int64_t lambda) {
  std::vector<integer> result;
  integer choose = lambda;  // C(λ, k)
  integer two = 2;          // 2^k
  for (std::int64_t k = 1; k < lambda; ++k) {
    choose = choose * (lambda - k) / (k + 1);
    two *= 2;
    result.push_back(((lambda - 1 - k) % 2 == 0 ? 1 : -1) * choose * two);
  }
  return result;
}

std::vector<ball> divided_by_factorials(const std::vector<integer>& of, bits precision) {
  std::vector<ball> result;
  integer factorial = 1;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (i > 0) factorial *= static_cast<long>(i);
    result.push_back(ball::of(of[i], precision) / ball::of(factorial, precision));
  }
  return result;
}

// Σ_k c_k u^{k−1}/(k−1)!·E[N^k x^N], the moments being those last evaluated.
void combine(ball& sum, const std::vector<ball>& scaled, const ball& u,
             const count_moments& moments, ball& term) {
  arb_zero(sum.raw());
  for (std::size_t k = moments.highest(); k >= 1; --k) {
    arb_mul(sum.raw(), sum.raw(), u.raw(), moments.precision());
    arb_mul(term.raw(), scaled[k - 1].raw(), moments.at(k), moments.precision());
    arb_add(sum.raw(), sum.raw(), term.raw(), moments.precision());
  }
}

// The bounds of (I.7) and (I.8), in balls of few bits.
class error_bounds {
 public:
  error_bounds(const clone_pair& pair, const std::vector<integer>& coefficients, bits precision)
      : moments_(pair, coefficients.size(), precision), precision_(precision) {
    for (const integer& c : coefficients) sizes_.push_back(boost::multiprecision::abs(c));
    scaled_ = divided_by_factorials(sizes_, precision);
  }

  // |G(z)| for Re z >= `left` and |z| <= `size`: (I.6).
  [[nodiscard]] ball of_integrand(const ball& left, const ball& size) {
    moments_.evaluate(left);
    ball largest(precision_);
    ball term(precision_);
    combine(largest, scaled_, size, moments_, term);
    return largest;
  }

  // The error of the rule on the panel with centre c and half length h.
  [[nodiscard]] ball of_rule(const ball& centre, const ball& half, double rho_near,
                             std::size_t nodes) {
    ball rho(precision_);
    arb_set_d(rho.raw(), rho_near);
    const ball reach = half * (rho + 1 / rho) / 2;
    const ball largest = of_integrand(centre - reach, centre + reach);
    const ball decay = pow(rho, -2 * integer(static_cast<long>(nodes)));
    return upper_bound(half * largest * decay * 64 / ((1 - 1 / (rho * rho)) * 15));
  }

  // What is left out from `end` on.
  [[nodiscard]] ball of_tail(const ball& end) {
    moments_.evaluate(end);
    ball sum(precision_);
    ball power = ball::of(1, precision_);  // U^i/i!
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (i > 0) power *= end / static_cast<std::int64_t>(i);
      ball factor(precision_);  // Σ_{k>i} |c_k|·(1−t)^{i−k}
      for (std::size_t k = sizes_.size(); k > i; --k)
        factor = (factor + ball::of(sizes_[k - 1], precision_)) / moments_.slow();
      ball moment(precision_);
      arb_set(moment.raw(), moments_.at(i));
      sum += power * factor * moment;
    }
    return upper_bound(sum);
  }

 private:
  count_moments moments_;
  bits precision_;
  std::vector<integer> sizes_;
  std::vector<ball> scaled_;
};

// The rule's nodes that are not negative, with their weights.
struct gauss_rule {
  std::vector<ball> nodes;
  std::vector<ball> weights;
};

gauss_rule legendre_rule(std::size_t count, bits precision, const budget& limits) {
  gauss_rule rule;
  for (std::size_t k = 0; k < (count + 1) / 2; ++k) {
    limits.check();
    ball& node = rule.nodes.emplace_back(precision);
    ball& weight = rule.weights.emplace_back(precision);
    arb_hypgeom_legendre_p_ui_root(node.raw(), weight.raw(), count, k, precision);
  }
  return rule;
}

// The rule applied to Σ_k c_k u^{k−1}/(k−1)!·E[N^k x^N] on one panel.
class panel_sum {
 public:
  panel_sum(const clone_pair& pair, const std::vector<integer>& coefficients, std::size_t nodes,
            bits precision, const budget& limits)
      : moments_(pair, coefficients.size(), precision),
        scaled_(divided_by_factorials(coefficients, precision)),
        rule_(legendre_rule(nodes, precision, limits)),
        has_middle_(nodes % 2 == 1),
        limits_(limits),
        value_(precision),
        term_(precision) {}

  // The rule over one piece, with evaluations of `precision` bits.
  [[nodiscard]] ball over(const ball& centre, const ball& half, bits precision) {
    moments_.set_precision(precision);
    ball sum(value_.precision());
    for (std::size_t i = 0; i < rule_.nodes.size(); ++i) {
      limits_.check();
      const ball offset = half * rule_.nodes[i];
      ball both = integrand(centre + offset);
      const bool is_middle = has_middle_ && i + 1 == rule_.nodes.size();
      if (!is_middle) both += integrand(centre - offset);
      sum += both * rule_.weights[i];
    }
    return sum * half;
  }

 private:
  const ball& integrand(const ball& u) {
    moments_.evaluate(u);
    combine(value_, scaled_, u, moments_, term_);
    return value_;
  }

  count_moments moments_;
  std::vector<ball> scaled_;
  gauss_rule rule_;
  bool has_middle_;
  const budget& limits_;
  ball value_;
  ball term_;
};

ball with_error(ball value, const ball& error) {
  arb_add_error(value.raw(), error.raw());
  return value;
}

}  // namespace

ball excess_by_integral(const clone_pair& pair, std::int64_t lambda, const integral_plan& plan,
                        bits precision, const budget& limits) {
  const bits working = integral_precision(pair, lambda, precision);
  constexpr bits bound_bits = 128;  // n may be 2^63
  constexpr bits least_bits = 64;
  const std::vector<integer> c = coefficients(lambda);
  panel_sum rule(pair, c, plan.nodes, working, limits);
  error_bounds bounds(pair, c, bound_bits);

  ball integral(working);
  ball start(working);
  for (const integral_panel& panel : plan.panels) {
    ball end(working);
    arb_set_d(end.raw(), panel.end);
    const ball centre = (start + end) / 2;
    const ball half = (end - start) / 2;
    // Where G is small, less of it is needed. The working precision allows for terms of 3^λ, which
    // are in `size` already.
    const ball size =
        bounds.of_integrand(start.with_precision(bound_bits), end.with_precision(bound_bits)) *
        half.with_precision(bound_bits);
    const double enough = static_cast<double>(working) + log2_near(size) -
                          std::log2(3.0) * static_cast<double>(lambda);
    const bits here = enough < static_cast<double>(working)
                          ? std::max(least_bits, static_cast<bits>(enough))
                          : working;
    integral += with_error(rule.over(centre, half, here),
                           bounds.of_rule(centre.with_precision(bound_bits),
                                          half.with_precision(bound_bits), panel.rho, plan.nodes));
    start = end;
  }
  integral = with_error(integral, bounds.of_tail(start.with_precision(bound_bits)));

  // (I.3)
  const std::int64_t constant = (lambda % 2 == 1 ? 1 : -1) * (2 * lambda - 1);
  return integral + (constant - 1);
}

std::optional<number> renyi_by_integral(const clone_pair& pair, std::int64_t lambda, bits precision,
                                        const budget& limits) {
  const auto plan = plan_integral(pair, lambda, precision);
  if (!plan) return std::nullopt;
  // Never below 0, by Jensen's inequality.
  const ball excess = nonnegative_part(excess_by_integral(pair, lambda, *plan, precision, limits));
  return known(log1p(excess) / (lambda - 1), "the divergence");
}

}  // namespace shufflecert::inline v0_1
