#pragma once

#include <algorithm>
#include <iterator>

namespace shufflecert::inline v0_1 {

/// The method of a value that rests on a law whose probabilities are not exact: that they sum to 1
/// was checked to tie_digits digits, and accepted.
inline constexpr const char* rounded_law_method = "law whose total is 1 to 50 digits";

/// Whether a law's total was accepted as 1 although it is 1 only up to rounding: `methods` are
/// those of a value, of a point or of a claim. This is a caution about an input, and says nothing
/// of the two sides of a relation: it is no tie. No proof rests on such a value.
template <class Methods>
bool accepts_rounded_law(const Methods& methods) {
  return std::find(std::begin(methods), std::end(methods), rounded_law_method) != std::end(methods);
}

}  // namespace shufflecert::inline v0_1
