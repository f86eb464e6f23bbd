#pragma once
// Confidence bounds of a probability; docs/methods/simulation.md, section 1.

#include <cstdint>

#include "shufflecert/budget.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// The lower confidence bound of Clopper and Pearson (1934) for the probability of an event that
/// was seen `hits` times in independent trials: a p with P(X >= hits) <= error for X ~ Bin(trials,
/// p), certainly, and within about 10^−10 of the largest one.
///
/// @param hits    0 to `trials`
/// @param trials  >= 1
/// @param error   the probability of being wrong, in (0, 1)
/// @returns a number in [0, 1), 0 where hits = 0; for every probability of the event, the chance
///          that the number is above it is at most `error`
/// @throws beyond_reach  the time is over
rational lower_probability(std::int64_t hits, std::int64_t trials, const rational& error,
                           const budget& limits);

/// The upper bound, 1 − lower_probability(trials − hits, …): in (0, 1].
rational upper_probability(std::int64_t hits, std::int64_t trials, const rational& error,
                           const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
