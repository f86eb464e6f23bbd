#include "claims/judging/after_proof.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "claims/search/far_points.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t points_looked_at = 48;
// Two doubles closer than this may be equal.
constexpr double visible_in_double = 1e-9;
// In looks at the budget, of which one by balls takes about a millisecond and one in double a tenth
// of that: for one point, and for all together, in looks by balls.
constexpr std::int64_t most_work_in_double = 40;
constexpr std::int64_t most_work_by_balls = 8;
constexpr std::int64_t most_work_in_all = 80;
constexpr std::int64_t most_work_to_decide = 2'000;
constexpr double cost_in_double = 0.1;
constexpr precision_range quick_precision{64, 128};

enum class truth_seen { holds, fails, outside, unknown };

class far_look {
 public:
  far_look(const claim_context& context, const expression_ptr& relation)
      : context_(context), relation_(relation), parts_(conjuncts(relation)) {}

  look_after_proof run() {
    look_after_proof found;
    for (const check_point& point : far_points(context_, points_looked_at)) {
      if (work_done_ >= static_cast<double>(most_work_in_all) ||
          context_.options.limits.is_exhausted())
        break;
      truth_seen seen = in_double(point);
      if (seen == truth_seen::unknown)
        seen = seen_in(by_balls(point, quick_precision, most_work_by_balls));
      if (seen == truth_seen::holds || seen == truth_seen::fails) ++found.points;
      if (seen != truth_seen::fails) continue;
      found.outcome = by_balls(point, context_.options.precision, most_work_to_decide);
      if (seen_in(found.outcome) != truth_seen::fails) continue;
      found.contradiction = point;
      break;
    }
    return found;
  }

 private:
  truth_seen in_double(const check_point& point) {
    work_meter meter{0, most_work_in_double};
    const variable_map variables = variables_at(context_.subject, point);
    const plain_options options{context_.options.limits.metered_by(meter)};
    const auto evaluated = [&](const expression& formula) {
      return evaluate_double(formula, context_.visible.visible, variables, options);
    };
    const truth_seen found = in_double(evaluated);
    work_done_ += cost_in_double * static_cast<double>(meter.done);
    return found;
  }

  template <class Evaluated>
  truth_seen in_double(Evaluated evaluated) const {
    try {
      for (const expression_ptr& condition : context_.subject.domain)
        if (evaluated(*condition).truth == false) return truth_seen::outside;
      for (const expression_ptr& part : parts_) {
        const auto* sides = std::get_if<comparison>(&part->node);
        if (sides == nullptr) {
          if (evaluated(*part).truth != true) return truth_seen::fails;
          continue;
        }
        const double left = evaluated(*sides->left).nearest;
        const double right = evaluated(*sides->right).nearest;
        if (std::isnan(left) || std::isnan(right)) return truth_seen::unknown;
        if (is_visibly_false(left, sides->op, right)) return truth_seen::fails;
      }
      return truth_seen::holds;
    } catch (const std::runtime_error&) {
      return truth_seen::unknown;
    }
  }

  static bool is_visibly_false(double left, relation op, double right) {
    const bool is_apart =
        left != right &&
        !(std::abs(left - right) <= visible_in_double * (std::abs(left) + std::abs(right)));
    switch (op) {
      case relation::less:
      case relation::less_equal:
        return is_apart && left > right;
      case relation::greater:
      case relation::greater_equal:
        return is_apart && left < right;
      case relation::equal:
        return is_apart;
      case relation::not_equal:
        return false;
    }
    return false;
  }

  point_outcome by_balls(const check_point& point, precision_range precision,
                         std::int64_t most_work) {
    work_meter meter{0, most_work};
    judge_options options = context_.options;
    options.limits = options.limits.metered_by(meter);
    options.precision = precision;
    point_outcome found =
        evaluate_at({context_.subject, context_.visible, cache_, options}, relation_, point);
    work_done_ += static_cast<double>(meter.done);
    return found;
  }

  // Having a value is part of the truth.
  static truth_seen seen_in(const point_outcome& found) {
    switch (found.state) {
      case point_state::outside:
        return truth_seen::outside;
      case point_state::holds:
      case point_state::tied:
        return truth_seen::holds;
      case point_state::fails:
      case point_state::invalid:
        return truth_seen::fails;
      case point_state::undecided:
        break;
    }
    return truth_seen::unknown;
  }

  const claim_context& context_;
  const expression_ptr& relation_;
  std::vector<expression_ptr> parts_;
  quantity_cache cache_;  // its own, so that what others computed before does not change the work
  double work_done_ = 0;
};

}  // namespace

look_after_proof look_at_far_points(const claim_context& context, const expression_ptr& relation) {
  return far_look(context, relation).run();
}

}  // namespace shufflecert::inline v0_1::claims
