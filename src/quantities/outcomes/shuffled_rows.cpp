#include "quantities/outcomes/shuffled_rows.hpp"

#include <map>
#include <utility>

#include "quantities/outcomes/outcome_rows.hpp"
#include "quantities/pairs/shuffled_reports.hpp"

namespace shufflecert::inline v0_1 {
namespace {

class histogram_rows {
 public:
  histogram_rows(const shuffled_symbols& symbols, std::int64_t n, bits precision, bool exact,
                 const budget& limits)
      : n_(n), precision_(precision), exact_(exact), limits_(limits) {
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

  std::vector<outcome_row> run() {
    walk(0, n_, 1, 0, 0);
    return std::move(rows_);
  }

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
      if ((rows_.size() & 255U) == 0) limits_.check();
      const number share = divide(mass, n_, precision_);
      rows_.push_back({multiply(share, plus_times(first, here.first, left), precision_),
                       multiply(share, plus_times(second, here.second, left), precision_)});
      if (rows_.back().p.is_zero() && rows_.back().q.is_zero()) rows_.pop_back();
      return;
    }
    auto found = here.counts.find(left);
    if (found == here.counts.end())
      found =
          here.counts.emplace(left, binomial_law(left, here.share, here.others, precision_)).first;
    const std::vector<number>& counts = found->second;
    for (std::int64_t c = 0; c <= left; ++c)
      walk(at + 1, left - c, multiply(mass, counts[static_cast<std::size_t>(c)], precision_),
           plus_times(first, here.first, c), plus_times(second, here.second, c));
  }

  std::int64_t n_;
  bits precision_;
  bool exact_;
  const budget& limits_;
  std::vector<level> levels_;
  std::vector<outcome_row> rows_;
};

}  // namespace

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

std::vector<outcome_row> shuffled_rows(const shuffled_pair& pair, bits precision, bool exact,
                                       const budget& limits) {
  const shuffled_symbols symbols = symbols_of(pair);
  std::vector<outcome_row> rows;
  if (!symbols.shared.empty())
    rows = histogram_rows(symbols, pair.n, precision, exact, limits).run();
  for (const outcome_row& own : symbols.own) {
    const auto kept = [&](const number& x) {
      return exact || x.is_zero() ? x : number(x.to_ball(precision));
    };
    rows.push_back({kept(own.p), kept(own.q)});
  }
  return rows;
}

}  // namespace shufflecert::inline v0_1
