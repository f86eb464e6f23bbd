#include <fmt/format.h>

#include <algorithm>
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

// About how many letters wide a formula is.
double width_of(const layout& formula);

double width_together(const std::vector<layout>& parts) {
  double width = 0;
  for (const layout& part : parts) width += width_of(part);
  return width;
}

double widest_of(const std::vector<layout>& parts) {
  double width = 0;
  for (const layout& part : parts) width = std::max(width, width_of(part));
  return width;
}

double letters_in(const std::string& text) {
  return static_cast<double>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

double width_of(const layout& formula) {
  constexpr double of_scripts = 0.7;
  switch (formula.what) {
    case layout::kind::row:
    case layout::kind::root:
      return width_together(formula.parts);
    case layout::kind::number:
    case layout::kind::letter:
    case layout::kind::word:
      return letters_in(formula.text);
    case layout::kind::sign:
      return 2;
    case layout::kind::times:
      return 0;
    case layout::kind::space:
      return 1;
    case layout::kind::fraction:
    case layout::kind::large:
      return widest_of(formula.parts);
    case layout::kind::scripts:
      return width_of(formula.parts[0]) +
             of_scripts * std::max(width_of(formula.parts[1]), width_of(formula.parts[2]));
    case layout::kind::fenced:
    case layout::kind::binomial:
      return 2 + width_together(formula.parts);
    case layout::kind::cases:
      return 2 + 2 * widest_of(formula.parts);
  }
  return 0;
}

// What fits on a narrow screen, and what a fraction may have on a printed page.
constexpr double widest_piece = 33;
constexpr double widest_fraction = 60;

// A formula in several elements, between which a browser may end a line: it breaks none of them.
// Signs of relations and sums begin one. Brackets around much are opened up, and wide fractions are
// written with a stroke.
class pieces {
 public:
  [[nodiscard]] std::string written(const layout& formula) {
    add(formula, false);
    finish();
    return whole_;
  }

 private:
  // Signs that begin a piece, and before which a fraction with a stroke needs no brackets.
  static bool is_beginning(const layout& formula) {
    static const std::set<std::string> beginnings{"+", "\u2212", "=",      "<",
                                                  ">", "\u2264", "\u2265", "\u2260"};
    return formula.what == layout::kind::sign && beginnings.contains(formula.text);
  }

  void add_all(const std::vector<layout>& parts, bool is_followed) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_last = i + 1 == parts.size();
      add(parts[i], is_last ? is_followed : !is_beginning(parts[i + 1]));
    }
  }

  // What follows directly would seem to be divided by, too.
  void add(const layout& formula, bool is_followed) {
    const double width = width_of(formula);
    const bool is_wide = width > widest_piece;
    // Opened up a bracket may end the line within it.
    const bool is_too_wide_here = width > widest_piece / 2 && width_ + width > widest_piece;
    if (formula.what == layout::kind::sign)
      add_sign(formula);
    else if (formula.what == layout::kind::row)
      add_all(formula.parts, is_followed);
    else if (formula.what == layout::kind::fenced && (is_wide || is_too_wide_here))
      add_bracket(formula.parts, formula.text, formula.closing);
    else if (formula.what == layout::kind::fraction && width_of(formula) > widest_fraction)
      add_with_stroke(formula, is_followed);
    else if (formula.what == layout::kind::cases && is_wide)
      for (std::size_t i = 0; i + 1 < formula.parts.size(); i += 2)
        add_case(formula.parts[i], formula.parts[i + 1], i > 0);
    else
      append(formula);
  }

  void add_sign(const layout& formula) {
    const bool is_between = is_beginning(formula) && is_behind_operand_;
    // Within brackets little is not worth a line.
    if (is_between && (depth_ == 0 || width_ > widest_piece / 3)) finish();
    const bool is_product = formula.text == "·" && is_behind_operand_;
    if (is_product && width_ > widest_piece / 2) finish();
    piece_ += is_between ? "<mo form=\"infix\">" : "<mo>";
    piece_ += xml_text(formula.text) + "</mo>";
    width_ += 2;
    is_behind_operand_ = false;
    if (formula.text == "," && width_ > widest_piece / 2) finish();
  }

  void add_bracket(const std::vector<layout>& parts, const std::string& open,
                   const std::string& close) {
    piece_ += "<mo>" + xml_text(open) + "</mo>";
    is_behind_operand_ = false;
    ++depth_;
    add_all(parts, false);
    --depth_;
    piece_ += "<mo>" + xml_text(close) + "</mo>";
    width_ += 2;
    is_behind_operand_ = true;
  }

  void add_with_stroke(const layout& fraction, bool is_followed) {
    const auto add_part = [&](const layout& part) {
      if (part.what == layout::kind::row || part.what == layout::kind::fraction)
        add_bracket({part}, "(", ")");
      else
        add(part, true);
    };
    if (is_followed) piece_ += "<mo>(</mo>";
    add_part(fraction.parts[0]);
    piece_ += "<mo>/</mo>";
    add_part(fraction.parts[1]);
    if (is_followed) piece_ += "<mo>)</mo>";
  }

  // A value, and on the next line where it is the value; a semicolon ends what another one follows.
  void add_case(const layout& value, const layout& condition, bool is_further) {
    if (is_further) piece_ += "<mo>;</mo>";
    if (is_further) finish();
    add(value, true);
    finish();
    add(condition, false);
  }

  void append(const layout& formula) {
    const bool is_and = formula.what == layout::kind::word && formula.text == "and";
    if (is_and && width_ > widest_piece / 2) finish();
    if (formula.what == layout::kind::times && width_ > widest_piece / 2) return finish();
    if (is_behind_operand_ && width_ > widest_piece / 3 &&
        width_ + width_of(formula) > widest_piece)
      finish();
    piece_ += element(formula);
    width_ += width_of(formula);
    is_behind_operand_ = formula.what != layout::kind::space;
  }

  void finish() {
    if (!piece_.empty())
      whole_ += fmt::format("{}<math displaystyle=\"true\"><mrow>{}</mrow></math>",
                            whole_.empty() ? "" : " ", piece_);
    piece_.clear();
    width_ = 0;
  }

  std::string whole_;
  std::string piece_;
  double width_ = 0;
  int depth_ = 0;  ///< of brackets that were opened up
  bool is_behind_operand_ = false;
};

}  // namespace

std::string to_mathml(const layout& formula, const std::string& alternative) {
  if (width_of(formula) > widest_piece)
    return fmt::format("<span class=\"pieces\" role=\"math\" aria-label=\"{}\">{}</span>",
                       xml_text(alternative), pieces().written(formula));
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
