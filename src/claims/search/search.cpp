#include "claims/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/search/survey.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using state = margin_reading::state;

// Where to look: along lines, all over the box, and downhill from the best points.
class claim_search {
 public:
  explicit claim_search(survey& seen) : seen_(seen), variables_(seen.variables()) {}

  // What looks most promising comes first, and what was found ends the search.
  void run() {
    if (seen_.is_own()) {
      // Points all over the domain come first: where they are few, what fails on a wide part of it
      // is not to be missed for want of them.
      constexpr double part_for_box = 0.45;
      if (!seen_.is_over()) look_at_corners();
      if (!seen_.is_over() && variables_.size() > 1) sample_box(part_for_box);
      if (!seen_.is_over()) scan_lines();
      if (!seen_.is_over()) descend();
      if (!seen_.is_over()) fill_up();
      return;
    }
    if (!seen_.is_over()) scan_lines();
    if (!seen_.is_over() && variables_.size() > 1) sample_box(0.35);
    if (!seen_.is_over()) descend();
  }

 private:
  // The bases of the lines: the one closest to failing, and others among all of them.
  [[nodiscard]] std::vector<std::size_t> bases_of_lines(std::size_t most) const {
    std::vector<std::size_t> order(seen_.bases().size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    return spread_out(order, most);
  }

  // The ends of the domain, or of what is listed, in all variables at once.
  void look_at_corners() {
    constexpr std::size_t most_variables = 5;
    if (variables_.size() > most_variables) return;
    const candidate& base = seen_.bases().front();
    std::vector<candidate> points{base};
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      const auto line = seen_.line_of(base, v);
      if (!line) continue;
      std::vector<candidate> next;
      for (const candidate& c : points)
        for (const double x : ends_of(*line)) next.push_back(seen_.moved(c, v, x));
      points = std::move(next);
    }
    seen_.read_all(points);
    seen_.certify();
    keep_best(points);
  }

  // Further points all over the domain, while there are few, as where most lie outside of it.
  void fill_up() {
    constexpr double portion = 0.25;
    constexpr int most_portions = 16;
    for (int i = 0; i < most_portions && !seen_.is_over() && seen_.evaluations() < enough_points;
         ++i) {
      if (!seen_.has_work() && !seen_.top_up()) return;
      sample_box(portion);
    }
  }

  void scan_lines() {
    const double part = variables_.size() == 1 ? 0.75 : seen_.is_own() ? 0.4 : 0.5;
    const auto share = static_cast<double>(seen_.points()) * part;
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
      for (std::size_t v = 0; v < variables_.size() && !seen_.is_over(); ++v) {
        // With fewer bases than rounds, the rounds look between each other's points.
        const double shift =
            (static_cast<double>(round) + shift_of(seen_.seed(), v)) / static_cast<double>(rounds);
        scan_line(seen_.bases()[bases[round % bases.size()]], v, on_line, shift);
      }
  }

  void scan_line(const candidate& base, std::size_t v, std::size_t count, double shift) {
    const auto line = seen_.line_of(base, v);
    if (!line) return;
    std::vector<candidate> points;
    for (const double x : values_along(*line, std::max<std::size_t>(count, 4), shift))
      points.push_back(seen_.moved(base, v, x));
    seen_.read_all(points);
    seen_.certify();
    if (seen_.is_over()) return;
    approach_edges(points, v, *line);
    search_dips(points, v, *line);
    seen_.certify();
    keep_best(points);
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
    for (int step = 0; step < halvings && !pairs.empty() && seen_.has_work(); ++step) {
      std::vector<candidate> middles;
      middles.reserve(pairs.size());
      for (const auto& [inside, outside] : pairs)
        middles.push_back(seen_.moved(inside, v, between(inside.at[v], outside.at[v], line)));
      seen_.read_all(middles);
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
    const bool is_plain = seen_.is_plain();
    const std::size_t most_dips = is_plain ? 24 : seen_.points() > 4000 ? 12 : 4;
    const int steps = is_plain ? 40 : seen_.points() > 4000 ? 24 : 10;
    if (dips.size() > most_dips) dips.resize(most_dips);
    constexpr double golden = 0.381966011250105;
    for (int step = 0; step < steps && !dips.empty() && seen_.has_work(); ++step) {
      std::vector<candidate> next;
      next.reserve(dips.size());
      for (const dip& d : dips) {
        // Into the wider of the two sides.
        const bool to_high = d.high.at[v] - d.middle.at[v] > d.middle.at[v] - d.low.at[v];
        next.push_back(seen_.moved(
            d.middle, v,
            between(d.middle.at[v], to_high ? d.high.at[v] : d.low.at[v], line, golden)));
      }
      seen_.read_all(next);
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
    const std::size_t most = seen_.is_plain() ? 32 : 6;
    if (best_.size() > most) best_.resize(most);
  }

  // The next points all over the box, more evenly than random ones: this part of all points.
  void sample_box(double part) {
    constexpr std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19};
    const std::size_t count =
        sampled_ + static_cast<std::size_t>(static_cast<double>(seen_.points()) * part);
    constexpr std::size_t portion = 4096;
    std::map<std::pair<std::size_t, std::size_t>, std::optional<search_line>> lines;
    for (; sampled_ < count && !seen_.is_over() && seen_.has_work();
         sampled_ = std::min(sampled_ + portion, count)) {
      std::vector<candidate> points;
      points.reserve(portion);
      for (std::size_t i = sampled_; i < std::min(sampled_ + portion, count); ++i) {
        // The bases take turns; what none of them moves stays as it is there.
        const std::size_t base = i % seen_.bases().size();
        candidate c = seen_.bases()[base];
        for (std::size_t v = 0; v < variables_.size(); ++v) {
          const auto [entry, is_new] = lines.try_emplace({base, v});
          if (is_new) entry->second = seen_.line_of(seen_.bases()[base], v);
          if (!entry->second) continue;
          double u =
              radical_inverse(i + 1, bases[v % std::size(bases)]) + shift_of(seen_.seed(), 100 + v);
          u -= std::floor(u);
          c = seen_.moved(c, v, value_at(*entry->second, u));
        }
        points.push_back(std::move(c));
      }
      seen_.read_all(points);
      seen_.certify();
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
        const auto line = seen_.line_of(c, v);
        const double spread = line ? line->last_listed - line->first_listed : 0;
        const double size = std::max(std::abs(c.at[v]), spread);
        w.step.push_back((size > 0 ? size : 1) / 16);
      }
      walkers.push_back(std::move(w));
    }
    const int steps = seen_.is_plain() ? 150 : seen_.points() > 4000 ? 30 : 12;
    for (int round = 0; round < steps && !walkers.empty() && seen_.has_work() && !seen_.is_over();
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
                (2 * shift_of(seen_.seed(), 1000 + static_cast<std::uint64_t>(round) * count + v) -
                 1);
          next.push_back(stepped(w.at, way));
        }
        for (const double length : {1.0, 3.0}) {
          for (std::size_t v = 0; v < count; ++v) way[v] = length * (w.at.at[v] - w.before[v]);
          next.push_back(stepped(w.at, way));
        }
      }
      seen_.read_all(next);
      seen_.certify();
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
      const bool is_whole = seen_.is_whole(v);
      const double step =
          is_whole ? std::copysign(std::max(1.0, std::abs(way[v])), way[v]) : way[v];
      result = seen_.moved(result, v, rounded(result.at[v] + step, digits, is_whole));
    }
    return result;
  }

  survey& seen_;
  const std::vector<std::string>& variables_;
  std::size_t sampled_ = 0;  ///< points all over the box so far
  std::vector<candidate> best_;
};

// Nothing can be moved.
std::optional<search_outcome> unsearched(const claim& subject) {
  search_outcome none;
  none.unsearched = check_variables(subject).empty() ? no_variables
                    : subject.domain.empty()
                        ? "the claim states no domain"
                        : "the domain leaves no variable to move beyond the listed values";
  return none;
}

}  // namespace

std::optional<search_outcome> search_beyond(const claim_context& context,
                                            const expression_ptr& relation,
                                            const std::vector<std::size_t>& listed) {
  if (listed.empty()) return std::nullopt;
  std::vector<std::string> variables = movable_variables(context.subject);
  if (variables.empty()) return unsearched(context.subject);
  if (context.options.search.effort <= 0) {
    search_outcome none;
    none.unsearched = "--effort 0 asks for none; --effort 1 makes one";
    return none;
  }
  survey seen(context, relation, std::move(variables));
  seen.start_from(listed);
  if (!seen.bases().empty()) claim_search(seen).run();
  return seen.finish();
}

}  // namespace shufflecert::inline v0_1::claims
