#pragma once

#include <vector>

#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// One outcome of a report of shuffled_pair, exactly 0 where a law does not list it.
struct report_outcome {
  number p;
  number q;
  number r;
};

/// All outcomes that P, Q or R lists, those that only R lists included.
std::vector<report_outcome> outcomes_of_report(const shuffled_pair& pair);

}  // namespace shufflecert::inline v0_1
