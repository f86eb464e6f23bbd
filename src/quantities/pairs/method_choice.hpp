#pragma once
// What a method asked for means to the quantities.

#include "shufflecert/method.hpp"

namespace shufflecert {

/// Whether `candidate` may be used where `asked` was asked for.
inline bool allows(evaluation_method asked, evaluation_method candidate) {
  return asked == evaluation_method::automatic || asked == candidate;
}

/// Throws method_unavailable where `asked` does not allow `only`, the one method that remains to
/// compute `quantity` ("renyi") here.
void require_method(evaluation_method asked, evaluation_method only, const char* quantity);

}  // namespace shufflecert
