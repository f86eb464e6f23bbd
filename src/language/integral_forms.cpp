#include "language/arguments.hpp"

namespace shufflecert {

std::vector<builtin> integral_forms() {
  return {};
}

}  // namespace shufflecert
