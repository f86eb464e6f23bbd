#include "quantities/outcome_rows.hpp"

#include "arithmetic/overloaded.hpp"

namespace shufflecert {
namespace {

using rows = std::vector<outcome_row>;

// Exact arithmetic never rounds, so its precision does not matter.
constexpr bits unused_precision = 64;

std::optional<rational> rational_exp(const number& eps0) {
  const number value = exp(eps0, unused_precision);
  if (const auto* exact = value.as_rational()) return *exact;
  return std::nullopt;
}

// P(X = k), k = 0, …, trials, for X ~ Bin(trials, p).
std::vector<rational> binomial_law(std::int64_t trials, const rational& p) {
  std::vector<rational> law{1};
  const rational q = 1 - p;
  for (std::int64_t i = 0; i < trials; ++i) {
    std::vector<rational> next(law.size() + 1, rational(0));
    for (std::size_t k = 0; k < law.size(); ++k) {
      next[k] += law[k] * q;
      next[k + 1] += law[k] * p;
    }
    law = std::move(next);
  }
  return law;
}

// Bin_N(a) = C(N, a)/2^N, 0 outside of 0 <= a <= N.
class halves {
 public:
  explicit halves(std::int64_t trials) : law_(binomial_law(trials, rational(1, 2))) {}
  [[nodiscard]] rational operator()(std::int64_t a) const {
    const bool is_inside = a >= 0 && a < static_cast<std::int64_t>(law_.size());
    return is_inside ? law_[static_cast<std::size_t>(a)] : rational(0);
  }

 private:
  std::vector<rational> law_;
};

std::size_t triangle(std::int64_t n) {
  return static_cast<std::size_t>(n + 1) * static_cast<std::size_t>(n + 2) / 2;
}

// Neither probability is negative, so an outcome counts unless both are 0.
void add_row(rows& found, const rational& p, const rational& q) {
  if (p != 0 || q != 0) found.push_back({p, q});
}

// (a, b) with a + b = N comes from C = N − 1 clones and Δ = 1 (a = A + 1) or Δ = 0 (a = A).
std::optional<rows> clone_rows(std::int64_t n, const number& eps0, const std::optional<number>& p,
                               bool is_mixed) {
  const auto odds = rational_exp(eps0);
  if (!odds) return std::nullopt;
  rational clone = 1 / *odds;
  if (p) {
    if (p->as_rational() == nullptr) return std::nullopt;
    clone = *p->as_rational();
  }
  const rational first = is_mixed ? rational(*odds / (*odds + 1)) : rational(1);
  const std::vector<rational> clones = binomial_law(n - 1, clone);
  rows found;
  found.reserve(triangle(n));
  for (std::int64_t layer = 1; layer <= n; ++layer) {
    const halves coins(layer - 1);
    const rational& weight = clones[static_cast<std::size_t>(layer - 1)];
    for (std::int64_t a = 0; a <= layer; ++a)
      add_row(found, weight * (first * coins(a - 1) + (1 - first) * coins(a)),
              weight * ((1 - first) * coins(a - 1) + first * coins(a)));
  }
  return found;
}

// (a, b) with a + b = N comes from Δ = 1 and C = N − 1, or Δ = 0 and C = N.
std::optional<rows> printed_rows(const printed_pair& pair) {
  const auto odds = rational_exp(pair.eps0);
  const rational* b = pair.b.as_rational();
  if (!odds || b == nullptr) return std::nullopt;
  const std::vector<rational> clones = binomial_law(pair.n - 1, 1 / *odds);
  rows found;
  found.reserve(triangle(pair.n));
  for (std::int64_t layer = 0; layer <= pair.n; ++layer) {
    const halves more(layer);
    const rational both =
        layer < pair.n ? rational((1 - *b) * clones[static_cast<std::size_t>(layer)]) : rational(0);
    const rational one =
        layer > 0 ? rational(*b * clones[static_cast<std::size_t>(layer - 1)]) : rational(0);
    const halves fewer(layer > 0 ? layer - 1 : 0);
    for (std::int64_t a = 0; a <= layer; ++a)
      add_row(found, one * fewer(a) + both * more(a), one * fewer(a - 1) + both * more(a));
  }
  return found;
}

// The differing user's report is 1 with probability e^ε0/(e^ε0+1) under P, 1/(e^ε0+1) under Q.
std::optional<rows> rr_rows(const rr_pair& pair) {
  const auto odds = rational_exp(pair.eps0);
  if (!odds) return std::nullopt;
  const rational flip = 1 / (*odds + 1);
  const std::vector<rational> others = binomial_law(pair.n - 1, flip);
  rows found;
  found.reserve(others.size() + 1);
  for (std::size_t ones = 0; ones <= others.size(); ++ones) {
    const rational without = ones < others.size() ? others[ones] : rational(0);
    const rational with = ones > 0 ? others[ones - 1] : rational(0);
    add_row(found, without * flip + with * (1 - flip), without * (1 - flip) + with * flip);
  }
  return found;
}

std::optional<rows> rows_of(const distribution_pair& pair, std::size_t most) {
  // The number of outcomes is known before anything is computed.
  const auto is_too_large = [&](std::int64_t n) { return n > 10'000 || triangle(n) > most; };
  return std::visit(overloaded{[&](const clone_pair& of) -> std::optional<rows> {
                                 if (is_too_large(of.n)) return std::nullopt;
                                 return clone_rows(of.n, of.eps0, of.p, true);
                               },
                               [&](const unmixed_pair& of) -> std::optional<rows> {
                                 if (is_too_large(of.n)) return std::nullopt;
                                 return clone_rows(of.n, of.eps0, of.p, false);
                               },
                               [&](const printed_pair& of) -> std::optional<rows> {
                                 if (is_too_large(of.n)) return std::nullopt;
                                 return printed_rows(of);
                               },
                               [&](const rr_pair& of) -> std::optional<rows> {
                                 if (of.n >= static_cast<std::int64_t>(most)) return std::nullopt;
                                 return rr_rows(of);
                               },
                               [](const auto&) -> std::optional<rows> { return std::nullopt; }},
                    pair.kind);
}

}  // namespace

std::optional<std::vector<outcome_row>> exact_rows(const distribution_pair& pair,
                                                   std::size_t most) {
  auto found = rows_of(pair, most);
  if (found && pair.swapped)
    for (outcome_row& row : *found) std::swap(row.p, row.q);
  return found;
}

}  // namespace shufflecert
