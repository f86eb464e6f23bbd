#include "quantities/noise/kinds/tail_slopes.hpp"

#include <algorithm>
#include <utility>

#include "arithmetic/overloaded.hpp"

namespace shufflecert::inline v0_1 {
namespace {

polynomial product(const polynomial& a, const polynomial& b) {
  if (a.empty() || b.empty()) return {};
  polynomial result(a.size() + b.size() - 1, ball(a.front().precision()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
  return result;
}

polynomial difference(polynomial a, const polynomial& b) {
  if (b.empty()) return a;
  a.resize(std::max(a.size(), b.size()), ball(b.front().precision()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] -= b[i];
  return a;
}

polynomial scaled(const polynomial& a, const ball& factor) {
  return product(a, {factor});
}

// Whether no value from y on is negative: as a polynomial in the distance from y it has no negative
// coefficient.
bool is_nonnegative_from(std::int64_t y, polynomial values) {
  for (std::size_t done = 0; done < values.size(); ++done)
    for (std::size_t i = values.size() - 1; i > done; --i) values[i - 1] += values[i] * y;
  return std::all_of(values.begin(), values.end(),
                     [](const ball& one) { return one.is_certainly_nonnegative(); });
}

slope_bound constant_bound(const ball& value) {
  return {value, {}, {ball::of(1, value.precision())}, value};
}

// y − m' for m' = side·m.
ball outward(std::int64_t y, const number& m, int side, bits precision) {
  return ball::of(y, precision) - m.to_ball(precision) * side;
}

using both_bounds = std::optional<slope_bounds>;

struct bounds_from {
  std::int64_t y;
  int side;
  bits precision;

  both_bounds operator()(const discrete_gaussian_noise& of) const {
    const ball away = outward(y, of.m, side, precision);
    if (!away.is_certainly_nonnegative()) return std::nullopt;
    const ball v = of.v.to_ball(precision);
    const slope_bound one{
        -((away * 2 + 1) / (v * 2)), {ball::of(1, precision)}, {v * v}, std::nullopt};
    return slope_bounds{one, one};
  }
  both_bounds operator()(const geometric_noise& of) const {
    if (!outward(y, of.m, side, precision).is_certainly_nonnegative()) return std::nullopt;
    const slope_bound one = constant_bound(-of.eps.to_ball(precision));
    return slope_bounds{one, one};
  }
  both_bounds operator()(const poisson_noise& of) const {
    if (y < 0 || side < 0) return std::nullopt;
    const polynomial next{ball::of(1, precision), ball::of(1, precision)};
    const slope_bound one{log(of.mu.to_ball(precision)) - log(ball::of(y, precision) + 1),
                          {ball::of(1, precision)},
                          product(next, next),
                          std::nullopt};
    return slope_bounds{one, one};
  }
  both_bounds operator()(const negative_binomial_noise& of) const {
    if (y < 0 || side < 0) return std::nullopt;
    const ball r = of.r.to_ball(precision);
    const ball limit = log(of.failure.to_ball(precision));
    const ball start = limit + log(r + y) - log(ball::of(y, precision) + 1);
    if (!(r - 1).is_certainly_nonnegative())
      return slope_bounds{constant_bound(max(start, limit)), constant_bound(min(start, limit))};
    const ball one = ball::of(1, precision);
    const polynomial root = product({one, one}, {r, one});
    const slope_bound exact{start, {(r - 1) * (r - 1)}, product(root, root), limit};
    return slope_bounds{exact, exact};
  }
  both_bounds operator()(const skellam_noise& of) const {
    const std::int64_t k = y - side * of.m;
    if (k < 0) return std::nullopt;
    const ball twice = of.mu.to_ball(precision) * 2;
    return slope_bounds{by_root(k, y - k, twice), by_root(k + 1, y - k - 1, twice)};
  }
  template <class Other>
  both_bounds operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  // −arsinh((y − c)/2μ), at y − c = k.
  [[nodiscard]] slope_bound by_root(std::int64_t k, std::int64_t c, const ball& twice) const {
    ball start(precision);
    const ball ratio = ball::of(k, precision) / twice;
    arb_asinh(start.raw(), ratio.raw(), precision);
    const polynomial from{-ball::of(c, precision), ball::of(1, precision)};
    polynomial below = product(from, from);
    below.front() += twice * twice;
    return {-start, {ball::of(1, precision)}, std::move(below), std::nullopt};
  }
};

// log((y + r_a)/(y + r_b)) moves to 0 in one direction.
std::optional<ball> steepest_of_two(std::int64_t y, const negative_binomial_noise& a,
                                    const negative_binomial_noise& b, bits precision) {
  const ball limit =
      subtract(log(a.failure, precision), log(b.failure, precision), precision).to_ball(precision);
  const ball r_a = a.r.to_ball(precision);
  const ball r_b = b.r.to_ball(precision);
  const number grows = subtract(a.r, b.r, precision);
  // Then it comes to the limit from below.
  if (sign(grows, precision).value_or(1) <= 0) return upper_bound(limit);
  return upper_bound(max(limit, limit + log(r_a + y) - log(r_b + y)));
}

bool have_one_text(const number& a, const number& b) {
  const auto first = a.exact_text();
  return first && first == b.exact_text();
}

}  // namespace

far_slope far_slope_of(const noise_kind& kind, int side, bits precision) {
  return std::visit(
      overloaded{[&](const discrete_gaussian_noise& of) -> far_slope {
                   const number growth = negate(divide(1, of.v, precision));
                   const number twice = multiply(of.m, std::int64_t{2} * side, precision);
                   const number start = divide(subtract(twice, 1, precision),
                                               multiply(of.v, 2, precision), precision);
                   return {growth, 0, start, 0};
                 },
                 [](const geometric_noise& of) -> far_slope {
                   return {0, 0, negate(of.eps), 0};
                 },
                 [&](const poisson_noise& of) -> far_slope {
                   return {0, -1, log(of.mu, precision), 0};
                 },
                 [&](const negative_binomial_noise& of) -> far_slope {
                   return {0, 0, log(of.failure, precision), subtract(of.r, 1, precision)};
                 },
                 [&](const skellam_noise& of) -> far_slope {
                   return {0, -1, log(of.mu, precision), side * of.m};
                 },
                 [](const law_ptr&) -> far_slope {
                   return {0, 0, 0, 0};
                 }},
      kind);
}

std::optional<slope_bounds> slope_bounds_from(std::int64_t y, const noise_kind& kind, int side,
                                              bits precision) {
  return std::visit(bounds_from{y, side, precision}, kind);
}

bool are_one_law(const noise_kind& a, const noise_kind& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      overloaded{[&](const discrete_gaussian_noise& of) {
                   const auto& other = std::get<discrete_gaussian_noise>(b);
                   return have_one_text(of.m, other.m) && have_one_text(of.v, other.v);
                 },
                 [&](const geometric_noise& of) {
                   const auto& other = std::get<geometric_noise>(b);
                   return have_one_text(of.m, other.m) && have_one_text(of.eps, other.eps);
                 },
                 [&](const poisson_noise& of) {
                   return have_one_text(of.mu, std::get<poisson_noise>(b).mu);
                 },
                 [&](const negative_binomial_noise& of) {
                   const auto& other = std::get<negative_binomial_noise>(b);
                   return have_one_text(of.r, other.r) && have_one_text(of.p, other.p);
                 },
                 [&](const skellam_noise& of) {
                   const auto& other = std::get<skellam_noise>(b);
                   return of.m == other.m && have_one_text(of.mu, other.mu);
                 },
                 [&](const law_ptr& of) { return of == std::get<law_ptr>(b); }},
      a);
}

std::optional<ball> steepest_from(std::int64_t y, const noise_kind& a, const noise_kind& b,
                                  int side, const number& alpha, const number& beta,
                                  bits precision) {
  const auto of_a = slope_bounds_from(y, a, side, precision);
  const auto of_b = slope_bounds_from(y, b, side, precision);
  if (!of_a || !of_b) return std::nullopt;
  const number excess = subtract(alpha, beta, precision);
  if (are_one_law(a, b)) {
    // No factor of it rises.
    if (excess.is_zero()) return ball(precision);
    return upper_bound(excess.to_ball(precision) * of_a->most.at_start);
  }
  if (const auto* first = std::get_if<negative_binomial_noise>(&a); first && excess.is_zero())
    if (const auto* second = std::get_if<negative_binomial_noise>(&b))
      return steepest_of_two(y, *first, *second, precision);

  const ball first = alpha.to_ball(precision);
  const ball second = beta.to_ball(precision);
  const slope_bound& most = of_a->most;
  const slope_bound& least = of_b->least;
  const ball at_start = first * most.at_start - second * least.at_start;
  const polynomial falls = difference(scaled(product(most.above, least.below), first * first),
                                      scaled(product(least.above, most.below), second * second));
  if (is_nonnegative_from(y, falls)) return upper_bound(at_start);
  // Where it rises throughout, it stays below its limit.
  const far_slope far_a = far_slope_of(a, side, precision);
  const far_slope far_b = far_slope_of(b, side, precision);
  const auto combined = [&](const number& x, const number& z) {
    return subtract(multiply(alpha, x, precision), multiply(beta, z, precision), precision);
  };
  if (combined(far_a.growth, far_b.growth).is_zero() &&
      combined(far_a.log_growth, far_b.log_growth).is_zero() &&
      is_nonnegative_from(y, difference({}, falls)))
    return upper_bound(combined(far_a.constant, far_b.constant).to_ball(precision));
  // Each by itself.
  if (!least.limit) return std::nullopt;
  return upper_bound(first * most.at_start - second * min(least.at_start, *least.limit));
}

}  // namespace shufflecert::inline v0_1
