#include "quantities/clone/tails/clone_tails.hpp"

#include <algorithm>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

// The largest multiple of 2^−scale that is certainly not above x, or 0 where that is negative.
rational grid_point_below(const ball& x, bits scale) {
  arf_t low;
  fmpz_t units;
  arf_init(low);
  fmpz_init(units);
  arb_get_lbound_arf(low, x.raw(), x.precision());
  integer count = 0;
  if (arf_sgn(low) > 0) {
    arf_mul_2exp_si(low, low, scale);
    arf_get_fmpz(units, low, ARF_RND_FLOOR);
    fmpz_get_mpz(count.backend().data(), units);
  }
  arf_clear(low);
  fmpz_clear(units);
  return {count, integer(1) << static_cast<unsigned>(scale)};
}

// How much smaller than M the sum of (Y − y)₊ can be, as a guess that chooses the window only.
bits window_depth(const clone_parameters& of, bits precision) {
  return precision + bit_length(of.n) + 20;
}

ball with_error_up_to(const ball& x, const ball& most) {
  return ball::hull(x, x + most);
}

// H_κ where Y = 1 alone has P > κQ: (B.10).
ball of_extreme(const clone_parameters& of, const ball& excess) {
  const ball mass = extreme_mass(of) / 2;
  if (equal(of.t, ball::of(1, of.t.precision())).value_or(false)) return mass * 2;
  return nonnegative_part(mass * (2 - of.tail * (excess + 2)));
}

}  // namespace

std::optional<clone_parameters> as_tilted(const distribution_pair& pair, bits precision) {
  if (const auto* clone = std::get_if<clone_pair>(&pair.kind)) {
    clone_parameters of = parameters_of(*clone, tail_precision(precision, clone->n));
    if (!of.t.is_certainly_positive()) return std::nullopt;
    return of;
  }
  if (const auto* unmixed = std::get_if<unmixed_pair>(&pair.kind)) {
    const bits working = tail_precision(precision, unmixed->n);
    clone_parameters of = parameters_of(clone_pair{unmixed->n, unmixed->eps0, unmixed->p}, working);
    of.t = ball::of(1, working);
    of.tail = ball(working);
    return of;
  }
  return std::nullopt;
}

ball tilted_positive_part(const clone_parameters& of, const ball& excess, bits precision,
                          const budget& limits, const std::optional<tail_plan>& plan) {
  // y* = tanh(ε/2)/t = (κ − 1)/(t(κ + 1)): (B.2).
  const ball cut = excess / (of.t * (excess + 2));
  const ball one = ball::of(1, of.t.precision());
  if (less_equal(one, cut).value_or(false)) return ball(precision);
  if (!plan && less_equal(one - one / of.n, cut).value_or(false)) return of_extreme(of, excess);
  const bits scale = plan ? plan->scale : precision + 2 * bit_length(of.n) + 16;
  const rational y = grid_point_below(cut, scale);
  const layer_window layers = plan ? plan->window : tail_window(of, y, window_depth(of, precision));
  const tail_sums sums = sum_tails(of, y, layers, precision, limits);
  const ball height = of.t * (excess + 2);
  const ball visited = height * sums.first_moment - excess * sums.mass;
  // (B.9): the outcomes between y and y* count too little, by their distance from y*, and the other
  // layers hold at most (1 − y) of what they hold of M.
  const ball gap = upper_bound(nonnegative_part(cut - ball::of(y, cut.precision())));
  const ball misplaced = upper_bound(height * gap * sums.mass);
  const ball beyond = upper_bound(height * ball::of(rational(1 - y), precision) * sums.left_out);
  return nonnegative_part(with_error_up_to(visited, misplaced + beyond));
}

ball tilted_hockey_stick(const clone_parameters& of, const number& eps, bits precision,
                         const budget& limits) {
  const bits working = of.t.precision();
  const auto direction = sign(eps, working);
  if (!direction) {
    // H falls in ε: the values at the two ends enclose those between.
    const ball enclosed = eps.to_ball(working);
    const auto at = [&](const ball& end) {
      return tilted_hockey_stick(of, number(end), precision, limits);
    };
    return ball::hull(at(-upper_bound(-enclosed)), at(upper_bound(enclosed)));
  }
  if (*direction >= 0)
    return tilted_positive_part(of, expm1(eps, working).to_ball(working), precision, limits);
  // (B.3)
  const ball above =
      tilted_positive_part(of, expm1(negate(eps), working).to_ball(working), precision, limits);
  return negate(expm1(eps, working)).to_ball(working) + exp(eps, working).to_ball(working) * above;
}

}  // namespace shufflecert::inline v0_1
