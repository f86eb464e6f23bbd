#pragma once
// What the message of a judgement says of its points, and of a proof.

#include <string>

#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// "n in [1, 5], p = 1, 2"
std::string region_in_words(const stated_region& region);

/// "the one point", "both points", "all 5 points"; with `kind`, "all 5 listed points".
std::string all_points(std::size_t count, const std::string& kind = "");

/// "; 2 listed points are outside the domain and were not checked"; empty for none. `certainly`:
/// whether that is known of each of them.
std::string outside_in_words(std::size_t count, bool certainly);

/// For a claim that is proved on regions that cover its domain; `looked_at` says what held besides.
std::string proved_message(const proof_record& proof, const std::string& looked_at);

/// What is proved beside a verdict that rests on points.
std::string proved_part_message(const proof_record& proof);

/// "; no proof found: …": why a derivation stayed undecided, with long formulas cut
/// short. Empty without a reason.
std::string open_derivation_message(const proof_record& proof);

}  // namespace shufflecert::inline v0_1::claims
