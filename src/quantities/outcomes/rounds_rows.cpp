#include "quantities/outcomes/rounds_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shufflecert::inline v0_1 {
namespace {

// C(k + m − 1, k): in how many ways k rounds can have m outcomes, whatever their order. Factor by
// factor: differences of lgamma() lose every digit where k or m is large.
double multisets(double k, double m) {
  const double fewer = std::min(k, m - 1);
  const double more = std::max(k, m - 1);
  double count = 1;
  for (double i = 1; i <= fewer; ++i) {
    // Each factor is 2 at least.
    count *= (more + i) / i;
    if (count >= beyond_tables) return beyond_tables;
  }
  return std::round(count);
}

// Makes the rows of k rounds by sharing the rounds out among the rows of one, one after the other.
class round_sharing {
 public:
  round_sharing(const std::vector<outcome_row>& of, bits precision, const budget& limits)
      : of_(of), precision_(precision), limits_(limits) {}

  // `so_far` holds what the first rows have got.
  void share(std::size_t row, std::int64_t left, const outcome_row& so_far) {
    if (so_far.p.is_zero() && so_far.q.is_zero()) return;
    if (left == 0) {
      if ((found_.size() & 1023) == 1023) limits_.check();
      found_.push_back(so_far);
      return;
    }
    if (row == of_.size()) return;
    // c of the `left` rounds: C(left, c)·p^c, one factor after the other.
    outcome_row next = so_far;
    for (std::int64_t c = 0; c <= left; ++c) {
      if (c > 0) {
        const number ways = rational(left - c + 1, c);
        next.p = times(times(next.p, of_[row].p), ways);
        next.q = times(times(next.q, of_[row].q), ways);
      }
      share(row + 1, left - c, next);
    }
  }

  std::vector<outcome_row> take() { return std::move(found_); }

 private:
  [[nodiscard]] number times(const number& a, const number& b) const {
    return multiply(a, b, precision_);
  }

  const std::vector<outcome_row>& of_;
  bits precision_;
  const budget& limits_;
  std::vector<outcome_row> found_;
};

}  // namespace

std::size_t row_count_of_rounds(const composed_pair& pair,
                                std::size_t (*count_of)(const distribution_pair&)) {
  double count = 1;
  for (const repeated_pair& part : pair.parts) {
    const std::size_t one = count_of(*part.of);
    if (one == 0) return too_many_rows;
    count *= multisets(static_cast<double>(part.rounds), static_cast<double>(one));
    if (count >= beyond_tables) return too_many_rows;
  }
  return static_cast<std::size_t>(count);
}

std::vector<outcome_row> power_rows(const std::vector<outcome_row>& of, std::int64_t k,
                                    bits precision, const budget& limits) {
  if (k == 1) return of;
  round_sharing sharing(of, precision, limits);
  sharing.share(0, k, {1, 1});
  return sharing.take();
}

std::vector<outcome_row> product_rows(const std::vector<outcome_row>& a,
                                      const std::vector<outcome_row>& b, bits precision,
                                      const budget& limits) {
  std::vector<outcome_row> found;
  found.reserve(a.size() * b.size());
  for (const outcome_row& first : a) {
    limits.check();
    for (const outcome_row& second : b) {
      outcome_row row{multiply(first.p, second.p, precision),
                      multiply(first.q, second.q, precision)};
      if (!row.p.is_zero() || !row.q.is_zero()) found.push_back(std::move(row));
    }
  }
  return found;
}

std::vector<outcome_row> joined_rows(std::vector<outcome_row> rows) {
  // What became too long to be exact is left as it is.
  for (const outcome_row& row : rows)
    if (row.p.as_rational() == nullptr || row.q.as_rational() == nullptr) return rows;
  // P/(P + Q) is 0 to 1, and exists for each row.
  std::vector<std::pair<rational, outcome_row>> shares;
  shares.reserve(rows.size());
  for (outcome_row& row : rows) {
    const rational& p = *row.p.as_rational();
    const rational& q = *row.q.as_rational();
    shares.emplace_back(rational(p / (p + q)), std::move(row));
  }
  std::sort(shares.begin(), shares.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<outcome_row> joined;
  constexpr bits unused_precision = 64;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    outcome_row& row = shares[i].second;
    if (i > 0 && shares[i].first == shares[i - 1].first) {
      joined.back().p = add(joined.back().p, row.p, unused_precision);
      joined.back().q = add(joined.back().q, row.q, unused_precision);
    } else {
      joined.push_back(std::move(row));
    }
  }
  return joined;
}

}  // namespace shufflecert::inline v0_1
