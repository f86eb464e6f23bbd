#pragma once

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The probabilities P and Q of one outcome. Which outcome it is does not matter to a divergence.
struct outcome_row {
  number p;
  number q;
};

}  // namespace shufflecert::inline v0_1
