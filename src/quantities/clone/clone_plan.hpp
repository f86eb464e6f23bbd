#pragma once
// Which method computes D_λ of a clone pair, and how far it goes: the cost model of
// docs/methods/moments.md. All in double precision; nothing here is certified, and nothing
// certified rests on it.

#include <cstdint>
#include <optional>

#include "quantities/clone/moments/clone_moments.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// A plan with what is expected of it.
struct costed_plan {
  moment_plan plan;
  double cost;   ///< nanoseconds
  bool reaches;  ///< gives the precision asked for
};

/// Plans for the orders with max(λ, 1−λ) <= μ at the precision asked for; the best that the method
/// can do where it does not reach, and nothing where it does not apply at all.
std::optional<costed_plan> plan_closed(const clone_sketch& of, double mu, bits precision,
                                       const budget& limits);
std::optional<costed_plan> plan_windowed(const clone_sketch& of, double mu, bits precision);
/// `is_whole` whether λ is a whole number: its powers are cheaper.
std::optional<costed_plan> plan_hybrid(const clone_sketch& of, double mu, bool is_whole,
                                       bits precision);

/// Nanoseconds of the direct summation of that many outcomes.
double cost_of_summation(double outcomes, double mu, bool is_whole, bits precision);

}  // namespace shufflecert::inline v0_1
