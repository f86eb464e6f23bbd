#include "quantities/clone/renyi.hpp"

#include <algorithm>
#include <limits>

#include "quantities/clone/integral/integral.hpp"
#include "quantities/clone/plan.hpp"
#include "quantities/clone/summation/summation.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "shufflecert/errors.hpp"

// Which method is used where: docs/methods/moments.md, section "The cost model".

namespace shufflecert {
namespace {

using planner = std::optional<costed_plan> (*)(const clone_sketch&, double, bool, bits,
                                               const budget&);

struct moment_method {
  evaluation_method method;
  double planning;  // nanoseconds: below this cost of another method it is not looked at
  planner plan;
};

constexpr moment_method closed{
    evaluation_method::closed_moments, 2e5,
    [](const clone_sketch& of, double mu, bool, bits precision, const budget& limits) {
      return plan_closed(of, mu, precision, limits);
    }};
constexpr moment_method windowed{evaluation_method::windowed_moments, 2e5,
                                 [](const clone_sketch& of, double mu, bool, bits precision,
                                    const budget&) { return plan_windowed(of, mu, precision); }};
constexpr moment_method hybrid{
    evaluation_method::hybrid_moments, 2e6,
    [](const clone_sketch& of, double mu, bool is_whole, bits precision, const budget&) {
      return plan_hybrid(of, mu, is_whole, precision);
    }};
// The same for the others.
constexpr double planning_of_summation = 4e5;
constexpr double planning_of_integral = 1e6;

constexpr std::int64_t largest_integral_order = 64;

struct choice {
  evaluation_method method;
  double cost;
  std::optional<moment_plan> plan;
};

class chooser {
 public:
  chooser(const clone_pair& pair, const number& lambda, bits precision, const budget& limits)
      : pair_(pair),
        lambda_(lambda),
        precision_(precision),
        limits_(limits),
        sketch_(sketch_of(pair)),
        order_(lambda.to_ball(64).near()),
        mu_(std::max(order_, 1 - order_)),
        whole_(lambda.to_int64()) {}

  std::optional<quantity> by(evaluation_method asked) const {
    if (asked == evaluation_method::line_integral) return by_integral();
    for (const moment_method& candidate : {closed, windowed, hybrid})
      if (candidate.method == asked)
        if (const auto found = candidate.plan(sketch_, mu_, is_whole(), precision_, limits_))
          return by_moments(asked, found->plan);
    return std::nullopt;
  }

  std::optional<quantity> by_the_cheapest() const {
    const choice chosen = cheapest();
    if (chosen.method == evaluation_method::line_integral)
      if (auto found = by_integral()) return found;
    if (chosen.plan) return by_moments(chosen.method, *chosen.plan);
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_whole() const { return whole_ && *whole_ >= 2; }

  // In the order of the work that planning takes, which may exceed that of the cheapest method.
  [[nodiscard]] choice cheapest() const {
    const auto n = static_cast<double>(pair_.n);
    choice best{evaluation_method::direct_summation, cost_of_outcomes(n * (n + 3) / 4),
                std::nullopt};
    consider(closed, best);
    consider(windowed, best);
    if (best.cost > planning_of_summation) {
      const double cost = cost_of_outcomes(summation_cost(pair_, lambda_, precision_));
      if (cost < best.cost || best.method == evaluation_method::direct_summation)
        best = {evaluation_method::direct_summation, cost, std::nullopt};
    }
    consider(hybrid, best);
    if (is_whole() && *whole_ <= largest_integral_order && best.cost > planning_of_integral) {
      const double cost = integral_cost(pair_, *whole_, precision_) * 1e6;
      if (cost < best.cost) best = {evaluation_method::line_integral, cost, best.plan};
    }
    return best;
  }

  void consider(const moment_method& candidate, choice& best) const {
    if (best.cost < candidate.planning) return;
    const auto found = candidate.plan(sketch_, mu_, is_whole(), precision_, limits_);
    if (found && found->reaches && found->cost < best.cost)
      best = {candidate.method, found->cost, found->plan};
  }

  [[nodiscard]] double cost_of_outcomes(double outcomes) const {
    if (!(outcomes < static_cast<double>(most_outcomes)))
      return std::numeric_limits<double>::infinity();
    return cost_of_summation(outcomes, mu_, is_whole(), precision_);
  }

  [[nodiscard]] quantity by_moments(evaluation_method method, const moment_plan& plan) const {
    return {renyi_by_moments(pair_, lambda_, plan, precision_, limits_), method};
  }

  [[nodiscard]] std::optional<quantity> by_integral() const {
    if (!is_whole()) return std::nullopt;
    const auto found = renyi_by_integral(pair_, *whole_, precision_, limits_);
    if (!found) return std::nullopt;
    return quantity{*found, evaluation_method::line_integral};
  }

  const clone_pair& pair_;
  const number& lambda_;
  bits precision_;
  const budget& limits_;
  clone_sketch sketch_;
  double order_;
  double mu_;
  std::optional<std::int64_t> whole_;
};

}  // namespace

std::optional<quantity> clone_renyi(const clone_pair& pair, const number& lambda, bits precision,
                                    const budget& limits, evaluation_method method) {
  const chooser choose(pair, lambda, precision, limits);
  if (method != evaluation_method::automatic) return choose.by(method);
  return choose.by_the_cheapest();
}

}  // namespace shufflecert
