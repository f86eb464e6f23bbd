#include "claims/frontier/range.hpp"

#include "claims/catalogue/claim_variables.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// An exact number needs no digits.
constexpr long enough_digits = 6;

rational ceiling(const rational& x) {
  return -rational(floor(-x));
}

class clipping {
 public:
  clipping(const claim_context& context, const check_point& fixed, const frontier_options& options)
      : context_(context), fixed_(fixed), options_(options), left_(options.range) {}

  frontier_range run() {
    for (const auto& whole_condition : context_.subject.domain)
      for (const auto& condition : conjuncts(whole_condition)) {
        if (depends_on_variable(*condition)) {
          if (!clip_by(*condition)) result_.conditions.push_back(condition);
        } else if (decide_condition(context_, *condition, fixed_) == false) {
          result_.reason = "'" + to_text(*condition) + "' is false here";
          return std::move(result_);
        }
      }
    if (options_.is_whole) keep_whole_numbers();
    if (left_.lower > left_.upper || (left_.lower == left_.upper && excludes_an_end()))
      result_.reason = "the domain leaves no value of " + options_.over + " in the range";
    else
      result_.range = left_;
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool depends_on_variable(const expression& formula) const {
    return depends_on(context_.subject, formula, options_.over);
  }

  [[nodiscard]] bool is_the_variable(const expression& formula) const {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && name->name == options_.over;
  }

  [[nodiscard]] bool excludes_an_end() const {
    return result_.excludes_lower || result_.excludes_upper;
  }

  void keep_whole_numbers() {
    const rational lowest = ceiling(left_.lower);
    const rational highest = floor(left_.upper);
    left_.lower = lowest == left_.lower && result_.excludes_lower ? rational(lowest + 1) : lowest;
    left_.upper =
        highest == left_.upper && result_.excludes_upper ? rational(highest - 1) : highest;
    result_.excludes_lower = false;
    result_.excludes_upper = false;
  }

  [[nodiscard]] std::optional<rational> exact_value(const expression& formula) const {
    try {
      const refined_value known =
          refine(formula, context_.visible.visible, variables_at(context_.subject, fixed_),
                 enough_digits, context_.options.precision,
                 {.limits = context_.options.limits, .cache = &context_.cache});
      const auto* result = std::get_if<number>(&known.result);
      const rational* exact = result == nullptr ? nullptr : result->as_rational();
      return exact == nullptr ? std::nullopt : std::optional(*exact);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  // False where the condition does not compare the variable with an exact number.
  bool clip_by(const expression& condition) {
    const auto* sides = std::get_if<comparison>(&condition.node);
    if (sides == nullptr) return false;
    const bool is_left = is_the_variable(*sides->left);
    if (!is_left && !is_the_variable(*sides->right)) return false;
    const expression& other = is_left ? *sides->right : *sides->left;
    if (depends_on_variable(other)) return false;
    const auto end = exact_value(other);
    if (!end) return false;
    const relation op = sides->op;
    const bool is_less = op == relation::less || op == relation::less_equal;
    const bool is_greater = op == relation::greater || op == relation::greater_equal;
    if (!is_less && !is_greater) return false;
    const bool is_strict = op == relation::less || op == relation::greater;
    if (is_less == is_left)
      end_above(*end, is_strict);
    else
      end_below(*end, is_strict);
    return true;
  }

  // The range ends at `end`, which belongs to it unless the condition is strict.
  void end_above(const rational& end, bool is_strict) {
    if (end > left_.upper) return;
    result_.excludes_upper = is_strict || (end == left_.upper && result_.excludes_upper);
    left_.upper = end;
  }

  void end_below(const rational& end, bool is_strict) {
    if (end < left_.lower) return;
    result_.excludes_lower = is_strict || (end == left_.lower && result_.excludes_lower);
    left_.lower = end;
  }

  const claim_context& context_;
  const check_point& fixed_;
  const frontier_options& options_;
  interval left_;
  frontier_range result_;
};

}  // namespace

frontier_range clip_to_domain(const claim_context& context, const check_point& fixed,
                              const frontier_options& options) {
  return clipping(context, fixed, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
