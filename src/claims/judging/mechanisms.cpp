#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/judging/kinds.hpp"
#include "claims/judging/proof_words.hpp"
#include "claims/mechanisms/claim_mechanism.hpp"
#include "claims/mechanisms/falsify.hpp"
#include "claims/points/in_parallel.hpp"
#include "claims/points/refuted_points.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Mechanisms of a claim for each unit of effort, and those of every point at least.
constexpr std::size_t mechanisms_of_effort = 1000;
constexpr std::size_t fewest_mechanisms = 60;

// What the search found at one point, for all parts of the relation.
struct searched_point {
  point_state state = point_state::undecided;
  std::string reason;
  bool in_regime = false;
  bool is_certainly_outside = false;
  bool is_tied = false;
  std::optional<staircase_mechanism> broken_by;
  std::size_t broken_part = 0;
  std::optional<staircase_mechanism> nearest;
  double nearest_gap = std::numeric_limits<double>::infinity();
  std::size_t nearest_part = 0;
  std::size_t looked_at = 0;
  std::size_t undecided = 0;
  std::size_t fewest_outputs = 0;
  std::size_t most_outputs = 0;
  bool is_complete = true;
};

class mechanism_judge {
 public:
  mechanism_judge(const claim_context& context, const expression_ptr& relation)
      : context_(context), parts_(mechanism_parts(relation)) {}

  judgement judge() {
    const std::size_t count = point_count(context_.subject);
    tries_ = std::max(fewest_mechanisms, mechanisms_of_effort * effort() /
                                             std::max<std::size_t>(1, count * parts_.size()));
    points_.resize(count);
    std::atomic<std::size_t> done = 0;
    // Every point has its place and its own search, so the result does not depend on threads.
    for_each_index(count, [&](std::size_t i) {
      points_[i] = search_at(point_at(context_.subject, i));
      if (context_.options.progress) context_.options.progress(++done, count);
    });
    count_points();
    settle();
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t effort() const {
    return static_cast<std::size_t>(std::max(0, context_.options.search.effort));
  }

  [[nodiscard]] searched_point search_at(const check_point& point) const {
    searched_point seen;
    // The domain alone: the relation has no value of its own.
    const expression_ptr always =
        make_comparison(make_number(0), relation::less_equal, make_number(1));
    const point_outcome place = evaluate_at(context_, always, point);
    seen.state = place.state;
    seen.reason = place.reason;
    seen.is_certainly_outside = place.state == point_state::outside && place.is_certain;
    if (place.state != point_state::holds) return seen;
    seen.in_regime = is_in_regime(context_, point);
    try {
      for (std::size_t i = 0; i < parts_.size() && seen.state != point_state::fails; ++i)
        search_part(seen, i, point);
    } catch (const undefined_value& error) {
      seen.state = point_state::invalid;
      seen.reason = error.what();
    }
    return seen;
  }

  void search_part(searched_point& seen, std::size_t place, const check_point& point) const {
    const mechanism_relation& part = parts_[place];
    const auto leave_open = [&](const std::string& reason) {
      if (seen.state != point_state::holds) return;
      seen.state = point_state::undecided;
      seen.reason = reason;
    };
    const auto users = users_at(part, point);
    if (!users)
      return leave_open(
          fmt::format("mechanisms are searched for 1 to {} users, and '{}' is not certainly one of "
                      "these numbers",
                      most_mechanism_users, to_text(*part.users)));
    for (const expression_ptr& condition :
         {make_comparison(make_number(0), relation::less_equal, part.eps0),
          make_comparison(part.eps0, relation::less, make_variable("inf"))})
      if (decide_condition(context_, *condition, point) != true)
        return leave_open(
            fmt::format("'{}' is not certainly at least 0 and finite", to_text(*part.eps0)));
    falsify_options options;
    options.tries = tries_;
    options.seed = context_.options.search.seed;
    options.limits = context_.options.limits;
    const falsify_result result = falsify(part, *users, context_.visible.visible,
                                          variables_at(context_.subject, point), options);
    add(seen, result, place);
    if (result.broken_by) {
      seen.state = point_state::fails;
      seen.broken_by = result.broken_by;
      seen.broken_part = place;
    } else if (result.without_value > 0) {
      throw undefined_value(result.no_value);
    } else if (result.undecided > 0) {
      leave_open(fmt::format("{} of {} mechanisms stayed undecided: {}", result.undecided,
                             result.looked_at, result.open));
    } else if (!result.stopped.empty()) {
      leave_open(result.stopped);
    }
  }

  [[nodiscard]] std::optional<long> users_at(const mechanism_relation& part,
                                             const check_point& point) const {
    constexpr long digits = 6;
    const refined_value known = refine(
        *part.users, context_.visible.visible, variables_at(context_.subject, point), digits,
        context_.options.precision, {.limits = context_.options.limits, .cache = &context_.cache});
    const auto* value = std::get_if<number>(&known.result);
    const rational* exact = value == nullptr ? nullptr : value->as_rational();
    if (exact == nullptr || !is_integer(*exact) || *exact < 1 || *exact > most_mechanism_users)
      return std::nullopt;
    return static_cast<long>(*exact);
  }

  static void add(searched_point& seen, const falsify_result& result, std::size_t place) {
    seen.fewest_outputs = seen.looked_at == 0
                              ? result.fewest_outputs
                              : std::min(seen.fewest_outputs, result.fewest_outputs);
    seen.most_outputs = std::max(seen.most_outputs, result.most_outputs);
    seen.looked_at += result.looked_at;
    seen.undecided += result.undecided;
    seen.is_tied = seen.is_tied || result.tied > 0;
    seen.is_complete = seen.is_complete && result.stopped.empty();
    if (!result.nearest || !(result.nearest_gap < seen.nearest_gap)) return;
    seen.nearest = result.nearest;
    seen.nearest_gap = result.nearest_gap;
    seen.nearest_part = place;
  }

  void count_points() {
    search_record record;
    record.effort = context_.options.search.effort;
    record.seed = context_.options.search.seed;
    if (!context_.subject.regime.empty()) found_.regime = regime_count{};
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const searched_point& seen = points_[i];
      if (seen.state == point_state::outside) {
        ++outside_;
        is_outside_certain_ = is_outside_certain_ && seen.is_certainly_outside;
        continue;
      }
      ++found_.checked;
      if (seen.is_tied) ++found_.tied;
      if (seen.state == point_state::undecided)
        found_.undecided.push_back(texts_of(point_at(context_.subject, i)));
      if (seen.state == point_state::fails) {
        ++found_.counterexamples;
        if (!simplest_ || shows_more_simply(i, *simplest_)) simplest_ = i;
      }
      if (seen.in_regime) {
        ++found_.regime->checked;
        if (seen.state == point_state::fails) ++found_.regime->counterexamples;
      }
      record.evaluations += seen.looked_at;
      record.undecided += seen.undecided;
      record.is_complete = record.is_complete && seen.is_complete;
      if (seen.looked_at > 0) {
        fewest_outputs_ = std::min(fewest_outputs_, seen.fewest_outputs);
        most_outputs_ = std::max(most_outputs_, seen.most_outputs);
      }
      if (seen.nearest && (!nearest_ || seen.nearest_gap < points_[*nearest_].nearest_gap))
        nearest_ = i;
    }
    record.counterexamples = found_.counterexamples;
    if (nearest_)
      record.closest = smallest_margin{
          point_with(*nearest_, *points_[*nearest_].nearest, points_[*nearest_].nearest_part),
          points_[*nearest_].nearest_gap};
    found_.search = record;
    if (record.closest && found_.tied == 0) refine_nearest(*found_.search->closest);
  }

  // By the mechanism, then as a witness is chosen among points.
  [[nodiscard]] bool shows_more_simply(std::size_t a, std::size_t b) const {
    const staircase_mechanism& one = *points_[a].broken_by;
    const staircase_mechanism& other = *points_[b].broken_by;
    if (is_simpler(one, other)) return true;
    if (is_simpler(other, one)) return false;
    return simplicity(point_at(context_.subject, a)) < simplicity(point_at(context_.subject, b));
  }

  // The search looks with few digits, by which sides that differ may be the same.
  void refine_nearest(smallest_margin& closest) const {
    constexpr double sure = 1e-9;
    constexpr long digits = 3;
    if (closest.value > sure) return;
    const searched_point& seen = points_[*nearest_];
    try {
      const refined_value known = refine(
          *gap_of_sides(*parts_[seen.nearest_part].about(*seen.nearest)), context_.visible.visible,
          variables_at(context_.subject, point_at(context_.subject, *nearest_)), digits,
          context_.options.precision, {.limits = context_.options.limits});
      if (const auto* gap = std::get_if<number>(&known.result); gap != nullptr && known.sufficient)
        closest.value = gap->to_ball(known.precision).near();
    } catch (const undefined_value&) {
      // Both sides are 0.
    }
  }

  // The point's values, and the mechanism as that of any_mechanism.
  [[nodiscard]] point_texts point_with(std::size_t i, const staircase_mechanism& mechanism,
                                       std::size_t part) const {
    point_texts texts = texts_of(point_at(context_.subject, i));
    texts[std::string(any_mechanism_name)] = to_text(*mechanism.pair(parts_[part].eps0));
    return texts;
  }

  // Both sides for the mechanism, as a claim about that one has them.
  [[nodiscard]] counterexample failing_at(std::size_t i) const {
    // A moment, for showing both sides of what was refuted just before the time was over.
    constexpr auto allowance = std::chrono::milliseconds(250);
    const searched_point& seen = points_[i];
    const mechanism_relation& part = parts_[seen.broken_part];
    const expression_ptr pair = seen.broken_by->pair(part.eps0);
    const claim one = about_mechanism(context_.subject, pair);
    judge_options options = context_.options;
    options.limits = options.limits.with_at_least(allowance);
    const claim_context describing{one, context_.visible, context_.cache, options};
    const check_point point = point_at(context_.subject, i);
    counterexample shown = describe(describing, with_mechanism(part.formula, pair), point, 0);
    shown.point = point_with(i, *seen.broken_by, seen.broken_part);
    shown.relation = to_text(*part.formula);
    return shown;
  }

  void settle() {
    const auto first_of = [&](point_state state) {
      return std::find_if(points_.begin(), points_.end(),
                          [&](const searched_point& seen) { return seen.state == state; });
    };
    const auto words_of = [&](auto place) {
      return point_in_words(
          texts_of(point_at(context_.subject, static_cast<std::size_t>(place - points_.begin()))));
    };
    const auto invalid = first_of(point_state::invalid);
    const auto open = first_of(point_state::undecided);
    if (simplest_) {
      found_.outcome = verdict::refuted;
      found_.witness = failing_at(*simplest_);
      // Every find is made simpler, and none worse.
      found_.worst = found_.witness;
      found_.message = fmt::format(
          "fails at {} of {} point{}, for some mechanism; the simplest has {} outputs: {}",
          found_.counterexamples, found_.checked, found_.checked == 1 ? "" : "s",
          points_[*simplest_].broken_by->outputs().size(), point_in_words(found_.witness->point));
    } else if (invalid != points_.end()) {
      found_.outcome = verdict::invalid;
      found_.message =
          fmt::format("cannot be evaluated at {}: {}", words_of(invalid), invalid->reason);
    } else if (found_.checked == 0) {
      found_.outcome = verdict::invalid;
      found_.message = "has no points to check: no listed point is certainly in the domain";
    } else if (open != points_.end()) {
      found_.outcome = verdict::undecided;
      found_.message =
          found_.checked == 1
              ? fmt::format("undecided at {}: {}", words_of(open), open->reason)
              : fmt::format("undecided at {} of {} points, first at {}: {}",
                            found_.undecided.size(), found_.checked, words_of(open), open->reason);
    } else {
      found_.outcome = verdict::verified;
      found_.message = fmt::format(
          "holds at {} checked for every mechanism tried there, {} in all, with {} to {} outputs, "
          "which is no proof for others{}",
          all_points(found_.checked), found_.search->evaluations, fewest_outputs_, most_outputs_,
          nearest_in_words());
    }
    if (found_.checked > 0) found_.message += outside_in_words(outside_, is_outside_certain_);
  }

  [[nodiscard]] std::string nearest_in_words() const {
    const std::optional<smallest_margin>& closest = found_.search->closest;
    if (!closest) return "";
    if (found_.tied > 0)
      return fmt::format(
          "; at {} of the points both sides are equal to {} digits for some, as for {}",
          found_.tied, tie_digits, point_in_words(closest->point));
    return fmt::format("; the nearest, where the sides differ by {:.2g} of the larger one, is {}",
                       closest->value, point_in_words(closest->point));
  }

  const claim_context& context_;
  std::vector<mechanism_relation> parts_;
  std::size_t tries_ = 0;
  std::vector<searched_point> points_;
  std::optional<std::size_t> simplest_;
  std::optional<std::size_t> nearest_;
  std::size_t outside_ = 0;  ///< points that are not certainly in the domain
  bool is_outside_certain_ = true;
  std::size_t fewest_outputs_ = std::numeric_limits<std::size_t>::max();
  std::size_t most_outputs_ = 0;
  judgement found_;
};

}  // namespace

judgement judge_every_mechanism(const claim_context& context, const expression_ptr& relation) {
  return mechanism_judge(context, relation).judge();
}

}  // namespace shufflecert::inline v0_1::claims
