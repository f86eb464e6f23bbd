#pragma once

#include <string>
#include <vector>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

/// A derivation that the proofs of one or two claims of the catalogue use.
struct special_place {
  std::string place;                ///< where it is derived: "(O.9)"
  std::vector<std::string> claims;  ///< the ids of those claims
};

/// All such derivations. A test requires that the proof of each claim that is named uses its place,
/// and that no other derivation serves so few. A derivation that serves a third claim moves to the
/// rooms of general rules.
const std::vector<special_place>& special_places();
/// The claims that the place serves; none for a place of general use.
std::vector<std::string> claims_served_by(const std::string& place);

// The rules that these places derive: asked after those of src/claims/rules.
std::vector<rule> special_pair_rules();
std::vector<rule> special_law_rules();

}  // namespace shufflecert::inline v0_1::claims
