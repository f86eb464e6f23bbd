#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/clone_plan.hpp"
#include "quantities/clone/clone_renyi.hpp"
#include "quantities/clone/summation/summation.hpp"
#include "quantities/pairs/method_registry.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

// Coefficients of the b_k, which are polynomials in ν = 2μ−1 of one parity: (M.19). Entry i of
// b_{2j} belongs to ν^{2i}, that of b_{2j+1} to ν^{2i+1}.
using powers = std::vector<ball>;

// (k+1)·b_{k+1} = ν·b_k + (k−2)·b_{k−1}. `shift` is 1 where b_{k+1} is even, as ν·ν^{2i+1} is
// ν^{2(i+1)}.
void advance(powers& older, const powers& newer, ulong k, std::size_t shift) {
  const bits precision = newer.front().precision();
  older.resize(newer.size() + shift, ball(precision));
  for (ball& x : older) arb_mul_ui(x.raw(), x.raw(), k - 2, precision);
  for (std::size_t i = 0; i < newer.size(); ++i)
    arb_add(older[i + shift].raw(), older[i + shift].raw(), newer[i].raw(), precision);
  for (ball& x : older) arb_div_ui(x.raw(), x.raw(), k + 1, precision);
}

// Σ_j b_{2j}·moments[j−1] as a polynomial in ν²; all coefficients are positive.
powers series_polynomial(const std::vector<ball>& moments, const budget& limits) {
  const bits precision = moments.front().precision();
  powers even{ball::of(2, precision)};
  powers odd{ball::of(2, precision) / 3};
  powers result(moments.size(), ball(precision));
  for (std::size_t j = 1; j <= moments.size(); ++j) {
    limits.check();
    for (std::size_t i = 0; i < even.size(); ++i)
      arb_addmul(result[i].raw(), even[i].raw(), moments[j - 1].raw(), precision);
    const ulong k = 2 * j + 1;
    advance(even, odd, k, 1);
    advance(odd, even, k + 1, 0);
  }
  return result;
}

ball value_at(const powers& polynomial, const ball& square) {
  const bits precision = square.precision();
  ball result = polynomial.back();
  for (std::size_t i = polynomial.size() - 1; i-- > 0;) {
    arb_mul(result.raw(), result.raw(), square.raw(), precision);
    arb_add(result.raw(), result.raw(), polynomial[i].raw(), precision);
  }
  return result;
}

class shared_series {
 public:
  shared_series(const clone_pair& pair, const moment_plan& plan, const number& most_demanding,
                bits precision, const budget& limits)
      : asked_(precision),
        limits_(limits),
        series_(pair, plan, precision, limits),
        polynomial_(series_polynomial(series_.moments(), limits)),
        highest_mu_(upper_bound(mu_of(most_demanding))),
        highest_rest_(series_.left_out(highest_mu_, limits)) {}

  [[nodiscard]] number divergence(const number& lambda) const {
    const ball slope = lambda.to_ball(series_.precision()) * 2 - 1;
    const ball terms = value_at(polynomial_, slope * slope);
    // Every b_{2j} grows with μ, so what is left out at the most demanding order bounds this one;
    // where that is too much here, its own bound is less. The orders were sorted as doubles.
    const bool is_lower = less_equal(upper_bound(mu_of(lambda)), highest_mu_).value_or(false);
    const bool suffices =
        is_lower && log2_near(highest_rest_) + static_cast<double>(asked_) < log2_near(terms);
    if (suffices) return series_.divergence(lambda, terms, highest_rest_, limits_);
    return series_.divergence(lambda, terms, series_.left_out(mu_of(lambda), limits_), limits_);
  }

 private:
  [[nodiscard]] ball mu_of(const number& lambda) const {
    const ball order = lambda.to_ball(series_.precision());
    return max(order, 1 - order);
  }

  bits asked_;
  const budget& limits_;
  clone_series series_;
  powers polynomial_;
  ball highest_mu_;
  ball highest_rest_;
};

struct method_plan {
  evaluation_method method;
  costed_plan costed;
};

double mu_near(const number& lambda) {
  const double order = lambda.to_ball(64).near();
  return std::max(order, 1 - order);
}

class curve_planner {
 public:
  curve_planner(const clone_pair& pair, bits precision, const budget& limits,
                evaluation_method method)
      : of_(sketch_of(pair)), precision_(precision), limits_(limits), method_(method) {}

  // The cheapest plan that reaches; one that does not only where its method was asked for.
  [[nodiscard]] std::optional<method_plan> plan(double mu) const {
    std::optional<method_plan> best;
    const auto consider = [&](evaluation_method method, const auto& make) {
      // What is cheaper than its planning is not checked.
      constexpr double planning = 2e6;
      if (!allows(method_, method) || (best && best->costed.cost < planning)) return;
      const std::optional<costed_plan> found = make();
      if (!found || (!found->reaches && method_ != method)) return;
      if (!best || found->cost < best->costed.cost) best = method_plan{method, *found};
    };
    consider(evaluation_method::closed_moments,
             [&] { return plan_closed(of_, mu, precision_, limits_); });
    consider(evaluation_method::windowed_moments,
             [&] { return plan_windowed(of_, mu, precision_); });
    consider(evaluation_method::hybrid_moments,
             [&] { return plan_hybrid(of_, mu, false, precision_); });
    return best;
  }

  [[nodiscard]] bool sums_sooner(const clone_pair& pair, const method_plan& plan,
                                 const std::vector<number>& orders) const {
    if (method_ != evaluation_method::automatic) return false;
    // The low layers are summed for each order again.
    const bool is_shared = plan.method != evaluation_method::hybrid_moments;
    const double with_moments =
        plan.costed.cost * (is_shared ? 1.0 : static_cast<double>(orders.size()));
    double cost = 0;
    for (const number& lambda : orders) {
      const double outcomes = summation_cost(pair, lambda, precision_);
      cost += cost_of_summation(outcomes, mu_near(lambda), false, precision_);
      if (cost > with_moments) return false;
    }
    return true;
  }

 private:
  clone_sketch of_;
  bits precision_;
  const budget& limits_;
  evaluation_method method_;
};

}  // namespace

std::vector<std::optional<quantity>> clone_renyi_curve(const clone_pair& pair,
                                                       const std::vector<number>& orders,
                                                       bits precision, const budget& limits,
                                                       evaluation_method method) {
  std::vector<std::optional<quantity>> result(orders.size());
  std::vector<std::size_t> by_demand(orders.size());
  std::vector<double> sizes(orders.size());
  for (std::size_t i = 0; i < orders.size(); ++i) {
    by_demand[i] = i;
    sizes[i] = mu_near(orders[i]);
  }
  std::sort(by_demand.begin(), by_demand.end(),
            [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
  const curve_planner planner(pair, precision, limits, method);
  // How many of the orders one plan reaches: all, or found by bisection.
  std::size_t reached = 0;
  std::size_t failing = orders.size() + 1;
  std::optional<method_plan> plan;
  for (std::size_t next = orders.size(); next > reached; next = (reached + failing) / 2) {
    if (auto found = planner.plan(sizes[by_demand[next - 1]])) {
      plan = found;
      reached = next;
    } else {
      failing = next;
    }
  }
  if (!plan || planner.sums_sooner(pair, *plan, orders)) return result;
  const number& most_demanding = orders[by_demand[reached - 1]];
  const shared_series series(pair, plan->costed.plan, most_demanding, precision, limits);
  for (std::size_t i = 0; i < reached; ++i) {
    const std::size_t at = by_demand[i];
    if ((i & 15) == 0) limits.check();
    result[at] = quantity{series.divergence(orders[at]), plan->method};
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
