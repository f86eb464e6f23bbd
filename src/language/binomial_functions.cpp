#include "language/arguments.hpp"

namespace shufflecert {

std::vector<builtin> binomial_functions() {
  return {};
}

}  // namespace shufflecert
