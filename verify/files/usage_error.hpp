#pragma once

#include <stdexcept>

namespace shufflecert {

/// Unusable input: one line that says what, where and what would be right.
class usage_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shufflecert
