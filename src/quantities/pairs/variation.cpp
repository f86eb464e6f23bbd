#include "quantities/pairs/variation.hpp"

#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

// β' = min(β, (p−1)/(p+1)) as pα + α = β'(p+1)/(p−1), and as itself.
struct capped_variation {
  number beta;
  number counted;  // pα + α
};

capped_variation capped(const variation_pair& pair, bits precision) {
  if (pair.p.is_infinity(1)) return {pair.beta, pair.beta};
  const number most = divide(subtract(pair.p, 1, precision), add(pair.p, 1, precision), precision);
  const truth reaches = compare(pair.beta, relation::greater_equal, most, precision);
  if (reaches.value && !reaches.tied) {
    if (*reaches.value) return {most, 1};
    return {pair.beta, divide(pair.beta, most, precision)};
  }
  return {min(pair.beta, most, precision), min(divide(pair.beta, most, precision), 1, precision)};
}

bool exactly_equal(const number& a, const number& b, bits precision) {
  if (!a.is_exact() || !b.is_exact()) return false;
  const truth equal = compare(a, relation::equal, b, precision);
  return equal.value.value_or(false) && !equal.tied;
}

}  // namespace

variation_rates rates_of(const variation_pair& pair, bits precision) {
  const auto [beta, counted] = capped(pair, precision);
  number first = beta;
  number second = 0;
  if (!pair.p.is_infinity(1)) {
    const number excess = subtract(pair.p, 1, precision);
    second = divide(beta, excess, precision);
    first = divide(multiply(beta, pair.p, precision), excess, precision);
  }
  number none = subtract(1, counted, precision);
  if (!none.is_exact()) none = nonnegative_part(none.to_ball(precision));
  const number to_first = divide(first, pair.q0, precision);
  const number to_second = divide(first, pair.q1, precision);
  const number neither = subtract(1, add(to_first, to_second, precision), precision);
  return {first, second, none, to_first, to_second, neither};
}

std::optional<variation_pair> as_variation(const distribution_pair& pair, bits precision) {
  if (const auto* of = std::get_if<variation_pair>(&pair.kind)) return *of;
  const auto* response = std::get_if<krr_pair>(&pair.kind);
  if (response == nullptr || response->k != 3) return std::nullopt;
  const number odds = exp(response->eps0, precision);
  const number beta = divide(expm1(response->eps0, precision), add(odds, 2, precision), precision);
  return variation_pair{response->n, odds, beta, odds, odds};
}

void check_variation(const variation_pair& pair, bits precision) {
  if (!pair.p.is_infinity(1)) require(pair.p, relation::greater, 1, precision, "p", "> 1, or inf");
  check_weight(pair.beta, "beta", precision);
  for (const auto& [q, name] : {std::pair{&pair.q0, "q0"}, std::pair{&pair.q1, "q1"}}) {
    require_finite(*q, name);
    require(*q, relation::greater_equal, 1, precision, name, ">= 1");
  }
  const variation_rates rates = rates_of(pair, precision);
  require(add(rates.to_first, rates.to_second, precision), relation::less_equal, 1, precision,
          "the probability p*beta/(p - 1)*(1/q0 + 1/q1) with which another user's report counts",
          "at most 1");
}

distribution_pair as_clones(const distribution_pair& pair, bits precision) {
  const auto* of = std::get_if<variation_pair>(&pair.kind);
  if (of == nullptr || of->beta.is_zero() || !exactly_equal(of->q0, of->q1, precision)) return pair;
  const variation_rates rates = rates_of(*of, precision);
  if (!rates.none.is_zero()) return pair;
  number clone = add(rates.to_first, rates.to_second, precision);
  if (of->p.is_infinity(1)) return {unmixed_pair{of->n, 0, std::move(clone)}, pair.swapped};
  return {clone_pair{of->n, log(of->p, precision), std::move(clone)}, pair.swapped};
}

}  // namespace shufflecert::inline v0_1
