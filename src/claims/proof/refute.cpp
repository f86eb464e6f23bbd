#include "claims/proof/refute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>

#include "arithmetic/interval.hpp"
#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/prove.hpp"
#include "language/analysis/ray_values.hpp"

namespace shufflecert {
namespace {

constexpr std::size_t most_unbounded_boxes = 20'000;
// Bounded pieces beyond these are left to subdivision with derivatives.
constexpr std::size_t most_scaled_boxes = 2'000;
constexpr int deepest_scaled = 20;
constexpr int deepest_piece = 100;
constexpr bits precision = 128;

// A range of a variable, without an upper end where there is none.
struct open_range {
  rational lower;
  std::optional<rational> upper;
};

// A piece of an unbounded region.
struct piece {
  std::map<std::string, open_range> ranges;
  int depth = 0;
};

// One choice of the listed values: what the claim's variables are there, in terms of the ranges.
struct chosen_region {
  check_point fixed;
  std::map<std::string, open_range> ranges;
  variable_map depending;  ///< variables whose ends use others: lower + share·(upper − lower)
  std::set<std::string> shares;          ///< the ranges that stand for these, not for variables
  std::vector<expression_ptr> required;  ///< that these ends leave values
};

// An end that is not rational moves outward: what holds on more holds on the region.
rational moved_outward(const point_value& end, bool is_lower) {
  const interval ends = rational_ends(end, end);
  return is_lower ? ends.lower : ends.upper;
}

expression_ptr combined(const char* text, const variable_map& letters) {
  return with_formulas(parse_formula(text), letters);
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
    chosen.depending[name] = combined("a + s*(b - a)", letters);
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

// Shows conditions on one choice of a region.
class region_refuter {
 public:
  region_refuter(const claim_context& context, const chosen_region& chosen, refuted_region& record)
      : context_(context), chosen_(chosen), record_(record), subject_(context.subject) {
    subject_.domain.clear();
    subject_.regime.clear();
    subject_.let.clear();
    subject_.axes.clear();
    subject_.points.clear();
  }

  // Whether the last condition that did not hold is certainly false somewhere.
  [[nodiscard]] bool is_hopeless() const { return is_hopeless_; }

  // Whether the condition certainly holds at every point. Else the record says why not.
  bool holds(const expression_ptr& stated) {
    const expression_ptr condition =
        with_formulas(written_out(context_, stated), chosen_.depending);
    std::vector<proof_region> bounded;
    is_hopeless_ = false;
    if (!hold_far_out(condition, bounded)) {
      record_.reason = fmt::format("'{}' {}", to_text(*stated), why_);
      return false;
    }
    if (bounded.empty()) return true;
    subject_.form = forall_claim{std::move(bounded), {}};
    subject_.formula = condition;
    const claim_context inner{subject_, context_.visible, context_.cache, context_.options};
    const proof_attempt attempt = prove(inner, condition);
    record_.boxes += attempt.record.boxes;
    if (attempt.record.is_complete && !attempt.counterexample) return true;
    is_hopeless_ = attempt.counterexample.has_value();
    record_.reason = fmt::format("'{}' {}", to_text(*stated), why_not(attempt));
    return false;
  }

 private:
  static std::string why_not(const proof_attempt& attempt) {
    if (attempt.counterexample) {
      std::string point;
      for (const auto& [name, value] : *attempt.counterexample)
        point += fmt::format("{}{} = {}", point.empty() ? "" : ", ", name, value.text);
      return "does not hold at " + point;
    }
    if (attempt.record.open_boxes > 0)
      return fmt::format("stayed open on {} of {} boxes ({})", attempt.record.open_boxes,
                         attempt.record.boxes, attempt.record.reason);
    return "stayed open: " + attempt.record.reason;
  }

  // Settles the unbounded pieces; the bounded ones are left to subdivision.
  bool hold_far_out(const expression_ptr& condition, std::vector<proof_region>& bounded) {
    std::deque<piece> pieces{{chosen_.ranges, 0}};
    std::size_t examined = 0;
    const bool is_expensive = has_divergence(*condition);
    while (!pieces.empty()) {
      const piece next = pieces.front();
      pieces.pop_front();
      if (is_bounded(next) && (is_expensive || examined >= most_scaled_boxes ||
                               next.depth >= deepest_scaled || !has_scales(next))) {
        bounded.push_back(closed(next));
        continue;
      }
      if (const char* exhaustion = context_.options.limits.exhaustion()) {
        why_ = exhaustion;
        return false;
      }
      if (++examined > most_unbounded_boxes || next.depth >= deepest_piece) {
        why_ = fmt::format("stayed open far out, after {} boxes", examined - 1);
        return false;
      }
      ++record_.boxes;
      if (!has_positive_rays(next)) {
        split(next, pieces);
        continue;
      }
      const auto value = over(*condition, next);
      if (value == false) {
        why_ = "is false on a part of it";
        is_hopeless_ = true;
        return false;
      }
      if (!value) split(next, pieces);
    }
    return true;
  }

  static bool is_bounded(const piece& one) {
    return std::all_of(one.ranges.begin(), one.ranges.end(),
                       [](const auto& entry) { return entry.second.upper.has_value(); });
  }

  // Whether there is anything that could cancel.
  [[nodiscard]] bool has_scales(const piece& one) const {
    return std::any_of(one.ranges.begin(), one.ranges.end(), [&](const auto& entry) {
      return entry.second.lower > 0 && !chosen_.shares.contains(entry.first);
    });
  }

  static bool has_positive_rays(const piece& one) {
    return std::all_of(one.ranges.begin(), one.ranges.end(), [](const auto& entry) {
      return entry.second.upper || entry.second.lower > 0;
    });
  }

  [[nodiscard]] proof_region closed(const piece& one) const {
    proof_region region;
    for (const auto& [name, value] : chosen_.fixed) region[name] = {{value}, {}};
    for (const auto& [name, range] : one.ranges) {
      if (range.lower == *range.upper)
        region[name] = {{point_value_of(range.lower)}, {}};
      else
        region[name] = {{}, std::pair(point_value_of(range.lower), point_value_of(*range.upper))};
    }
    return region;
  }

  // Tries scales for the unbounded variables alone, then for all positive ones.
  [[nodiscard]] std::optional<bool> over(const expression& condition, const piece& one) const {
    const auto value = with_scales(condition, one, false);
    return value ? value : with_scales(condition, one, true);
  }

  [[nodiscard]] std::optional<bool> with_scales(const expression& condition, const piece& one,
                                                bool all) const {
    value_box values;
    positive_box scaled;
    for (const auto& [name, value] : chosen_.fixed) values.emplace(name, constant_value(value));
    for (const auto& [name, range] : one.ranges) {
      const bool is_scaled =
          !range.upper || (all && range.lower > 0 && !chosen_.shares.contains(name));
      if (is_scaled)
        scaled.emplace(name, positive_range{range.lower, range.upper});
      else
        values.emplace(name, covering(ball::of(range.lower, precision),
                                      ball::of(*range.upper, precision), precision));
    }
    ray_evaluator evaluation(
        {context_.visible.visible, precision, context_.options.limits, &context_.cache}, values,
        scaled);
    return evaluation.truth_of(condition);
  }

  // Cuts one range after the other; a ray into a range up to twice its start and the rest.
  static void split(const piece& one, std::deque<piece>& pieces) {
    auto chosen = one.ranges.begin();
    std::advance(chosen, one.depth % static_cast<int>(one.ranges.size()));
    for (auto ray = one.ranges.begin(); ray != one.ranges.end(); ++ray)
      if (!ray->second.upper && ray->second.lower <= 0) chosen = ray;
    const open_range& range = chosen->second;
    const rational cut = range.upper        ? rational((range.lower + *range.upper) / 2)
                         : range.lower <= 0 ? rational(1)
                                            : rational(2 * range.lower);
    piece lower{one.ranges, one.depth + 1};
    piece upper = lower;
    lower.ranges[chosen->first].upper = cut;
    upper.ranges[chosen->first].lower = cut;
    pieces.push_back(std::move(lower));
    pieces.push_back(std::move(upper));
  }

  const claim_context& context_;
  const chosen_region& chosen_;
  refuted_region& record_;
  claim subject_;
  std::string why_;
  bool is_hopeless_ = false;
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
    point_value value{to_text(*at_corner), at_corner};
    // A whole variable takes the first whole number above the end.
    const number known = constant_value(value);
    if (is_whole_variable(c, name)) {
      const number above = ceil(known, precision);
      if (above.as_rational() == nullptr) return;
      value = point_value_of(*above.as_rational());
    }
    point[name] = value;
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
  region_refuter refuter(context, chosen, record);
  for (const expression_ptr& condition : chosen.required)
    if (!refuter.holds(condition)) return false;
  for (const expression_ptr& condition : context.subject.domain)
    if (!refuter.holds(condition)) return false;
  std::string open_reason;
  for (const refuting_condition& way : refuting_conditions(context, context.subject.formula)) {
    const bool holds =
        std::all_of(way.required.begin(), way.required.end(),
                    [&](const expression_ptr& condition) { return refuter.holds(condition); }) &&
        refuter.holds(way.condition);
    if (holds) {
      record.reason.clear();
      record.shown = to_text(*way.condition);
      record.witness = way.witness ? to_text(*way.witness) : "";
      return true;
    }
    if (open_reason.empty() && !refuter.is_hopeless()) open_reason = record.reason;
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

}  // namespace shufflecert
