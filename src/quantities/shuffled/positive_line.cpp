#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"
#include "quantities/shuffled/line_nodes.hpp"
#include "quantities/shuffled/positive_mean.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

// M at a real argument.
ball mean_of_exponentials(const report_sum& sum, const ball& s) {
  ball result(s.precision());
  for (const report_value& each : sum.values) result += each.mass * exp(s * each.value);
  return result;
}

// The terms with m ≠ 0, relative to the height: (FF.9).
ball aliases(const report_sum& sum, const sum_plan& plan, const report_line& line) {
  const bits working = line.step.precision();
  const ball period = ball::pi(working) * 2 / line.step;
  const auto side = [&](double other) {
    const ball at = exactly(other, working);
    const ball share = mean_of_exponentials(sum, at) / line.height;
    const ball smoothed = square(line.smoothing) * (square(at) - square(line.abscissa)) / 2;
    const ball ratio = exp(-abs(at - line.abscissa) * period);
    return exp(log(share) * sum.n + smoothed - 1) * ratio / (at * (1 - ratio));
  };
  return upper_bound(side(plan.left) + side(plan.right));
}

// What the nodes that are not visited add at most: (FF.12), (FF.13).
node_sums left_out(const sum_plan& plan, const report_line& line, const node_choice& chosen) {
  const bits working = line.step.precision();
  node_sums sums{ball(working), ball(working)};
  const auto add = [&](const node_sums& each, const ball& times) {
    sums.excess += upper_bound(each.excess * times);
    sums.density += upper_bound(each.density * times);
  };
  for (const skipped_nodes& some : chosen.skipped) {
    ball times = ball::of(some.count, working);
    arb_mul_2exp_si(times.raw(), times.raw(), -some.level);
    add(largest_node(line, some.first), times);
  }
  if (line.lattice) return sums;
  const ball stretch = square(line.smoothing * line.step) * plan.last;
  add(largest_node(line, plan.last), 1 / expm1(stretch));
  return sums;
}

// E(S)₊: (FF.11), (FF.19).
ball enclose(const report_sum& sum, const sum_plan& plan, const report_line& line,
             const node_choice& chosen, const budget& limits) {
  const bits working = line.step.precision();
  node_sums sums = middle_node(line);
  for (const node_range& range : chosen.visited) {
    const node_sums part = sum_nodes(line, sum.n, range, limits);
    sums.excess += part.excess;
    sums.density += part.density;
  }
  const node_sums others = left_out(plan, line, chosen);
  const ball share = line.step / (ball::pi(working) * 2);
  const ball high = upper_bound((sums.excess + others.excess) * share);
  ball low = lower_bound((sums.excess - others.excess) * share) - aliases(sum, plan, line);
  if (!line.lattice) {
    const ball density = (sums.density + others.density) * share;
    low -= square(line.smoothing) * nonnegative_part(density);  // (FF.7)
  }
  const ball result = ball::hull(nonnegative_part(lower_bound(low)), nonnegative_part(high));
  return result * exp(log(line.height) * sum.n + square(line.smoothing * line.abscissa) / 2);
}

// The sum of the places on the lattice, from which the values may be a little apart: (FF.22).
report_sum moved_to(const report_lattice& lattice, report_sum sum) {
  const ball largest = sum.values.front().value;
  for (std::size_t j = 0; j < sum.values.size(); ++j)
    sum.values[j].value = largest - lattice.spacing * lattice.places[j];
  return sum;
}

// With so many bits, rounding is little beside the tolerance.
bits working_bits(const sum_plan& plan, double tolerance, bits precision, std::int64_t n) {
  const bits wanted = std::min(bits_near(-std::log2(tolerance)), precision) + 16;
  return wanted + bit_length(n) + std::max<bits>(bit_length(plan.last) + 48, 96);
}

}  // namespace

std::optional<ball> positive_mean_of_plan(const report_sum& sum, const sum_plan& plan,
                                          const std::optional<report_lattice>& lattice,
                                          const sum_effort& effort, bits working,
                                          std::int64_t& reached, const budget& limits) {
  const report_line line(sum, plan, lattice, working);
  std::vector<ball> values;
  for (const report_value& each : sum.values) values.push_back(each.value);
  const auto phases = phase_table::of(values, line.tilted, line.turns, line.step, plan.last);
  reached = plan.last;
  if (!phases) return std::nullopt;
  const node_choice chosen = choose_nodes(*phases, plan, sum.n, effort, limits);
  reached = chosen.reached;
  if (!chosen.is_complete) return std::nullopt;
  return enclose(sum, plan, line, chosen, limits) / sum.n;
}

std::optional<ball> positive_mean_by_line(const report_sum& sum, const sum_effort& effort,
                                          bits precision, const budget& limits) {
  constexpr bits most_bits = 900;  // of a tolerance in doubles
  std::int64_t reached = 0;
  if (const auto lattice = lattice_of(sum)) {
    const auto finest = static_cast<int>(std::min(precision, most_bits));
    const double tolerance = std::ldexp(1.0, -finest);
    const auto plan = plan_sum(sum, lattice->rough(), tolerance);
    const auto smoothed = plan_sum(sum, std::nullopt, effort.tolerance);
    if (plan && (!smoothed || plan->last <= smoothed->last)) {
      const bits working = working_bits(*plan, tolerance, precision, sum.n);
      auto found = positive_mean_of_plan(moved_to(*lattice, sum), *plan, lattice, effort, working,
                                         reached, limits);
      if (found) {
        arb_add_error(found->raw(), lattice->distance.raw());
        return nonnegative_part(*found);
      }
    }
  }
  constexpr double coarsest = 0.3;
  double tolerance = effort.tolerance;
  while (tolerance <= coarsest) {
    double next = 16 * tolerance;
    if (const auto plan = plan_sum(sum, std::nullopt, tolerance)) {
      const bits working = working_bits(*plan, tolerance, precision, sum.n);
      if (auto found =
              positive_mean_of_plan(sum, *plan, std::nullopt, effort, working, reached, limits))
        return found;
      // The nodes lie about evenly, and the last one is at about 1/√tolerance.
      const double left = static_cast<double>(plan->last) / static_cast<double>(reached + 1);
      constexpr double least_factor = 4;
      next = tolerance * std::max(least_factor, left * left / 8);
    }
    tolerance = next;
  }
  return std::nullopt;
}

ball bounded_positive_mean(const report_sum& sum) {
  const bits working = sum.mean.precision();
  // (FF.4)
  ball most(working);
  for (const report_value& each : sum.values) most += each.mass * max(each.value, ball(working));
  // (FF.17)
  const double place = place_of_sum_bound(sum);
  if (place > 0 && std::isfinite(place)) {
    const ball c = exactly(place, working);
    const ball bound = exp(log(mean_of_exponentials(sum, c)) * sum.n - 1) / (c * sum.n);
    if (bound.is_finite()) most = min(most, bound);
  }
  return ball::hull(ball(working), upper_bound(nonnegative_part(most)));
}

}  // namespace shufflecert::inline v0_1
