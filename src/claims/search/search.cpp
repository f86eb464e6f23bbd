#include "claims/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include "claims/points/in_parallel.hpp"
#include "claims/search/search_margin.hpp"
#include "claims/search/search_space.hpp"

namespace shufflecert {
namespace {

using state = margin_reading::state;

// What an effort of 1 may spend: work in the unit of margin_reading, and points.
constexpr std::int64_t work_of_effort = 3'000'000;
constexpr double most_plain_points = 60'000;
constexpr double most_ball_points = 20'000;
// One look may take this part of the work, and a certification so many times a look's.
constexpr std::int64_t looks_within_work = 12;
// Once the listed points are known, a look may take this many times what the costliest of them
// took, but not less than this part of the work.
constexpr std::int64_t cost_factor = 4;
constexpr std::int64_t cheap_looks_within_work = 500;
constexpr std::int64_t certification_factor = 6;
// Points are evaluated in batches of this size, so that what is spent is known between them.
constexpr std::size_t plain_batch = 512;
constexpr std::size_t ball_batch = 8;
// Points that start a search, at most; and points of each kind that are certified at a time.
constexpr std::size_t most_bases = 64;
constexpr std::size_t most_certified = 8;
constexpr std::size_t most_ball_looks = 200;
constexpr std::size_t most_reported = 6;
constexpr double double_agrees = 1e-6;

struct candidate {
  std::size_t base = 0;        ///< index of the listed point that fixes what is not moved
  std::vector<double> at;      ///< the moved variables
  std::vector<bool> is_moved;  ///< false where the base's own, exact value stands
  margin_reading reading;
};

// Whether the first is closer to failing. Ties are settled by position in a list.
bool is_closer(const candidate& a, const candidate& b) {
  return a.reading.margin < b.reading.margin;
}

bool has_margin(const candidate& c) {
  return c.reading.seen != state::outside && !std::isnan(c.reading.margin);
}

// `most` of the items, evenly.
template <class Item>
std::vector<Item> spread_out(const std::vector<Item>& items, std::size_t most) {
  if (items.size() <= most) return items;
  std::vector<Item> chosen;
  chosen.reserve(most);
  for (std::size_t i = 0; i < most; ++i) chosen.push_back(items[i * items.size() / most]);
  return chosen;
}

// The next number of a sequence that fills [0, 1) evenly: van der Corput's in this base.
double radical_inverse(std::uint64_t index, std::uint64_t base) {
  double result = 0;
  double digit = 1;
  for (; index > 0; index /= base) {
    digit /= static_cast<double>(base);
    result += digit * static_cast<double>(index % base);
  }
  return result;
}

// A shift in [0, 1) that depends on the seed and on what it is for.
double shift_of(std::uint64_t seed, std::uint64_t use) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15ULL + use * 0xBF58476D1CE4E5B9ULL;
  x ^= x >> 31U;
  x *= 0x94D049BB133111EBULL;
  x ^= x >> 29U;
  constexpr double scale = 1.0 / 9007199254740992.0;
  return static_cast<double>(x >> 11U) * scale;
}

class claim_search {
 public:
  claim_search(const claim_context& context, const expression_ptr& relation,
               std::vector<std::string> variables)
      : context_(context),
        relation_(relation),
        variables_(std::move(variables)),
        effort_(context.options.search.effort),
        work_left_(work_of_effort * effort_),
        reader_(context, relation, work_of_effort / looks_within_work),
        by_(reader_.is_plain() ? quick_arithmetic::plain_double : quick_arithmetic::balls) {
    outcome_.record.effort = effort_;
    outcome_.record.seed = context.options.search.seed;
  }

  search_outcome run(const std::vector<std::size_t>& listed) {
    start_from(listed);
    if (!bases_.empty()) {
      plan();
      // What looks most promising comes first, and what was found ends the search.
      if (!is_over()) scan_lines();
      if (!is_over()) sample_box();
      if (!is_over()) descend();
    }
    finish();
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] bool is_over() {
    if (context_.options.limits.is_exhausted()) outcome_.record.is_complete = false;
    return !outcome_.record.is_complete || !outcome_.failing.empty();
  }

  [[nodiscard]] check_point point_of(const candidate& c) const {
    check_point point = point_at(context_.subject, c.base);
    for (std::size_t v = 0; v < variables_.size(); ++v)
      if (c.is_moved[v]) point[variables_[v]] = exact_value(c.at[v]);
    return point;
  }

  // Reads the margins of all, in batches; those beyond what may be spent are dropped.
  void read_all(std::vector<candidate>& candidates) {
    const std::size_t batch = by_ == quick_arithmetic::plain_double ? plain_batch : ball_batch;
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

  void note(const candidate& c) {
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

  // The listed points that the search starts from, with their margins.
  void start_from(const std::vector<std::size_t>& listed) {
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
    // Double is a guide where it agrees with balls.
    std::vector<candidate> by_balls = start;
    const bool is_plain = by_ == quick_arithmetic::plain_double;
    by_ = quick_arithmetic::balls;
    const std::int64_t whole = work_left_;
    work_left_ /= 4;
    read_all(by_balls);
    work_left_ = whole - work_done_;
    start.resize(by_balls.size());
    if (is_plain) {
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
    if (by_ == quick_arithmetic::plain_double) {
      std::int64_t plain_work = 0;
      for (const candidate& c : start) plain_work += c.reading.work;
      work_done_ = plain_work;
      looks_ = static_cast<std::int64_t>(start.size());
    }
  }

  static bool agrees(const margin_reading& plain, const margin_reading& by_balls) {
    if (by_balls.seen == state::no_value || by_balls.seen == state::unclear ||
        plain.seen == state::unclear)
      return true;
    return plain.seen == by_balls.seen &&
           std::abs(plain.margin - by_balls.margin) <=
               double_agrees * std::max(1.0, std::abs(by_balls.margin));
  }

  // How many points the work that is left is enough for.
  void plan() {
    std::int64_t costliest = work_of_effort / cheap_looks_within_work / cost_factor;
    for (const candidate& c : bases_) costliest = std::max(costliest, c.reading.work);
    reader_.limit_work(std::min(cost_factor * costliest, work_of_effort / looks_within_work));
    const double cost =
        looks_ > 0 ? std::max(1.0, static_cast<double>(work_done_) / static_cast<double>(looks_))
                   : 1;
    const double most =
        by_ == quick_arithmetic::plain_double ? most_plain_points : most_ball_points;
    points_ = static_cast<std::size_t>(std::min(
        most * effort_, static_cast<double>(std::max<std::int64_t>(work_left_, 0)) / cost));
  }

  candidate moved(const candidate& from, std::size_t variable, double to) const {
    candidate result = from;
    result.at[variable] = to;
    result.is_moved[variable] = true;
    result.reading = {};
    return result;
  }

  // The bases of the lines: the one closest to failing, and others among all of them.
  [[nodiscard]] std::vector<std::size_t> bases_of_lines(std::size_t most) const {
    std::vector<std::size_t> order(bases_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    return spread_out(order, most);
  }

  void scan_lines() {
    const auto share = static_cast<double>(points_) * (variables_.size() == 1 ? 0.75 : 0.5);
    // On a line, a few dozen points are the least that shows anything.
    constexpr double least_on_line = 150;
    constexpr std::size_t most_rounds = 6;
    const auto rounds = static_cast<std::size_t>(
        std::clamp(share / (static_cast<double>(variables_.size()) * least_on_line), 1.0,
                   static_cast<double>(most_rounds)));
    const auto on_line =
        static_cast<std::size_t>(share / static_cast<double>(variables_.size() * rounds));
    const auto bases = bases_of_lines(rounds);
    for (std::size_t round = 0; round < rounds; ++round)
      for (std::size_t v = 0; v < variables_.size() && !is_over(); ++v) {
        // With fewer bases than rounds, the rounds look between each other's points.
        const double shift =
            (static_cast<double>(round) + shift_of(seed(), v)) / static_cast<double>(rounds);
        scan_line(bases_[bases[round % bases.size()]], v, on_line, shift);
      }
  }

  void scan_line(const candidate& base, std::size_t v, std::size_t count, double shift) {
    const auto line = line_of(base, v);
    if (!line) return;
    std::vector<candidate> points;
    for (const double x : values_along(*line, std::max<std::size_t>(count, 4), shift))
      points.push_back(moved(base, v, x));
    read_all(points);
    certify();
    if (is_over()) return;
    approach_edges(points, v, *line);
    search_dips(points, v, *line);
    certify();
    keep_best(points);
  }

  [[nodiscard]] std::optional<search_line> line_of(const candidate& base, std::size_t v) const {
    return line_through(context_, variables_[v], point_of(base));
  }

  // Where the domain ends between two points of a line: halves the distance to that place.
  void approach_edges(const std::vector<candidate>& points, std::size_t v,
                      const search_line& line) {
    constexpr std::size_t most_edges = 4;
    constexpr int halvings = 12;
    std::vector<std::pair<candidate, candidate>> pairs;  // inside, outside
    for (std::size_t i = 0; i + 1 < points.size() && pairs.size() < most_edges; ++i) {
      const bool first = points[i].reading.seen != state::outside;
      const bool second = points[i + 1].reading.seen != state::outside;
      if (first == second) continue;
      pairs.emplace_back(points[first ? i : i + 1], points[first ? i + 1 : i]);
    }
    for (int step = 0; step < halvings && !pairs.empty() && work_left_ > 0; ++step) {
      std::vector<candidate> middles;
      middles.reserve(pairs.size());
      for (const auto& [inside, outside] : pairs)
        middles.push_back(moved(inside, v, between(inside.at[v], outside.at[v], line)));
      read_all(middles);
      for (std::size_t i = 0; i < middles.size(); ++i)
        (middles[i].reading.seen == state::outside ? pairs[i].second : pairs[i].first) = middles[i];
    }
  }

  static double between(double a, double b, const search_line& line, double part = 0.5) {
    constexpr int digits = 12;
    return rounded(a + (b - a) * part, digits, line.is_whole);
  }

  // Golden sections between the neighbours of the points where the margin has a dip.
  void search_dips(const std::vector<candidate>& points, std::size_t v, const search_line& line) {
    std::vector<const candidate*> known;
    known.reserve(points.size());
    for (const candidate& c : points)
      if (has_margin(c)) known.push_back(&c);
    struct dip {
      candidate low, middle, high;
    };
    std::vector<dip> dips;
    for (std::size_t i = 1; i + 1 < known.size(); ++i)
      if (known[i]->reading.margin < known[i - 1]->reading.margin &&
          known[i]->reading.margin <= known[i + 1]->reading.margin)
        dips.push_back({*known[i - 1], *known[i], *known[i + 1]});
    std::stable_sort(dips.begin(), dips.end(),
                     [](const dip& a, const dip& b) { return is_closer(a.middle, b.middle); });
    const bool is_plain = by_ == quick_arithmetic::plain_double;
    const std::size_t most_dips = is_plain ? 24 : points_ > 4000 ? 12 : 4;
    const int steps = is_plain ? 40 : points_ > 4000 ? 24 : 10;
    if (dips.size() > most_dips) dips.resize(most_dips);
    constexpr double golden = 0.381966011250105;
    for (int step = 0; step < steps && !dips.empty() && work_left_ > 0; ++step) {
      std::vector<candidate> next;
      next.reserve(dips.size());
      for (const dip& d : dips) {
        // Into the wider of the two sides.
        const bool to_high = d.high.at[v] - d.middle.at[v] > d.middle.at[v] - d.low.at[v];
        next.push_back(
            moved(d.middle, v,
                  between(d.middle.at[v], to_high ? d.high.at[v] : d.low.at[v], line, golden)));
      }
      read_all(next);
      for (std::size_t i = 0; i < next.size(); ++i) {
        dip& d = dips[i];
        const bool is_above = next[i].at[v] > d.middle.at[v];
        if (has_margin(next[i]) && is_closer(next[i], d.middle)) {
          (is_above ? d.low : d.high) = d.middle;
          d.middle = next[i];
        } else {
          (is_above ? d.high : d.low) = next[i];
        }
      }
    }
    std::vector<candidate> lowest;
    lowest.reserve(dips.size());
    for (const dip& d : dips) lowest.push_back(d.middle);
    keep_best(lowest);
  }

  // Remembers where to descend from.
  void keep_best(const std::vector<candidate>& points) {
    for (const candidate& c : points)
      if (c.reading.seen == state::holds) best_.push_back(c);
    std::stable_sort(best_.begin(), best_.end(), is_closer);
    const std::size_t most = by_ == quick_arithmetic::plain_double ? 32 : 6;
    if (best_.size() > most) best_.resize(most);
  }

  // Points all over the box, more evenly than random ones.
  void sample_box() {
    if (variables_.size() < 2) return;
    constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19};
    const auto count = static_cast<std::size_t>(static_cast<double>(points_) * 0.35);
    constexpr std::size_t portion = 4096;
    std::map<std::pair<std::size_t, std::size_t>, std::optional<search_line>> lines;
    for (std::size_t from = 0; from < count && !is_over() && work_left_ > 0; from += portion) {
      std::vector<candidate> points;
      points.reserve(portion);
      for (std::size_t i = from; i < std::min(from + portion, count); ++i) {
        // The bases take turns; what none of them moves stays as it is there.
        const std::size_t base = i % bases_.size();
        candidate c = bases_[base];
        for (std::size_t v = 0; v < variables_.size(); ++v) {
          const auto [entry, is_new] = lines.try_emplace({base, v});
          if (is_new) entry->second = line_of(bases_[base], v);
          if (!entry->second) continue;
          double u =
              radical_inverse(i + 1, bases[v % std::size(bases)]) + shift_of(seed(), 100 + v);
          u -= std::floor(u);
          c = moved(c, v, value_at(*entry->second, u));
        }
        points.push_back(std::move(c));
      }
      read_all(points);
      certify();
      keep_best(points);
    }
  }

  // From the points closest to failing, steps along the axes that bring it closer.
  void descend() {
    struct walker {
      candidate at;
      std::vector<double> step;
      std::vector<double> before;  ///< where it was two rounds ago, and one round ago
      std::vector<double> last;
    };
    std::vector<walker> walkers;
    for (const candidate& c : best_) {
      walker w{c, {}, c.at, c.at};
      for (std::size_t v = 0; v < variables_.size(); ++v) {
        const auto line = line_of(c, v);
        const double spread = line ? line->last_listed - line->first_listed : 0;
        const double size = std::max(std::abs(c.at[v]), spread);
        w.step.push_back((size > 0 ? size : 1) / 16);
      }
      walkers.push_back(std::move(w));
    }
    const int steps = by_ == quick_arithmetic::plain_double ? 150 : points_ > 4000 ? 30 : 12;
    for (int round = 0; round < steps && !walkers.empty() && work_left_ > 0 && !is_over();
         ++round) {
      std::vector<candidate> next;
      const std::size_t count = variables_.size();
      const std::size_t each = count == 1 ? 2 : 2 * count + 4;
      for (const walker& w : walkers) {
        std::vector<double> way(count);
        for (std::size_t v = 0; v < count; ++v)
          for (const double direction : {-1.0, 1.0}) {
            std::fill(way.begin(), way.end(), 0);
            way[v] = direction * w.step[v];
            next.push_back(stepped(w.at, way));
          }
        if (count == 1) continue;
        // A valley need not follow an axis: there and back in a direction of each round's own, and
        // on in the direction of the last two steps.
        for (const double direction : {-1.0, 1.0}) {
          for (std::size_t v = 0; v < count; ++v)
            way[v] =
                direction * w.step[v] *
                (2 * shift_of(seed(), 1000 + static_cast<std::uint64_t>(round) * count + v) - 1);
          next.push_back(stepped(w.at, way));
        }
        for (const double length : {1.0, 3.0}) {
          for (std::size_t v = 0; v < count; ++v) way[v] = length * (w.at.at[v] - w.before[v]);
          next.push_back(stepped(w.at, way));
        }
      }
      read_all(next);
      certify();
      for (std::size_t i = 0; i < walkers.size(); ++i) {
        walker& w = walkers[i];
        const candidate* found = nullptr;
        for (std::size_t k = i * each; k < std::min((i + 1) * each, next.size()); ++k)
          if (has_margin(next[k]) && is_closer(next[k], found == nullptr ? w.at : *found))
            found = &next[k];
        w.before = w.last;
        w.last = w.at.at;
        if (found != nullptr)
          w.at = *found;
        else
          for (double& step : w.step) step /= 3;
      }
    }
  }

  // One step of at least 1 where a variable takes whole numbers.
  candidate stepped(const candidate& from, const std::vector<double>& way) const {
    constexpr int digits = 13;
    candidate result = from;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      if (way[v] == 0) continue;
      const bool is_whole = is_whole_variable(v);
      const double step =
          is_whole ? std::copysign(std::max(1.0, std::abs(way[v])), way[v]) : way[v];
      result = moved(result, v, rounded(result.at[v] + step, digits, is_whole));
    }
    return result;
  }

  [[nodiscard]] bool is_whole_variable(std::size_t v) const {
    const auto& whole = context_.subject.integers;
    return std::find(whole.begin(), whole.end(), variables_[v]) != whole.end();
  }

  // Settles with certainty what looked like a failure, and some of what could not be told.
  void certify() {
    std::vector<candidate> suspects = worst_and_spread(failing_, by_balls_or(most_ball_looks));
    const std::vector<candidate> open = worst_and_spread(unclear_, by_balls_or(most_ball_looks));
    suspects.insert(suspects.end(), open.begin(), open.end());
    failing_.clear();
    unclear_.clear();
    if (by_ == quick_arithmetic::plain_double) {
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
      const std::vector<candidate> some = spread_out(unclear, most_certified);
      suspects.insert(suspects.end(), some.begin(), some.end());
    }
    for (candidate& c : suspects)
      if (c.reading.seen == state::fails) c = shortened(c);
    certify_all(suspects);
  }

  [[nodiscard]] std::size_t by_balls_or(std::size_t most) const {
    return by_ == quick_arithmetic::balls ? most_certified : most;
  }

  // Half of them the farthest from holding, the rest from everywhere.
  static std::vector<candidate> worst_and_spread(std::vector<candidate> list, std::size_t most) {
    if (list.size() <= most) return list;
    std::stable_sort(list.begin(), list.end(), is_closer);
    std::vector<candidate> chosen(list.begin(),
                                  list.begin() + static_cast<std::ptrdiff_t>(most / 2));
    const std::vector<candidate> rest = spread_out(list, most - most / 2);
    chosen.insert(chosen.end(), rest.begin(), rest.end());
    return chosen;
  }

  // The same failure at numbers that are quick to write down, as far as quick looks can tell.
  candidate shortened(candidate c) {
    constexpr int most_digits = 12;
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      if (!c.is_moved[v]) continue;
      for (int digits = 1; digits < most_digits; ++digits) {
        const double shorter = rounded(c.at[v], digits, is_whole_variable(v));
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

  void certify_all(const std::vector<candidate>& suspects) {
    std::vector<point_outcome> outcomes(suspects.size());
    std::vector<work_meter> meters(
        suspects.size(),
        {0, std::max<std::int64_t>(work_of_effort / looks_within_work * certification_factor / 1000,
                                   1)});
    for_each_index(suspects.size(), [&](std::size_t i) {
      // A cache of its own keeps its cost independent of what others computed before.
      quantity_cache cache;
      judge_options options = context_.options;
      options.limits = options.limits.metered_by(meters[i]);
      const claim_context alone{context_.subject, context_.visible, cache, options};
      const check_point point = point_of(suspects[i]);
      outcomes[i] = evaluate_at(alone, relation_, point);
      if (outcomes[i].state == point_state::fails)
        outcomes[i].in_regime = is_in_regime(alone, point);
    });
    for (std::size_t i = 0; i < suspects.size(); ++i) {
      work_left_ -= meters[i].done * 1000;
      if (outcomes[i].state == point_state::undecided || outcomes[i].state == point_state::invalid)
        ++outcome_.record.undecided;
      if (outcomes[i].state != point_state::fails) continue;
      check_point point = point_of(suspects[i]);
      const point_texts texts = texts_of(point);
      if (outcome_.failing.size() >= most_reported || !reported_.insert(texts).second) continue;
      outcome_.failing.push_back({std::move(point), outcomes[i].precision, outcomes[i].in_regime});
    }
  }

  void finish() {
    search_record& record = outcome_.record;
    if (context_.options.limits.is_exhausted()) record.is_complete = false;
    record.counterexamples = outcome_.failing.size();
    if (record.evaluations > 0)
      for (std::size_t v = 0; v < variables_.size(); ++v)
        if (lowest_[v] <= highest_[v])
          record.ranges[variables_[v]] = {exact_value(lowest_[v]).text,
                                          exact_value(highest_[v]).text};
    if (closest_ && outcome_.failing.empty())
      record.closest = smallest_margin{texts_of(point_of(*closest_)), closest_->reading.margin};
  }

  [[nodiscard]] std::uint64_t seed() const { return context_.options.search.seed; }

  const claim_context& context_;
  const expression_ptr& relation_;
  std::vector<std::string> variables_;
  int effort_;
  std::int64_t work_left_;
  std::int64_t work_done_ = 0;
  std::int64_t looks_ = 0;
  margin_reader reader_;
  quick_arithmetic by_;
  std::size_t points_ = 0;  ///< what the work is about enough for
  std::vector<candidate> bases_;
  std::vector<candidate> best_;
  std::vector<candidate> failing_;
  std::vector<candidate> unclear_;
  std::optional<candidate> closest_;
  std::vector<double> lowest_;
  std::vector<double> highest_;
  std::set<point_texts> reported_;
  search_outcome outcome_;
};

}  // namespace

std::optional<search_outcome> search_beyond(const claim_context& context,
                                            const expression_ptr& relation,
                                            const std::vector<std::size_t>& listed) {
  if (context.options.search.effort <= 0 || listed.empty()) return std::nullopt;
  std::vector<std::string> variables = movable_variables(context.subject);
  if (variables.empty()) return std::nullopt;
  return claim_search(context, relation, std::move(variables)).run(listed);
}

}  // namespace shufflecert
