#pragma once

#include <vector>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

/// All rules, those that serve one or two claims last. Where several bound one quantity they are
/// tried in this order.
const std::vector<rule>& all_rules();

}  // namespace shufflecert::inline v0_1::claims
