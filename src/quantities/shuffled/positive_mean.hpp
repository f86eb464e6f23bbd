#pragma once
// E(S)₊/n of sums of independent, identical terms: docs/methods/sums.md.

#include <cstdint>
#include <optional>

#include "quantities/shuffled/node_choice.hpp"
#include "quantities/shuffled/report_lattice.hpp"
#include "quantities/shuffled/report_sum.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Along a line in the complex plane, at a cost that does not grow with n; at least two values,
/// some positive and some negative. Nothing where no line serves.
/// @throws beyond_reach  the deadline has passed
std::optional<ball> positive_mean_by_line(const report_sum& sum, const sum_effort& effort,
                                          bits precision, const budget& limits);

/// The same for a plan, whatever it is; nothing where it visits too many nodes, and then
/// `reached` is how far it came. `working` bits are used.
std::optional<ball> positive_mean_of_plan(const report_sum& sum, const sum_plan& plan,
                                          const std::optional<report_lattice>& lattice,
                                          const sum_effort& effort, bits working,
                                          std::int64_t& reached, const budget& limits);

/// [0, a bound] that contains it: (FF.4), (FF.17).
ball bounded_positive_mean(const report_sum& sum);

/// As a sum over the outcomes with S > 0; nothing where these are more than `most`.
/// @throws beyond_reach  the deadline has passed
std::optional<ball> positive_mean_by_outcomes(const report_sum& sum, double most, bits precision,
                                              const budget& limits);

}  // namespace shufflecert::inline v0_1
