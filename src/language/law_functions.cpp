#include "language/arguments.hpp"

namespace shufflecert {

std::vector<builtin> law_functions() {
  return {};
}

}  // namespace shufflecert
