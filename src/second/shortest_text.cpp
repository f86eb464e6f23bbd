#include "second/shortest_text.hpp"

#include <fmt/format.h>

namespace shufflecert::second {

std::string shortest_text(double x) {
  return fmt::format("{}", x);
}

}  // namespace shufflecert::second
