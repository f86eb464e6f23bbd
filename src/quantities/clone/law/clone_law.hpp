#pragma once
// The pair of clones whose number of clones has a law of its own: the counts show the number of
// clones, so that every divergence is a mean over it. Formula numbers refer to
// docs/methods/clone-laws.md.

#include <cstdint>
#include <functional>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The pair of the differing user's report beside so many clones: (HH.1).
distribution_pair pair_beside(std::int64_t clones, const number& eps0);

/// E f(C) for a function that is nowhere negative and decreases, or stays, as C grows: (HH.4). It
/// is evaluated at as few numbers as the precision allows.
///
/// @param clones  the law of C, on numbers >= 0
/// @param of  encloses f(C)
/// @throws beyond_reach  the deadline has passed
ball mean_of_falling(const law_table& clones, const std::function<ball(std::int64_t)>& of,
                     bits precision, const budget& limits);

/// E f(C) by all numbers of clones, for any f.
ball mean_over_clones(const law_table& clones, const std::function<ball(std::int64_t)>& of,
                      bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
