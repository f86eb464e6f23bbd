#pragma once

#include <string>

#include "domain.hpp"

namespace check {

/// Whether `quantity <= other`, or `quantity >= other`, or the strict one, is the bound that
/// docs/methods derives by hand at that place, such as "(K.4)", and all its conditions are certain
/// on the domain. If not:
/// "" where it is another bound, and else which condition is open.
struct bound_answer {
  bool is_certain = false;
  std::string open;
};
bound_answer derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                           const formula_ptr& other, const std::string& place, bool is_strict);

}  // namespace check
