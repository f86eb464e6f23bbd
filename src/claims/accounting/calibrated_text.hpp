#pragma once
// Values of a variable as calibrate writes them.

#include "claims/accounting/calibration.hpp"

namespace shufflecert::inline v0_1::claims {

/// A value in few characters: as to_text() has it, or with an exponent where that is long, 1e-400.
std::string short_text(const rational& x);

/// The value as a decimal with so many significant digits, or a whole number.
std::string text_of_value(const calibrated_value& found, const calibration_question& asked);

}  // namespace shufflecert::inline v0_1::claims
