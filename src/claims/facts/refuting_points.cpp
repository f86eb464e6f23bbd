#include "claims/facts/refuting_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// So few that asking all of them costs about as much as a few boxes.
constexpr std::size_t most_samples = 12;
// Double only chooses what is worth asking with certainty. Sides closer than this may be equal.
constexpr double visible_difference = 1e-9;
constexpr std::int64_t most_work = 100;
constexpr precision_range quick_precision{64, 256};

bool seems_violated(double left, relation op, double right) {
  if (std::isnan(left) || std::isnan(right)) return false;
  switch (op) {
    case relation::less:
    case relation::less_equal:
      return left > right;
    case relation::greater:
    case relation::greater_equal:
      return left < right;
    case relation::equal:
      return left != right;
    case relation::not_equal:
      return false;
  }
  return false;
}

}  // namespace

void refuting_points::take_samples() {
  are_taken_ = true;
  const std::size_t count = point_count(context_.subject);
  const std::size_t most = std::min(count, most_samples);
  for (std::size_t i = 0; i < most; ++i) {
    // The first and the last are among them.
    const std::size_t index = most > 1 ? i * (count - 1) / (most - 1) : 0;
    sample next{point_at(context_.subject, index), {}};
    next.variables = variables_at(context_.subject, next.point);
    const auto& domain = context_.subject.domain;
    if (std::all_of(domain.begin(), domain.end(),
                    [&](const expression_ptr& stated) { return certain(*stated, next) == true; }))
      samples_.push_back(std::move(next));
  }
}

bool refuting_points::seems_false(const comparison& condition, const sample& at) const {
  work_meter meter{0, most_work};
  const plain_options options{context_.options.limits.metered_by(meter)};
  try {
    const auto side = [&](const expression_ptr& formula) {
      return evaluate_double(*formula, context_.visible.visible, at.variables, options).nearest;
    };
    const double left = side(condition.left);
    const double right = side(condition.right);
    if (!seems_violated(left, condition.op, right)) return false;
    const double scale = std::abs(left) + std::abs(right);
    return !std::isfinite(scale) || std::abs(left - right) > visible_difference * scale;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::optional<bool> refuting_points::certain(const expression& condition, const sample& at) {
  work_meter meter{0, most_work};
  judge_options options = context_.options;
  options.limits = options.limits.metered_by(meter);
  options.precision = quick_precision;
  return decide_condition({context_.subject, context_.visible, cache_, options}, condition,
                          at.point);
}

std::optional<check_point> refuting_points::against(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr) return std::nullopt;
  if (!are_taken_) take_samples();
  for (const sample& at : samples_)
    if (seems_false(*sides, at) && certain(condition, at) == false) return at.point;
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1::claims
