#pragma once

#include <string>
#include <vector>

#include "typeset/symbols.hpp"

namespace shufflecert {

/// A formula as pages show it.
struct shown_formula {
  std::vector<std::string> mathml;  ///< an element for each part of a top-level `and`
  std::string latex;                ///< of the whole
};

/// Sets the text of a formula, or of a definition, `name(x, y) = formula`. Empty where the text
/// does not parse: pages then show the text alone.
shown_formula set_text(const std::string& text, const symbol_table& symbols);

}  // namespace shufflecert
