#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shufflecert/expression.hpp"
#include "typeset/symbols.hpp"

namespace shufflecert::inline v0_1 {

/// The formula as it is set on paper: fractions, exponents, sums, floors, in the notation of the
/// field. Nothing is simplified, and no operand changes its place.
layout set_formula(const expression& formula, const symbol_table& symbols);

/// The built-in functions that are not set as their name with arguments in brackets.
std::vector<std::string_view> names_with_layouts();

/// The formula as a MathML element of the block form, which browsers display without help.
/// `alternative` is read out by what cannot. A wide formula becomes several elements in a span of
/// the class `pieces`, so that lines can end between them.
std::string to_mathml(const layout& formula, const std::string& alternative);

/// A text for the content of an XML element or for an attribute in double quotes. Characters that
/// XML cannot hold become spaces.
std::string xml_text(const std::string& text);

/// The formula for the mathematics mode of LaTeX; needs amsmath.
std::string to_latex(const layout& formula);

}  // namespace shufflecert::inline v0_1
