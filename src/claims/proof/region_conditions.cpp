#include "claims/proof/region_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "arithmetic/interval.hpp"
#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/analysis/ray_values.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int deepest_scaled = 20;
constexpr int deepest_piece = 100;
constexpr int deepest_contact = 40;
constexpr bits precision = 128;

// Without an upper end, or down to 0 without it: what only scales enclose.
bool is_unbounded(const open_range& range) {
  return !range.upper || !range.has_lower;
}

std::string in_words(const check_point& point) {
  std::string words;
  for (const auto& [name, value] : point)
    words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name, value.text);
  return words;
}

std::string why_not(const proof_attempt& attempt) {
  if (attempt.counterexample) return "fails at " + in_words(*attempt.counterexample);
  if (attempt.record.open_boxes > 0)
    return fmt::format("is undecided on {} of {} boxes ({})", attempt.record.open_boxes,
                       attempt.record.boxes, attempt.record.reason);
  return "is undecided: " + attempt.record.reason;
}

// log(c·e^f/e^g) as log(c) + f − g, for numbers c: where a variable is e^−v, v is left.
expression_ptr logarithm_in_exponents(const call& x) {
  if (x.name != "log") return nullptr;
  sum_chain sum;
  bool has_exponent = false;
  for (const auto& [divided, factor] : factors_of(x.arguments[0])) {
    const auto* power = std::get_if<call>(&factor->node);
    const auto* number = std::get_if<literal>(&factor->node);
    if (power != nullptr && power->name == "exp") {
      has_exponent = true;
      sum.terms.push_back({divided, power->arguments[0]});
    } else if (number != nullptr && number->value > 0) {
      if (number->value != 1) sum.terms.push_back({divided, make_call("log", {factor})});
    } else {
      return nullptr;
    }
  }
  if (!has_exponent) return nullptr;
  // −(−v) is v, which its scale says best.
  if (sum.terms.size() == 1 && sum.terms.front().subtracted)
    if (const auto* minus = std::get_if<negation>(&sum.terms.front().operand->node))
      return minus->operand;
  for (auto& term : sum.terms)
    if (const auto* minus = std::get_if<negation>(&term.operand->node)) {
      term.subtracted = !term.subtracted;
      term.operand = expression_ptr(minus->operand);
    }
  return make_node(std::move(sum));
}

// The condition in terms of the region's ranges.
expression_ptr in_ranges(const expression_ptr& condition, const chosen_region& chosen) {
  expression_ptr put_in = with_formulas(condition, chosen.depending);
  const bool has_exponent =
      std::any_of(chosen.depending.begin(), chosen.depending.end(), [](const auto& entry) {
        const auto* x = std::get_if<call>(&entry.second->node);
        return x != nullptr && x->name == "exp";
      });
  if (!has_exponent) return put_in;
  return rewritten(put_in, [](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    return x == nullptr ? nullptr : logarithm_in_exponents(*x);
  });
}

}  // namespace

// A piece of an unbounded region.
struct region_conditions::piece {
  std::map<std::string, open_range> ranges;
  int depth = 0;
  /// Which conditions of the domain certainly hold all over it, and so on all parts of it.
  std::vector<bool> held = {};

  // Of the region: each cut counts half.
  [[nodiscard]] double share() const { return std::ldexp(1.0, -depth); }

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
    piece lower{ranges, depth + 1, held};
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
    subject_.domain.push_back(in_ranges(condition, chosen));
  subject_.regime.clear();
  subject_.let.clear();
  subject_.axes.clear();
  subject_.points.clear();
}

// Of one variable, derivatives say more than scales of most conditions, and less of some.
bool region_conditions::holds(const expression_ptr& stated) {
  leaves_pieces_early_ = false;
  if (holds_by_pieces(stated)) return true;
  if (is_hopeless_ || chosen_.ranges.size() != 1) return false;
  leaves_pieces_early_ = true;
  return holds_by_pieces(stated);
}

bool region_conditions::holds_by_pieces(const expression_ptr& stated) {
  const expression_ptr condition = in_ranges(written_out(context_, stated), chosen_);
  std::vector<proof_region> bounded;
  is_hopeless_ = false;
  open_ = {};
  bounded_share_ = 0;
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
  if (attempt.record.open_boxes > 0) {
    open_ = {1 - bounded_share_ * attempt.open_share, attempt.record.open_boxes,
             attempt.record.open.front(), attempt.record.open.back()};
  }
  reason_ = fmt::format("'{}' {}", to_text(*stated), why_not(attempt));
  return false;
}

// Settles the unbounded pieces; the bounded ones are left to subdivision.
bool region_conditions::hold_far_out(const expression_ptr& condition,
                                     std::vector<proof_region>& bounded) {
  std::optional<contact_signs> sides;
  const evaluation_settings settings{context_.visible.visible, precision, context_.options.limits,
                                     &context_.cache};
  value_box fixed;
  for (const auto& [name, value] : chosen_.fixed) fixed.emplace(name, constant_value(value));
  if (const auto* stated = std::get_if<comparison>(&condition->node);
      stated != nullptr && chosen_.ranges.size() == 1)
    sides.emplace(*stated, chosen_.ranges.begin()->first, settings, fixed);
  std::deque<piece> pieces = first_pieces(sides ? &*sides : nullptr);
  std::size_t examined = 0;
  double settled = 0;
  const auto stop_at = [&](const piece& last) {
    leave_open(last, {pieces.begin(), pieces.end()}, settled);
    return false;
  };
  const bool is_expensive = has_divergence(*condition);
  const auto leave_to_subdivision = [&](const piece& one) {
    bounded.push_back(closed(one));
    bounded_share_ += one.share();
  };
  while (!pieces.empty()) {
    piece next = std::move(pieces.front());
    pieces.pop_front();
    if (next.is_bounded() && (is_expensive || examined >= effort_.scaled ||
                              next.depth >= deepest_scaled || !has_scales(next))) {
      leave_to_subdivision(next);
      continue;
    }
    if (const char* exhaustion = context_.options.limits.exhaustion()) {
      why_ = exhaustion;
      return stop_at(next);
    }
    if (++examined > effort_.unbounded || next.depth >= deepest_piece ||
        is_too_slow(examined, settled)) {
      why_ = fmt::format("is undecided far out, after {} boxes", examined - 1);
      return stop_at(next);
    }
    ++boxes_;
    if (!next.has_positive_rays()) {
      next.split(pieces);
      continue;
    }
    const known_truth known = over(*condition, next);
    if (known.value == true || is_outside(next)) {
      settled += next.share();
      continue;
    }
    // Outside of the domain it may be false, or have no value.
    if ((known.value == false || known.lacks_value) && is_inside(next)) {
      why_ = (known.lacks_value ? "has no value " : "fails ") + place_in(next);
      is_hopeless_ = true;
      return stop_at(next);
    }
    const contact_answer answer = sides ? by_contact(*sides, next) : contact_answer::none;
    if (answer == contact_answer::holds)
      settled += next.share();
    else if (leaves_pieces_early_ && next.is_bounded() &&
             (answer == contact_answer::none || next.depth >= deepest_contact))
      leave_to_subdivision(next);
    else
      next.split(pieces);
  }
  return true;
}

// The region, cut where both sides are equal at one of a few numbers, such as log(x) <= x − 1 at 1.
std::deque<region_conditions::piece> region_conditions::first_pieces(contact_signs* sides) const {
  std::deque<piece> pieces{{chosen_.ranges, 0, std::vector<bool>(subject_.domain.size())}};
  if (sides == nullptr) return pieces;
  const std::string& name = chosen_.ranges.begin()->first;
  for (const rational& cut : {rational(1, 2), rational(1), rational(2)}) {
    const open_range range = pieces.back().ranges.at(name);
    if (cut <= range.lower || (range.upper && cut >= *range.upper) || !sides->is_contact(cut))
      continue;
    piece upper = pieces.back();
    ++upper.depth;
    ++pieces.back().depth;
    pieces.back().ranges[name].upper = cut;
    upper.ranges[name] = {cut, range.upper, true};
    pieces.push_back(std::move(upper));
  }
  return pieces;
}

region_conditions::contact_answer region_conditions::by_contact(contact_signs& sides,
                                                                const piece& one) {
  const open_range& range = one.ranges.begin()->second;
  if (!range.upper || range.lower == *range.upper) return contact_answer::none;
  bool touches = false;
  for (const contact_interval& interval :
       {contact_interval{range.lower, *range.upper, range.has_lower},
        contact_interval{*range.upper, range.lower, true}}) {
    if (sides.holds_on(interval)) return contact_answer::holds;
    touches = touches || sides.is_contact(interval.contact);
  }
  return touches ? contact_answer::smaller : contact_answer::none;
}

// What closes at all has most of the region behind it early on: docs/methods/theorems.md.
bool region_conditions::is_too_slow(std::size_t examined, double settled) const {
  if (!effort_.gives_up_early) return false;
  const double share = settled + bounded_share_;
  return (examined == effort_.unbounded / 6 && share < 0.125) ||
         (examined == effort_.unbounded / 4 && share < 0.5) ||
         (examined == effort_.unbounded / 3 && share < 0.8) ||
         (examined == effort_.unbounded / 2 && share < 0.9);
}

// Bounded pieces were left to subdivision, and may be shown by it or not.
void region_conditions::leave_open(const piece& last, const std::vector<piece>& others,
                                   double settled) {
  const piece* widest = &last;
  const piece* tightest = &last;
  for (const piece& one : others) {
    if (one.depth < widest->depth) widest = &one;
    if (one.depth > tightest->depth) tightest = &one;
  }
  open_ = {settled, others.size() + 1, shown(*widest), shown(*tightest)};
}

// An end of a range as that of the variable which is computed from it.
std::string region_conditions::end_in_words(const std::string& range, const rational& end) const {
  const point_value here = point_value_of(end);
  for (const auto& [name, formula] : chosen_.depending) {
    const auto open = free_variables(*formula);
    if (open.size() != 1 || open.front() != range) continue;
    const number value = constant_value({"", with_formulas(formula, {{range, here.formula}})});
    return fmt::format("{:.6g}", value.to_ball(precision).near());
  }
  return fmt::format("{:.6g}", end.convert_to<double>());
}

stated_region region_conditions::shown(const piece& one) const {
  stated_region region;
  for (const auto& [name, value] : chosen_.fixed) region[name] = {"", "", {value.text}};
  for (const auto& [range, ends] : one.ranges) {
    std::string name = range;
    for (const auto& [variable, formula] : chosen_.depending) {
      const auto open = free_variables(*formula);
      if (open.size() == 1 && open.front() == range) name = variable;
    }
    std::string lower = end_in_words(range, ends.lower);
    std::string upper = ends.upper ? end_in_words(range, *ends.upper) : "inf";
    // U − v falls in v.
    const bool is_turned = name != range && ends.upper && std::stod(upper) < std::stod(lower);
    if (is_turned) std::swap(lower, upper);
    region[name] = {std::move(lower), std::move(upper), {}};
  }
  return region;
}

// Whether a condition of the domain is false all over the piece; keeps those that are true there.
bool region_conditions::is_outside(piece& one) const {
  for (std::size_t i = 0; i < subject_.domain.size(); ++i) {
    if (one.held[i]) continue;
    const known_truth known = over(*subject_.domain[i], one);
    if (known.value == false) return true;
    one.held[i] = known.value == true;
  }
  return false;
}

// Whether the domain certainly has a point in the piece, and holds all of it; is_outside() has
// checked its conditions.
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
  return std::all_of(one.held.begin(), one.held.end(), [](bool held) { return held; });
}

// A point of a piece that is inside, in words; the ends of ranges that are computed from variables
// are numbers that nobody wrote.
std::string region_conditions::place_in(const piece& one) const {
  if (!chosen_.depending.empty()) return "on a part of the region";
  check_point point = chosen_.fixed;
  for (const auto& [name, range] : one.ranges) {
    const auto& whole = context_.subject.integers;
    const bool is_whole = std::find(whole.begin(), whole.end(), name) != whole.end();
    rational inner = range.lower;
    if (is_whole)
      inner = range.has_lower ? integer(-floor(-range.lower)) : integer(floor(range.lower) + 1);
    else if (!range.has_lower)
      inner = range.upper ? *range.upper : rational(range.lower + 1);
    point[name] = point_value_of(inner);
  }
  return "at " + in_words(point);
}

// Whether there is anything that could cancel.
bool region_conditions::has_scales(const piece& one) const {
  return std::any_of(one.ranges.begin(), one.ranges.end(),
                     [&](const auto& entry) { return may_have_scale(entry.first, entry.second); });
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
  if (known.value || known.lacks_value) return known;
  const bool has_others = std::any_of(one.ranges.begin(), one.ranges.end(), [&](const auto& entry) {
    return !is_unbounded(entry.second) && may_have_scale(entry.first, entry.second);
  });
  return has_others ? with_scales(condition, one, true) : known;
}

bool region_conditions::may_have_scale(const std::string& name, const open_range& range) const {
  return range.lower > 0 && !chosen_.shares.contains(name);
}

region_conditions::known_truth region_conditions::with_scales(const expression& condition,
                                                              const piece& one, bool all) const {
  value_box values;
  positive_box scaled;
  for (const auto& [name, value] : chosen_.fixed) values.emplace(name, constant_value(value));
  for (const auto& [name, range] : one.ranges) {
    const bool is_scaled = is_unbounded(range) || (all && may_have_scale(name, range));
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
