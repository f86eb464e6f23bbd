#include "quantities/clone/tails/line_divergence.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/line_sum.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

// A loss of so many bits is no reason to walk.
constexpr bits bits_to_spare = 30;

// Of one value, and of each of the many that a search looks at.
constexpr double most_windows_of_value = 5000;
constexpr double most_windows_of_search = 64;

// About how many layers a walk visits.
double layers_of_walk(const clone_parameters& of, bits precision) {
  const double depth = static_cast<double>(precision + bit_length(of.n) + 20) * std::log(2.0);
  const double n = static_cast<double>(of.n);
  return 2 * std::sqrt(2 * depth * n * of.clone.near() * of.no_clone.near());
}

bool can_walk(const clone_parameters& of, bits precision) {
  constexpr double most_layers = 1.9e7;
  return layers_of_walk(of, precision) < most_layers;
}

// The bits that a value has at least where it takes the place of the walk's.
bits least_bits(bits precision) {
  return std::max(precision - bits_to_spare, precision / 2);
}

std::optional<ball> positive_part(const clone_parameters& of, const ball& excess, bits precision,
                                  double windows, const budget& limits) {
  const ball cut = line_cut(of, excess);
  const line_terms terms = line_terms_of(of, cut);
  if (terms.y == 0 && !cut.is_exact_zero()) return std::nullopt;
  const auto plan = plan_line(terms, precision, windows);
  if (!plan) return std::nullopt;
  // (B.2)
  return of.t * (excess + 2) * excess_by_line(of, cut, *plan, precision, limits);
}

}  // namespace

ball line_cut(const clone_parameters& of, const ball& excess) {
  return excess / (of.t * (excess + 2));
}

std::optional<ball> line_positive_part(const clone_parameters& of, const ball& excess,
                                       bits precision, const budget& limits) {
  return positive_part(of, excess, precision, most_windows_of_value, limits);
}

ball enclosed_positive_part(const clone_parameters& of, const ball& excess, bits precision,
                            const budget& limits) {
  if (auto found = positive_part(of, excess, precision, most_windows_of_search, limits))
    return *std::move(found);
  const ball cut = line_cut(of, excess);
  if (less_equal(ball::of(1, cut.precision()), cut).value_or(false)) return ball(cut.precision());
  return of.t * (excess + 2) * small_excess(of, cut, precision);
}

bool is_line_faster(const clone_parameters& of, double y, bits precision) {
  const auto plan = plan_line({static_cast<double>(of.n), of.clone.near(), of.no_clone.near(), y},
                              precision, most_windows_of_value);
  if (!plan) return false;
  if (!can_walk(of, precision)) return true;
  if (plan->log2_error > -static_cast<double>(least_bits(precision))) return false;
  constexpr double layer = 0.35;   // µs
  constexpr double point = 15;     // µs
  constexpr double at_least = 30;  // points
  return point * (plan->points + at_least) < layer * layers_of_walk(of, precision);
}

std::optional<ball> unless_walk_is_better(const clone_parameters& of, ball found, bits precision) {
  if (!can_walk(of, precision)) return found;
  ball radius(found.precision());
  arb_get_rad_arb(radius.raw(), found.raw());
  const bool is_narrow =
      log2_near(radius) < log2_near(found) - static_cast<double>(least_bits(precision));
  return is_narrow ? std::optional<ball>(std::move(found)) : std::nullopt;
}

}  // namespace shufflecert::inline v0_1
