#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// What the formulas' characters are called.
const std::map<std::string, std::string, std::less<>>& commands() {
  static const std::map<std::string, std::string, std::less<>> names{{"α", "\\alpha"},
                                                                     {"β", "\\beta"},
                                                                     {"γ", "\\gamma"},
                                                                     {"δ", "\\delta"},
                                                                     {"ε", "\\varepsilon"},
                                                                     {"ζ", "\\zeta"},
                                                                     {"η", "\\eta"},
                                                                     {"θ", "\\theta"},
                                                                     {"ι", "\\iota"},
                                                                     {"κ", "\\kappa"},
                                                                     {"λ", "\\lambda"},
                                                                     {"μ", "\\mu"},
                                                                     {"ν", "\\nu"},
                                                                     {"ξ", "\\xi"},
                                                                     {"π", "\\pi"},
                                                                     {"ρ", "\\rho"},
                                                                     {"σ", "\\sigma"},
                                                                     {"τ", "\\tau"},
                                                                     {"φ", "\\varphi"},
                                                                     {"χ", "\\chi"},
                                                                     {"ψ", "\\psi"},
                                                                     {"ω", "\\omega"},
                                                                     {"Δ", "\\Delta"},
                                                                     {"Γ", "\\Gamma"},
                                                                     {"Λ", "\\Lambda"},
                                                                     {"Φ", "\\Phi"},
                                                                     {"Ψ", "\\Psi"},
                                                                     {"Ω", "\\Omega"},
                                                                     {"Σ", "\\Sigma"},
                                                                     {"Θ", "\\Theta"},
                                                                     {"Ξ", "\\Xi"},
                                                                     {"Π", "\\Pi"},
                                                                     {"∞", "\\infty"},
                                                                     {"≤", "\\le"},
                                                                     {"≥", "\\ge"},
                                                                     {"≠", "\\ne"},
                                                                     {"−", "-"},
                                                                     {"·", "\\cdot"},
                                                                     {"∑", "\\sum"},
                                                                     {"∏", "\\prod"},
                                                                     {"∫", "\\int"},
                                                                     {"∼", "\\sim"},
                                                                     {"∈", "\\in"},
                                                                     {"⌊", "\\lfloor"},
                                                                     {"⌋", "\\rfloor"},
                                                                     {"⌈", "\\lceil"},
                                                                     {"⌉", "\\rceil"},
                                                                     {"{", "\\{"},
                                                                     {"}", "\\}"},
                                                                     {"|", "|"},
                                                                     {"‖", "\\|"},
                                                                     {":", ":"}};
  return names;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\backslash ";
    else if (c == '~' || c == '^')
      result += fmt::format("\\{}{{}}", c);
    else {
      if (std::string_view("_%$#&{}").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

// A command that ends in a letter needs a gap before one.
std::string character(const std::string& text) {
  const auto known = commands().find(text);
  if (known == commands().end()) return escaped(text);
  return known->second + (known->second.size() > 2 ? " " : "");
}

std::string write(const layout& formula);

std::string write_all(const std::vector<layout>& parts) {
  std::string text;
  for (const layout& part : parts) text += write(part);
  return text;
}

std::string trimmed(std::string text) {
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string braced(const layout& formula) {
  return "{" + trimmed(write(formula)) + "}";
}

std::string write_scripts(const layout& formula) {
  const layout& base = formula.parts[0];
  std::string text = base.what == layout::kind::letter || base.what == layout::kind::number ||
                             base.what == layout::kind::fenced || base.what == layout::kind::word
                         ? trimmed(write(base))
                         : braced(base);
  if (!formula.parts[1].is_empty()) text += "_" + braced(formula.parts[1]);
  if (!formula.parts[2].is_empty()) text += "^" + braced(formula.parts[2]);
  return text;
}

std::string write_word(const std::string& text) {
  for (const char* known : {"log", "min", "max", "tanh", "exp", "inf", "sup"})
    if (text == known) return "\\" + text + " ";
  if (text == "and" || text == "or" || text == "not" || text == "if" || text == "otherwise")
    return "\\text{" + text + "}";
  return "\\operatorname{" + escaped(text) + "}";
}

std::string write_large(const layout& formula) {
  const layout& head = formula.parts[0];
  std::string text = head.what == layout::kind::sign ? trimmed(character(head.text))
                     : head.text == "min" || head.text == "max"
                         ? "\\" + head.text
                         : "\\operatorname*{" + escaped(head.text) + "}";
  text += "_" + braced(formula.parts[1]);
  if (!formula.parts[2].is_empty()) text += "^" + braced(formula.parts[2]);
  return text + " ";
}

std::string write_cases(const layout& formula) {
  std::string rows;
  for (std::size_t i = 0; i + 1 < formula.parts.size(); i += 2)
    rows += fmt::format("{}{} & {}", rows.empty() ? "" : " \\\\ ", trimmed(write(formula.parts[i])),
                        trimmed(write(formula.parts[i + 1])));
  return "\\begin{cases}" + rows + "\\end{cases}";
}

std::string write(const layout& formula) {
  switch (formula.what) {
    case layout::kind::row:
      return write_all(formula.parts);
    case layout::kind::number:
      return formula.text;
    case layout::kind::letter:
      return character(formula.text);
    case layout::kind::word:
      return write_word(formula.text);
    case layout::kind::sign:
      return formula.text == "," ? ", " : " " + trimmed(character(formula.text)) + " ";
    case layout::kind::times:
      return "\\,";
    case layout::kind::space:
      return "\\quad ";
    case layout::kind::fraction:
      return "\\frac" + braced(formula.parts[0]) + braced(formula.parts[1]);
    case layout::kind::scripts:
      return write_scripts(formula);
    case layout::kind::root:
      return "\\sqrt" + braced(formula.parts[0]);
    case layout::kind::fenced:
      return fmt::format("\\left{} {} \\right{}", trimmed(character(formula.text)),
                         trimmed(write(formula.parts[0])), trimmed(character(formula.closing)));
    case layout::kind::large:
      return write_large(formula);
    case layout::kind::binomial:
      return "\\binom" + braced(formula.parts[0]) + braced(formula.parts[1]);
    case layout::kind::cases:
      return write_cases(formula);
  }
  return "";
}

}  // namespace

std::string to_latex(const layout& formula) {
  return trimmed(write(formula));
}

}  // namespace shufflecert::inline v0_1
