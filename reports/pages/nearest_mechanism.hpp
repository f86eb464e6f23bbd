#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"

namespace shufflecert::inline v0_1::claims {

/// What `falsify` found about a built-in claim; `make mechanisms-page` writes it on record.
struct nearest_mechanism {
  std::string id;
  std::string formula;   ///< of the claim
  std::string relation;  ///< with any_mechanism(n, eps0) in the place of the claim's pair
  std::string
      of_one_randomizer;  ///< what the claim is about where that is no bound on all; or empty
  std::string state;      ///< "nearest", "broken" or "open"
  int points = 0;
  int looked_at = 0;          ///< mechanisms, at all points
  int tries = 0;              ///< as given to `falsify`
  std::string at;             ///< the point of the mechanism
  std::string words;          ///< the mechanism; empty where there is none
  std::string pair;           ///< the same as a formula
  std::string left_to_right;  ///< encloses left/right there; empty where it is not known
};

/// All that is on record.
const std::vector<nearest_mechanism>& nearest_mechanisms();

/// What is on record about this claim, where its formula is still the same.
const nearest_mechanism* nearest_mechanism_of(const recorded_claim& claim);

/// What was found, in words.
std::string nearest_in_words(const nearest_mechanism& found);

}  // namespace shufflecert::inline v0_1::claims
