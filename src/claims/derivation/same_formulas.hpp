#pragma once

#include "claims/facts/facts.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether two formulas have the same value wherever they have one, by algebra and part by part.
bool is_same(domain_facts& facts, const expression_ptr& left, const expression_ptr& right);

/// Whether the condition is certain on the domain. Both sides of <= or >= may be one number
/// everywhere, where boxes decide nothing.
bool is_certain_or_same(domain_facts& facts, const expression_ptr& condition);

}  // namespace shufflecert::inline v0_1::claims
