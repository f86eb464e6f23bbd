#pragma once

#include <string>
#include <vector>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// The tactic of verify/coq/rules.v that proves what this place derives, "by_K_1"; "" where the
/// bound, for this pair and these orders, is not yet a theorem there.
std::string coq_rule(const std::string& place, const expression& condition,
                     const std::vector<expression_ptr>& domain);

}  // namespace shufflecert::inline v0_1::claims
