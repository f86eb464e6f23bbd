#include "claims/proof/region_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "arithmetic/interval.hpp"
#include "claims/catalogue/axis.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/analysis/ray_values.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int deepest_scaled = 20;
constexpr int deepest_piece = 100;
constexpr bits precision = 128;

std::string why_not(const proof_attempt& attempt) {
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

}  // namespace

// A piece of an unbounded region.
struct region_conditions::piece {
  std::map<std::string, open_range> ranges;
  int depth = 0;

  [[nodiscard]] bool is_bounded() const {
    return std::all_of(ranges.begin(), ranges.end(), [](const auto& entry) {
      return entry.second.upper.has_value() && entry.second.has_lower;
    });
  }

  [[nodiscard]] bool has_positive_rays() const {
    return std::all_of(ranges.begin(), ranges.end(), [](const auto& entry) {
      return entry.second.upper || entry.second.lower > 0;
    });
  }

  // Cuts one range after the other; a ray into a range up to twice its start and the rest.
  void split(std::deque<piece>& pieces) const {
    auto chosen = ranges.begin();
    std::advance(chosen, depth % static_cast<int>(ranges.size()));
    for (auto ray = ranges.begin(); ray != ranges.end(); ++ray)
      if (!ray->second.upper && ray->second.lower <= 0) chosen = ray;
    const open_range& range = chosen->second;
    const rational cut = range.upper        ? rational((range.lower + *range.upper) / 2)
                         : range.lower <= 0 ? rational(1)
                                            : rational(2 * range.lower);
    piece lower{ranges, depth + 1};
    piece upper = lower;
    lower.ranges[chosen->first].upper = cut;
    upper.ranges[chosen->first].lower = cut;
    upper.ranges[chosen->first].has_lower = true;
    pieces.push_back(std::move(lower));
    pieces.push_back(std::move(upper));
  }
};

region_conditions::region_conditions(const claim_context& context, const chosen_region& chosen,
                                     const std::vector<expression_ptr>& domain,
                                     const region_effort& effort)
    : context_(context), chosen_(chosen), effort_(effort), subject_(context.subject) {
  subject_.domain.clear();
  for (const expression_ptr& condition : domain)
    subject_.domain.push_back(with_formulas(condition, chosen.depending));
  subject_.regime.clear();
  subject_.let.clear();
  subject_.axes.clear();
  subject_.points.clear();
}

bool region_conditions::holds(const expression_ptr& stated) {
  const expression_ptr condition = with_formulas(written_out(context_, stated), chosen_.depending);
  std::vector<proof_region> bounded;
  is_hopeless_ = false;
  if (!hold_far_out(condition, bounded)) {
    reason_ = fmt::format("'{}' {}", to_text(*stated), why_);
    return false;
  }
  if (bounded.empty()) return true;
  subject_.form = forall_claim{std::move(bounded), {}};
  subject_.formula = condition;
  const claim_context inner{subject_, context_.visible, context_.cache, context_.options};
  const proof_attempt attempt = prove(inner, condition, effort_.bounded);
  boxes_ += attempt.record.boxes;
  if (attempt.record.is_complete && !attempt.counterexample) return true;
  is_hopeless_ = attempt.counterexample.has_value();
  reason_ = fmt::format("'{}' {}", to_text(*stated), why_not(attempt));
  return false;
}

// Settles the unbounded pieces; the bounded ones are left to subdivision.
bool region_conditions::hold_far_out(const expression_ptr& condition,
                                     std::vector<proof_region>& bounded) {
  std::deque<piece> pieces{{chosen_.ranges, 0}};
  std::size_t examined = 0;
  const bool is_expensive = has_divergence(*condition);
  while (!pieces.empty()) {
    const piece next = pieces.front();
    pieces.pop_front();
    if (next.is_bounded() && (is_expensive || examined >= effort_.scaled ||
                              next.depth >= deepest_scaled || !has_scales(next))) {
      bounded.push_back(closed(next));
      continue;
    }
    if (const char* exhaustion = context_.options.limits.exhaustion()) {
      why_ = exhaustion;
      return false;
    }
    if (++examined > effort_.unbounded || next.depth >= deepest_piece) {
      why_ = fmt::format("stayed open far out, after {} boxes", examined - 1);
      return false;
    }
    ++boxes_;
    if (!next.has_positive_rays()) {
      next.split(pieces);
      continue;
    }
    const known_truth known = over(*condition, next);
    if (known.value == true || is_outside(next)) continue;
    // Outside of the domain it may be false, or have no value.
    if ((known.value == false || known.lacks_value) && is_inside(next)) {
      why_ = known.lacks_value ? "has no value on a part of it" : "is false on a part of it";
      is_hopeless_ = true;
      return false;
    }
    next.split(pieces);
  }
  return true;
}

bool region_conditions::is_outside(const piece& one) const {
  return std::any_of(
      subject_.domain.begin(), subject_.domain.end(),
      [&](const expression_ptr& condition) { return over(*condition, one).value == false; });
}

// Whether the domain certainly has a point in the piece, and holds all of it.
bool region_conditions::is_inside(const piece& one) const {
  if (subject_.domain.empty()) return true;
  for (const std::string& name : context_.subject.integers) {
    if (chosen_.depending.contains(name)) return false;
    const auto place = one.ranges.find(name);
    if (place == one.ranges.end() || !place->second.upper) continue;
    const open_range& range = place->second;
    const integer first =
        range.has_lower ? integer(-floor(-range.lower)) : integer(floor(range.lower) + 1);
    if (first > floor(*range.upper)) return false;
  }
  return std::all_of(
      subject_.domain.begin(), subject_.domain.end(),
      [&](const expression_ptr& condition) { return over(*condition, one).value == true; });
}

// Whether there is anything that could cancel.
bool region_conditions::has_scales(const piece& one) const {
  return std::any_of(one.ranges.begin(), one.ranges.end(), [&](const auto& entry) {
    return entry.second.lower > 0 && !chosen_.shares.contains(entry.first);
  });
}

proof_region region_conditions::closed(const piece& one) const {
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
region_conditions::known_truth region_conditions::over(const expression& condition,
                                                       const piece& one) const {
  const known_truth known = with_scales(condition, one, false);
  return known.value || known.lacks_value ? known : with_scales(condition, one, true);
}

region_conditions::known_truth region_conditions::with_scales(const expression& condition,
                                                              const piece& one, bool all) const {
  value_box values;
  positive_box scaled;
  for (const auto& [name, value] : chosen_.fixed) values.emplace(name, constant_value(value));
  for (const auto& [name, range] : one.ranges) {
    const bool is_scaled = !range.upper || !range.has_lower ||
                           (all && range.lower > 0 && !chosen_.shares.contains(name));
    if (is_scaled)
      scaled.emplace(name, positive_range{range.lower, range.upper});
    else
      values.emplace(name, covering(ball::of(range.lower, precision),
                                    ball::of(*range.upper, precision), precision));
  }
  ray_evaluator evaluation(
      {context_.visible.visible, precision, context_.options.limits, &context_.cache}, values,
      scaled);
  const std::optional<bool> value = evaluation.truth_of(condition);
  return {value, evaluation.lacks_value()};
}

}  // namespace shufflecert::inline v0_1::claims
