#include "claims/results/results.hpp"

namespace shufflecert {

std::string to_text(verdict v) {
  switch (v) {
    case verdict::refuted:
      return "refuted";
    case verdict::contradicted:
      return "contradicted";
    case verdict::supported:
      return "supported";
    case verdict::invalid:
      return "invalid";
    case verdict::undecided:
      return "undecided";
    case verdict::proved:
      return "proved";
    case verdict::verified:
      return "verified";
  }
  return "?";
}

std::string point_in_words(const point_texts& point, const char* without_variables) {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += (text.empty() ? "" : ", ") + name + " = " + chosen;
  return text.empty() ? without_variables : text;
}

}  // namespace shufflecert
