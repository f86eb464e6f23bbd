#include "claims/search/survey.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "claims/points/in_parallel.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using state = margin_reading::state;

// How many points an effort of 1 may look at.
constexpr double most_plain_points = 60'000;
constexpr double most_ball_points = 20'000;
// What fails as an equation fails nearly everywhere around, so that there is no dip to be found
// between the points: this part of them is enough, or this many.
constexpr double part_for_equations = 0.25;
constexpr double enough_for_equations = 400;
constexpr double enough_balls = 150;
// Fewer points than these show nothing that the listed ones do not.
constexpr std::size_t fewest_points = 24;
// Once the listed points are known, a look may take this many times what the costliest of them
// took, or what is cheap.
constexpr std::int64_t cost_factor = 4;
constexpr std::int64_t work_of_cheap_look = 1'500;
// Points are evaluated in batches of this size, so that what is spent is known between them.
constexpr std::size_t plain_batch = 512;
constexpr std::size_t ball_batch = 8;
// Points that start a search, at most; and points of each kind that are certified at a time.
constexpr std::size_t most_bases = 64;
constexpr std::size_t most_certified = 8;
constexpr std::size_t most_doubted = 2;
constexpr std::size_t most_ball_looks = 200;
constexpr std::size_t most_reported = 6;
// Bits where 64 decide nothing.
constexpr bits larger_precision = 256;
constexpr double double_agrees = 1e-6;

bool agrees(const margin_reading& plain, const margin_reading& by_balls) {
  if (by_balls.seen == state::no_value || by_balls.seen == state::unclear ||
      plain.seen == state::unclear)
    return true;
  return plain.seen == by_balls.seen &&
         std::abs(plain.margin - by_balls.margin) <=
             double_agrees * std::max(1.0, std::abs(by_balls.margin));
}

bool is_equation(const expression_ptr& relation) {
  const auto parts = conjuncts(relation);
  return std::all_of(parts.begin(), parts.end(), [](const expression_ptr& part) {
    const auto* compared = std::get_if<comparison>(&part->node);
    return compared != nullptr && compared->op == relation::equal;
  });
}

}  // namespace

survey::survey(const claim_context& context, const expression_ptr& relation,
               std::vector<std::string> variables)
    : context_(context),
      relation_(relation),
      variables_(std::move(variables)),
      budget_(context.options.search, context.subject),
      work_left_(budget_.work()),
      reader_(context, relation, budget_.work_of_look()),
      by_(reader_.is_plain() ? quick_arithmetic::plain_double : quick_arithmetic::balls) {
  outcome_.record.seed = seed();
}

void survey::start_from(const std::vector<std::size_t>& listed) {
  lowest_.assign(variables_.size(), std::numeric_limits<double>::infinity());
  highest_.assign(variables_.size(), -std::numeric_limits<double>::infinity());
  std::vector<candidate> start;
  for (const std::size_t index : spread_out(listed, most_bases)) {
    candidate c;
    c.base = index;
    c.is_moved.assign(variables_.size(), false);
    const check_point point = point_at(context_.subject, index);
    bool is_known = true;
    for (const std::string& name : variables_) {
      const auto near = near_value(point.at(name));
      is_known = is_known && near;
      c.at.push_back(near.value_or(0));
    }
    if (is_known) start.push_back(std::move(c));
  }
  const bool was_plain = is_plain();
  by_ = quick_arithmetic::balls;
  // Some of them say whether the work is enough for a search at all.
  std::vector<candidate> by_balls = spread_out(start, ball_batch);
  read_first(by_balls, !was_plain);
  if (was_plain || part_for_balls * static_cast<double>(budget_.work() * looks_) >=
                       static_cast<double>(fewest_points) * static_cast<double>(work_done_)) {
    by_balls = start;
    read_all(by_balls);
  }
  start.resize(by_balls.size());
  if (was_plain) {
    // Double is a guide where it agrees with balls.
    by_ = quick_arithmetic::plain_double;
    for_each_index(start.size(), [&](std::size_t i) {
      start[i].reading = reader_.read(point_of(start[i]), by_);
    });
    for (std::size_t i = 0; i < start.size(); ++i)
      if (!agrees(start[i].reading, by_balls[i].reading)) by_ = quick_arithmetic::balls;
  }
  if (!is_plain()) budget_.adapt_to(cost_of_look());
  work_left_ = budget_.work() - work_done_;
  // What a listed point says was found out with certainty before.
  failing_.clear();
  unclear_.clear();
  outcome_.record.evaluations = 0;
  outside_ = 0;
  bases_ = std::move(by_balls);
  std::stable_sort(bases_.begin(), bases_.end(), [](const candidate& a, const candidate& b) {
    return has_margin(a) && (!has_margin(b) || is_closer(a, b));
  });
  if (is_plain()) {
    std::int64_t plain_work = 0;
    for (const candidate& c : start) plain_work += c.reading.work;
    work_done_ = plain_work;
    looks_ = static_cast<std::int64_t>(start.size());
  }
  if (!bases_.empty()) plan();
  outcome_.unsearched = why_unsearched();
  if (!outcome_.unsearched.empty()) work_left_ = 0;
}

void survey::read_first(std::vector<candidate>& first, bool may_adapt) {
  const auto read_within = [&] {
    work_left_ = budget_.work() / 4;
    work_done_ = looks_ = outside_ = given_up_ = 0;
    read_all(first);
    return std::any_of(first.begin(), first.end(), has_margin);
  };
  bool has_any = read_within();
  if (!budget_.is_own()) return;
  const auto is_given_up = [](const candidate& c) { return c.reading.is_given_up; };
  const bool is_costly = std::any_of(first.begin(), first.end(), is_given_up);
  if (!has_any && is_costly && may_adapt && budget_.take_largest()) {
    reader_.limit_work(budget_.work_of_look());
    has_any = read_within();
  } else if (!has_any && !is_costly) {
    reader_.work_with(larger_precision);
    has_any = read_within();
  }
  if (has_any && may_adapt) budget_.adapt_to(cost_of_look());
  work_left_ = budget_.work() / 4;
}

bool survey::top_up() {
  const std::int64_t before = budget_.work();
  if (!is_plain()) budget_.adapt_to(cost_of_look());
  if (budget_.work() == before) return false;
  work_left_ =
      static_cast<std::int64_t>(part_for_balls * static_cast<double>(budget_.work() - before));
  return true;
}

double survey::cost_of_look() const {
  return looks_ > 0 ? std::max(1.0, static_cast<double>(work_done_) / static_cast<double>(looks_))
                    : 1;
}

std::string survey::why_unsearched() const {
  if (context_.options.limits.is_exhausted()) return "";
  if (std::none_of(bases_.begin(), bases_.end(), has_margin))
    return given_up_ > 0
               ? fmt::format(
                     "one point costs more than a search may spend on it; try "
                     "--effort {}",
                     most_search_effort)
               : "the listed points are too hard to decide for the quick looks of a search";
  if (points_ >= fewest_points) return "";
  return fmt::format(
      "one point costs more than the budget; try --effort {}",
      std::max(budget_.effort() + 1, search_budget::effort_for(2 * fewest_points, cost_of_look())));
}

std::string survey::why_few() const {
  if (const char* exhaustion = context_.options.limits.exhaustion()) return exhaustion;
  if (outcome_.record.evaluations >= enough_points || !outcome_.failing.empty()) return "";
  const std::int64_t tried = looks_;
  if (2 * outside_ > tried) return "most of the points tried lie outside of the domain";
  if ((points_ < enough_points || work_left_ <= 0) && budget_.effort() < most_search_effort)
    return fmt::format(
        "a point is costly here; try --effort {}",
        std::max(budget_.effort() + 1, search_budget::effort_for(enough_points, cost_of_look())));
  if (2 * given_up_ > tried) return "most of the points tried cost more than a search may spend";
  return is_equation(relation_) ? "an equation that fails does so nearly everywhere"
                                : "there are few other points to choose";
}

// How many points the work that is left is enough for.
void survey::plan() {
  std::int64_t costliest = work_of_cheap_look;
  for (const candidate& c : bases_) costliest = std::max(costliest, c.reading.work);
  reader_.limit_work(std::min(cost_factor * costliest, budget_.work_of_look()));
  if (!is_plain())
    work_left_ = static_cast<std::int64_t>(part_for_balls * static_cast<double>(work_left_));
  const double most = is_plain() ? most_plain_points : most_ball_points;
  double points =
      std::min(most * budget_.effort(),
               static_cast<double>(std::max<std::int64_t>(work_left_, 0)) / cost_of_look());
  const double enough = is_plain()         ? enough_for_equations
                        : budget_.is_own() ? static_cast<double>(enough_points)
                                           : enough_balls;
  if (is_equation(relation_))
    points = std::min(points, std::max(part_for_equations * points, enough));
  points_ = static_cast<std::size_t>(points);
}

bool survey::is_over() {
  if (context_.options.limits.is_exhausted()) outcome_.record.is_complete = false;
  return !outcome_.record.is_complete || !outcome_.failing.empty();
}

check_point survey::point_of(const candidate& c) const {
  check_point point = point_at(context_.subject, c.base);
  for (std::size_t v = 0; v < variables_.size(); ++v)
    if (c.is_moved[v]) point[variables_[v]] = shortest_decimal(c.at[v]);
  return point;
}

void survey::read_all(std::vector<candidate>& candidates) {
  const std::size_t batch = is_plain() ? plain_batch : ball_batch;
  std::size_t done = 0;
  while (done < candidates.size() && work_left_ > 0 && !context_.options.limits.is_exhausted()) {
    const std::size_t count = std::min(batch, candidates.size() - done);
    for_each_index(count, [&](std::size_t i) {
      candidate& c = candidates[done + i];
      c.reading = reader_.read(point_of(c), by_);
    });
    for (std::size_t i = 0; i < count; ++i) note(candidates[done + i]);
    done += count;
  }
  candidates.resize(done);
}

void survey::note(const candidate& c) {
  work_left_ -= c.reading.work;
  ++looks_;
  work_done_ += c.reading.work;
  if (c.reading.seen == state::outside) ++outside_;
  if (c.reading.is_given_up) ++given_up_;
  if (!has_margin(c)) return;
  ++outcome_.record.evaluations;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    lowest_[v] = std::min(lowest_[v], c.at[v]);
    highest_[v] = std::max(highest_[v], c.at[v]);
  }
  if (c.reading.seen == state::fails) failing_.push_back(c);
  if (c.reading.seen == state::unclear) unclear_.push_back(c);
  if (c.reading.seen == state::holds && (!closest_ || is_closer(c, *closest_))) closest_ = c;
}

candidate survey::moved(const candidate& from, std::size_t variable, double to) const {
  candidate result = from;
  result.at[variable] = to;
  result.is_moved[variable] = true;
  result.reading = {};
  return result;
}

std::optional<search_line> survey::line_of(const candidate& base, std::size_t v) const {
  return line_through(context_, variables_[v], point_of(base));
}

bool survey::is_whole(std::size_t v) const {
  const auto& whole = context_.subject.integers;
  return std::find(whole.begin(), whole.end(), variables_[v]) != whole.end();
}

void survey::certify() {
  std::vector<candidate> suspects =
      worst_and_spread(failing_, is_plain() ? most_ball_looks : most_certified);
  // Sides that are equal stay unclear everywhere: after some that came to nothing, a few of each
  // later batch are enough.
  const std::size_t most_open = came_to_nothing_ < most_certified ? most_certified : most_doubted;
  const std::vector<candidate> open =
      worst_and_spread(unclear_, is_plain() ? most_ball_looks : most_open);
  suspects.insert(suspects.end(), open.begin(), open.end());
  failing_.clear();
  unclear_.clear();
  if (is_plain()) {
    for_each_index(suspects.size(), [&](std::size_t i) {
      suspects[i].reading = reader_.read(point_of(suspects[i]), quick_arithmetic::balls);
    });
    std::vector<candidate> fails;
    std::vector<candidate> unclear;
    for (candidate& c : suspects) {
      work_left_ -= c.reading.work;
      if (c.reading.seen == state::fails)
        fails.push_back(std::move(c));
      else if (c.reading.seen == state::unclear)
        unclear.push_back(std::move(c));
      else if (c.reading.seen == state::holds && (!closest_ || is_closer(c, *closest_)))
        closest_ = c;
    }
    suspects = worst_and_spread(fails, most_certified);
    const std::vector<candidate> some = spread_out(unclear, most_open);
    suspects.insert(suspects.end(), some.begin(), some.end());
  }
  for (candidate& c : suspects)
    if (c.reading.seen == state::fails) c = shortened(c);
  certify_all(suspects);
}

// The same failure at numbers that are quick to write down, as far as quick looks can tell.
candidate survey::shortened(candidate c) {
  constexpr int most_digits = 12;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (!c.is_moved[v]) continue;
    for (int digits = 1; digits < most_digits; ++digits) {
      const double shorter = rounded(c.at[v], digits, is_whole(v));
      if (shorter == c.at[v]) break;
      candidate next = moved(c, v, shorter);
      next.reading = reader_.read(point_of(next), quick_arithmetic::balls);
      work_left_ -= next.reading.work;
      if (next.reading.seen != state::fails) continue;
      c = std::move(next);
      break;
    }
  }
  return c;
}

void survey::certify_all(const std::vector<candidate>& suspects) {
  std::vector<point_outcome> outcomes(suspects.size());
  std::vector<work_meter> meters(suspects.size(), {0, budget_.work_of_certification() / 1000});
  for_each_index(suspects.size(), [&](std::size_t i) {
    // A cache of its own keeps its cost independent of what others computed before.
    quantity_cache cache;
    judge_options options = context_.options;
    options.limits = options.limits.metered_by(meters[i]);
    const claim_context alone{context_.subject, context_.visible, cache, options};
    const check_point point = point_of(suspects[i]);
    outcomes[i] = evaluate_at(alone, relation_, point);
    if (outcomes[i].state == point_state::fails) outcomes[i].in_regime = is_in_regime(alone, point);
  });
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    work_left_ -= meters[i].done * 1000;
    if (outcomes[i].state == point_state::undecided || outcomes[i].state == point_state::invalid)
      ++outcome_.record.undecided;
    if (outcomes[i].state != point_state::fails) {
      ++came_to_nothing_;
      continue;
    }
    check_point point = point_of(suspects[i]);
    const point_texts texts = texts_of(point);
    if (outcome_.failing.size() >= most_reported || !reported_.insert(texts).second) continue;
    outcome_.failing.push_back({std::move(point), outcomes[i].precision, outcomes[i].in_regime});
  }
}

search_outcome survey::finish() {
  search_record& record = outcome_.record;
  if (context_.options.limits.is_exhausted()) record.is_complete = false;
  record.effort = budget_.effort();
  record.counterexamples = outcome_.failing.size();
  if (outcome_.unsearched.empty()) record.reason = why_few();
  if (record.evaluations > 0)
    for (std::size_t v = 0; v < variables_.size(); ++v)
      if (lowest_[v] <= highest_[v])
        record.ranges[variables_[v]] = {shortest_decimal(lowest_[v]).text,
                                        shortest_decimal(highest_[v]).text};
  if (closest_ && outcome_.failing.empty())
    record.closest = smallest_margin{texts_of(point_of(*closest_)), closest_->reading.margin};
  return std::move(outcome_);
}

}  // namespace shufflecert::inline v0_1::claims
