#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/proof/region_conditions.hpp"

namespace shufflecert::inline v0_1::claims {

/// The domain of a claim as regions that together hold every point of it, and perhaps others. Ends
/// that the values come as close to as one likes are at 0: x is L + v or U − v there, with v > 0.
struct domain_regions {
  std::vector<chosen_region> regions;
  std::string reason;  ///< why there are none
};

/// How the variables of regions are called that are no variables of the claim: the distance v
/// above, and the exponent of domain_cut::by_exponents. Names with spaces are in no catalogue.
inline constexpr std::string_view distance_name_start = "distance of ";
inline constexpr std::string_view exponent_name_start = "exponent of ";

/// How a domain is cut into regions.
struct domain_cut {
  /// A variable whose lower end moves, as in n >= 3*lambda*exp(eps0), is a multiple of that end;
  /// else it has the number that the domain gives besides.
  bool from_moving_end = false;
  /// Variables that no condition mentions take their check values; else every real number.
  bool at_check_values = false;
  /// A variable between 0 and at most 1 in whose logarithm the claim is, such as δ in log(1/δ), is
  /// e^−v for v from 0 or more on.
  bool by_exponents = false;
};

/// See above. There are no regions where the cut has no use. Throws beyond_reach for definitions
/// that cannot be put in.
domain_regions regions_of_domain(const claim_context& context, domain_cut how);

}  // namespace shufflecert::inline v0_1::claims
