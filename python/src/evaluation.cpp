#include "python/src/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/cautions.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/renyi_curve.hpp"

namespace shufflecert::inline v0_1::python {
namespace {

// A double has 53 bits; one digit more, so that the ends are its neighbours.
constexpr long double_digits = 17;

expression_ptr made(expression node) {
  return std::make_shared<const expression>(std::move(node));
}

expression_ptr formula_of_rational(const rational& value) {
  if (value < 0) return made({negation{formula_of_rational(-value)}, 1});
  return made({literal{value, to_text(value)}, 1});
}

expression_ptr formula_of(double value) {
  if (!std::isinf(value)) return formula_of_rational(rational(value));
  const expression_ptr infinity = made({variable{"inf"}, 1});
  return value > 0 ? infinity : made({negation{infinity}, 1});
}

expression_ptr formula_of(std::int64_t value) {
  return formula_of_rational(rational(value));
}

expression_ptr formula_of(const expression_ptr& value) {
  return value;
}

expression_ptr formula_at(const column& of, std::size_t i) {
  return std::visit([&](const auto& values) { return formula_of(values[i]); }, of.values);
}

// The same numbers that their formulas have.
std::vector<number> numbers_of(const column& of, evaluator& at, bits precision) {
  std::vector<number> result;
  if (const auto* doubles = std::get_if<std::vector<double>>(&of.values)) {
    for (const double one : *doubles) {
      if (std::isinf(one))
        result.emplace_back(ball::infinity(precision, one > 0 ? 1 : -1));
      else
        result.emplace_back(rational(one));
    }
  } else if (const auto* whole = std::get_if<std::vector<std::int64_t>>(&of.values)) {
    for (const std::int64_t one : *whole) result.emplace_back(one);
  } else {
    for (const expression_ptr& one : std::get<std::vector<expression_ptr>>(of.values))
      result.push_back(at.evaluate_number(*one));
  }
  return result;
}

double end_of(const ball& x, bool is_lower) {
  if (x.is_infinity(1)) return HUGE_VAL;
  if (x.is_infinity(-1)) return -HUGE_VAL;
  arf_t end;
  arf_init(end);
  constexpr bits enough = 64;
  if (is_lower)
    arb_get_lbound_arf(end, x.raw(), enough);
  else
    arb_get_ubound_arf(end, x.raw(), enough);
  const double result = arf_get_d(end, is_lower ? ARF_RND_FLOOR : ARF_RND_CEIL);
  arf_clear(end);
  return result;
}

// " at lambda = 2", for messages; empty where there is one point without variables.
std::string place_of(const question& asked, std::size_t i) {
  std::string text;
  for (const column& one : asked.columns)
    text += (text.empty() ? ", at " : ", ") + one.name + " = " + to_text(*formula_at(one, i));
  return text;
}

class evaluation {
 public:
  evaluation(const question& asked, const budget& limits)
      : asked_(asked), limits_(limits), digits_(asked.digits.value_or(double_digits)) {}

  answer run() {
    if (!add_renyi_curve())
      for (std::size_t i = 0; i < asked_.points; ++i) {
        // A point may need next to nothing, and yet there are many of them.
        if (const char* reason = limits_.exhaustion())
          throw beyond_reach(std::string(reason) + " after " + std::to_string(i) + " of " +
                             std::to_string(asked_.points) + " points");
        add_point(i);
      }
    if (!found_.is_truth) add_cautions_about(std::nullopt);
    return std::move(found_);
  }

 private:
  // Whether the question is one for renyi_curve(), and that had an answer.
  bool add_renyi_curve() {
    const auto* asked = std::get_if<call>(&asked_.formula->node);
    if (asked == nullptr || asked->name != "renyi" || asked_.points < 2 ||
        asked_.columns.size() != 1 || asked->arguments.size() != 2)
      return false;
    const auto* order = std::get_if<variable>(&asked->arguments[1]->node);
    if (order == nullptr || order->name != asked_.columns.front().name ||
        !free_variables(*asked->arguments[0]).empty())
      return false;
    const bits precision = range_for_digits(digits_).first;
    std::vector<quantity> curve;
    try {
      const variable_map none;
      evaluator at({visible_formulas(), precision, limits_, &cache_, asked_.method}, none);
      const formula_value value = at.evaluate(*asked->arguments[0]);
      const auto* pair = std::get_if<distribution_pair>(&value);
      if (pair == nullptr) return false;
      const std::vector<number> orders = numbers_of(asked_.columns.front(), at, precision);
      curve = renyi_curve(*pair, orders, precision, {.limits = limits_, .method = asked_.method});
    } catch (const std::runtime_error&) {
      // One order for which more is to be done, or said, is found below.
      if (limits_.is_exhausted()) throw;
      return false;
    }
    for (std::size_t i = 0; i < asked_.points; ++i) {
      if (is_sufficient(curve[i].value, digits_, precision))
        add_number(curve[i].value, precision);
      else
        add_point(i);
    }
    return true;
  }

  variable_map variables_at(std::size_t i) const {
    variable_map variables;
    for (const column& one : asked_.columns) variables[one.name] = formula_at(one, i);
    return variables;
  }

  // What the formula's pairs do not cover, once for each truth that it has somewhere.
  void add_cautions_about(std::optional<bool> truth) {
    if (!seen_truths_.insert(truth).second) return;
    const variable_map variables = asked_.points == 1 ? variables_at(0) : variable_map();
    claims::add_cautions(found_.cautions,
                         claims::cautions_about_relation(*asked_.formula, truth, visible_formulas(),
                                                         variables, limits_));
  }

  void add_point(std::size_t i) {
    const variable_map variables = variables_at(i);
    refined_value known;
    try {
      known =
          refine(*asked_.formula, visible_formulas(), variables, digits_, range_for_digits(digits_),
                 {.limits = limits_, .cache = &cache_, .method = asked_.method});
    } catch (const undefined_value& error) {
      throw undefined_value(std::string("the formula has no value: ") + error.what() +
                            place_of(asked_, i));
    } catch (const method_unavailable& error) {
      throw beyond_reach(error.what() + place_of(asked_, i));
    }
    if (limits_.is_exhausted() && !known.sufficient) throw beyond_reach(known.reason);
    claims::add_cautions(found_.cautions,
                         claims::cautions_about_value(*asked_.formula, known, visible_formulas()));
    if (const auto* decided = std::get_if<truth>(&known.result);
        decided != nullptr && (known.precision > 0 || found_.is_truth)) {
      found_.is_truth = true;
      found_.truths.push_back(decided->value);
      add_cautions_about(decided->value);
      if (decided->value == true &&
          claims::has_infinite_side(*asked_.formula, visible_formulas(), variables, known.precision,
                                    limits_, &cache_))
        claims::add_cautions(found_.cautions, claims::cautions_about_infinite_sides(1, 1));
      return;
    }
    const auto* value = std::get_if<number>(&known.result);
    if (value == nullptr || known.precision == 0)
      throw beyond_reach("nothing is known of the value: " + known.reason + place_of(asked_, i));
    if (!known.sufficient && found_.short_of_digits++ == 0)
      found_.reason = known.reason + place_of(asked_, i);
    add_number(*value, std::max<bits>(known.precision, 64));
  }

  void add_number(const number& value, bits precision) {
    if (asked_.digits) {
      // A few more digits than were asked for, so that those are certain.
      const decimal_interval ends = to_decimal(value, precision, *asked_.digits + 3);
      found_.lower_text.push_back(ends.lower);
      found_.upper_text.push_back(ends.upper);
      return;
    }
    const ball enclosure = value.to_ball(std::max<bits>(precision, 128));
    found_.lower.push_back(end_of(enclosure, true));
    found_.upper.push_back(end_of(enclosure, false));
  }

  const question& asked_;
  const budget& limits_;
  long digits_;
  quantity_cache cache_;
  std::set<std::optional<bool>> seen_truths_;
  answer found_;
};

}  // namespace

const definitions& visible_formulas() {
  static const claims::catalogue builtin = claims::read_formulas(claims::builtin_sources());
  return builtin.visible;
}

expression_ptr read_formula(const std::string& text, const std::vector<std::string>& names) {
  expression_ptr formula = parse_formula(text);
  name_kinds kinds;
  for (const std::string& name : names) kinds[name] = value_kind::unknown;
  check_formula(*formula, visible_formulas(), kinds);
  return formula;
}

answer evaluate(const question& asked, const budget& limits) {
  name_kinds kinds;
  for (const column& one : asked.columns) kinds[one.name] = value_kind::unknown;
  const value_kind kind = check_formula(*asked.formula, visible_formulas(), kinds);
  if (kind != value_kind::number && kind != value_kind::truth && kind != value_kind::unknown)
    throw formula_error(asked.formula->column,
                        "this is a " + to_text(kind) + "; a number or a comparison is expected");
  answer found = evaluation(asked, limits).run();
  found.is_truth = found.is_truth || kind == value_kind::truth;
  return found;
}

value_kind kind_of_distribution(const expression& formula, const budget& limits) {
  constexpr bits few = 64;
  const variable_map none;
  try {
    evaluator at({visible_formulas(), few, limits}, none);
    const formula_value found = at.evaluate(formula);
    if (std::holds_alternative<distribution_pair>(found)) return value_kind::pair;
    if (std::holds_alternative<law_ptr>(found) || std::holds_alternative<noise_ptr>(found))
      return value_kind::law;
  } catch (const precision_needed&) {
    // A quantity asks again, with more bits.
  }
  return check_formula(formula, visible_formulas(), {});
}

}  // namespace shufflecert::inline v0_1::python
