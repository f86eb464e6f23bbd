#pragma once

#include <stdexcept>

namespace shufflecert {

enum class script_language { python, gp };

/// The claim needs something that the script form does not have; what() says what.
class script_unavailable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shufflecert
