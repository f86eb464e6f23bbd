#include "claims/proof/prove.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/terms.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/region_conditions.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr bits corner_precision = 128;

// An end that is not rational moves outward: what holds on more holds on the region.
rational moved_outward(const point_value& end, bool is_lower) {
  const interval ends = rational_ends(end, end);
  return is_lower ? ends.lower : ends.upper;
}

expression_ptr combined(const char* text, const variable_map& letters) {
  return with_formulas(parse_formula(text), letters);
}

// A formula as a number times what else it is made of.
struct scaled_formula {
  rational number = 1;
  std::vector<single_factor> others;
};

scaled_formula scaled(const expression_ptr& formula) {
  scaled_formula result;
  for (const single_factor& factor : factors_of(formula)) {
    const auto* number = std::get_if<literal>(&factor.operand->node);
    if (number == nullptr || number->value == 0)
      result.others.push_back(factor);
    else if (factor.divided)
      result.number /= number->value;
    else
      result.number *= number->value;
  }
  return result;
}

// Whether two products have the same factors, in whatever order.
bool are_same(const std::vector<single_factor>& first, const std::vector<single_factor>& second) {
  return std::is_permutation(first.begin(), first.end(), second.begin(), second.end(),
                             [](const single_factor& a, const single_factor& b) {
                               return a.divided == b.divided && is_same_text(a.operand, b.operand);
                             });
}

// a + s·(b − a). Ends x·c and y·c give (x + s·(y − x))·c, in which c stands once: intervals of
// b − a would be far too wide. That a and b have values is shown with b − a.
expression_ptr between(const expression_ptr& a, const expression_ptr& b, const expression_ptr& s) {
  const scaled_formula from = scaled(a);
  scaled_formula to = scaled(b);
  if (from.others.empty() || !are_same(from.others, to.others))
    return combined("a + s*(b - a)", {{"a", a}, {"b", b}, {"s", s}});
  to.others.push_back(
      {false, combined("x + s*d", {{"x", point_value_of(from.number).formula},
                                   {"d", point_value_of(to.number - from.number).formula},
                                   {"s", s}})});
  return product_of(std::move(to.others));
}

class region_chooser {
 public:
  region_chooser(const claim& c, const refutation_region& region) : subject_(c), region_(region) {}

  // All choices of the listed values.
  std::vector<chosen_region> choose() {
    chosen_region common;
    for (const auto& [name, range] : region_)
      if (!range.is_list()) add_range(common, name, range);
    std::vector<chosen_region> choices{common};
    for (const auto& [name, range] : region_) {
      if (!range.is_list()) continue;
      std::vector<chosen_region> extended;
      extended.reserve(choices.size() * range.values.size());
      for (const chosen_region& choice : choices)
        for (const point_value& value : range.values) {
          extended.push_back(choice);
          extended.back().fixed[name] = value;
        }
      choices = std::move(extended);
    }
    return choices;
  }

 private:
  void add_range(chosen_region& chosen, const std::string& name,
                 const refutation_range& range) const {
    if (range.depends) {
      add_depending(chosen, name, range);
      return;
    }
    open_range ends{moved_outward(range.lower, true), {}};
    if (range.upper) ends.upper = moved_outward(*range.upper, false);
    if (is_whole_variable(subject_, name)) {
      ends.lower = rational(-floor(rational(-ends.lower)));
      if (ends.upper) ends.upper = rational(floor(*ends.upper));
      if (ends.upper && *ends.upper < ends.lower)
        throw undefined_value("no whole number lies in the range of '" + name + "'");
    }
    add(chosen, name, ends);
  }

  static void add(chosen_region& chosen, const std::string& name, const open_range& ends) {
    if (ends.upper == ends.lower)
      chosen.fixed[name] = point_value_of(ends.lower);
    else
      chosen.ranges[name] = ends;
  }

  // Ends that are 1 apart have a whole number between them.
  void add_depending(chosen_region& chosen, const std::string& name,
                     const refutation_range& range) const {
    const std::string share = unused_name("share_of_" + name);
    chosen.shares.insert(share);
    variable_map letters{{"a", range.lower.formula}, {"s", make_variable(share)}};
    if (!range.upper) {
      chosen.ranges[share] = {1, {}};
      chosen.depending[name] = combined("a*s", letters);
      chosen.required.push_back(combined("a > 0", letters));
      return;
    }
    letters["b"] = range.upper->formula;
    chosen.ranges[share] = {0, rational(1)};
    chosen.depending[name] = between(letters["a"], letters["b"], letters["s"]);
    chosen.required.push_back(
        combined(is_whole_variable(subject_, name) ? "b - a >= 1" : "b - a >= 0", letters));
  }

  [[nodiscard]] std::string unused_name(std::string name) const {
    while (region_.contains(name) || subject_.let.contains(name)) name += "_";
    return name;
  }

  const claim& subject_;
  const refutation_region& region_;
};

// Evaluates the claim itself at a corner: what was shown must not be contradicted there.
void look_at_corner(const claim_context& context, const chosen_region& chosen,
                    refuted_region& record) {
  const claim& c = context.subject;
  check_point point = chosen.fixed;
  variable_map ends;
  for (const auto& [name, range] : chosen.ranges) ends[name] = point_value_of(range.lower).formula;
  for (const auto& [name, value] : point) ends[name] = value.formula;
  for (const auto& [name, range] : chosen.ranges)
    if (!chosen.shares.contains(name)) point[name] = point_value_of(range.lower);
  for (const auto& [name, formula] : chosen.depending) {
    const expression_ptr at_corner = with_formulas(formula, ends);
    const point_value as_written{to_text(*at_corner), at_corner};
    number value = constant_value(as_written);
    // A whole variable takes the first whole number above the end.
    if (is_whole_variable(c, name)) value = ceil(value, corner_precision);
    if (const auto* exact = value.as_rational(); exact != nullptr)
      point[name] = point_value_of(*exact);
    else if (is_whole_variable(c, name))
      return;
    else
      point[name] = as_written;
  }
  const point_outcome found = evaluate_at(context, c.formula, point);
  if (found.state == point_state::fails) {
    for (const auto& [name, value] : point) record.point[name] = value.text;
    return;
  }
  if (found.state == point_state::holds || found.state == point_state::outside ||
      found.state == point_state::invalid)
    throw undefined_value("the claim does not fail at the corner of the region: " + found.reason);
}

// Whether the chosen region lies in the domain and the relation is false on all of it.
bool is_refuted_on(const claim_context& context, const chosen_region& chosen,
                   refuted_region& record) {
  region_conditions shown(context, chosen, {}, {});
  const std::size_t before = record.boxes;
  const auto holds = [&](const expression_ptr& condition) {
    const bool known = shown.holds(condition);
    record.boxes = before + shown.boxes();
    if (!known) record.reason = shown.reason();
    return known;
  };
  for (const expression_ptr& condition : chosen.required)
    if (!holds(condition)) return false;
  for (const expression_ptr& condition : context.subject.domain)
    if (!holds(condition)) return false;
  std::string open_reason;
  for (const refuting_condition& way : refuting_conditions(context, context.subject.formula)) {
    if (std::all_of(way.required.begin(), way.required.end(), holds) && holds(way.condition)) {
      record.reason.clear();
      record.shown = to_text(*way.condition);
      record.witness = way.witness ? to_text(*way.witness) : "";
      return true;
    }
    if (open_reason.empty() && !shown.is_hopeless()) open_reason = record.reason;
  }
  if (!open_reason.empty()) record.reason = open_reason;
  return false;
}

}  // namespace

stated_region as_stated(const refutation_region& region) {
  stated_region texts;
  for (const auto& [name, range] : region) {
    stated_range& text = texts[name];
    if (!range.is_list()) {
      text.lower = range.lower.text;
      text.upper = range.upper ? range.upper->text : "inf";
      continue;
    }
    text.values.reserve(range.values.size());
    for (const point_value& value : range.values) text.values.push_back(value.text);
  }
  return texts;
}

std::vector<refuted_region> refute_on_regions(const claim_context& context) {
  std::vector<refuted_region> found;
  const auto& regions = std::get<forall_claim>(context.subject.form).refute;
  found.reserve(regions.size());
  for (const refutation_region& region : regions) {
    refuted_region record;
    record.region = as_stated(region);
    try {
      const std::vector<chosen_region> choices = region_chooser(context.subject, region).choose();
      record.is_proved = std::all_of(choices.begin(), choices.end(), [&](const chosen_region& one) {
        return is_refuted_on(context, one, record);
      });
      if (record.is_proved) look_at_corner(context, choices.front(), record);
    } catch (const std::runtime_error& error) {
      record.is_proved = false;
      record.reason = error.what();
    }
    found.push_back(std::move(record));
  }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
