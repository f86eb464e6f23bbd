#include "claims/crosscheck/double_opinion.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "claims/catalogue/axis.hpp"
#include "claims/crosscheck/second_opinion.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Terms and nodes: some hundredths of a second for a claim at most.
constexpr std::int64_t most_work_of_point = 100'000;
// Preparing a point costs about as much as so many nodes.
constexpr std::int64_t work_of_point = 20;

// What double says of a condition. The sides are those of the comparison that settled it.
struct double_answer {
  std::optional<bool> truth;  ///< nothing: double has no value
  std::string lhs;
  std::string rhs;
};

// The conditions of one point in double.
class double_point {
 public:
  double_point(const definitions& visible, const variable_map& variables, const budget& limits,
               work_meter& work)
      : visible_(visible), variables_(variables), limits_(limits), work_(work) {}

  // Throws beyond_reach where double takes too much work or the second arithmetic cannot follow.
  double_answer answer(const expression& condition) {
    if (const auto* every = std::get_if<conjunction>(&condition.node))
      return fold(every->operands, true);
    if (const auto* any = std::get_if<disjunction>(&condition.node))
      return fold(any->operands, false);
    if (const auto* denied = std::get_if<logical_not>(&condition.node)) {
      double_answer inner = answer(*denied->operand);
      if (inner.truth) inner.truth = !*inner.truth;
      return inner;
    }
    if (const auto* sides = std::get_if<comparison>(&condition.node)) return compared(*sides);
    const std::optional<plain_value> found = value_of(condition);
    return {found ? found->truth : std::nullopt, "", ""};
  }

 private:
  // `and` (neutral = true) and `or` (neutral = false), from the left, as far as there are values.
  double_answer fold(const std::vector<expression_ptr>& operands, bool neutral) {
    double_answer last;
    for (const expression_ptr& operand : operands) {
      last = answer(*operand);
      if (last.truth != neutral) break;
    }
    return last;
  }

  double_answer compared(const comparison& sides) {
    const std::optional<plain_value> left = value_of(*sides.left);
    const std::optional<plain_value> right = value_of(*sides.right);
    double_answer result{std::nullopt, left ? left->decimal : "nan",
                         right ? right->decimal : "nan"};
    if (!left || !right || std::isnan(left->nearest) || std::isnan(right->nearest)) return result;
    // Two sides that overflowed cannot be compared, whatever the processor says. An infinity that
    // the formula states is none of these.
    if (std::isinf(left->nearest) && left->nearest == right->nearest &&
        !states_infinity(*sides.left) && !states_infinity(*sides.right))
      return result;
    result.truth = satisfies(left->nearest, sides.op, right->nearest);
    return result;
  }

  static bool states_infinity(const expression& side) {
    const auto* name = std::get_if<variable>(&side.node);
    return name != nullptr && name->name == "inf";
  }

  static bool satisfies(double a, relation op, double b) {
    switch (op) {
      case relation::less:
        return a < b;
      case relation::less_equal:
        return a <= b;
      case relation::greater:
        return a > b;
      case relation::greater_equal:
        return a >= b;
      case relation::equal:
        return a == b;
      case relation::not_equal:
        return a != b;
    }
    return false;
  }

  // Nothing where there is no value in double.
  std::optional<plain_value> value_of(const expression& formula) {
    try {
      return evaluate_double(formula, visible_, variables_, {.limits = limits_, .work = &work_});
    } catch (const undefined_value& error) {
      if (is_limit_of_second_arithmetic(error)) throw beyond_reach(error.what());
      return std::nullopt;
    }
  }

  const definitions& visible_;
  const variable_map& variables_;
  const budget& limits_;
  work_meter& work_;
};

class double_opinion {
 public:
  double_opinion(const claim_context& context, const expression_ptr& relation)
      : context_(context), relation_(relation), left_(most_work_of_claim) {}

  // Asks double at a point at which the relation certainly is `certain`.
  void ask(const check_point& point, bool certain) {
    if (left_ <= work_of_point) {
      ++finding_.beyond;
      return;
    }
    left_ -= work_of_point;
    work_meter work{0, std::min(left_, most_work_of_point)};
    const variable_map variables = variables_at(context_.subject, point);
    double_point here(context_.visible.visible, variables, context_.options.limits, work);
    try {
      const double_answer said = here.answer(*relation_);
      ++finding_.compared;
      if (!said.truth) ++finding_.without;
      if (said.truth && *said.truth != certain) ++finding_.different;
      if (said.truth) (*said.truth ? any_true_ : any_false_) = true;
      note(said, certain, point, here);
    } catch (const beyond_reach&) {
      ++finding_.beyond;
    }
    left_ -= work.done;
  }

  [[nodiscard]] std::optional<double_finding> finding() {
    if (finding_.compared + finding_.beyond == 0) return std::nullopt;
    if (finding_.different > 0) {
      finding_.outcome = double_outcome::differs;
    } else if (finding_.without > 0) {
      finding_.outcome = double_outcome::no_value;
    } else if (finding_.compared > 0) {
      finding_.outcome = double_outcome::agrees;
    }
    if (any_false_) {
      finding_.alone = verdict::refuted;
    } else if (any_true_ && finding_.without == 0) {
      finding_.alone = verdict::verified;
    }
    return finding_;
  }

 private:
  // Keeps the first point at which double says the opposite, or else has no value.
  void note(double_answer said, bool certain, const check_point& point, double_point& here) {
    if (said.truth == certain || has_difference_ || (!said.truth && !finding_.certified.empty()))
      return;
    has_difference_ = said.truth.has_value();
    if (has_difference_ && !certain)
      // Double calls every part true, so the one to show is the one that certainly fails.
      for (const expression_ptr& part : conjuncts(relation_))
        if (decide_condition(context_, *part, point) == false) {
          said = here.answer(*part);
          break;
        }
    finding_.point = texts_of(point);
    finding_.lhs = said.lhs;
    finding_.rhs = said.rhs;
    finding_.certified = certain ? "holds" : "fails";
  }

  const claim_context& context_;
  const expression_ptr& relation_;
  std::int64_t left_;
  double_finding finding_;
  bool any_true_ = false;
  bool any_false_ = false;
  bool has_difference_ = false;
};

check_point point_of(const point_texts& texts) {
  check_point point;
  for (const auto& [name, text] : texts) point[name] = read_point_value(text);
  return point;
}

bool is_decided(verdict outcome) {
  return outcome == verdict::refuted || outcome == verdict::verified || outcome == verdict::proved;
}

}  // namespace

std::optional<double_finding> opinion_of_double(const claim_context& context,
                                                const expression_ptr& relation,
                                                const judgement& found,
                                                const std::vector<point_outcome>& outcomes) {
  if (!is_decided(found.outcome) || context.options.limits.is_exhausted()) return std::nullopt;
  double_opinion opinion(context, relation);
  std::vector<point_texts> shown;
  for (const auto* example : {&found.witness, &found.worst}) {
    if (!*example || std::count(shown.begin(), shown.end(), (*example)->point) > 0) continue;
    opinion.ask(point_of((*example)->point), false);
    shown.push_back((*example)->point);
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const point_state state = outcomes[i].state;
    if (state != point_state::holds && state != point_state::fails) continue;
    const check_point point = point_at(context.subject, i);
    if (std::count(shown.begin(), shown.end(), texts_of(point)) > 0) continue;
    opinion.ask(point, state == point_state::holds);
  }
  // Half of the points would depend on how fast the machine is.
  if (context.options.limits.is_exhausted()) return std::nullopt;
  return opinion.finding();
}

std::optional<double_finding> opinion_of_double_at_solution(const claim_context& context,
                                                            const expression_ptr& relation,
                                                            const judgement& found) {
  const bool is_solved =
      (found.outcome == verdict::verified || found.outcome == verdict::proved) && found.tied == 0;
  if (!is_solved || !found.witness) return std::nullopt;
  double_opinion opinion(context, relation);
  opinion.ask(point_of(found.witness->point), true);
  if (context.options.limits.is_exhausted()) return std::nullopt;
  return opinion.finding();
}

}  // namespace shufflecert::inline v0_1::claims
