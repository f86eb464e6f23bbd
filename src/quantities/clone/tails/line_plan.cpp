#include "quantities/clone/tails/line_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "arithmetic/bit_length.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

using std::numbers::ln2;
using std::numbers::pi;

constexpr double few_windows = 16;
constexpr double most_points = 5e5;
constexpr double largest_abscissa = 0.25;
constexpr double largest_cut = 0.149;

double log_cosh(double c) {
  if (c < 1e-3) return c * c / 2 - c * c * c * c / 12;
  return c + std::log1p(std::exp(-2 * c)) - ln2;
}

// log f(c)^n
double log_height(const line_terms& of, double c) {
  return of.n * std::log1p(of.p * std::expm1(log_cosh(c) - c * of.y));
}

// Where log f(c)^n − 2·log c, which is convex, is least.
double saddle(const line_terms& of) {
  double low = -60;
  double high = 6;
  const auto at = [&](double log_c) { return log_height(of, std::exp(log_c)) - 2 * log_c; };
  constexpr double golden = 0.6180339887498949;
  for (int i = 0; i < 90; ++i) {
    const double a = high - golden * (high - low);
    const double b = low + golden * (high - low);
    (at(a) > at(b) ? low : high) = at(a) > at(b) ? a : b;
  }
  return std::exp((low + high) / 2);
}

// How fast |f| falls away from c, in the terms of (B.25) and (B.26).
struct falls {
  double within;   // K
  double between;  // B
};

falls falls_at(const line_terms& of, double c) {
  const double up = of.p / 2 * std::exp(c * (1 - of.y));
  const double down = of.p / 2 * std::exp(-c * (1 + of.y));
  const double whole = of.no_clone + up + down;
  const double pairs = of.no_clone * std::min(up, down);
  return {of.n * (pairs + 2 * up * down) / (whole * whole), of.n * 2 * pairs / (whole * whole)};
}

// The least period for which the terms of (B.23) on both sides are below e^log_target, for this c.
void set_period(const line_terms& of, double log_target, line_plan& plan) {
  const double c = plan.abscissa;
  const auto needed = [&](double other) {
    return (log_height(of, other) - std::log(other) - log_target) / std::abs(other - c);
  };
  double least_left = INFINITY;
  double least_right = INFINITY;
  for (int i = 1; i < 40; ++i) {
    const double inside = c * i / 40.0;
    const double outside = c * (1 + std::exp((i - 20) / 6.0));
    if (const double at = needed(inside); at < least_left) {
      least_left = at;
      plan.left = inside;
    }
    if (const double at = needed(outside); at < least_right) {
      least_right = at;
      plan.right = outside;
    }
  }
  plan.period = std::ceil(std::max({least_left, least_right, 32.0}));
}

// `relative` is the size of f(c)^n·h/(2π) beside what all that is left out may be.
bool set_windows(const line_terms& of, const falls& fall, double log_relative, double most_windows,
                 line_plan& plan) {
  const double h = 2 * pi / plan.period;
  const double square = std::max(log_relative - 2 * std::log(plan.abscissa) + 3, 8.0) / fall.within;
  if (!(square < 0.24)) return false;
  plan.reach = std::asin(std::sqrt(square));
  const double points = 2 * plan.reach / h + 1;
  const double turn = std::max(log_relative + std::log(points) + 3, 1.0) / fall.between;
  if (!(turn < 1)) return false;
  const double angle = std::acos(1 - turn) + of.y * plan.reach;
  plan.visible = angle / (2 * pi);
  if (!(plan.visible < 0.2)) return false;
  plan.near = 0;
  plan.clusters = 0;
  plan.points = points / 2;
  plan.log2_error = 0;
  if (of.y == 0) return true;
  // (B.28) and (B.29): how many windows until the rest is small enough.
  const double share = 2 * (1 + std::sqrt(pi / fall.within) / h);
  const double all_near = std::floor(plan.visible / of.y) + 1;
  const double rest_near = share / (4 * pi * pi);
  const double rest_far = share * (2 * plan.visible * of.y + of.y * of.y) / (pi * pi);
  const double relative = std::exp(std::min(log_relative + 1, 600.0));
  const double near = std::min(all_near, std::ceil(rest_near * relative));
  const double clusters = std::ceil(rest_far * relative);
  const double per_cluster = 2 * plan.visible / of.y + 1;
  // What would not be enough is not worth much time.
  plan.near = static_cast<std::int64_t>(near > most_windows ? few_windows : near);
  constexpr double farthest = 1e13;
  if (clusters * per_cluster + near <= most_windows && (clusters + 1) / of.y < farthest)
    plan.clusters = static_cast<std::int64_t>(clusters);
  const auto visited_near = static_cast<double>(plan.near);
  const auto visited_far = static_cast<double>(plan.clusters);
  const double left_near = visited_near < all_near ? rest_near / (visited_near + 0.5) : 0;
  const double left = left_near + rest_far / (visited_far + 0.5);
  plan.log2_error = std::log2(left) + log_relative / ln2;
  plan.points += points * (visited_near + visited_far * per_cluster);
  return true;
}

std::optional<line_plan> plan_for(const line_terms& of, bits precision, double most_windows) {
  if (!(of.no_clone > 0) || !(of.y < largest_cut) || !(of.n * of.p > 100)) return std::nullopt;
  const double best = saddle(of);
  if (!(best < largest_abscissa)) return std::nullopt;
  const double width = 2 * falls_at(of, best).within + 2 / (best * best);
  const double log_result =
      log_height(of, best) - 2 * std::log(best) - std::log(2 * pi * width) / 2;
  const double log_target = log_result - (static_cast<double>(precision) + 6) * ln2;
  std::optional<line_plan> found;
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 9.0}) {
    line_plan plan{};
    plan.abscissa = best * factor;
    if (!(plan.abscissa < largest_abscissa)) break;
    set_period(of, log_target, plan);
    const double log_relative = log_height(of, plan.abscissa) - std::log(plan.period) - log_target;
    if (!set_windows(of, falls_at(of, plan.abscissa), log_relative, most_windows, plan)) continue;
    plan.log2_error = std::max(plan.log2_error - static_cast<double>(precision) - 6,
                               -static_cast<double>(precision));
    if (plan.points > most_points) continue;
    const bool is_better = !found || plan.log2_error < found->log2_error - 2 ||
                           (plan.log2_error < found->log2_error + 2 && plan.points < found->points);
    if (is_better) found = plan;
  }
  return found;
}

}  // namespace

std::optional<line_plan> plan_line(const line_terms& of, bits precision, double most_windows) {
  auto plan = plan_for(of, precision, most_windows);
  // More bits than can be had cost time only.
  constexpr double slack = 8;
  if (plan && plan->log2_error > slack - static_cast<double>(precision))
    plan = plan_for(of, bits_near(slack - plan->log2_error), most_windows);
  return plan;
}

double place_of_bound(const line_terms& of) {
  return std::min(saddle(of), 1.0);
}

}  // namespace shufflecert::inline v0_1
