#pragma once

namespace shufflecert {

/// The method of a value that rests on a law whose probabilities are not exact: that they sum to 1
/// is seen to tie_digits digits only, and no proof rests on it.
inline constexpr const char* tied_law_method = "law whose total is 1 to 50 digits";

}  // namespace shufflecert
