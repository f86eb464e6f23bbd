#include "claims/results/results.hpp"

namespace shufflecert {

std::string point_in_words(const point_texts& point, const char* without_variables) {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += (text.empty() ? "" : ", ") + name + " = " + chosen;
  return text.empty() ? without_variables : text;
}

}  // namespace shufflecert
