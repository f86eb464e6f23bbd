#pragma once
// The trade-off function of the clone and unmixed pairs as the maximum of a concave function of the
// cut. Formula numbers refer to docs/methods/tails.md.

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"

namespace shufflecert::inline v0_1 {

/// For a small type I error α the tests that reject where Y < −y spend it, (B.17): the target is α.
/// For a large one the tests that accept where Y > y spend what is left, (B.16): the target is
/// 1 − α.
struct dual_problem {
  ball target;
  bool rejects;
};

/// Cuts between which the function certainly has its maximum.
struct cut_range {
  rational low;
  rational high;
};

/// Certainly value <= T(α) <= value + loss: (B.18).
struct dual_point {
  ball value;
  ball loss;   ///< >= 0
  ball from;   ///< the target less what {Y >= y} spends; if > 0, the maximum is at a smaller cut
  ball above;  ///< the target less what {Y > y} spends; if < 0, it is at a larger one
};

dual_point dual_at(const clone_parameters& of, const dual_problem& problem, const rational& y,
                   const cut_range& range, const tilted_masses& masses);

}  // namespace shufflecert::inline v0_1
