#include "quantities/densities/subsampled.hpp"

#include "arithmetic/overloaded.hpp"
#include "quantities/densities/laplace.hpp"
#include "quantities/densities/sampled_integral.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t largest_order = 10'000;

// (L.6): E_Q (1 + γ(P/Q − 1))^λ = 1 + Σ_{j=2}^λ C(λ, j) γ^j (1−γ)^(λ−j) (E_Q (P/Q)^j − 1).
number moment_minus_one(const subsampled_densities& pair, std::int64_t lambda, bits precision,
                        const budget& limits) {
  const bits wide = precision + 32;
  const number others = subtract(1, pair.gamma, wide);
  // γ > 0, so one infinite moment makes the sum infinite; the last one is the first to be so.
  if (may_have_infinite_moments(pair.of, wide)) {
    number last = density_renyi(pair.of, false, lambda, wide);
    if (last.is_infinity(1)) return last;
  }
  number sum = 0;
  for (std::int64_t j = 2; j <= lambda; ++j) {
    limits.check();
    const number divergence = density_renyi(pair.of, false, j, wide);
    const number excess = expm1(multiply(j - 1, divergence, wide), wide);
    const number weight =
        multiply(binomial(lambda, j, wide),
                 multiply(power(pair.gamma, j, wide), power(others, lambda - j, wide), wide), wide);
    sum = add(sum, multiply(weight, excess, wide), wide);
  }
  return sum;
}

// (L.7)
number largest_log_ratio(const subsampled_densities& pair, bits precision) {
  const number of = density_renyi(pair.of, pair.swapped, ball::infinity(precision), precision);
  if (!pair.swapped)
    return of.is_infinity(1)
               ? of
               : log1p(multiply(pair.gamma, expm1(of, precision), precision), precision);
  return negate(log1p(multiply(pair.gamma, expm1(negate(of), precision), precision), precision));
}

}  // namespace

std::optional<subsampled_densities> as_subsampled_densities(const distribution_pair& pair,
                                                            bits precision) {
  const auto* sampled = std::get_if<subsampled_pair>(&pair.kind);
  if (sampled == nullptr) return std::nullopt;
  number gamma = sampled->gamma;
  const distribution_pair* of = sampled->of.get();
  while ((sampled = std::get_if<subsampled_pair>(&of->kind)) != nullptr) {
    gamma = multiply(gamma, sampled->gamma, precision);
    of = sampled->of.get();
  }
  const auto densities = as_density_pair(*of);
  if (!densities) return std::nullopt;
  return subsampled_densities{*densities, std::move(gamma), pair.swapped};
}

std::optional<subsampled_densities> as_densities(const distribution_pair& pair, bits precision) {
  if (const auto densities = as_density_pair(pair))
    return subsampled_densities{*densities, 1, pair.swapped};
  return as_subsampled_densities(pair, precision);
}

std::optional<quantity> subsampled_renyi(const subsampled_densities& pair, const number& lambda,
                                         bits precision, const budget& limits) {
  if (pair.gamma.is_zero()) return quantity{0, evaluation_method::closed_form};
  const number others = subtract(1, pair.gamma, precision);
  if (others.is_zero())
    return quantity{density_renyi(pair.of, pair.swapped, lambda, precision),
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

number subsampled_renyi_by_integral(const subsampled_densities& pair, const number& lambda,
                                    bits precision, const budget& limits) {
  return std::visit(overloaded{[&](const normal_pair& of) {
                                 return sampled_renyi_by_integral({of, pair.gamma, pair.swapped},
                                                                  lambda, precision, limits);
                               },
                               [&](const laplace_pair& of) {
                                 return sampled_laplace_renyi(of, pair.gamma, pair.swapped, lambda,
                                                              precision, limits);
                               }},
                    pair.of);
}

quantity subsampled_hockey_stick(const subsampled_densities& pair, const number& eps,
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
  return {multiply(scale, density_hockey_stick(pair.of, pair.swapped, inner, wide), wide),
          evaluation_method::closed_form};
}

}  // namespace shufflecert::inline v0_1
