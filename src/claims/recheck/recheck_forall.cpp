#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "claims/catalogue/box.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/recheck/relation.hpp"
#include "claims/search/far_points.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Of the work for a claim's points, as witness_share.
constexpr double worst_share = 4;
constexpr double point_share = 0.4;
constexpr std::size_t failures_in_a_row = 4;
// In logarithms of 60 digits.
constexpr std::int64_t work_of_effort = 150'000;

// The part of the relation that the evidence names. A relation that calls local functions is named
// as the file states it.
expression_ptr part_named(const claim& subject, const expression_ptr& relation,
                          const std::string& text) {
  if (to_text(*relation) == text) return relation;
  for (const expression_ptr& part : conjuncts(relation))
    if (to_text(*part) == text) return part;
  if (!subject.stated) return nullptr;
  const claim& stated = *subject.stated;
  const expression_ptr& own = relation == subject.corrected ? stated.corrected : stated.formula;
  return own && to_text(*own) == text ? relation : nullptr;
}

// Whether two stated enclosures show by themselves that the relation is false, or leave it open
// because they touch, or show that it is true.
enum class stated_sides { contradict, touch, agree };

stated_sides compare_stated(const decimal_interval& left, relation op,
                            const decimal_interval& right) {
  const exact_interval lhs = ends_read(left);
  const exact_interval rhs = ends_read(right);
  const bool below = lhs.upper < rhs.lower;
  const bool above = rhs.upper < lhs.lower;
  const bool is_same = lhs.lower == lhs.upper && rhs.lower == rhs.upper && lhs.lower == rhs.lower;
  const auto decided = [](bool contradicts, bool agrees) {
    if (contradicts) return stated_sides::contradict;
    return agrees ? stated_sides::agree : stated_sides::touch;
  };
  switch (op) {
    case relation::less:
      return decided(rhs.upper <= lhs.lower, below);
    case relation::less_equal:
      return decided(above, lhs.upper <= rhs.lower);
    case relation::greater:
      return decided(lhs.upper <= rhs.lower, above);
    case relation::greater_equal:
      return decided(below, rhs.upper <= lhs.lower);
    case relation::equal:
      return decided(below || above, is_same);
    case relation::not_equal:
      return decided(is_same, below || above);
  }
  return stated_sides::touch;
}

// An enclosure of 20 digits, rounded outward.
bool is_as_narrow_as_written(const decimal_interval& written) {
  const exact_interval stated = ends_read(written);
  if (stated.lower.infinite != 0 || stated.upper.infinite != 0) return true;
  const rational& low = stated.lower.value;
  const rational& high = stated.upper.value;
  const rational size = std::max(low < 0 ? rational(-low) : low, high < 0 ? rational(-high) : high);
  return high - low <= size / power(rational(10), 18);
}

opinion check_sides(const counterexample& stated, const comparison& part,
                    const weighed_relation& found) {
  if (stated.lhs.has_value() != stated.rhs.has_value()) return not_confirmed(one_side_is_missing);
  if (!stated.lhs) return {};
  const opinion left = check_enclosure(*stated.lhs, *found.left, "the left side");
  const opinion right = check_enclosure(*stated.rhs, *found.right, "the right side");
  opinion both = worse(left, right);
  if (both.outcome == recheck_outcome::not_confirmed) return both;
  switch (compare_stated(*stated.lhs, part.op, *stated.rhs)) {
    case stated_sides::contradict:
      return both;
    case stated_sides::agree:
      return not_confirmed("the stated enclosures do not contradict the relation");
    case stated_sides::touch:
      break;
  }
  // Sides that differ only beyond the digits that are written down.
  if (!is_as_narrow_as_written(*stated.lhs) || !is_as_narrow_as_written(*stated.rhs))
    return not_confirmed("the stated enclosures are too wide to contradict the relation");
  return both;
}

// The two sides of rounds_to(value, printed, unit), which results of earlier versions do not state.
opinion check_rounded_sides(const counterexample& stated, const weighed_relation& found) {
  if (stated.lhs.has_value() != stated.rhs.has_value()) return not_confirmed(one_side_is_missing);
  if (!stated.lhs) return {};
  opinion both = worse(check_enclosure(*stated.lhs, *found.left, "the value"),
                       check_enclosure(*stated.rhs, *found.right, "the printed number"));
  if (both.outcome == recheck_outcome::not_confirmed) return both;
  if (!is_as_narrow_as_written(*stated.lhs) || !is_as_narrow_as_written(*stated.rhs))
    return not_confirmed("the stated enclosures are too wide to contradict the relation");
  return both;
}

opinion check_part(const second_opinion& second, const expression& part,
                   const counterexample& stated, const check_point& point, allowance& may) {
  const weighed_relation found = weigh(second, part, point, may);
  const auto* sides = std::get_if<comparison>(&part.node);
  if (found.holds == true)
    return not_confirmed(fmt::format("'{}' holds at {} by the second arithmetic", to_text(part),
                                     point_in_words(stated.point)));
  if (sides == nullptr) {
    opinion rounded;
    if (found.left && found.right)
      rounded = check_rounded_sides(stated, found);
    else if (stated.lhs || stated.rhs)
      rounded = not_confirmed("sides are stated of a relation that has none");
    if (rounded.outcome != recheck_outcome::confirmed || found.holds) return rounded;
    return out_of_reach("both sides agree as far as the digits go");
  }
  opinion enclosed = check_sides(stated, *sides, found);
  if (enclosed.outcome != recheck_outcome::confirmed) return enclosed;
  if (found.holds) return enclosed;
  // `<`, `>` and `!=` fail where both sides are exactly equal, which no digits can show.
  return out_of_reach(
      fmt::format("both sides agree on {} digits, and whether they are equal exactly is not for "
                  "digits to say",
                  std::min(found.left->digits, found.right->digits)));
}

// The points in the order in which they are judged: the least numbers of users first, since they
// cost least, and among these spread by steps of the golden ratio.
std::vector<std::size_t> by_cost(const claim& subject, const std::vector<std::size_t>& points) {
  std::vector<double> cost(points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    const check_point point = point_at(subject, points[k]);
    for (const std::string& name : subject.integers)
      if (const auto value = parse_signed_decimal(point.at(name).text))
        cost[k] += std::log1p(std::abs(value->convert_to<double>()));
  }
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto spread = [](std::size_t k) {
    return std::fmod(0.6180339887 * static_cast<double>(k), 1.0);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return cost[a] != cost[b] ? cost[a] < cost[b] : spread(a) < spread(b);
  });
  for (std::size_t& k : order) k = points[k];
  return order;
}

// Whether the relation is false at a point beyond the second arithmetic's own errors.
bool is_clearly_false(const second_opinion& second, const expression_ptr& relation,
                      const check_point& point, allowance& may) {
  const std::vector<expression_ptr> parts = conjuncts(relation);
  return std::any_of(parts.begin(), parts.end(), [&](const expression_ptr& part) {
    try {
      return weigh(second, *part, point, may).holds == false;
    } catch (const beyond_reach&) {
      return false;
    }
  });
}

}  // namespace

opinion check_points(second_opinion& second, const expression_ptr& relation,
                     const std::vector<std::size_t>& points, relation_recheck& result,
                     const recheck_options& options) {
  allowance whole = allowance_for(options, 1);
  std::string reason;
  std::size_t in_a_row = 0;
  for (const std::size_t index : by_cost(second.subject(), points)) {
    if (in_a_row == failures_in_a_row || whole.is_exhausted()) break;
    const check_point point = point_at(second.subject(), index);
    part_of_allowance part(whole, point_share);
    allowance& may = part.may();
    try {
      const plain_value found = second.truth(*relation, point, may);
      if (found.truth == false && is_clearly_false(second, relation, point, may) &&
          is_clearly_false(second.with_more_digits(), relation, point, may))
        return not_confirmed(fmt::format("it is false at {} by the second arithmetic",
                                         point_in_words(texts_of(point))));
      if (found.truth != true) throw beyond_reach("both sides agree as far as the digits go");
      ++result.points_judged;
      in_a_row = 0;
    } catch (const beyond_reach& error) {
      ++in_a_row;
      if (reason.empty()) reason = error.what();
    } catch (const undefined_value& error) {
      // The points are the catalogue's own, so this is no alteration: rounding can take an argument
      // out of its range, such as a sum that is exactly 1.
      ++in_a_row;
      if (reason.empty())
        reason = std::string("no value by the second arithmetic: ") + error.what();
    }
  }
  if (result.points_judged == result.points_total)
    return {recheck_outcome::confirmed,
            fmt::format("holds at {} of {} points", result.points_judged, result.points_total), 0};
  return out_of_reach(fmt::format("holds at {} of {} points; the others: {}", result.points_judged,
                                  result.points_total,
                                  reason.empty() ? "the work for one claim was used up" : reason));
}

namespace {

// The points certainly in the domain, and how many of the rest may be.
struct points_in_domain {
  std::vector<std::size_t> inside;
  std::size_t unknown = 0;
};

points_in_domain count_points(second_opinion& second, allowance& may) {
  points_in_domain result;
  for (std::size_t i = 0; i < point_count(second.subject()); ++i) {
    const auto place = second.place_of(point_at(second.subject(), i), may);
    if (place == second_opinion::place::inside) result.inside.push_back(i);
    if (place == second_opinion::place::unknown) ++result.unknown;
  }
  return result;
}

}  // namespace

allowance allowance_for(const recheck_options& options, double share) {
  const double most = share * options.effort * static_cast<double>(work_of_effort);
  return {budget(options.deadline, options.stop),
          {0, static_cast<std::int64_t>(std::min(most, 1e18))}};
}

part_of_allowance::part_of_allowance(allowance& whole, double share)
    : whole_(whole),
      may_{whole.limits,
           {0, std::min(static_cast<std::int64_t>(share * static_cast<double>(whole.work.most)),
                        whole.work.most - whole.work.done)}} {}

part_of_allowance::~part_of_allowance() {
  whole_.work.done += may_.work.done;
}

namespace {

opinion check_once(second_opinion& second, const expression_ptr& relation,
                   const counterexample& stated, allowance& may) {
  check_point point;
  if (const auto problem = second.read_point(stated.point, point)) return not_confirmed(*problem);
  const expression_ptr part = part_named(second.subject(), relation, stated.relation);
  if (!part) return not_confirmed(fmt::format("'{}' is no part of the claim", stated.relation));
  try {
    switch (second.place_of(point, may)) {
      case second_opinion::place::outside:
        return not_confirmed(fmt::format("{} is not in the domain", point_in_words(stated.point)));
      case second_opinion::place::unknown:
        return out_of_reach(
            fmt::format("whether {} is in the domain", point_in_words(stated.point)));
      case second_opinion::place::inside:
        break;
    }
    return check_part(second, *part, stated, point, may);
  } catch (const beyond_reach& error) {
    return out_of_reach(error.what());
  } catch (const undefined_value& error) {
    return not_confirmed(fmt::format("'{}' has no value at {} by the second arithmetic: {}",
                                     to_text(*part), point_in_words(stated.point), error.what()));
  }
}

}  // namespace

opinion check_counterexample(second_opinion& second, const expression_ptr& relation,
                             const counterexample& stated, allowance& may) {
  opinion found = check_once(second, relation, stated, may);
  if (found.outcome != recheck_outcome::not_confirmed) return found;
  second_opinion again = second.with_more_digits();
  opinion last = check_once(again, relation, stated, may);
  if (last.outcome == recheck_outcome::confirmed) found = std::move(last);
  return found;
}

namespace {

// Points that a proof covers and no file lists. The certified evaluation only chooses them.
std::vector<check_point> points_of_proof(const second_opinion& second,
                                         const recheck_options& options) {
  constexpr std::size_t points_looked_at = 48;
  quantity_cache cache;
  judge_options settings;
  settings.limits = budget(options.deadline, options.stop);
  return far_points({second.subject(), second.visible(), cache, settings}, points_looked_at);
}

// What the second arithmetic says of a proof of the whole domain where no listed point is: nothing,
// or where the relation is false.
std::optional<std::string> contradiction_of_proof(second_opinion& second,
                                                  const expression_ptr& relation,
                                                  const recheck_options& options) {
  constexpr double share_of_point = 0.05;
  allowance whole = allowance_for(options, 1);
  for (const check_point& point : points_of_proof(second, options)) {
    if (whole.is_exhausted()) break;
    part_of_allowance part(whole, share_of_point);
    allowance& may = part.may();
    try {
      if (second.place_of(point, may) != second_opinion::place::inside) continue;
      if (second.truth(*relation, point, may).truth == false &&
          is_clearly_false(second, relation, point, may) &&
          is_clearly_false(second.with_more_digits(), relation, point, may))
        return point_in_words(texts_of(point));
    } catch (const beyond_reach&) {
      continue;
    } catch (const undefined_value&) {
      continue;
    }
  }
  return std::nullopt;
}

}  // namespace

relation_recheck recheck_forall(second_opinion& second, const expression_ptr& relation,
                                const judgement& found, const recheck_options& options) {
  relation_recheck result;
  allowance for_domain = allowance_for(options, witness_share);
  const points_in_domain points = count_points(second, for_domain);
  result.points_total = points.inside.size();
  // A point left open for lack of time may lie outside.
  if (found.checked < points.inside.size() ||
      found.checked > points.inside.size() + points.unknown + found.undecided.size()) {
    result.found = not_confirmed(fmt::format(
        "{} points are said to have been checked, and {} lie in the domain", found.checked,
        points.unknown == 0 ? std::to_string(points.inside.size())
                            : fmt::format("{} to {}", points.inside.size(),
                                          points.inside.size() + points.unknown)));
    return result;
  }
  if (calls_any_mechanism(*relation)) {
    result.found = recheck_every_mechanism(second, relation, found, points.inside, result, options);
    return result;
  }
  if (found.outcome == verdict::refuted) {
    if (!found.witness || !found.worst || found.counterexamples == 0) {
      result.found = not_confirmed("it is said to be refuted, and no counterexample is stated");
      return result;
    }
    allowance for_witness = allowance_for(options, witness_share);
    result.found = check_counterexample(second, relation, *found.witness, for_witness);
    if (result.found.outcome == recheck_outcome::not_confirmed) return result;
    allowance for_worst = allowance_for(options, worst_share);
    const opinion worst = check_counterexample(second, relation, *found.worst, for_worst);
    // The verdict rests on the witness; the worst counterexample may be out of reach.
    if (worst.outcome == recheck_outcome::not_confirmed)
      result.found = not_confirmed("the worst counterexample: " + worst.reason);
    else if (worst.outcome == recheck_outcome::beyond_reach)
      result.found.reason += (result.found.reason.empty() ? "" : "; ") +
                             std::string("by one counterexample; the worst one is beyond reach: ") +
                             worst.reason;
    return result;
  }
  if (found.witness || found.worst || found.counterexamples != 0 || !found.undecided.empty()) {
    result.found = not_confirmed(fmt::format(
        "it is said to be {}, with a counterexample or points left open", to_text(found.outcome)));
    return result;
  }
  if (points.inside.empty() && points.unknown == 0) {
    result.found = not_confirmed("no point lies in the domain");
    return result;
  }
  result.points_total += points.unknown;
  result.found = check_points(second, relation, points.inside, result, options);
  if (found.outcome == verdict::proved && result.found.outcome != recheck_outcome::not_confirmed)
    if (const auto place = contradiction_of_proof(second, relation, options))
      result.found = not_confirmed(fmt::format(
          "it is said to be proved, and it is false at {} by the second arithmetic", *place));
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
