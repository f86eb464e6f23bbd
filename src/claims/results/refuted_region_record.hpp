#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "claims/results/proof_record.hpp"

namespace shufflecert {

/// What became of a region on which a claim is to fail everywhere.
struct refuted_region {
  stated_region region;  ///< an upper end "inf" stands for none
  bool is_proved =
      false;              ///< certainly in the domain, and the relation false, at every point of it
  std::string witness;    ///< the closed formula in the place of divergences; empty without one
  std::string shown;      ///< the condition that was shown to hold on the region
  std::size_t boxes = 0;  ///< examined
  std::string reason;     ///< why it stayed open
  /// A point of it at which the relation itself was evaluated, and is certainly false; else empty.
  std::map<std::string, std::string> point;
};

/// "eps0 >= 8, n from 2*exp(eps0) to 8*exp(eps0), lambda = 2"
std::string in_words(const stated_region& region);

/// What the region says of the claim: "fails on the whole of …", or why that stayed open.
std::string in_words(const refuted_region& found);

}  // namespace shufflecert
