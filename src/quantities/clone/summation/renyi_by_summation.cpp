#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "quantities/clone/summation/summation.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Whole exponents up to this size are raised by multiplication; the error of a power grows with it.
constexpr std::int64_t largest_multiplied_exponent = 1 << 16;

// Σ P·(P/Q)^k for whole k >= 1; Q > 0 at every outcome. (P may be 0.)
class whole_order_sum : public outcome_visitor {
 public:
  whole_order_sum(std::int64_t k, bits precision)
      : k_(static_cast<ulong>(k)),
        precision_(precision),
        sum_(precision),
        ratio_(precision),
        power_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    arb_div(ratio_.raw(), p, q, precision_);
    arb_pow_ui(power_.raw(), ratio_.raw(), k_, precision_);
    arb_addmul(sum_.raw(), p, power_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    arb_div(power_.raw(), q, power_.raw(), precision_);
    arb_add(sum_.raw(), sum_.raw(), power_.raw(), precision_);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  ulong k_;
  bits precision_;
  ball sum_;
  ball ratio_;
  ball power_;
};

// Σ P·exp(k·log(P/Q)) for real k; outcomes with P = 0 or Q = 0 count only for k < 0, where their
// term P^λ Q^(1−λ) is 0.
class real_order_sum : public outcome_visitor {
 public:
  real_order_sum(const ball& k, bits precision)
      : k_(k), precision_(precision), sum_(precision), up_(precision), down_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    if (!set_powers(p, q)) return;
    arb_addmul(sum_.raw(), p, up_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    if (!set_powers(p, q)) return;
    arb_addmul(sum_.raw(), p, up_.raw(), precision_);
    arb_addmul(sum_.raw(), q, down_.raw(), precision_);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  bool set_powers(const arb_t p, const arb_t q) {
    if (arb_is_zero(p) || arb_is_zero(q)) return false;
    arb_div(up_.raw(), p, q, precision_);
    arb_log(up_.raw(), up_.raw(), precision_);
    arb_mul(up_.raw(), up_.raw(), k_.raw(), precision_);
    arb_exp_invexp(up_.raw(), down_.raw(), up_.raw(), precision_);
    return true;
  }

  ball k_;
  bits precision_;
  ball sum_;
  ball up_;
  ball down_;
};

// Σ P·log(P/Q); Q > 0 at every outcome, and one with P = 0 adds nothing.
class kl_sum : public outcome_visitor {
 public:
  explicit kl_sum(bits precision)
      : precision_(precision), sum_(precision), log_ratio_(precision), difference_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    if (arb_is_zero(p)) return;
    set_log_ratio(p, q);
    arb_addmul(sum_.raw(), p, log_ratio_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    set_log_ratio(p, q);
    arb_sub(difference_.raw(), p, q, precision_);
    arb_addmul(sum_.raw(), difference_.raw(), log_ratio_.raw(), precision_);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  void set_log_ratio(const arb_t p, const arb_t q) {
    arb_div(log_ratio_.raw(), p, q, precision_);
    arb_log(log_ratio_.raw(), log_ratio_.raw(), precision_);
  }

  bits precision_;
  ball sum_;
  ball log_ratio_;
  ball difference_;
};

// Widens x by [−bound, bound].
ball widened(ball x, const ball& bound) {
  arb_add_error(x.raw(), bound.raw());
  return x;
}

// The sums run with a few bits more than asked for, against the rounding of many terms.
constexpr bits guard_bits = 16;

double log2_threshold(bits precision, double log_amplification) {
  return -static_cast<double>(precision) - 8 - std::max(0.0, log_amplification) / std::log(2.0);
}

// The bounds for what is left out rest on a bounded likelihood ratio; nothing is left out of
// tables.
void require_table(const ball& left_out, const std::optional<log_ratio_range>& range) {
  if (!range && !left_out.is_exact_zero())
    throw std::logic_error("outcomes were left out where the likelihood ratio is not bounded");
}

number kl_divergence(const distribution_pair& pair, bits precision, const budget& limits) {
  const auto range = find_log_ratio_range(pair, precision);
  const ball bound =
      range ? max(abs(range->lowest.to_ball(precision)), abs(range->highest.to_ball(precision)))
            : ball(precision);
  kl_sum visitor(precision + guard_bits);
  const ball left_out = visit_outcomes(
      pair, {precision, log2_threshold(precision, std::log(1 + bound.near())), limits}, visitor);
  require_table(left_out, range);
  return known(widened(visitor.sum(), left_out * bound), "the divergence");  // (D.10)
}

// E_Q (P/Q)^λ for λ > 0, λ ≠ 1.
ball moment(const distribution_pair& pair, const number& lambda, bool above_one, bits precision,
            const budget& limits) {
  const number k = subtract(lambda, 1, precision);
  // What is left out is amplified by at most e^((λ−1)·sup log(P/Q)) above 1, by 1 below: (D.8),
  // (D.9).
  const auto range = find_log_ratio_range(pair, precision);
  const bool amplified = above_one && range.has_value();
  const number amplification =
      amplified ? exp(multiply(k, range->highest, precision), precision) : number(1);
  const double log_amplification =
      amplified ? k.to_ball(64).near() * range->highest.to_ball(64).near() : 0;
  const summation_limits window{precision, log2_threshold(precision, log_amplification), limits};
  const auto whole = k.to_int64();
  if (above_one && whole && *whole <= largest_multiplied_exponent) {
    whole_order_sum visitor(*whole, precision + guard_bits);
    const ball left_out = visit_outcomes(pair, window, visitor);
    require_table(left_out, range);
    return widened(visitor.sum(), left_out * amplification.to_ball(precision));
  }
  real_order_sum visitor(k.to_ball(precision + guard_bits), precision + guard_bits);
  const ball left_out = visit_outcomes(pair, window, visitor);
  if (above_one) require_table(left_out, range);
  return widened(visitor.sum(), left_out * amplification.to_ball(precision));
}

}  // namespace

number renyi_by_summation(const distribution_pair& pair, const number& lambda, bits precision,
                          const budget& limits) {
  // Which way round makes no difference to it.
  const auto* clone = std::get_if<clone_pair>(&pair.kind);
  if (clone != nullptr && clone->eps0.to_ball(precision).is_certainly_positive())
    return renyi_by_clone_summation(*clone, lambda, precision, limits);
  return renyi_over_all_outcomes(pair, lambda, precision, limits);
}

number renyi_over_all_outcomes(const distribution_pair& pair, const number& lambda, bits precision,
                               const budget& limits) {
  const auto position = sign(subtract(lambda, 1, precision), precision);
  if (!position) throw precision_needed("whether the order is 1 is not determined");
  if (*position == 0) return kl_divergence(pair, precision, limits);
  const ball m = moment(pair, lambda, *position > 0, precision, limits);
  if (m.is_exact_zero()) return ball::infinity(precision);  // disjoint supports, order below 1
  return divide(log(number(m), precision), subtract(lambda, 1, precision), precision);
}

}  // namespace shufflecert::inline v0_1
