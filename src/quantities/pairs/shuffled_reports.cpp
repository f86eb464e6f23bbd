#include "quantities/pairs/shuffled_reports.hpp"

#include <cstdint>
#include <map>
#include <utility>

namespace shufflecert::inline v0_1 {

namespace {

class histogram_walk {
 public:
  histogram_walk(const shuffled_symbols& symbols, std::int64_t n, bits precision, bool exact,
                 const count_weights& weights, const row_visitor& see)
      : n_(n), precision_(precision), exact_(exact), weights_(weights), see_(see) {
    number rest = 0;
    for (auto symbol = symbols.shared.rbegin(); symbol != symbols.shared.rend(); ++symbol) {
      const number r = kept(symbol->r);
      const number whole = add(rest, r, precision);
      levels_.insert(levels_.begin(), {kept(divide(r, whole, precision)),
                                       kept(divide(rest, whole, precision)),
                                       kept(divide(symbol->p, r, precision)),
                                       kept(divide(symbol->q, r, precision)),
                                       {}});
      rest = whole;
    }
  }

  void run() { walk(0, n_, 1, 0, 0); }

 private:
  struct level {
    number share;  // of this symbol among those from here on
    number others;
    number first;   // P/R
    number second;  // Q/R
    std::map<std::int64_t, std::vector<number>> counts;
  };

  [[nodiscard]] number kept(const number& x) const {
    if (exact_ || x.is_zero()) return x;
    return x.to_ball(precision_);
  }
  [[nodiscard]] number plus_times(const number& sum, const number& each, std::int64_t count) const {
    if (count == 0) return sum;
    return add(sum, multiply(each, count, precision_), precision_);
  }

  // `left` reports have this symbol or a later one; the sums of P/R and Q/R over the others.
  void walk(std::size_t at, std::int64_t left, const number& mass, const number& first,
            const number& second) {
    level& here = levels_[at];
    if (at + 1 == levels_.size()) {
      const number share = divide(mass, n_, precision_);
      see_(multiply(share, plus_times(first, here.first, left), precision_),
           multiply(share, plus_times(second, here.second, left), precision_));
      return;
    }
    auto found = here.counts.find(left);
    if (found == here.counts.end())
      found = here.counts.emplace(left, weights_(left, here.share, here.others)).first;
    const std::vector<number>& counts = found->second;
    for (std::int64_t c = 0; c <= left; ++c)
      walk(at + 1, left - c, multiply(mass, counts[static_cast<std::size_t>(c)], precision_),
           plus_times(first, here.first, c), plus_times(second, here.second, c));
  }

  std::int64_t n_;
  bits precision_;
  bool exact_;
  const count_weights& weights_;
  const row_visitor& see_;
  std::vector<level> levels_;
};

}  // namespace

std::vector<report_outcome> outcomes_of_report(const shuffled_pair& pair) {
  std::map<std::vector<std::int64_t>, report_outcome> all;
  const auto at = [&](const law_entry& entry) -> report_outcome& {
    return all.try_emplace(entry.outcome, report_outcome{0, 0, 0}).first->second;
  };
  for (const law_entry& entry : pair.p->entries) at(entry).p = entry.probability;
  for (const law_entry& entry : pair.q->entries) at(entry).q = entry.probability;
  for (const law_entry& entry : pair.r->entries) at(entry).r = entry.probability;
  std::vector<report_outcome> outcomes;
  outcomes.reserve(all.size());
  for (const auto& [outcome, report] : all) outcomes.push_back(report);
  return outcomes;
}

shuffled_symbols symbols_of(const shuffled_pair& pair) {
  shuffled_symbols symbols;
  std::map<std::pair<rational, rational>, std::size_t> places;
  for (report_outcome& outcome : outcomes_of_report(pair)) {
    if (outcome.r.is_zero()) {
      symbols.own.push_back({std::move(outcome.p), std::move(outcome.q)});
      continue;
    }
    const rational* p = outcome.p.as_rational();
    const rational* q = outcome.q.as_rational();
    const rational* r = outcome.r.as_rational();
    if (p != nullptr && q != nullptr && r != nullptr) {
      const auto [place, is_new] =
          places.try_emplace({rational(*p / *r), rational(*q / *r)}, symbols.shared.size());
      if (!is_new) {
        auto& same = symbols.shared[place->second];
        same = {rational(*same.p.as_rational() + *p), rational(*same.q.as_rational() + *q),
                rational(*same.r.as_rational() + *r)};
        continue;
      }
    }
    symbols.shared.push_back({std::move(outcome.p), std::move(outcome.q), std::move(outcome.r)});
  }
  return symbols;
}

void visit_histograms(const shuffled_pair& pair, bits precision, bool exact,
                      const count_weights& weights, const row_visitor& see) {
  const shuffled_symbols symbols = symbols_of(pair);
  if (!symbols.shared.empty())
    histogram_walk(symbols, pair.n, precision, exact, weights, see).run();
  const auto kept = [&](const number& x) {
    return exact || x.is_zero() ? x : number(x.to_ball(precision));
  };
  for (const shuffled_symbols::own_outcome& own : symbols.own) see(kept(own.p), kept(own.q));
}

}  // namespace shufflecert::inline v0_1
