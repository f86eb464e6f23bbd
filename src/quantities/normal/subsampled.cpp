#include "quantities/normal/subsampled.hpp"

#include "quantities/normal/normal_pairs.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t largest_order = 10'000;

// (L.6): E_Q (1 + γ(P/Q − 1))^λ = 1 + Σ_{j=2}^λ C(λ, j) γ^j (1−γ)^(λ−j) (E_Q (P/Q)^j − 1).
number moment_minus_one(const subsampled_normal& pair, std::int64_t lambda, bits precision,
                        const budget& limits) {
  const bits wide = precision + 32;
  const number others = subtract(1, pair.gamma, wide);
  const bool may_be_infinite =
      compare(pair.of.v1, relation::greater, pair.of.v2, wide).value != std::optional<bool>(false);
  // γ > 0, so one infinite moment makes the sum infinite; the last one is the first to be so.
  if (may_be_infinite) {
    number last = normal_renyi(pair.of, false, lambda, wide);
    if (last.is_infinity(1)) return last;
  }
  number sum = 0;
  for (std::int64_t j = 2; j <= lambda; ++j) {
    limits.check();
    const number divergence = normal_renyi(pair.of, false, j, wide);
    const number excess = expm1(multiply(j - 1, divergence, wide), wide);
    const number weight =
        multiply(binomial(lambda, j, wide),
                 multiply(power(pair.gamma, j, wide), power(others, lambda - j, wide), wide), wide);
    sum = add(sum, multiply(weight, excess, wide), wide);
  }
  return sum;
}

// (L.7)
number largest_log_ratio(const subsampled_normal& pair, bits precision) {
  const number of = normal_renyi(pair.of, pair.swapped, ball::infinity(precision), precision);
  if (!pair.swapped)
    return of.is_infinity(1)
               ? of
               : log1p(multiply(pair.gamma, expm1(of, precision), precision), precision);
  return negate(log1p(multiply(pair.gamma, expm1(negate(of), precision), precision), precision));
}

}  // namespace

std::optional<subsampled_normal> as_subsampled_normal(const distribution_pair& pair,
                                                      bits precision) {
  const auto* sampled = std::get_if<subsampled_pair>(&pair.kind);
  if (sampled == nullptr) return std::nullopt;
  number gamma = sampled->gamma;
  const distribution_pair* of = sampled->of.get();
  while ((sampled = std::get_if<subsampled_pair>(&of->kind)) != nullptr) {
    gamma = multiply(gamma, sampled->gamma, precision);
    of = sampled->of.get();
  }
  const auto* normal = std::get_if<normal_pair>(&of->kind);
  if (normal == nullptr) return std::nullopt;
  return subsampled_normal{*normal, std::move(gamma), pair.swapped};
}

std::optional<subsampled_normal> as_normal_laws(const distribution_pair& pair, bits precision) {
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind))
    return subsampled_normal{*normal, 1, pair.swapped};
  return as_subsampled_normal(pair, precision);
}

std::optional<quantity> subsampled_normal_renyi(const subsampled_normal& pair, const number& lambda,
                                                bits precision, const budget& limits) {
  if (pair.gamma.is_zero()) return quantity{0, evaluation_method::closed_form};
  const number others = subtract(1, pair.gamma, precision);
  if (others.is_zero())
    return quantity{normal_renyi(pair.of, pair.swapped, lambda, precision),
                    evaluation_method::closed_form};
  if (sign(pair.gamma, precision) != 1 || sign(others, precision) != 1)
    throw precision_needed("whether gamma is 0 or 1 is not determined");
  if (lambda.is_infinity(1))
    return quantity{largest_log_ratio(pair, precision), evaluation_method::closed_form};
  const auto whole = lambda.to_int64();
  if (pair.swapped || !whole || *whole < 2 || *whole > largest_order) return std::nullopt;
  const number excess = moment_minus_one(pair, *whole, precision, limits);
  if (excess.is_infinity(1)) return quantity{excess, evaluation_method::closed_form};
  return quantity{divide(log1p(excess, precision), *whole - 1, precision),
                  evaluation_method::closed_form};
}

quantity subsampled_normal_hockey_stick(const subsampled_normal& pair, const number& eps,
                                        bits precision) {
  const bits wide = precision + 32;
  const number factor = exp(eps, wide);
  const number trivial = max(0, negate(expm1(eps, wide)), wide);  // (1 − e^ε)₊
  if (pair.gamma.is_zero()) return {trivial, evaluation_method::closed_form};
  const number others = subtract(1, pair.gamma, wide);
  if (sign(pair.gamma, wide) != 1) throw precision_needed("whether gamma is 0 is not determined");
  // (L.8) and (L.9)
  const number scale =
      pair.swapped ? subtract(1, multiply(factor, others, wide), wide) : pair.gamma;
  const number shifted =
      pair.swapped ? multiply(factor, pair.gamma, wide) : subtract(factor, others, wide);
  const number without = pair.swapped ? number(0) : trivial;
  const number& deciding = pair.swapped ? scale : shifted;
  const auto critical = sign(deciding, wide);
  if (!critical) {
    // (L.18): where s > 0 the divergence is larger by s at most.
    const number most = add(without, nonnegative_part(deciding.to_ball(wide)), wide);
    const ball value = nonnegative_part(hull(without, most, wide).to_ball(wide));
    return {value, evaluation_method::closed_form};
  }
  if (*critical <= 0) return {without, evaluation_method::closed_form};
  const number inner = log(divide(shifted, scale, wide), wide);
  return {multiply(scale, normal_hockey_stick(pair.of, pair.swapped, inner, wide), wide),
          evaluation_method::closed_form};
}

}  // namespace shufflecert::inline v0_1
