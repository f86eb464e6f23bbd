#include "claims/search/search_margin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using state = margin_reading::state;

// Two doubles that agree this far cannot be told apart.
constexpr double visible_in_double = 1e-10;
// What counts as one unit of work is about a millisecond: a look at the budget. The nodes of a
// formula are counted in thousandths of it.
constexpr std::int64_t thousandths = 1000;
constexpr std::int64_t ball_node_cost = 2;
// In double, the loops between two looks take less.
constexpr std::int64_t plain_look_cost = 100;
constexpr std::int64_t largest_counted_size = 100'000;

// A margin, and whether its sign can be relied on.
struct reading {
  double margin;
  bool is_clear;
};

// One way to evaluate the parts of a relation.
class side_evaluator {
 public:
  side_evaluator() = default;
  side_evaluator(const side_evaluator&) = delete;
  side_evaluator& operator=(const side_evaluator&) = delete;
  virtual ~side_evaluator() = default;
  virtual reading compared(const comparison& relation) = 0;
  virtual reading decided(const expression& condition) = 0;
};

bool is_number_zero(const expression& side) {
  const auto* x = std::get_if<literal>(&side.node);
  return x != nullptr && x->value == 0;
}

// The margin of `left <= right`.
double margin_of(double left, double right, bool is_absolute) {
  if (std::isnan(left) || std::isnan(right)) return std::numeric_limits<double>::quiet_NaN();
  if (left == right) return 0;
  if (std::isinf(left) || std::isinf(right)) return left < right ? 1 : -1;
  const double difference = right - left;
  if (is_absolute) return difference;
  const double scale = std::abs(left) + std::abs(right);
  return std::isfinite(scale) ? difference / scale : (difference > 0 ? 1 : -1);
}

double margin_of(const comparison& relation, double left, double right) {
  const bool is_absolute = is_number_zero(*relation.left) || is_number_zero(*relation.right);
  switch (relation.op) {
    case relation::less:
    case relation::less_equal:
      return margin_of(left, right, is_absolute);
    case relation::greater:
    case relation::greater_equal:
      return margin_of(right, left, is_absolute);
    case relation::equal:
      return -std::abs(margin_of(left, right, is_absolute));
    case relation::not_equal:
      return std::abs(margin_of(left, right, is_absolute));
  }
  return 0;
}

// With double's answer to a comparison, equality holds as far as anyone can see, and no further.
class double_sides : public side_evaluator {
 public:
  double_sides(const definitions& visible, const variable_map& variables, const budget& limits)
      : visible_(visible), variables_(variables), limits_(limits) {}

  reading compared(const comparison& relation) override {
    const double left = number_of(*relation.left);
    const double right = number_of(*relation.right);
    const double margin = margin_of(relation, left, right);
    if (std::isnan(margin)) throw undefined_value("not a number");
    const double scale = std::abs(left) + std::abs(right);
    const double difference = std::abs(left - right);
    return {margin, std::isinf(left) || std::isinf(right) ? left != right
                                                          : difference > visible_in_double * scale};
  }

  reading decided(const expression& condition) override {
    const plain_value found = evaluate_double(condition, visible_, variables_, {.limits = limits_});
    if (!found.truth) return {0, false};
    return {*found.truth ? 1.0 : -1.0, true};
  }

 private:
  double number_of(const expression& side) const {
    return evaluate_double(side, visible_, variables_, {.limits = limits_}).nearest;
  }

  const definitions& visible_;
  const variable_map& variables_;
  const budget& limits_;
};

class ball_sides : public side_evaluator {
 public:
  ball_sides(const evaluation_settings& settings, const variable_map& variables)
      : precision_(settings.precision), at_(settings, variables) {}

  reading compared(const comparison& relation) override {
    const number left = at_.evaluate_number(*relation.left);
    const number right = at_.evaluate_number(*relation.right);
    const truth found = compare(left, relation.op, right, precision_);
    const double margin =
        margin_of(relation, left.to_ball(precision_).near(), right.to_ball(precision_).near());
    if (!found.value || found.tied || std::isnan(margin)) return {margin, false};
    // The sides may be too close for double, or too large.
    constexpr double least = std::numeric_limits<double>::min();
    return {*found.value ? std::max(margin, 0.0) : std::min(margin, -least), true};
  }

  reading decided(const expression& condition) override {
    const truth found = at_.evaluate_truth(condition);
    if (!found.value || found.tied) return {0, false};
    return {*found.value ? 1.0 : -1.0, true};
  }

 private:
  bits precision_;
  evaluator at_;
};

// The margin of a condition, from those of its comparisons.
class condition_reader {
 public:
  condition_reader(side_evaluator& sides, const claim& subject)
      : sides_(sides), let_(subject.let) {}

  reading read(const expression& condition) {
    return std::visit(overloaded{[&](const comparison& x) { return sides_.compared(x); },
                                 [&](const conjunction& x) { return least(x.operands, 1); },
                                 [&](const disjunction& x) { return least(x.operands, -1); },
                                 [&](const logical_not& x) {
                                   const reading inner = read(*x.operand);
                                   return reading{-inner.margin, inner.is_clear};
                                 },
                                 [&](const variable& x) {
                                   const auto local = let_.find(x.name);
                                   return local == let_.end() ? sides_.decided(condition)
                                                              : read(*local->second);
                                 },
                                 [&](const call& x) {
                                   if (x.name != "if") return sides_.decided(condition);
                                   const reading chosen = read(*x.arguments[0]);
                                   if (!chosen.is_clear) return reading{0, false};
                                   return read(*x.arguments[chosen.margin >= 0 ? 1 : 2]);
                                 },
                                 [&](const auto&) { return sides_.decided(condition); }},
                      condition.node);
  }

 private:
  // sign·min of sign·margin. What one operand settles clearly needs no other, whose value may not
  // exist.
  reading least(const std::vector<expression_ptr>& operands, double sign) {
    reading result{sign * std::numeric_limits<double>::infinity(), true};
    bool all_clear = true;
    for (const auto& operand : operands) {
      const reading next = read(*operand);
      if (std::isnan(next.margin)) return {next.margin, false};
      if (sign * next.margin < sign * result.margin) result.margin = next.margin;
      all_clear = all_clear && next.is_clear;
      if (next.is_clear && sign * next.margin < 0) return {next.margin, true};
    }
    result.is_clear = all_clear;
    return result;
  }

  side_evaluator& sides_;
  const variable_map& let_;
};

// Nodes of a formula and of what it calls, as often as they are called.
class formula_survey {
 public:
  explicit formula_survey(const claim_context& context) : context_(context) {}

  void add(const expression& formula) {
    if (size_ > largest_counted_size) return;
    ++size_;
    std::visit(overloaded{[&](const call& x) { add_call(x); },
                          [&](const variable& x) {
                            const auto local = context_.subject.let.find(x.name);
                            if (local != context_.subject.let.end() && seen_.insert(x.name).second)
                              add(*local->second);
                          },
                          [](const literal&) {}, [&](const negation& x) { add(*x.operand); },
                          [&](const logical_not& x) { add(*x.operand); },
                          [&](const sum_chain& x) {
                            for (const auto& term : x.terms) add(*term.operand);
                          },
                          [&](const product_chain& x) {
                            for (const auto& factor : x.factors) add(*factor.operand);
                          },
                          [&](const power_of& x) {
                            add(*x.base);
                            add(*x.exponent);
                          },
                          [&](const comparison& x) {
                            add(*x.left);
                            add(*x.right);
                          },
                          [&](const conjunction& x) {
                            for (const auto& operand : x.operands) add(*operand);
                          },
                          [&](const disjunction& x) {
                            for (const auto& operand : x.operands) add(*operand);
                          }},
               formula.node);
  }

  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] bool is_plain() const { return is_plain_; }

 private:
  void add_call(const call& x) {
    const builtin* known = find_builtin(x.name);
    // A domain is as quick as it is short.
    if (const definition* defined = context_.visible.visible.find(x.name)) {
      const auto guard = guard_in(*defined->body);
      add(guard ? *guard->value : *defined->body);
    } else if (known == nullptr || !known->is_quick_in_double)
      is_plain_ = false;
    for (const auto& argument : x.arguments) add(*argument);
  }

  const claim_context& context_;
  std::int64_t size_ = 0;
  bool is_plain_ = true;
  std::set<std::string> seen_;
};

state state_of(const reading& found) {
  if (std::isnan(found.margin)) return state::no_value;
  if (!found.is_clear) return state::unclear;
  return found.margin >= 0 ? state::holds : state::fails;
}

}  // namespace

margin_reader::margin_reader(const claim_context& context, expression_ptr relation,
                             std::int64_t most_work)
    : context_(context), relation_(std::move(relation)), most_work_(most_work) {
  formula_survey survey(context);
  survey.add(*relation_);
  for (const auto& condition : context.subject.domain) survey.add(*condition);
  size_ = survey.size();
  is_plain_ = survey.is_plain();
}

margin_reading margin_reader::read(const check_point& point, quick_arithmetic by) const {
  margin_reading result;
  const bool by_balls = by == quick_arithmetic::balls;
  const std::int64_t cost_of_look = by_balls ? thousandths : plain_look_cost;
  work_meter meter{0, most_work_ / cost_of_look};
  const budget limits = context_.options.limits.metered_by(meter);
  const variable_map variables = variables_at(context_.subject, point);
  quantity_cache cache;
  result.margin = std::numeric_limits<double>::quiet_NaN();
  try {
    double_sides plain(context_.visible.visible, variables, limits);
    ball_sides balls({context_.visible.visible, precision_, limits, &cache}, variables);
    side_evaluator& sides = by_balls ? static_cast<side_evaluator&>(balls) : plain;
    condition_reader reader(sides, context_.subject);
    for (const auto& condition : context_.subject.domain) {
      const reading found = sides.decided(*condition);
      if (found.is_clear && found.margin >= 0) continue;
      result.seen = state::outside;
      break;
    }
    if (result.seen != state::outside) {
      const reading found = reader.read(*relation_);
      result.margin = found.margin;
      result.seen = state_of(found);
    }
  } catch (const std::runtime_error&) {
    result.seen = state::no_value;
    result.is_given_up = meter.done > meter.most;
  }
  result.work = meter.done * cost_of_look + size_ * (by_balls ? ball_node_cost : 1);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
