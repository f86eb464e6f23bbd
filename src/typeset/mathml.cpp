#include <fmt/format.h>

#include <set>
#include <string_view>

#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// U+FFFE and U+FFFF in UTF-8.
bool is_no_character(std::string_view rest) {
  return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF");
}

// Greek capitals stand upright, as in LaTeX.
bool is_upright(const std::string& letter) {
  static const std::set<std::string> capitals{"Γ", "Δ", "Θ", "Λ", "Ξ", "Π", "Σ", "Φ", "Ψ", "Ω"};
  return capitals.contains(letter);
}

std::string element(const layout& formula);

std::string elements(const std::vector<layout>& parts) {
  std::string text;
  for (const layout& part : parts) text += element(part);
  return text;
}

std::string set_scripts(const layout& formula) {
  const layout& lower = formula.parts[1];
  const layout& upper = formula.parts[2];
  const std::string base = element(formula.parts[0]);
  if (upper.is_empty()) return fmt::format("<msub>{}{}</msub>", base, element(lower));
  if (lower.is_empty()) return fmt::format("<msup>{}{}</msup>", base, element(upper));
  return fmt::format("<msubsup>{}{}{}</msubsup>", base, element(lower), element(upper));
}

std::string set_large(const layout& formula) {
  const std::string base = element(formula.parts[0]);
  const layout& upper = formula.parts[2];
  if (upper.is_empty())
    return fmt::format("<munder>{}{}</munder>", base, element(formula.parts[1]));
  return fmt::format("<munderover>{}{}{}</munderover>", base, element(formula.parts[1]),
                     element(upper));
}

std::string set_cases(const layout& formula) {
  std::string rows;
  for (std::size_t i = 0; i + 1 < formula.parts.size(); i += 2)
    rows += fmt::format("<mtr><mtd>{}</mtd><mtd>{}</mtd></mtr>", element(formula.parts[i]),
                        element(formula.parts[i + 1]));
  return fmt::format("<mrow><mo>{{</mo><mtable columnalign=\"left left\">{}</mtable></mrow>", rows);
}

std::string element(const layout& formula) {
  switch (formula.what) {
    case layout::kind::row:
      return "<mrow>" + elements(formula.parts) + "</mrow>";
    case layout::kind::number:
      return "<mn>" + xml_text(formula.text) + "</mn>";
    case layout::kind::letter:
      return (is_upright(formula.text) ? "<mi mathvariant=\"normal\">" : "<mi>") +
             xml_text(formula.text) + "</mi>";
    case layout::kind::word:
      return "<mi mathvariant=\"normal\">" + xml_text(formula.text) + "</mi>";
    case layout::kind::sign:
      return "<mo>" + xml_text(formula.text) + "</mo>";
    case layout::kind::times:
      return "<mo rspace=\"0.12em\">&#x2062;</mo>";
    case layout::kind::space:
      return "<mspace width=\"0.6em\"/>";
    case layout::kind::fraction:
      return "<mfrac>" + elements(formula.parts) + "</mfrac>";
    case layout::kind::scripts:
      return set_scripts(formula);
    case layout::kind::root:
      return "<msqrt>" + elements(formula.parts) + "</msqrt>";
    case layout::kind::fenced:
      return fmt::format("<mrow><mo>{}</mo>{}<mo>{}</mo></mrow>", xml_text(formula.text),
                         elements(formula.parts), xml_text(formula.closing));
    case layout::kind::large:
      return set_large(formula);
    case layout::kind::binomial:
      return "<mrow><mo>(</mo><mfrac linethickness=\"0\">" + elements(formula.parts) +
             "</mfrac><mo>)</mo></mrow>";
    case layout::kind::cases:
      return set_cases(formula);
  }
  return "";
}

}  // namespace

std::string to_mathml(const layout& formula, const std::string& alternative) {
  return fmt::format("<math display=\"block\" alttext=\"{}\">{}</math>", xml_text(alternative),
                     element(formula));
}

std::string xml_text(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (is_no_character(std::string_view(text).substr(i))) {
      result += ' ';
      i += 2;
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
