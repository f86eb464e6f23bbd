#include "claims/search/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "claims/points/in_parallel.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using state = margin_reading::state;

// What an effort of 1 may spend: work in the unit of margin_reading, and points.
constexpr std::int64_t work_of_effort = 2'000'000;
constexpr double most_plain_points = 60'000;
constexpr double most_ball_points = 20'000;
// What fails as an equation fails nearly everywhere around, so that there is no dip to be found
// between the points: this part of them is enough, or this many.
constexpr double part_for_equations = 0.25;
constexpr double enough_for_equations = 400;
constexpr double enough_balls = 150;
// Divergences and long sums take so much longer than double that they may spend less.
constexpr double part_for_balls = 0.55;
// Fewer points than these show nothing that the listed ones do not.
constexpr std::size_t fewest_points = 24;
// What one look may take, and a certification so many times as much.
constexpr std::int64_t work_of_look = 250'000;
constexpr std::int64_t certification_factor = 6;
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
      work_left_(work_of_effort * context.options.search.effort),
      reader_(context, relation, work_of_look),
      by_(reader_.is_plain() ? quick_arithmetic::plain_double : quick_arithmetic::balls) {
  outcome_.record.effort = context.options.search.effort;
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
  const std::int64_t whole = work_left_;
  work_left_ /= 4;
  // Some of them say whether the work is enough for a search at all.
  std::vector<candidate> by_balls = spread_out(start, ball_batch);
  read_all(by_balls);
  if (was_plain || part_for_balls * static_cast<double>(whole * looks_) >=
                       static_cast<double>(fewest_points) * static_cast<double>(work_done_)) {
    by_balls = start;
    read_all(by_balls);
  }
  work_left_ = whole - work_done_;
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
  // What a listed point says was found out with certainty before.
  failing_.clear();
  unclear_.clear();
  outcome_.record.evaluations = 0;
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
  if (bases_.empty()) return;
  plan();
  if (points_ < fewest_points || std::none_of(bases_.begin(), bases_.end(), has_margin))
    work_left_ = 0;
}

// How many points the work that is left is enough for.
void survey::plan() {
  std::int64_t costliest = work_of_cheap_look;
  for (const candidate& c : bases_) costliest = std::max(costliest, c.reading.work);
  reader_.limit_work(std::min(cost_factor * costliest, work_of_look));
  const double cost =
      looks_ > 0 ? std::max(1.0, static_cast<double>(work_done_) / static_cast<double>(looks_)) : 1;
  if (!is_plain())
    work_left_ = static_cast<std::int64_t>(part_for_balls * static_cast<double>(work_left_));
  const double most = is_plain() ? most_plain_points : most_ball_points;
  double points = std::min(most * context_.options.search.effort,
                           static_cast<double>(std::max<std::int64_t>(work_left_, 0)) / cost);
  if (is_equation(relation_))
    points = std::min(points, std::max(part_for_equations * points,
                                       is_plain() ? enough_for_equations : enough_balls));
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
  std::vector<work_meter> meters(suspects.size(), {0, work_of_look * certification_factor / 1000});
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
  record.counterexamples = outcome_.failing.size();
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
