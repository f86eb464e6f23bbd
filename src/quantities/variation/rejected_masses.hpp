#pragma once

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// P and Q of a set of outcomes that is {P > κQ} but for some on its edge and those of a few
/// layers: certainly 0 <= H_κ − (p − κq) <= misplaced.
struct rejected_masses {
  ball p;
  ball q;
  ball misplaced;  ///< an upper bound, exact
};

}  // namespace shufflecert::inline v0_1
