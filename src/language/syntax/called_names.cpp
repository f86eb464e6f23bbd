#include "language/syntax/called_names.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1 {

bool calls_function(const expression& formula, std::string_view name) {
  const std::vector<std::string> called = called_functions(formula);
  return std::find(called.begin(), called.end(), name) != called.end();
}

}  // namespace shufflecert::inline v0_1
