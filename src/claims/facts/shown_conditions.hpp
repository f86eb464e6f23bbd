#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/proof/region_conditions.hpp"

namespace shufflecert::inline v0_1::claims {

/// What boxes said of a condition on a region.
struct region_outcome {
  bool holds = false;
  bool is_hopeless = false;  ///< as region_conditions::is_hopeless() says
  std::size_t boxes = 0;
  open_condition open;
  std::string reason;  ///< why it does not hold; empty where nothing is known of that
};

/// Asks boxes whether the condition holds at all points of the region at which all of `conditions`
/// do, which are written out.
///
/// The same condition on the same region has the same answer in every claim, and claims of one
/// bound ask for the same ones: the answers of this process are kept, as long as they are not too
/// many. An answer for which there was no time is not.
region_outcome shown_by_region(const claim_context& context, const expression_ptr& condition,
                               const chosen_region& region,
                               const std::vector<expression_ptr>& conditions,
                               const region_effort& effort);

}  // namespace shufflecert::inline v0_1::claims
