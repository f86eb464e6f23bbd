#include "language/analysis/ray_values.hpp"

#include <algorithm>
#include <map>

#include "language/analysis/open_names.hpp"
#include "language/analysis/ray_arithmetic.hpp"
#include "language/evaluation/rounded_law.hpp"
#include "language/evaluation/scopes.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1 {

class ray_evaluator::implementation {
 public:
  static std::vector<std::string_view> functions() {
    std::vector<std::string_view> names = names_in_table(functions_of_one());
    const auto others = names_in_table(functions_of_two());
    names.insert(names.end(), others.begin(), others.end());
    return names;
  }

  implementation(evaluation_settings settings, const value_box& values, const positive_box& ranges)
      : settings_(settings),
        plain_(settings, no_variables_),
        ranges_(ranges_of(ranges)),
        far_(settings.precision, ranges_) {
    for (const auto& [name, value] : values) plain_.bind(name, value);
    for (const auto& [name, range] : ranges) names_.push_back(name);
  }

  [[nodiscard]] bool rests_on_rounded_law() const { return accepts_rounded_law(plain_.methods()); }

  std::optional<bool> truth_of(const expression& condition) {
    settings_.limits.check();
    if (const auto* sides = std::get_if<comparison>(&condition.node)) return compared(*sides);
    if (const auto* all = std::get_if<conjunction>(&condition.node))
      return folded(all->operands, true);
    if (const auto* any = std::get_if<disjunction>(&condition.node))
      return folded(any->operands, false);
    if (const auto* opposite = std::get_if<logical_not>(&condition.node)) {
      const auto inner = truth_of(*opposite->operand);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    // Undecided conditions that are answered with nothing exist; of this one that is not known.
    if (!is_plain(condition))
      throw precision_needed("a condition of which nothing is known far out");
    return plain_truth(condition);
  }

 private:
  static std::vector<positive_range> ranges_of(const positive_box& box) {
    std::vector<positive_range> ranges;
    for (const auto& [name, range] : box) ranges.push_back(range);
    return ranges;
  }

  std::optional<bool> folded(const std::vector<expression_ptr>& operands, bool neutral) {
    std::optional<bool> result = neutral;
    for (const auto& operand : operands) {
      const auto next = truth_of(*operand);
      if (next && *next != neutral) return !neutral;
      if (!next) result.reset();
    }
    return result;
  }

  std::optional<bool> plain_truth(const expression& condition) {
    const truth held = plain_.evaluate_truth(condition);
    return held.tied ? std::nullopt : held.value;
  }

  static bool is_infinity(const expression& formula) {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && name->name == "inf";
  }

  std::optional<bool> compared(const comparison& sides) {
    if (const auto at_end = compared_with_end(sides)) return at_end;
    if (is_plain(*sides.left) && is_plain(*sides.right)) {
      const truth held = compare(plain_.evaluate_number(*sides.left), sides.op,
                                 plain_.evaluate_number(*sides.right), settings_.precision);
      return held.tied ? std::nullopt : held.value;
    }
    // What has an enclosure is finite.
    if (is_infinity(*sides.right) && sides.op == relation::less) {
      static_cast<void>(value_of(*sides.left));
      return true;
    }
    if (is_infinity(*sides.left) && sides.op == relation::greater) {
      static_cast<void>(value_of(*sides.right));
      return true;
    }
    const scaled left = value_of(*sides.left);
    const scaled right = value_of(*sides.right);
    if (is_shown_by_least(left, sides.op, right)) return true;
    const scaled left_minus_right = far_.difference(left, right);
    if (const auto decided = decided_by(left_minus_right.factor, sides.op)) return decided;
    if (left_minus_right.linear)
      if (const auto range = far_.range_of(*left_minus_right.linear))
        return decided_by(*range, sides.op);
    return std::nullopt;
  }

  // Whether the bound from below of the larger side is enough.
  [[nodiscard]] bool is_shown_by_least(const scaled& left, relation op, const scaled& right) const {
    const bool rises = op == relation::less || op == relation::less_equal;
    if (!rises && op != relation::greater && op != relation::greater_equal) return false;
    const scaled& small = rises ? left : right;
    const scaled& large = rises ? right : left;
    if (!large.least && !small.negated_least) return false;
    const scaled most = ray_arithmetic::opposite(small);
    const ball room =
        far_.sum(ray_arithmetic::least_of(large), ray_arithmetic::least_of(most)).factor;
    return op == relation::less || op == relation::greater ? room.is_certainly_positive()
                                                           : room.is_certainly_nonnegative();
  }

  static std::optional<bool> decided_by(const ball& sign, relation op) {
    switch (op) {
      case relation::less:
        return answer(sign.is_certainly_negative(), sign.is_certainly_nonnegative());
      case relation::less_equal:
        return answer(sign.is_certainly_nonpositive(), sign.is_certainly_positive());
      case relation::greater:
        return answer(sign.is_certainly_positive(), sign.is_certainly_nonpositive());
      case relation::greater_equal:
        return answer(sign.is_certainly_nonnegative(), sign.is_certainly_negative());
      case relation::equal:
        return answer(false, sign.is_certainly_positive() || sign.is_certainly_negative());
      case relation::not_equal:
        return answer(sign.is_certainly_positive() || sign.is_certainly_negative(), false);
    }
    return std::nullopt;
  }

  static std::optional<bool> answer(bool yes, bool no) {
    if (yes) return true;
    return no ? std::optional(false) : std::nullopt;
  }

  // x >= 2 for x from 2 on: enclosures that are rounded would leave it open.
  std::optional<bool> compared_with_end(const comparison& sides) {
    const auto* name = std::get_if<variable>(&sides.left->node);
    if (name == nullptr || !is_plain(*sides.right)) return std::nullopt;
    const auto place = std::find(names_.begin(), names_.end(), name->name);
    if (place == names_.end()) return std::nullopt;
    const number limit = plain_.evaluate_number(*sides.right);
    const rational* exact = limit.as_rational();
    if (exact == nullptr) return std::nullopt;
    const auto& [lower, upper] = ranges_[static_cast<std::size_t>(place - names_.begin())];
    // 0 itself is never among the values.
    const bool is_above = lower > *exact || (lower == 0 && *exact == 0);
    switch (sides.op) {
      case relation::greater_equal:
        return answer(lower >= *exact, upper && *upper < *exact);
      case relation::greater:
        return answer(is_above, upper && *upper <= *exact);
      case relation::less_equal:
        return answer(upper && *upper <= *exact, is_above);
      case relation::less:
        return answer(upper && *upper < *exact, lower >= *exact);
      case relation::equal:
      case relation::not_equal:
        break;
    }
    return std::nullopt;
  }

  // Whether none of the variables with scales occurs.
  [[nodiscard]] bool is_plain(const expression& formula) const {
    return !leaves_open(formula, names_);
  }

  scaled value_of(const expression& formula) {
    settings_.limits.check();
    if (is_infinity(formula)) throw precision_needed("a part is infinite");
    if (is_plain(formula)) return far_.constant(plain_.evaluate_number(formula));
    return std::visit([&](const auto& node) { return compute(node); }, formula.node);
  }

  scaled compute(const variable& x) const {
    const auto place = std::find(names_.begin(), names_.end(), x.name);
    if (place == names_.end()) throw precision_needed("an unknown variable");
    return far_.of_ray(static_cast<std::size_t>(place - names_.begin()));
  }

  static scaled compute(const literal&) {
    throw precision_needed("not a number");
  }  // plain, so never asked for
  static scaled compute(const comparison&) { throw precision_needed("not a number"); }
  static scaled compute(const conjunction&) { throw precision_needed("not a number"); }
  static scaled compute(const disjunction&) { throw precision_needed("not a number"); }
  static scaled compute(const logical_not&) { throw precision_needed("not a number"); }

  scaled compute(const negation& x) { return ray_arithmetic::opposite(value_of(*x.operand)); }

  scaled compute(const sum_chain& x) {
    scaled total = value_of(*x.terms.front().operand);
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      const scaled next = value_of(*x.terms[i].operand);
      total = x.terms[i].subtracted ? far_.difference(total, next) : far_.sum(total, next);
    }
    return total;
  }

  scaled compute(const product_chain& x) {
    scaled total = value_of(*x.factors.front().operand);
    for (std::size_t i = 1; i < x.factors.size(); ++i) {
      const scaled next = value_of(*x.factors[i].operand);
      total = x.factors[i].divided ? far_.quotient(total, next) : far_.product(total, next);
    }
    return total;
  }

  scaled compute(const power_of& x) {
    if (is_plain(*x.exponent)) {
      const number exponent = plain_.evaluate_number(*x.exponent);
      if (const auto* exact = exponent.as_rational()) return far_.raised(value_of(*x.base), *exact);
    }
    // A power of 0, or of a negative number, may have a value where its logarithm has none.
    const scaled base = value_of(*x.base);
    if (!base.factor.is_certainly_positive())
      throw precision_needed("the sign of a base is not determined");
    return far_.exponential(far_.product(value_of(*x.exponent), far_.logarithm(base)));
  }

  scaled compute(const call& x) {
    if (const auto of_one = functions_of_one().find(x.name); of_one != functions_of_one().end())
      return of_one->second(*this, value_of(*x.arguments.at(0)));
    if (const auto of_two = functions_of_two().find(x.name); of_two != functions_of_two().end())
      return extreme(of_two->second, x);
    const builtin* function = find_builtin(x.name);
    if (function != nullptr && function->uses == argument_use::branch) return chosen(x);
    throw precision_needed("a function of which nothing is known far out");
  }

  using function_of_one = scaled (*)(const implementation&, const scaled&);
  static const std::map<std::string_view, function_of_one>& functions_of_one() {
    using self = const implementation&;
    using value = const scaled&;
    static const std::map<std::string_view, function_of_one> table{
        {"exp", [](self at, value f) { return at.far_.exponential(f); }},
        {"expm1",
         [](self at, value f) {
           return at.far_.difference(at.far_.exponential(f), at.far_.constant(1));
         }},
        {"log", [](self at, value f) { return at.far_.logarithm(f); }},
        {"log1p", [](self at, value f) { return at.far_.logarithm_above(f); }},
        {"sqrt", [](self at, value f) { return at.far_.raised(f, rational(1, 2)); }},
        {"abs", [](self, value f) { return ray_arithmetic::absolute(f); }},
        {"tanh", [](self at, value f) { return at.far_.tangent(f); }},
        {"Phi", [](self at, value f) { return at.far_.normal(f); }},
        {"floor", [](self at, value f) { return at.far_.whole_part(f); }},
        {"ceil", [](self at, value f) {
           return ray_arithmetic::opposite(at.far_.whole_part(ray_arithmetic::opposite(f)));
         }}};
    return table;
  }

  // Of two or more numbers, two at a time.
  using function_of_two = ball (*)(const ball&, const ball&);
  static const std::map<std::string_view, function_of_two>& functions_of_two() {
    static const std::map<std::string_view, function_of_two> table{{"min", shufflecert::min},
                                                                   {"max", shufflecert::max}};
    return table;
  }

  scaled extreme(function_of_two choice, const call& x) {
    scaled result = value_of(*x.arguments.front());
    for (std::size_t i = 1; i < x.arguments.size(); ++i) {
      const scaled next = value_of(*x.arguments[i]);
      const scales shared = far_.common(result, next);
      const ball a = far_.factor_at(result, shared);
      const ball b = far_.factor_at(next, shared);
      result = {shared, choice(a, b), {}, {}};
      if (result.factor.is_exact_zero()) result = far_.constant(0);
    }
    return result;
  }

  scaled chosen(const call& x) {
    if (const auto condition = truth_of(*x.arguments[0]))
      return value_of(*x.arguments[*condition ? 1 : 2]);
    const scaled a = value_of(*x.arguments[1]);
    const scaled b = value_of(*x.arguments[2]);
    const scales shared = far_.common(a, b);
    return {shared, ball::hull(far_.factor_at(a, shared), far_.factor_at(b, shared)), {}, {}};
  }

  evaluation_settings settings_;
  const variable_map no_variables_;
  evaluator plain_;
  std::vector<std::string> names_;
  std::vector<positive_range> ranges_;  ///< in the order of the names
  ray_arithmetic far_;
};

ray_evaluator::ray_evaluator(evaluation_settings settings, const value_box& values,
                             const positive_box& ranges)
    : implementation_(std::make_unique<implementation>(settings, values, ranges)) {}

ray_evaluator::~ray_evaluator() = default;

std::vector<std::string_view> ray_evaluator::functions() {
  return implementation::functions();
}

std::optional<bool> ray_evaluator::truth_of(const expression& condition) {
  lacks_value_ = false;
  try {
    const auto known = implementation_->truth_of(condition);
    return implementation_->rests_on_rounded_law() ? std::nullopt : known;
  } catch (const undefined_value&) {
    lacks_value_ = true;
    return std::nullopt;
  } catch (const precision_needed&) {
    return std::nullopt;
  }
}

}  // namespace shufflecert::inline v0_1
