#include "claims/points/refuted_points.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/results/exact_ends.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {

simplicity::simplicity(const check_point& point) {
  for (const auto& [name, chosen] : point) length += chosen.text.size();
  if (const auto n = point.find("n"); n != point.end())
    if (const auto exact = parse_decimal(n->second.text)) users = exact->convert_to<double>();
}

namespace {

// What separates a point from where a condition holds.
struct gap {
  std::vector<expression_ptr> leaves;
  double distance = 0;

  [[nodiscard]] std::tuple<std::size_t, double> size() const { return {leaves.size(), distance}; }

  void add(const gap& other) {
    leaves.insert(leaves.end(), other.leaves.begin(), other.leaves.end());
    distance += other.distance;
  }
};

gap gap_to(const claim_context& context, const expression_ptr& condition,
           const check_point& point) {
  if (decide_condition(context, *condition, point) == true) return {};
  gap result;
  if (const auto* all = std::get_if<conjunction>(&condition->node)) {
    for (const expression_ptr& part : all->operands) result.add(gap_to(context, part, point));
  } else if (const auto* any = std::get_if<disjunction>(&condition->node)) {
    result.distance = std::numeric_limits<double>::infinity();
    bool is_first = true;
    for (const expression_ptr& part : any->operands) {
      const gap one = gap_to(context, part, point);
      if (is_first || one.size() < result.size()) result = one;
      is_first = false;
    }
  } else {
    result.leaves.push_back(condition);
    result.distance = violation(context, condition, point);
  }
  return result;
}

// The variable that alone decides all of these conditions; empty where there is none.
std::string deciding_variable(const std::vector<expression_ptr>& conditions,
                              const check_point& point) {
  std::set<std::string> names;
  for (const expression_ptr& condition : conditions)
    for (const std::string& name : free_variables(*condition)) names.insert(name);
  return names.size() == 1 && point.contains(*names.begin()) ? *names.begin() : "";
}

// A value, what was printed for it, and the unit that it was printed to.
struct printed_value {
  expression_ptr exact;
  expression_ptr printed;
  expression_ptr unit;
};

expression_ptr as_formula(const rational& value) {
  return point_value_of(value).formula;
}

std::optional<printed_value> as_printed(const claim& subject, const expression_ptr& exact,
                                        const expression_ptr& side, const check_point& point) {
  const auto* name = std::get_if<variable>(&side->node);
  if (name == nullptr) return std::nullopt;
  const auto& printed = subject.printed;
  if (std::find(printed.begin(), printed.end(), name->name) == printed.end()) return std::nullopt;
  const auto chosen = point.find(name->name);
  if (chosen == point.end()) return std::nullopt;
  const auto* digits = std::get_if<literal>(&chosen->second.formula->node);
  if (digits == nullptr) return std::nullopt;
  return printed_value{exact, side, as_formula(unit_of_last_place(*digits))};
}

std::optional<printed_value> printed_in(const claim& subject, const expression& part,
                                        const check_point& point) {
  if (const auto* sides = std::get_if<comparison>(&part.node)) {
    if (auto known = as_printed(subject, sides->left, sides->right, point)) return known;
    return as_printed(subject, sides->right, sides->left, point);
  }
  const auto rounded = compared_sides_of(part);
  if (!rounded) return std::nullopt;
  return printed_value{rounded->left, rounded->right, rounded->unit};
}

bool is_within_a_unit(const claim_context& context, const printed_value& known,
                      const check_point& point) {
  const expression difference{sum_chain{{{false, known.exact}, {true, known.printed}}},
                              known.exact->column};
  const expression_ptr close =
      make_comparison(make_call("abs", {std::make_shared<const expression>(difference)}),
                      relation::less_equal, known.unit);
  return decide_condition(context, *close, point) == true;
}

bool is_rounding_at(const claim_context& context, const expression_ptr& relation,
                    const check_point& point) {
  for (const expression_ptr& part : conjuncts(relation)) {
    const auto holds = decide_condition(context, *part, point);
    if (holds == true) continue;
    if (!holds) return false;
    const auto known = printed_in(context.subject, *part, point);
    if (!known || !is_within_a_unit(context, *known, point)) return false;
  }
  return true;
}

// The unit of a rounds_to at a point, where it is an exact number.
std::optional<rational> unit_at(const claim_context& context, const expression& unit,
                                const check_point& point) {
  constexpr long digits = 6;
  try {
    const refined_value known = refine(
        unit, context.visible.visible, variables_at(context.subject, point), digits,
        context.options.precision, {.limits = context.options.limits, .cache = &context.cache});
    const auto* value = std::get_if<number>(&known.result);
    const rational* exact = value == nullptr ? nullptr : value->as_rational();
    return exact == nullptr ? std::nullopt : std::optional(*exact);
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

}  // namespace

rational unit_of_last_place(const literal& printed) {
  const std::string& spelling = printed.spelling;
  const std::size_t mantissa_end = std::min(spelling.find_first_of("eE"), spelling.size());
  const std::size_t dot = spelling.find('.');
  const std::size_t decimals = dot < mantissa_end ? mantissa_end - dot - 1 : std::size_t{0};
  const std::string exponent =
      mantissa_end < spelling.size() ? spelling.substr(mantissa_end) : std::string("e0");
  const rational scale = parse_decimal("1" + exponent).value();
  return scale / *parse_decimal("1e" + std::to_string(decimals));
}

std::optional<regime_edge> edge_of_regime(const claim_context& context,
                                          const std::vector<check_point>& failing) {
  std::optional<gap> nearest;
  const check_point* place = nullptr;
  for (const check_point& point : failing) {
    gap here;
    for (const expression_ptr& condition : context.subject.regime)
      here.add(gap_to(context, condition, point));
    const bool is_nearer = !nearest || here.size() < nearest->size();
    if (here.leaves.empty() || !is_nearer) continue;
    nearest = here;
    place = &point;
  }
  if (!nearest) return std::nullopt;
  regime_edge edge{texts_of(*place), {}, {}};
  edge.leaves.reserve(nearest->leaves.size());
  for (const expression_ptr& condition : nearest->leaves)
    edge.leaves.push_back(to_text(*condition));
  edge.over = deciding_variable(nearest->leaves, *place);
  return edge;
}

bool is_only_rounding(const claim_context& context, const expression_ptr& relation,
                      const std::vector<check_point>& failing) {
  return !failing.empty() &&
         std::all_of(failing.begin(), failing.end(), [&](const check_point& point) {
           return is_rounding_at(context, relation, point);
         });
}

std::string rounded_value_in_words(const claim_context& context, const expression_ptr& relation,
                                   const counterexample& shown, const check_point& point) {
  if (!shown.lhs) return "";
  for (const expression_ptr& part : conjuncts(relation)) {
    const auto sides = compared_sides_of(*part);
    if (!sides || sides->unit == nullptr || to_text(*part) != shown.relation) continue;
    const auto unit = unit_at(context, *sides->unit, point);
    return unit ? "the value is " + rounded_in_words(*shown.lhs, *unit) : "";
  }
  return "";
}

}  // namespace shufflecert::inline v0_1::claims
