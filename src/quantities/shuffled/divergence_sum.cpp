#include "quantities/shuffled/divergence_sum.hpp"

#include <algorithm>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/shuffled/positive_mean.hpp"
#include "quantities/shuffled/report_lattice.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double few_outcomes = 5e3;
constexpr double most_asked_outcomes = 2e7;

std::optional<summed_value> by_outcomes(const report_sum& sum, double most, bits precision,
                                        const budget& limits) {
  auto found = positive_mean_by_outcomes(sum, most, precision, limits);
  if (!found) return std::nullopt;
  return summed_value{*std::move(found), false};
}

// [0, a bound], if that is nothing beside `other`.
std::optional<summed_value> negligible(const report_sum& sum, const ball& other, bits precision) {
  ball little = other;
  arb_mul_2exp_si(little.raw(), little.raw(), -precision - 8);
  const ball most = bounded_positive_mean(sum);
  if (!less(most, little).value_or(false)) return std::nullopt;
  return summed_value{most, false};
}

std::optional<summed_value> positive_mean(const report_sum& sum, sum_methods ways,
                                          const sum_effort& effort, bits precision,
                                          const budget& limits) {
  if (sum.values.back().value.is_certainly_nonnegative())
    return summed_value{nonnegative_part(sum.mean), false};
  if (sum.values.front().value.is_certainly_nonpositive())
    return summed_value{ball(sum.mean.precision()), false};
  // One value whose sign is open, or several that are not told apart: (FF.4), (FF.5).
  if (sum.values.size() == 1)
    return summed_value{
        ball::hull(ball(sum.mean.precision()), upper_bound(sum.values.front().value)), false};
  // (x)₊ = x + (−x)₊
  if (sum.mean.near() > 0) {
    report_sum other = negated(sum);
    other.mean = -nonnegative_part(sum.mean);
    auto rest = negligible(other, sum.mean, precision);
    if (!rest) rest = positive_mean(other, ways, effort, precision, limits);
    if (rest) rest->value += sum.mean;
    return rest;
  }
  if (ways == sum_methods::outcomes_only)
    return by_outcomes(sum, most_asked_outcomes, precision, limits);
  if (ways == sum_methods::all) {
    const double most = lattice_of(sum) ? few_outcomes : effort.most_outcomes;
    if (auto found = by_outcomes(sum, most, precision, limits)) return found;
  }
  const ball most = bounded_positive_mean(sum);
  const auto found = positive_mean_by_line(sum, effort, precision, limits);
  if (!found) return summed_value{most, true};
  const ball high = min(upper_bound(*found), upper_bound(most));
  return summed_value{nonnegative_part(ball::hull(lower_bound(*found), high)), true};
}

}  // namespace

shuffled_divergence::shuffled_divergence(const shuffled_pair& pair, bool swapped)
    : n_(pair.n), outcomes_(outcomes_of_report(pair)) {
  if (!swapped) return;
  for (report_outcome& each : outcomes_) std::swap(each.p, each.q);
}

divergence_sum shuffled_divergence::sum_at(const number& factor, bits precision) const {
  const ball kappa = factor.to_ball(precision);
  const rational* exact = factor.as_rational();
  divergence_sum result{ball(precision), {n_, {}, ball(precision)}};
  for (const report_outcome& each : outcomes_) {
    const ball excess = each.p.to_ball(precision) - kappa * each.q.to_ball(precision);
    if (each.r.is_zero()) {
      result.identified += nonnegative_part(max(excess, ball(precision)));
      continue;
    }
    report_value value{excess / each.r.to_ball(precision), each.r.to_ball(precision), {}};
    const rational* p = each.p.as_rational();
    const rational* q = each.q.as_rational();
    const rational* r = each.r.as_rational();
    if (p != nullptr && q != nullptr && r != nullptr) {
      if (exact != nullptr) {
        const rational whole = (*p - *exact * *q) / *r;
        value.value = ball::of(whole, precision);
        value.parts = {whole, rational(0)};
      } else {
        value.parts = {rational(*p / *r), rational(*q / *r)};
      }
    }
    result.sum.mean += excess;
    result.sum.values.push_back(std::move(value));
  }
  result.sum = joined_values(std::move(result.sum));
  return result;
}

std::optional<summed_value> shuffled_divergence::at(const number& factor, sum_methods ways,
                                                    const sum_effort& effort, bits precision,
                                                    const budget& limits) const {
  constexpr bits guard = 64;
  const divergence_sum sum = sum_at(factor, precision + 2 * bit_length(n_) + guard);
  if (sum.sum.values.empty()) return summed_value{sum.identified, false};
  auto found = positive_mean(sum.sum, ways, effort, precision, limits);
  if (found) found->value += sum.identified;
  return found;
}

ball shuffled_divergence::mass_without_second(bits precision) const {
  ball identified(precision);
  ball alone(precision);
  ball others(precision);
  for (const report_outcome& each : outcomes_) {
    if (!each.q.is_zero()) continue;
    const ball p = each.p.to_ball(precision);
    if (each.r.is_zero()) {
      identified += p;
    } else {
      alone += p;
      others += each.r.to_ball(precision);
    }
  }
  return identified + alone * pow(others, integer(n_ - 1));
}

}  // namespace shufflecert::inline v0_1
