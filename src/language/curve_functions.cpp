#include "language/arguments.hpp"

namespace shufflecert {

std::vector<builtin> curve_functions() {
  return {};
}

}  // namespace shufflecert
