#include "quantities/tradeoff/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// About 250 bytes each.
constexpr std::size_t most_rows = 2'000'000;
constexpr bits guard_bits = 16;

class row_collector : public outcome_visitor {
 public:
  explicit row_collector(bits precision) : precision_(precision) {}

  void single(const arb_t p, const arb_t q) override {
    if (arb_is_zero(p) && arb_is_zero(q)) return;
    if (rows_.size() >= most_rows)
      throw beyond_reach("a trade-off function of more than 2*10^6 outcomes");
    tradeoff_row row{ball(precision_), ball(precision_)};
    arb_set_round(row.p.raw(), p, precision_);
    arb_set_round(row.q.raw(), q, precision_);
    rows_.push_back(std::move(row));
  }

  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }

  [[nodiscard]] std::vector<tradeoff_row> take() { return std::move(rows_); }

 private:
  bits precision_;
  std::vector<tradeoff_row> rows_;
};

// Descending by the midpoint of Q/(P + Q), which is 0 for Q = 0 and 1 for P = 0.
std::vector<tradeoff_row> in_order(std::vector<tradeoff_row> rows) {
  std::vector<ball> shares;
  shares.reserve(rows.size());
  for (const tradeoff_row& row : rows) shares.push_back(row.q / (row.p + row.q));
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return arf_cmp(arb_midref(shares[a].raw()), arb_midref(shares[b].raw())) > 0;
  });
  std::vector<tradeoff_row> sorted;
  sorted.reserve(rows.size());
  for (const std::size_t i : order) sorted.push_back(std::move(rows[i]));
  return sorted;
}

// Adds (x − factor·y)₊ to `sum`: the hull with 0 where the sign is open.
class positive_part_adder {
 public:
  positive_part_adder(const ball& factor, bits precision)
      : factor_(factor), sum_(precision), part_(precision), precision_(precision) {}

  // (x − factor·y)₊
  void add_less_scaled(const ball& x, const ball& y) {
    arb_mul(part_.raw(), factor_.raw(), y.raw(), precision_);
    arb_sub(part_.raw(), x.raw(), part_.raw(), precision_);
    add_part();
  }

  // (factor·x − y)₊
  void add_scaled_less(const ball& x, const ball& y) {
    arb_mul(part_.raw(), factor_.raw(), x.raw(), precision_);
    arb_sub(part_.raw(), part_.raw(), y.raw(), precision_);
    add_part();
  }

  [[nodiscard]] const ball& sum() const { return sum_; }

 private:
  void add_part() {
    if (arb_is_nonpositive(part_.raw())) return;
    arb_nonnegative_part(part_.raw(), part_.raw());
    arb_add(sum_.raw(), sum_.raw(), part_.raw(), precision_);
  }

  ball factor_;
  ball sum_;
  ball part_;
  bits precision_;
};

bits precision_of(const tradeoff_table& table) {
  return table.left_out.precision();
}

bool is_certainly_at_most(const ball& a, const ball& b) {
  return less_equal(a, b).value_or(false);
}

// [0, bound] added to x.
ball raised_by_at_most(const ball& x, const ball& bound) {
  return ball::hull(x, x + bound);
}

// Σ min(x, k·y) over what was not left out.
ball sum_of_smaller(const tradeoff_table& table, const ball& k, bool p_is_scaled) {
  ball sum(precision_of(table));
  for (const tradeoff_row& row : table.rows)
    sum += p_is_scaled ? min(row.q, k * row.p) : min(row.p, k * row.q);
  return sum;
}

}  // namespace

tradeoff_table table_of(const distribution_pair& pair, bits precision, double log2_threshold,
                        const budget& limits) {
  row_collector collector(precision + guard_bits);
  const ball left_out = visit_outcomes(pair, {precision, log2_threshold, limits}, collector);
  ball bound = upper_bound(left_out.with_precision(precision + guard_bits));
  std::vector<tradeoff_row> rows = collector.take();
  // To sort them, and to use the table, is as much work as to sum them many times.
  constexpr std::size_t rows_of_a_look = 256;
  for (std::size_t i = 0; i < rows.size(); i += rows_of_a_look) limits.check();
  return {in_order(std::move(rows)), std::move(bound)};
}

tradeoff_table table_of(const std::vector<outcome_row>& rows, bits precision) {
  std::vector<tradeoff_row> found;
  found.reserve(rows.size());
  for (const outcome_row& row : rows)
    found.push_back({row.p.to_ball(precision + guard_bits), row.q.to_ball(precision + guard_bits)});
  return {in_order(std::move(found)), ball(precision + guard_bits)};
}

tradeoff_table mixed_with_identity(tradeoff_table table, const ball& w) {
  // w·P + (1−w)·Q leaves out at most what P and Q leave out; the order of Q/P stays.
  const ball rest = 1 - w;
  for (tradeoff_row& row : table.rows) row.q = w * row.p + rest * row.q;
  return table;
}

ball tradeoff_of(const tradeoff_table& table, const ball& alpha) {
  const std::vector<tradeoff_row>& rows = table.rows;
  const bits precision = precision_of(table);
  // `before` is certainly at most α, and before + p of the row `cut` is not.
  ball before(precision);
  std::size_t cut = 0;
  for (; cut < rows.size(); ++cut) {
    ball next = before + rows[cut].p;
    if (!is_certainly_at_most(next, alpha)) break;
    before = std::move(next);
  }
  if (cut == rows.size()) return ball::hull(ball(precision), table.left_out);
  ball after(precision);
  for (std::size_t i = rows.size() - 1; i > cut; --i) after += rows[i].q;

  const tradeoff_row& at = rows[cut];
  if (!at.p.is_certainly_positive())
    throw precision_needed("the order of the outcomes is not determined");
  const ball part = (alpha - before) / at.p;
  // (T.2): rejects all before the cut and a part of it; accepts what was left out.
  const ball upper = after + at.q * (1 - min(part, ball::of(1, precision))) + table.left_out;
  // (T.3): duality with k = q/p of the cut.
  const ball k = at.q / at.p;
  positive_part_adder misplaced(k, precision);
  for (std::size_t i = 0; i < cut; ++i) misplaced.add_scaled_less(rows[i].p, rows[i].q);
  for (std::size_t i = cut + 1; i < rows.size(); ++i)
    misplaced.add_less_scaled(rows[i].q, rows[i].p);
  const ball lower = after + at.q * (1 - part) - misplaced.sum();
  return nonnegative_part(ball::hull(lower, upper));
}

namespace {

// A test: its type I error, and an enclosure of its type II error but for what was left out.
struct test_errors {
  ball type_one;
  ball type_two;
};

// The tests that reject the first rows of the table, in ascending order of their type I error.
std::vector<test_errors> threshold_tests(const tradeoff_table& table) {
  const bits precision = precision_of(table);
  const std::size_t count = table.rows.size();
  std::vector<test_errors> tests(count + 1, {ball(precision), ball(precision)});
  for (std::size_t i = 0; i < count; ++i)
    tests[i + 1].type_one = tests[i].type_one + table.rows[i].p;
  for (std::size_t i = count; i > 0; --i)
    tests[i - 1].type_two = tests[i].type_two + table.rows[i - 1].q;
  return tests;
}

int compare_midpoints(const ball& a, const ball& b) {
  return arf_cmp(arb_midref(a.raw()), arb_midref(b.raw()));
}

// Going from a to b to c turns right, or not at all, as far as midpoints tell.
bool is_not_below_chord(const test_errors& a, const test_errors& b, const test_errors& c) {
  const ball turn = (b.type_one - a.type_one) * (c.type_two - a.type_two) -
                    (b.type_two - a.type_two) * (c.type_one - a.type_one);
  return arf_sgn(arb_midref(turn.raw())) <= 0;
}

// The lower convex hull of the tests and their mirror images, as far as midpoints tell. The test
// that rejects always stands for the last one and its mirror image: its errors are exact.
std::vector<test_errors> lower_hull(const tradeoff_table& table) {
  std::vector<test_errors> tests = threshold_tests(table);
  const std::size_t count = tests.size();
  tests.reserve(2 * count);
  for (std::size_t i = count; i > 1; --i)
    tests.push_back({tests[i - 1].type_two, tests[i - 1].type_one});
  tests[count - 1] = {ball::of(1, precision_of(table)), ball(precision_of(table))};
  std::stable_sort(tests.begin(), tests.end(), [](const test_errors& a, const test_errors& b) {
    const int by_type_one = compare_midpoints(a.type_one, b.type_one);
    return by_type_one != 0 ? by_type_one < 0 : compare_midpoints(a.type_two, b.type_two) < 0;
  });
  std::vector<test_errors> hull;
  for (test_errors& next : tests) {
    // The first of several tests with one type I error is the best.
    if (!hull.empty() && compare_midpoints(hull.back().type_one, next.type_one) == 0) continue;
    while (hull.size() >= 2 && is_not_below_chord(hull[hull.size() - 2], hull.back(), next))
      hull.pop_back();
    hull.push_back(std::move(next));
  }
  return hull;
}

}  // namespace

ball symmetrized_tradeoff_of(const tradeoff_table& table, const ball& alpha) {
  const bits precision = precision_of(table);
  const std::vector<test_errors> hull = lower_hull(table);
  std::size_t last = 0;
  while (last + 1 < hull.size() && is_certainly_at_most(hull[last + 1].type_one, alpha)) ++last;
  if (last + 1 == hull.size()) return ball::hull(ball(precision), hull[last].type_two);
  const test_errors& left = hull[last];
  const test_errors& right = hull[last + 1];
  const ball width = right.type_one - left.type_one;
  if (!width.is_certainly_positive())
    throw precision_needed("the order of the tests is not determined");
  // (T.10): tests of both kinds, and mixtures of them, keep above the symmetrization.
  const ball part = min((alpha - left.type_one) / width, ball::of(1, precision));
  const ball upper = left.type_two + part * (right.type_two - left.type_two) + table.left_out;
  // (T.11): duality at the slope of the chord.
  const ball k = nonnegative_part((left.type_two - right.type_two) / width);
  const ball lower =
      min(sum_of_smaller(table, k, true), sum_of_smaller(table, k, false)) - k * alpha;
  return nonnegative_part(ball::hull(lower, upper));
}

ball positive_part_of(const tradeoff_table& table, const ball& factor) {
  positive_part_adder sum(factor, precision_of(table));
  for (const tradeoff_row& row : table.rows) sum.add_less_scaled(row.p, row.q);
  return raised_by_at_most(sum.sum(), table.left_out);
}

ball least_factor_of(const tradeoff_table& table, const ball& delta) {
  const bits precision = precision_of(table);
  const std::vector<tradeoff_row>& rows = table.rows;
  // From the largest P/Q on, as long as a row raises (P(S) − δ)/Q(S): (T.5).
  ball p(precision);
  ball q(precision);
  std::size_t taken = 0;
  const auto next = [&]() -> const tradeoff_row& { return rows[rows.size() - 1 - taken]; };
  const auto take = [&] {
    p += next().p;
    q += next().q;
    ++taken;
  };
  // Outcomes that only P has: nothing can make up for an excess.
  while (taken < rows.size() && next().q.is_exact_zero()) take();
  if ((p - delta).is_certainly_positive()) return ball::infinity(precision);
  if (!(p - delta).is_certainly_negative())
    throw precision_needed("whether delta exceeds the singular mass is not determined");
  while (taken < rows.size() &&
         (q.is_exact_zero() || less(next().q * (p - delta), next().p * q).value_or(false)))
    take();
  const ball excess = p - delta;
  if (!excess.is_certainly_positive() || !q.is_certainly_positive())
    throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
  ball k = excess / q;

  // (T.6): H at k exceeds δ by at most `surplus`; a little further it is certainly at most δ.
  positive_part_adder misplaced(k, precision);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i >= rows.size() - taken)
      misplaced.add_scaled_less(rows[i].q, rows[i].p);
    else
      misplaced.add_less_scaled(rows[i].p, rows[i].q);
  const ball surplus = misplaced.sum() + table.left_out;
  if (surplus.is_exact_zero()) return k;
  ball step = upper_bound(upper_bound(surplus) * 4 / q);
  // At least the rounding errors of the sum.
  ball smallest = upper_bound(k);
  arb_mul_2exp_si(smallest.raw(), smallest.raw(), -precision + 4);
  step = upper_bound(step + smallest);
  constexpr int most_steps = 24;
  for (int i = 0; i < most_steps; ++i) {
    const ball further = upper_bound(upper_bound(k) + step);
    if (is_certainly_at_most(positive_part_of(table, further), delta))
      return ball::hull(k, further);
    step = step * 8;
  }
  throw precision_needed("where the hockey-stick divergence reaches delta is not determined");
}

}  // namespace shufflecert::inline v0_1
