#pragma once

#include <stdexcept>
#include <string>

namespace shufflecert::inline v0_1 {

/// The value certainly does not exist: division by exact 0, the logarithm of a number that is
/// certainly not positive, 0·inf, inf − inf, an argument outside a function's domain.
/// More precision does not help.
class undefined_value : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// At this precision the enclosure touches a place where the value does not exist, or is too wide
/// to say anything. The caller may ask again with more bits.
class precision_needed : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The value exists but this version does not compute it: too many terms, too much time.
/// The honest verdict is `undecided`, with what() as its reason.
class beyond_reach : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shufflecert::inline v0_1
