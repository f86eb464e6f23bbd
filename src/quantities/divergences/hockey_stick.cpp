#include "quantities/divergences/binomial_tails.hpp"
#include "quantities/normal/divergences.hpp"
#include "quantities/normal/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

// Σ (P − e^ε Q)₊.
class positive_part_sum : public outcome_visitor {
 public:
  positive_part_sum(const ball& factor, bits precision)
      : factor_(factor), precision_(precision), sum_(precision), difference_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    arb_mul(difference_.raw(), factor_.raw(), q, precision_);
    arb_sub(difference_.raw(), p, difference_.raw(), precision_);
    if (arb_is_nonpositive(difference_.raw())) return;
    // The hull with 0 where the sign is not certain.
    arb_nonnegative_part(difference_.raw(), difference_.raw());
    arb_add(sum_.raw(), sum_.raw(), difference_.raw(), precision_);
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  ball factor_;
  bits precision_;
  ball sum_;
  ball difference_;
};

quantity enclosed_hockey_stick(const distribution_pair& pair, const number& eps, bits precision,
                               const budget& limits) {
  constexpr bits guard_bits = 16;
  positive_part_sum visitor(exp(eps, precision + guard_bits).to_ball(precision + guard_bits),
                            precision + guard_bits);
  const ball left_out =
      visit_outcomes(pair, {precision, -static_cast<double>(precision) - 8, limits}, visitor);
  // 0 <= Σ over what is left out <= its P mass: (D.11). The ball is symmetric, hence the halves.
  ball sum = visitor.sum() + left_out / 2;
  const ball half = left_out / 2;
  arb_add_error(sum.raw(), half.raw());
  return {known(nonnegative_part(sum), "the hockey-stick divergence"),
          evaluation_method::direct_summation};
}

quantity discrete_hockey_stick(const distribution_pair& pair, const number& eps, bits precision,
                               const budget& limits, evaluation_method method) {
  if (certainly_identical(pair))
    return {max(0, negate(expm1(eps, precision)), precision), evaluation_method::closed_form};
  if (const auto range = find_log_ratio_range(pair, precision)) {
    const truth none = compare(eps, relation::greater_equal, range->highest, precision);
    if (none.value.value_or(false) && !none.tied) return {0, evaluation_method::closed_form};
    const truth all = compare(eps, relation::less_equal, range->lowest, precision);
    if (all.value.value_or(false) && !all.tied)
      return {negate(expm1(eps, precision)), evaluation_method::closed_form};
  }
  const number factor = exp(eps, precision);
  const auto enclose = [&] {
    if (allows(method, evaluation_method::binomial_tails))
      if (const auto found = hockey_stick_by_tails(pair, eps, precision, limits)) return *found;
    require_method(method, evaluation_method::direct_summation, "hockey_stick");
    return enclosed_hockey_stick(pair, eps, precision, limits);
  };
  const rational* exact_factor = factor.as_rational();
  if (exact_factor == nullptr) return enclose();
  return evaluate_discrete(
      pair, precision, method,
      [&](const std::vector<outcome_row>& rows) -> std::optional<number> {
        const auto positive_part = [&](const outcome_row& row) -> std::optional<rational> {
          const rational difference = *row.p.as_rational() - *exact_factor * *row.q.as_rational();
          return difference > 0 ? difference : rational(0);
        };
        const auto sum = exact_sum(rows, positive_part, limits);
        if (!sum) return std::nullopt;
        return number(*sum);
      },
      enclose);
}

}  // namespace

namespace {

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity hockey_stick_at(const distribution_pair& pair, const number& eps, bits precision,
                         const budget& limits, evaluation_method method) {
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) {
    require_method(method, evaluation_method::closed_form, "hockey_stick");
    return {normal_hockey_stick(*normal, pair.swapped, eps, precision),
            evaluation_method::closed_form};
  }
  if (const auto sampled = as_subsampled_normal(pair, precision)) {
    require_method(method, evaluation_method::closed_form, "hockey_stick");
    return subsampled_normal_hockey_stick(*sampled, eps, precision);
  }
  return discrete_hockey_stick(pair, eps, precision, limits, method);
}

}  // namespace

quantity hockey_stick(const distribution_pair& pair, const number& eps, bits precision,
                      const budget& limits, evaluation_method method) {
  limits.check();
  check_parameters(pair, precision);
  if (eps.is_infinity(1) || eps.is_infinity(-1)) throw undefined_value("eps must be finite");
  return over_ranges(pair, eps, {trend::rising, trend::falling}, precision,
                     [&](const distribution_pair& p, const number& x) {
                       return hockey_stick_at(p, x, precision, limits, method);
                     });
}

quantity total_variation(const distribution_pair& pair, bits precision, const budget& limits,
                         evaluation_method method) {
  return hockey_stick(pair, 0, precision, limits, method);
}

}  // namespace shufflecert
