#pragma once
// E[(Y − y)₊] of a clone or unmixed pair as a sum over points of a line in the complex plane, at a
// cost that does not grow with n. Formula numbers refer to docs/methods/tails.md.

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/tails/line_plan.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The parameters of the plan, in doubles.
line_terms line_terms_of(const clone_parameters& of, const ball& y);

/// E[(Y − y)₊], with whatever the plan leaves out enclosed.
///
/// @param of  at tail_precision(precision, n) bits
/// @param y  in [0, 1), enclosed; exactly 0 if and only if plan was made for 0
/// @throws beyond_reach  the deadline has passed
ball excess_by_line(const clone_parameters& of, const ball& y, const line_plan& plan,
                    bits precision, const budget& limits);

/// [0, a bound] that contains E[(Y − y)₊], 0 <= y: (B.32). For cuts that hardly anything is beyond.
ball small_excess(const clone_parameters& of, const ball& y, bits precision);

}  // namespace shufflecert::inline v0_1
