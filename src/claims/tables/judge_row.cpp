#include "claims/tables/judge_row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/points/refuted_points.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long side_digits = 20;
constexpr long short_digits = 6;
constexpr long amount_digits = 3;

// Which side an inequality says is the larger one.
enum class larger_side { left, right, neither };

struct two_sides {
  expression_ptr left;
  expression_ptr right;
  larger_side larger = larger_side::neither;
  bool is_equation = false;
};

std::optional<two_sides> sides_of(const expression& part) {
  const auto compared = compared_sides_of(part);
  if (!compared) return std::nullopt;
  two_sides result{compared->left, compared->right};
  const auto* known = std::get_if<comparison>(&part.node);
  if (known == nullptr) return result;
  result.is_equation = known->op == relation::equal;
  if (known->op == relation::less || known->op == relation::less_equal)
    result.larger = larger_side::right;
  if (known->op == relation::greater || known->op == relation::greater_equal)
    result.larger = larger_side::left;
  return result;
}

// A printed number that stands alone on one side of an inequality.
struct printed_side {
  std::string name;
  expression_ptr exact;  // the other side
  expression_ptr alone;
  rational value;
  rational unit;  // of its last place
  bool is_larger = false;
};

class row_judge {
 public:
  row_judge(const claim_context& context, const check_point& point)
      : context_(context), point_(point), variables_(variables_at(context.subject, point)) {}

  row_judgement judge() {
    const expression_ptr& formula = context_.subject.formula;
    const point_outcome outcome = evaluate_at(context_, formula, point_);
    result_.precision = outcome.precision;
    result_.reason = outcome.reason;
    const auto parts = conjuncts(formula);
    expression_ptr part = parts.front();
    switch (outcome.state) {
      case point_state::holds:
      case point_state::tied:
        result_.outcome = row_verdict::holds;
        result_.tied = outcome.state == point_state::tied;
        result_.reason.clear();
        break;
      case point_state::fails:
        result_.outcome = row_verdict::fails;
        result_.reason.clear();
        for (const auto& one : parts)
          if (decide_condition(context_, *one, point_) == false) failing_.push_back(one);
        if (!failing_.empty()) part = failing_.front();
        break;
      case point_state::outside:
      case point_state::undecided:
        result_.outcome = row_verdict::undecided;
        break;
      case point_state::invalid:
        result_.outcome = row_verdict::no_value;
        break;
    }
    result_.relation = to_text(*part);
    // Where there is no value, a side that has one says nothing of the other.
    if (result_.outcome != row_verdict::no_value) measure(*part);
    if (result_.outcome == row_verdict::fails) look_at_printed_digits(parts);
    result_.words = words();
    add_all_cautions(outcome.methods);
    return std::move(result_);
  }

 private:
  void add_all_cautions(const std::set<std::string>& methods) {
    if (result_.outcome == row_verdict::no_value) return;
    std::optional<bool> truth;
    if (result_.outcome != row_verdict::undecided) truth = result_.outcome == row_verdict::holds;
    result_.cautions =
        cautions_about_relation(*context_.subject.formula, truth, context_.visible.visible,
                                variables_, context_.options.limits);
    add_cautions(result_.cautions, cautions_about_methods(methods));
    if (truth == true)
      add_cautions(result_.cautions, cautions_about_infinite_sides(has_infinite_side() ? 1 : 0, 1));
  }

  [[nodiscard]] bool has_infinite_side() const {
    return claims::has_infinite_side(*context_.subject.formula, context_.visible.visible,
                                     variables_, result_.precision, context_.options.limits,
                                     &context_.cache);
  }

  std::optional<number> value_of(const expression& side, long digits, bits& precision) const {
    const refined_value known =
        refine(side, context_.visible.visible, variables_, digits, context_.options.precision,
               {.limits = context_.options.limits, .cache = &context_.cache});
    const auto* value = std::get_if<number>(&known.result);
    if (value == nullptr || known.precision == 0) return std::nullopt;
    precision = std::max(precision, known.precision);
    return *value;
  }

  // Encloses both sides, with so many digits that they are apart where that is possible.
  void measure(const expression& part) {
    const auto sides = sides_of(part);
    if (!sides) return;
    try {
      constexpr bits least = 64;
      for (const long digits : {side_digits, 3 * side_digits, 10 * side_digits, 30 * side_digits}) {
        bits precision = least;
        const auto left = value_of(*sides->left, digits, precision);
        const auto right = value_of(*sides->right, digits, precision);
        if (!left || !right) return;
        measure_values(*left, *right, *sides, precision);
        const truth is_less = compare(*left, relation::less, *right, precision);
        if (is_less.value && !is_less.tied) return;
      }
    } catch (const undefined_value&) {
      return;
    }
  }

  void measure_values(const number& left, const number& right, const two_sides& sides,
                      bits precision) {
    row_sides found;
    found.lhs = to_decimal(left, precision, side_digits);
    found.rhs = to_decimal(right, precision, side_digits);
    found.short_lhs = to_decimal(left, precision, short_digits);
    found.short_rhs = to_decimal(right, precision, short_digits);
    const bool is_right_larger = sides.larger == larger_side::right;
    const number& larger = is_right_larger ? right : left;
    const number& smaller = is_right_larger ? left : right;
    const ball larger_ball = larger.to_ball(precision);
    const ball smaller_ball = smaller.to_ball(precision);
    amount_.clear();
    is_equal_ = compare(left, relation::equal, right, precision).value == true && left.is_exact() &&
                right.is_exact();
    if (larger_ball.is_finite() && smaller_ball.is_finite()) {
      const number difference = subtract(larger, smaller, precision);
      found.difference = to_decimal(difference, precision, short_digits);
      amount_ = difference_in_words(difference, precision);
      if (larger_ball.is_certainly_positive() && smaller_ball.is_certainly_positive()) {
        const number ratio = divide(larger, smaller, precision);
        found.ratio = to_decimal(ratio, precision, short_digits);
        found.near_ratio = ratio.to_ball(precision).near();
        if (sides.larger != larger_side::neither)
          amount_ = ratio_in_words(ratio, divide(smaller, larger, precision), precision);
      }
    } else {
      has_infinite_side_ = left.is_infinity(1) || left.is_infinity(-1) || right.is_infinity(1) ||
                           right.is_infinity(-1);
    }
    is_inequality_ = sides.larger != larger_side::neither;
    result_.sides = std::move(found);
  }

  // "0.0123": a difference is certainly at least as far from 0. Empty where it may be 0.
  static std::string difference_in_words(const number& difference, bits precision) {
    const auto known = sign(difference, precision);
    if (!known || *known == 0) return "";
    return "by at least " + to_decimal(abs(difference, precision), precision, amount_digits).lower;
  }

  // "by at least 2.83 %", "by a factor of at least 4.1": of the ratio, or its inverse, that is
  // above 1. Empty where neither certainly is.
  static std::string ratio_in_words(const number& ratio, const number& inverse, bits precision) {
    for (const number& one : {ratio, inverse}) {
      if (compare(one, relation::greater_equal, number(2), precision).value == true)
        return "by a factor of at least " + to_decimal(one, precision, amount_digits).lower;
      if (compare(one, relation::greater, number(1), precision).value != true) continue;
      const number percent = multiply(subtract(one, number(1), precision), number(100), precision);
      return "by at least " + to_decimal(percent, precision, amount_digits).lower + " %";
    }
    return "";
  }

  [[nodiscard]] std::optional<printed_side> printed_in(const expression& part) const {
    const auto sides = sides_of(part);
    if (!sides || (sides->larger == larger_side::neither && !sides->is_equation))
      return std::nullopt;
    for (const bool is_left : {true, false}) {
      const expression_ptr& alone = is_left ? sides->left : sides->right;
      const auto* name = std::get_if<variable>(&alone->node);
      if (name == nullptr) continue;
      const auto& printed = context_.subject.printed;
      if (std::find(printed.begin(), printed.end(), name->name) == printed.end()) continue;
      const auto cell = point_.find(name->name);
      if (cell == point_.end()) continue;
      const auto* minus = std::get_if<negation>(&cell->second.formula->node);
      const expression& digits = minus == nullptr ? *cell->second.formula : *minus->operand;
      const auto* known = std::get_if<literal>(&digits.node);
      if (known == nullptr) continue;
      return printed_side{name->name,
                          is_left ? sides->right : sides->left,
                          alone,
                          minus == nullptr ? known->value : rational(-known->value),
                          unit_of_last_place(*known),
                          sides->larger == (is_left ? larger_side::left : larger_side::right)};
    }
    return std::nullopt;
  }

  // A number that is printed exactly was neither rounded nor cut off.
  [[nodiscard]] bool is_exact(const printed_side& printed) const {
    const expression_ptr differs =
        make_comparison(printed.exact, relation::not_equal, printed.alone);
    return decide_condition(context_, *differs, point_) != true;
  }

  [[nodiscard]] bool is_rounded(const printed_side& printed) const {
    const expression_ptr rounds =
        make_call("rounds_to", {printed.exact, printed.alone, formula_of(printed.unit)});
    return !is_exact(printed) && decide_condition(context_, *rounds, point_) == true;
  }

  [[nodiscard]] bool is_within_a_unit(const printed_side& printed) const {
    const expression_ptr difference =
        make_node(sum_chain{{{false, printed.exact}, {true, printed.alone}}});
    const expression_ptr close =
        make_comparison(make_call("abs", {difference}), relation::less, formula_of(printed.unit));
    return !is_exact(printed) && decide_condition(context_, *close, point_) == true;
  }

  // Of an inequality that fails: whether the printed number is nearer to 0 than the exact one.
  static bool is_nearer_to_0(const printed_side& printed) {
    return printed.is_larger ? printed.value >= 0 : printed.value <= 0;
  }

  static expression_ptr formula_of(const rational& value) { return point_value_of(value).formula; }

  // Whether all that does not hold is the last digit of a printed number.
  void look_at_printed_digits(const std::vector<expression_ptr>& parts) {
    std::optional<printed_side> first;
    bool is_rounding = true;
    for (const expression_ptr& part : parts) {
      if (decide_condition(context_, *part, point_) == true) continue;
      const auto printed = printed_in(*part);
      const bool is_this = printed && is_rounded(*printed);
      is_rounding = is_rounding && is_this && is_inequality(*part);
      if (!first && printed) first = printed;
      if (!printed) continue;
      if (is_this && !is_inequality(*part))
        note_ =
            fmt::format("; the value rounds to {}, which rounds_to(VALUE, {}, {}_unit) would say",
                        point_.find(printed->name)->second.text, printed->name, printed->name);
      else if (!is_this && is_inequality(*part) && is_nearer_to_0(*printed) &&
               is_within_a_unit(*printed))
        note_ =
            fmt::format("; {} is cut off: the value is less than one unit of its last digit away",
                        printed->name);
    }
    if (!is_rounding || !first) return;
    result_.outcome = row_verdict::rounded;
    if (failing_.size() == 1) result_.instead = next_value(*first);
  }

  static bool is_inequality(const expression& part) {
    const auto sides = sides_of(part);
    return sides && sides->larger != larger_side::neither;
  }

  // The next printed value on the right side, where the relation certainly holds with it.
  [[nodiscard]] std::optional<std::string> next_value(const printed_side& printed) const {
    const rational step = printed.is_larger ? printed.unit : rational(-printed.unit);
    const rational next = printed.value + step;
    check_point moved = point_;
    moved[printed.name] = point_value_of(next);
    const point_state state = evaluate_at(context_, context_.subject.formula, moved).state;
    if (state != point_state::holds && state != point_state::tied) return std::nullopt;
    return to_text(next);
  }

  [[nodiscard]] std::string words() const {
    switch (result_.outcome) {
      case row_verdict::holds:
        if (result_.tied) return fmt::format("holds: equal to {} digits", tie_digits);
        if (has_infinite_side_) return "holds: a side is infinite";
        if (is_equal_) return "holds: both sides are equal";
        return is_inequality_ && !amount_.empty() ? "holds " + amount_ : "holds";
      case row_verdict::rounded:
        return "rounded the wrong way" +
               (result_.instead ? fmt::format(": {} would hold", *result_.instead) : std::string());
      case row_verdict::fails:
        return "fails" +
               (is_equal_         ? ": both sides are equal"
                : amount_.empty() ? ""
                                  : " " + amount_) +
               note_;
      case row_verdict::undecided:
        return "undecided: " + result_.reason;
      case row_verdict::no_value:
        break;
    }
    return "no value: " + result_.reason;
  }

  const claim_context& context_;
  const check_point& point_;
  variable_map variables_;
  std::vector<expression_ptr> failing_;
  row_judgement result_;
  std::string amount_;  // by which the part that was measured holds or fails
  std::string note_;
  bool is_equal_ = false;
  bool is_inequality_ = false;
  bool has_infinite_side_ = false;
};

}  // namespace

row_judgement judge_row(const claim_context& context, const check_point& point) {
  return row_judge(context, point).judge();
}

}  // namespace shufflecert::inline v0_1::claims
