#pragma once

#include <string>

#include "domain.hpp"

namespace check {

/// Whether `quantity <= other`, or `quantity >= other`, is the bound that docs/methods derives by
/// hand at that place, such as "(K.4)", and all its conditions are certain on the domain.
bool is_derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                      const formula_ptr& other, const std::string& place);

}  // namespace check
