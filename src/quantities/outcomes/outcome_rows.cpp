#include "quantities/outcomes/outcome_rows.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/overloaded.hpp"
#include "quantities/noise/merged_tails.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "quantities/outcomes/rounds_rows.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/pairs/shuffled_reports.hpp"
#include "quantities/pairs/variation.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using rows = std::vector<outcome_row>;

// Beyond this size arithmetic on numbers gives balls, so that rows would not be exact.
constexpr std::size_t largest_mass_bits = 16'384;
// Bits of all rows together: about a second of arithmetic.
constexpr std::size_t highest_exact_cost = 20'000'000;

// C(n + order, order), or something above longest_table where it is larger than that.
std::size_t simplex_size(std::int64_t n, int order) {
  double size = 1;
  for (int i = 1; i <= order; ++i) size = size * (static_cast<double>(n) + i) / i;
  if (size >= beyond_tables) return too_many_rows;
  return static_cast<std::size_t>(std::llround(size));
}

// Histograms of the symbols that all users have, and the other symbols.
std::size_t row_count_of_reports(const shuffled_pair& of) {
  const shuffled_symbols symbols = symbols_of(of);
  const std::size_t own = symbols.own.size();
  if (symbols.shared.empty()) return own;
  return simplex_size(of.n, static_cast<int>(symbols.shared.size()) - 1) + own;
}

// C + 2 outcomes for each number of clones C.
std::size_t row_count_of_clones(const law_table& clones) {
  double size = 0;
  for (const law_entry& entry : clones.entries)
    size += static_cast<double>(entry.outcome.front()) + 2;
  if (size >= beyond_tables) return too_many_rows;
  return static_cast<std::size_t>(size);
}

// The number of rows that the pair has at most.
std::size_t row_count(const distribution_pair& pair) {
  return std::visit(
      overloaded{
          [](const normal_pair&) { return std::size_t{0}; },
          [](const laplace_pair&) { return std::size_t{0}; },
          [](const allocation_pair&) { return std::size_t{0}; },
          [](const rr_pair& of) { return simplex_size(of.n, 1); },
          [](const krr_pair& of) { return simplex_size(of.n, of.k == 3 ? 2 : 3); },
          [](const subsampled_pair& of) { return row_count(*of.of); },
          [](const law_pair& of) { return of.p->entries.size() + of.q->entries.size(); },
          [](const clone_law_pair& of) { return row_count_of_clones(*of.clones); },
          [](const shuffled_pair& of) { return row_count_of_reports(of); },
          [](const noise_pair& of) { return merged_size(of).value_or(too_many_rows); },
          [](const composed_pair& of) { return row_count_of_rounds(of, row_count); },
          [](const pair_range& of) { return row_count(*of.least) + row_count(*of.greatest); },
          [](const auto& layered) { return simplex_size(layered.n, 2); }},
      pair.kind);
}

[[noreturn]] void refuse_densities() {
  throw beyond_reach("a pair of laws with densities has no table of outcomes");
}

[[noreturn]] void refuse_table() {
  throw beyond_reach("the pair has more than 10^6 outcomes, too many for a table");
}

bool is_rational(const number& x) {
  return x.as_rational() != nullptr;
}

// The bits of a probability, at most about, where every one is rational as far as that shows
// beforehand.
std::optional<std::uint64_t> rational_bits(const distribution_pair& pair) {
  using size = std::optional<std::uint64_t>;
  const auto powers = [](std::int64_t n, const number& base) -> size {
    if (!is_rational(base)) return std::nullopt;
    return (bit_size(*base.as_rational()) + 1) * static_cast<std::uint64_t>(n);
  };
  const auto plus = [](const size& a, const size& b) {
    return a && b ? size(*a + *b) : std::nullopt;
  };
  const auto of_numbers = [](const law_ptr& law) -> size {
    std::size_t largest = 0;
    for (const law_entry& entry : law->entries) {
      if (!is_rational(entry.probability)) return std::nullopt;
      largest = std::max(largest, bit_size(*entry.probability.as_rational()));
    }
    return largest;
  };
  const auto odds = [](const number& eps0) { return exp(eps0, 64); };
  return std::visit(
      overloaded{
          [](const normal_pair&) -> size { return std::nullopt; },
          [](const laplace_pair&) -> size { return std::nullopt; },
          [](const allocation_pair&) -> size { return std::nullopt; },
          [](const pair_range&) -> size { return std::nullopt; },
          [&](const composed_pair& of) {
            size sum = 0;
            for (const repeated_pair& part : of.parts) {
              const size one = rational_bits(*part.of);
              if (!one || part.rounds > static_cast<std::int64_t>(largest_mass_bits)) return size();
              sum = plus(sum, *one * static_cast<std::uint64_t>(part.rounds));
            }
            return sum;
          },
          [&](const rr_pair& of) { return powers(of.n, odds(of.eps0)); },
          [&](const krr_pair& of) { return powers(of.n, odds(of.eps0)); },
          [&](const printed_pair& of) {
            return plus(powers(of.n, odds(of.eps0)), powers(1, of.b));
          },
          [&](const subsampled_pair& of) {
            return plus(powers(1, of.gamma), rational_bits(*of.of));
          },
          [&](const law_pair& of) { return plus(of_numbers(of.p), of_numbers(of.q)); },
          [&](const clone_law_pair& of) {
            const auto coins =
                static_cast<std::uint64_t>(of.clones->entries.back().outcome.front());
            return plus(plus(of_numbers(of.clones), coins), powers(1, odds(of.eps0)));
          },
          [&](const shuffled_pair& of) -> size {
            const size all = plus(plus(of_numbers(of.p), of_numbers(of.q)), of_numbers(of.r));
            if (!all || of.n > static_cast<std::int64_t>(largest_mass_bits)) return std::nullopt;
            return (*all + 1) * static_cast<std::uint64_t>(of.n);
          },
          [&](const noise_pair& of) -> size {
            const auto merged = merged_tails(of, 64);
            return merged ? plus(of_numbers(merged->p), of_numbers(merged->q)) : size();
          },
          [&](const variation_pair& of) -> size {
            std::uint64_t all = 4;
            for (const number* part : {&of.p, &of.beta, &of.q0, &of.q1}) {
              if (part->is_infinity(1)) continue;
              if (!is_rational(*part)) return std::nullopt;
              all += bit_size(*part->as_rational());
            }
            return all * static_cast<std::uint64_t>(of.n + 1);
          },
          [&](const unmixed_pair& of) { return powers(of.n, of.p ? *of.p : odds(of.eps0)); },
          [&](const clone_pair& of) {
            return plus(powers(of.n, of.p ? *of.p : odds(of.eps0)), powers(1, odds(of.eps0)));
          }},
      pair.kind);
}

bool has_rational_rows(const distribution_pair& pair) {
  const auto size = rational_bits(pair);
  return size && *size <= largest_mass_bits && *size * row_count(pair) <= highest_exact_cost;
}

// Makes the rows of one pair, in exact numbers or in balls throughout: a formula that starts exact
// and ends in balls would drag large fractions along.
class row_maker {
 public:
  // Lists the outcomes of the rows in `outcomes`, if that is given.
  row_maker(bits precision, bool exact, const budget& limits,
            std::vector<std::vector<std::int64_t>>* outcomes = nullptr)
      : precision_(precision), exact_(exact), limits_(limits), outcomes_(outcomes) {}

  rows operator()(const normal_pair&) { refuse_densities(); }
  rows operator()(const laplace_pair&) { refuse_densities(); }
  rows operator()(const allocation_pair&) { refuse_densities(); }
  rows operator()(const pair_range&) { refuse_pair_range(); }

  // (a, b) with a + b = N comes from C = N − 1 clones and Δ = 1 (a = A + 1) or Δ = 0 (a = A).
  rows operator()(const clone_pair& pair) {
    const number odds = kept(exp(pair.eps0, precision_));
    const number total = plus(odds, 1);
    const number clone = pair.p ? kept(*pair.p) : kept(exp(negate(pair.eps0), precision_));
    return clone_rows(pair.n, clone, no_clone(pair.eps0, pair.p), over(odds, total),
                      over(1, total));
  }

  // (HH.1): each number of clones by itself.
  rows operator()(const clone_law_pair& pair) {
    const number odds = kept(exp(pair.eps0, precision_));
    const number total = plus(odds, 1);
    rows found;
    found.reserve(row_count({pair}));
    for (const law_entry& entry : pair.clones->entries)
      add_layer(found, entry.outcome.front() + 1, kept(entry.probability), over(odds, total),
                over(1, total));
    return found;
  }

  rows operator()(const unmixed_pair& pair) {
    const number clone = pair.p ? kept(*pair.p) : kept(exp(negate(pair.eps0), precision_));
    return clone_rows(pair.n, clone, no_clone(pair.eps0, pair.p), 1, 0);
  }

  // (a, b) with a + b = N comes from Δ = 1 and C = N − 1, or Δ = 0 and C = N.
  rows operator()(const printed_pair& pair) {
    const std::vector<number> clones = binomial(
        pair.n - 1, kept(exp(negate(pair.eps0), precision_)), no_clone(pair.eps0, std::nullopt));
    const number b = kept(pair.b);
    const number not_b = kept(subtract(1, pair.b, precision_));
    rows found;
    found.reserve(simplex_size(pair.n, 2));
    std::vector<number> fewer{1};
    for (std::int64_t layer = 0; layer <= pair.n; ++layer) {
      const std::vector<number> more = coins(layer);
      const number both = times(not_b, at(clones, layer));
      const number one = times(b, at(clones, layer - 1));
      for (std::int64_t a = 0; a <= layer; ++a) {
        const number same = times(both, at(more, a));
        add_row(found, plus(times(one, at(fewer, a)), same),
                plus(times(one, at(fewer, a - 1)), same), {a, layer - a});
      }
      fewer = more;
    }
    return found;
  }

  // The differing user's report is 1 with probability e^ε0/(e^ε0+1) under P, 1/(e^ε0+1) under Q.
  rows operator()(const rr_pair& pair) {
    const number odds = kept(exp(pair.eps0, precision_));
    const number flip = over(1, plus(odds, 1));
    const number keep = over(odds, plus(odds, 1));
    const std::vector<number> others = binomial(pair.n - 1, flip, keep);
    rows found;
    found.reserve(others.size() + 1);
    for (std::int64_t ones = 0; ones <= pair.n; ++ones) {
      const number& without = at(others, ones);
      const number& with = at(others, ones - 1);
      add_row(found, plus(times(without, flip), times(with, keep)),
              plus(times(without, keep), times(with, flip)), {ones});
    }
    return found;
  }

  // The counts c0, c1, c2 and, for k >= 4, d of all other reports: see docs/methods/laws.md, (L.3).
  rows operator()(const krr_pair& pair) {
    const std::int64_t n = pair.n;
    const number odds = kept(exp(pair.eps0, precision_));
    const number total = plus(odds, pair.k - 1);
    const number rest = plus(odds, pair.k - 3);
    const std::vector<number> either = binomial(n, over(2, total), over(rest, total));
    rows found;
    found.reserve(row_count({pair}));
    for (std::int64_t layer = 0; layer <= n; ++layer) {
      const std::vector<number> halves = coins(layer);
      const std::vector<number> twos =
          binomial(n - layer, over(odds, rest), kept(over(pair.k - 3, rest)));
      for (std::int64_t c2 = pair.k == 3 ? n - layer : 0; c2 <= n - layer; ++c2) {
        const number weight = over(times(at(either, layer), at(twos, c2)), n);
        const number others = plus(over(c2, odds), n - layer - c2);
        for (std::int64_t c0 = 0; c0 <= layer; ++c0) {
          const number mass = times(weight, at(halves, c0));
          const std::int64_t c1 = layer - c0;
          add_row(found, times(mass, plus(plus(times(odds, c0), c1), others)),
                  times(mass, plus(plus(times(odds, c1), c0), others)), {c0, c1, c2});
        }
      }
    }
    return found;
  }

  // (W.2): what the others add is trinomial; the layer N = 0 has the report that counts nowhere.
  rows operator()(const variation_pair& pair) {
    const variation_rates rates = rates_of(pair, precision_);
    const number either = kept(add(rates.to_first, rates.to_second, precision_));
    const number first = kept(rates.first);
    const number second = kept(rates.second);
    const number none = kept(rates.none);
    rows found;
    if (either.is_zero()) {
      add_row(found, 1, 1, {0, 0});
      return found;
    }
    const std::vector<number> layers = binomial(pair.n - 1, either, kept(rates.neither));
    const number share = over(rates.to_first, either);
    const number rest = over(rates.to_second, either);
    found.reserve(simplex_size(pair.n, 2));
    std::vector<number> fewer{};
    for (std::int64_t layer = 0; layer <= pair.n; ++layer) {
      const std::vector<number> more = binomial(layer, share, rest);
      const number counted = at(layers, layer - 1);
      const number idle = times(at(layers, layer), none);
      for (std::int64_t a = 0; a <= layer; ++a) {
        const number up = times(counted, at(fewer, a - 1));
        const number down = times(counted, at(fewer, a));
        const number same = times(idle, at(more, a));
        add_row(found, plus(plus(times(first, up), times(second, down)), same),
                plus(plus(times(second, up), times(first, down)), same), {a, layer - a});
      }
      fewer = more;
    }
    return found;
  }

  rows operator()(const subsampled_pair& pair) {
    rows found = of(*pair.of);
    const number gamma = kept(pair.gamma);
    const number others = kept(subtract(1, pair.gamma, precision_));
    for (outcome_row& row : found) row.p = plus(times(gamma, row.p), times(others, row.q));
    // With γ = 0 an outcome that only P has is none any more.
    found.erase(
        std::remove_if(found.begin(), found.end(),
                       [](const outcome_row& row) { return row.p.is_zero() && row.q.is_zero(); }),
        found.end());
    return found;
  }

  rows operator()(const law_pair& pair) {
    rows found;
    found.reserve(row_count({pair}));
    auto p = pair.p->entries.begin();
    auto q = pair.q->entries.begin();
    while (p != pair.p->entries.end() || q != pair.q->entries.end()) {
      const bool has_p =
          p != pair.p->entries.end() && (q == pair.q->entries.end() || p->outcome <= q->outcome);
      const bool has_q =
          q != pair.q->entries.end() && (p == pair.p->entries.end() || q->outcome <= p->outcome);
      add_row(found, has_p ? kept(p->probability) : number(0),
              has_q ? kept(q->probability) : number(0), {});
      if (has_p) ++p;
      if (has_q) ++q;
    }
    return found;
  }

  rows operator()(const shuffled_pair& pair) {
    rows found;
    visit_histograms(
        pair, precision_, exact_,
        [&](std::int64_t trials, const number& p, const number& q) {
          return binomial(trials, p, q);
        },
        [&](number p, number q) { add_row(found, std::move(p), std::move(q), {}); });
    return found;
  }

  rows operator()(const noise_pair& pair) {
    const auto merged = merged_tails(pair, precision_);
    if (!merged) refuse_table();
    return (*this)(*merged);
  }

  rows operator()(const composed_pair& pair) {
    rows found{{1, 1}};
    for (const repeated_pair& part : pair.parts)
      found = product_rows(found, power_rows(of(*part.of), part.rounds, precision_, limits_),
                           precision_, limits_);
    return exact_ ? joined_rows(std::move(found)) : found;
  }

  rows of(const distribution_pair& pair) {
    rows found = std::visit(*this, pair.kind);
    if (pair.swapped)
      for (outcome_row& row : found) std::swap(row.p, row.q);
    return found;
  }

 private:
  // In balls everything but 0 becomes a ball at once.
  [[nodiscard]] number kept(number x) const {
    if (exact_ || x.is_zero()) return x;
    return x.to_ball(precision_);
  }
  [[nodiscard]] number plus(const number& a, const number& b) const {
    return add(a, b, precision_);
  }
  [[nodiscard]] number times(const number& a, const number& b) const {
    return multiply(a, b, precision_);
  }
  [[nodiscard]] number over(const number& a, const number& b) const {
    return kept(divide(a, b, precision_));
  }
  [[nodiscard]] std::vector<number> binomial(std::int64_t trials, const number& p,
                                             const number& q) const {
    return binomial_law(trials, p, q, precision_);
  }
  // Bin_N(a) = C(N, a)/2^N.
  [[nodiscard]] std::vector<number> coins(std::int64_t trials) const {
    const number half = kept(rational(1, 2));
    return binomial_law(trials, half, half, precision_);
  }
  [[nodiscard]] number no_clone(const number& eps0, const std::optional<number>& p) const {
    return kept(p ? subtract(1, *p, precision_) : negate(expm1(negate(eps0), precision_)));
  }

  static const number& at(const std::vector<number>& law, std::int64_t k) {
    static const number zero = 0;
    const bool is_inside = k >= 0 && k < static_cast<std::int64_t>(law.size());
    return is_inside ? law[static_cast<std::size_t>(k)] : zero;
  }

  rows clone_rows(std::int64_t n, const number& clone, const number& not_clone, const number& first,
                  const number& second) {
    const std::vector<number> clones = binomial(n - 1, clone, not_clone);
    rows found;
    found.reserve(simplex_size(n, 2));
    for (std::int64_t layer = 1; layer <= n; ++layer)
      add_layer(found, layer, at(clones, layer - 1), first, second);
    return found;
  }

  // The outcomes (a, b) with a + b = layer, which have this mass together.
  void add_layer(rows& found, std::int64_t layer, const number& mass, const number& first,
                 const number& second) {
    const std::vector<number> halves = coins(layer - 1);
    const number one = times(mass, first);
    const number other = times(mass, second);
    for (std::int64_t a = 0; a <= layer; ++a)
      add_row(found, plus(times(one, at(halves, a - 1)), times(other, at(halves, a))),
              plus(times(other, at(halves, a - 1)), times(one, at(halves, a))), {a, layer - a});
  }

  // Neither probability is negative, so an outcome counts unless both are 0.
  void add_row(rows& found, number p, number q, std::initializer_list<std::int64_t> outcome) {
    if ((++made_ & 255) == 0) limits_.check();
    require_separated(p);
    require_separated(q);
    if (p.is_zero() && q.is_zero()) return;
    found.push_back({std::move(p), std::move(q)});
    if (outcomes_ != nullptr) outcomes_->emplace_back(outcome);
  }

  // Whether an outcome is possible decides whether a divergence is infinite.
  void require_separated(const number& x) const {
    if (!x.is_exact() && !x.to_ball(precision_).is_certainly_positive())
      throw precision_needed("whether an outcome is possible is not determined");
  }

  bits precision_;
  bool exact_;
  const budget& limits_;
  std::vector<std::vector<std::int64_t>>* outcomes_;
  std::int64_t made_ = 0;
};

}  // namespace

std::vector<number> binomial_law(std::int64_t trials, const number& p, const number& q,
                                 bits precision) {
  std::vector<number> law(static_cast<std::size_t>(trials) + 1, number(0));
  if (q.is_zero()) {
    law.back() = 1;
    return law;
  }
  const number odds = divide(p, q, precision);
  law.front() = power(q, trials, precision);
  for (std::int64_t k = 0; k < trials; ++k) {
    const auto i = static_cast<std::size_t>(k);
    law[i + 1] = divide(multiply(law[i], multiply(odds, trials - k, precision), precision), k + 1,
                        precision);
  }
  return law;
}

std::optional<std::vector<outcome_row>> exact_rows(const distribution_pair& pair,
                                                   std::size_t most) {
  if (row_count(pair) > most || !has_rational_rows(pair)) return std::nullopt;
  const budget unlimited;
  // Exact arithmetic never rounds, so its precision does not matter.
  constexpr bits unused_precision = 64;
  auto found = row_maker(unused_precision, true, unlimited).of(pair);
  for (const outcome_row& row : found)
    if (!is_rational(row.p) || !is_rational(row.q)) return std::nullopt;
  return found;
}

std::vector<listed_row> listed_rows(const distribution_pair& pair, std::size_t most_exact,
                                    bits precision, const budget& limits) {
  const std::size_t count = row_count(pair);
  if (count > longest_table) refuse_table();
  std::vector<std::vector<std::int64_t>> outcomes;
  rows found;
  if (count <= most_exact && has_rational_rows(pair)) {
    found = row_maker(precision, true, limits, &outcomes).of(pair);
  } else {
    const bits wide = walking_precision(precision, static_cast<std::int64_t>(count));
    found = row_maker(wide, false, limits, &outcomes).of(pair);
  }
  std::vector<listed_row> listed;
  listed.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    listed.push_back({std::move(outcomes[i]), std::move(found[i])});
  std::sort(listed.begin(), listed.end(),
            [](const listed_row& a, const listed_row& b) { return a.outcome < b.outcome; });
  return listed;
}

bool has_table(const distribution_pair& pair) {
  constexpr std::size_t few_rows = 100'000;
  return row_count(pair) <= few_rows;
}

std::vector<outcome_row> all_rows(const distribution_pair& pair, bits precision,
                                  const budget& limits) {
  const std::size_t count = row_count(pair);
  if (count > longest_table) refuse_table();
  const auto size = static_cast<std::int64_t>(count);
  return row_maker(walking_precision(precision, size), false, limits).of(pair);
}

}  // namespace shufflecert::inline v0_1
