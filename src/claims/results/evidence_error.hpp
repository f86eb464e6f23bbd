#pragma once

#include <stdexcept>

namespace shufflecert {

/// A results file that cannot be used, or that was altered: one line that says what and where.
class evidence_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shufflecert
