#pragma once

#include <cstdint>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// A set of the outputs of a staircase mechanism: whether each is in it.
using output_set = std::vector<bool>;

/// Users who share an input of a staircase mechanism, and the outputs that this input favours.
struct favouring_users {
  std::int64_t users;   ///< >= 0
  output_set favoured;  ///< one entry for each output
};

/// The histograms of the shuffled reports of a staircase mechanism (Kairouz, Oh and Viswanath 2016)
/// on two neighbouring data sets. Output j is reported with a probability proportional to
/// weights[j]·e^ε0 where the input favours it, else to weights[j]. Each input favours outputs of
/// the same total weight, so that all inputs have one normalization and the mechanism is ε0-LDP.
/// docs/methods/mechanisms.md shows that every ε0-LDP randomizer is post-processing of one.
///
/// @param eps0  ε0, finite, >= 0
/// @param weights  of the outputs, at least two, each > 0
/// @param of_p  what the input favours that the differing user has under P
/// @param of_q  what it favours under Q
/// @param others  the other users; n is one more than they are
/// @param precision  bits with which what is not rational is enclosed, >= 2
/// @param limits  how long it may take
/// @returns the pair of the two laws; each probability is enclosed as for the functions of laws.hpp
/// @throws undefined_value  a parameter outside its range; sets of another length than `weights`,
///         or of different total weights
/// @throws beyond_reach  more than longest_law outcomes, or the deadline has passed
distribution_pair staircase_pair(const number& eps0, const std::vector<rational>& weights,
                                 const output_set& of_p, const output_set& of_q,
                                 const std::vector<favouring_users>& others, bits precision,
                                 const budget& limits = {});

}  // namespace shufflecert::inline v0_1
