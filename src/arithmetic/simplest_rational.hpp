#pragma once

#include "shufflecert/rational.hpp"

namespace shufflecert {

/// The rational of least denominator in [low, high], 0 <= low <= high.
rational simplest_between(const rational& low, const rational& high);

}  // namespace shufflecert
