#include "quantities/allocation/allocation_path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/overloaded.hpp"
#include "quantities/allocation/transform_near.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

[[noreturn]] void refuse_paths() {
  throw beyond_reach("no line or parabola of some 10^5 bits serves this allocation_pair");
}

}  // namespace

allocation_path::allocation_path(const allocation_pair& pair, double least_c, double largest_c,
                                 double log2_error, const budget& limits)
    : terms_(pair.batches) {
  // Where the nodes of a line are more, the result has fewer digits.
  constexpr std::int64_t most_nodes = 20'000;
  constexpr double least_error = -200'000;
  if (!(log2_error > least_error) || !std::isfinite(log2_error) || !std::isfinite(least_c) ||
      !std::isfinite(largest_c) || !(least_c > 0))
    refuse_paths();
  const double a = slope_near(pair.sigma);
  const double log2_terms = std::log2(static_cast<double>(terms_));
  const double of_sum = log2_error + log2_terms;
  const allocation_line_plan line = plan_line(terms_, a, largest_c, of_sum, most_nodes);
  const allocation_bend_plan bend = plan_bend(terms_, a, least_c, largest_c, of_sum);
  const bool is_bent = !(line.cost <= bend.cost);
  if (!std::isfinite(is_bent ? bend.cost : line.cost)) refuse_paths();
  const double log2_scale = std::log2(is_bent ? bend.scale : line.abscissa);
  const double log2_height = is_bent ? bend.log2_height : line.log2_height;
  constexpr bits guard = 44;
  const bits wanted =
      std::max<bits>(bits_near(log2_height - log2_scale - of_sum + log2_terms), 16) + 16;
  working_ = wanted + guard + 2 * bits_near(std::abs(log2_scale));
  constexpr bits most_bits = 200'000;
  if (working_ > most_bits) refuse_paths();
  const log_normal_transform transform(1 / pair.sigma.to_ball(working_));
  const auto relative = static_cast<double>(wanted);
  if (is_bent) {
    path_.emplace<allocation_bend>(transform, terms_, bend, -relative, limits);
    return;
  }
  const double at_b = log_transform_near(line.abscissa, a) / std::numbers::ln2;
  path_.emplace<allocation_line>(transform, terms_, line, at_b - relative, limits);
}

ball allocation_path::shortfall(const ball& c) const {
  const ball at = c.with_precision(working_);
  return std::visit(overloaded{[](const std::monostate&) { return ball(2); },
                               [&](const auto& path) { return path.shortfall(at); }},
                    path_) /
         terms_;
}

}  // namespace shufflecert::inline v0_1
