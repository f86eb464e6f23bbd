#include "quantities/clone/tails/tilted_dual.hpp"

namespace shufflecert::inline v0_1 {

dual_point dual_at(const clone_parameters& of, const dual_problem& problem, const rational& y,
                   const cut_range& range, const tilted_masses& masses) {
  const ball& target = problem.target;
  const auto scaled_cut = [&](const rational& cut) {
    return of.t * ball::of(cut, of.t.precision());
  };
  const auto multiplier = [&](const rational& cut) {
    const ball scaled = scaled_cut(cut);
    return problem.rejects ? (scaled + 1) / (1 - scaled) : (1 - scaled) / (scaled + 1);
  };
  const ball scaled = scaled_cut(y);
  const ball spent = of.t * 2 * masses.excess;
  const ball value = problem.rejects ? 1 - ((scaled + 1) * target + spent) / (1 - scaled)
                                     : ((1 - scaled) * target - spent) / (scaled + 1);
  const ball from = target - (problem.rejects ? masses.q : masses.p);
  const ball above = target - (problem.rejects ? masses.q_above : masses.p_above);
  const ball here = multiplier(y);
  const ball loss = nonnegative_part(-above) * abs(multiplier(range.high) - here) +
                    nonnegative_part(from) * abs(multiplier(range.low) - here);
  return {value, upper_bound(loss), from, above};
}

}  // namespace shufflecert::inline v0_1
