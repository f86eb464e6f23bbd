#pragma once
// Values of a variable as calibrate writes them.

#include "claims/accounting/calibration.hpp"

namespace shufflecert::inline v0_1::claims {

/// 10^k.
inline rational power_of_ten(int k) {
  return power(rational(10), k);
}

/// log |x|, x not 0, also where |x| is no double. For choosing parameters; never certified.
double log_near(const rational& x);

/// x with so many significant digits, rounded down.
rational rounded_down(const rational& x, int digits);

/// A value in few characters: as to_text() has it, or with an exponent where that is long, 1e-400.
std::string short_text(const rational& x);

/// The value as a decimal with so many significant digits, or a whole number.
std::string text_of_value(const calibrated_value& found, const calibration_question& asked);

}  // namespace shufflecert::inline v0_1::claims
