#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1 {

/// A formula as it is set on paper, before it is written in a markup language.
struct layout {
  enum class kind {
    row,       ///< parts side by side
    number,    ///< a decimal
    letter,    ///< one letter, slanted
    word,      ///< a name of several letters, or a word of English, upright
    sign,      ///< an operator between operands, or before one
    times,     ///< a product without a sign
    space,     ///< a gap between a formula and a word
    fraction,  ///< numerator, denominator
    scripts,   ///< base, subscript, superscript; an empty row stands for none
    root,      ///< what is under it
    fenced,    ///< the content between `text` and `closing`, which grow with it
    large,     ///< a sign with what stands below and above: sign, lower, upper
    binomial,  ///< upper, lower
    cases      ///< value, condition, value, condition, …
  };

  kind what = kind::row;
  std::string text;
  std::string closing;
  std::vector<layout> parts;

  [[nodiscard]] bool is_empty() const { return what == kind::row && parts.empty(); }
};

inline layout row_of(std::vector<layout> parts) {
  return {layout::kind::row, "", "", std::move(parts)};
}
inline layout leaf(layout::kind what, std::string text) {
  return {what, std::move(text), "", {}};
}
inline layout sign(std::string text) {
  return leaf(layout::kind::sign, std::move(text));
}
inline layout scripts(layout base, layout lower, layout upper = {}) {
  return {layout::kind::scripts, "", "", {std::move(base), std::move(lower), std::move(upper)}};
}
inline layout fenced(std::string open, layout content, std::string close) {
  return {layout::kind::fenced, std::move(open), std::move(close), {std::move(content)}};
}

/// How names of formulas are set, by name: `eps0` as "ε_0". A symbol is a letter or a word, with
/// one subscript after `_` and one superscript after `^`, if any.
using symbol_table = std::map<std::string, std::string, std::less<>>;

/// The symbol as it is set; nothing where the text is none.
std::optional<layout> read_symbol(const std::string& text);

/// A name as it is set: by the table, or else by custom. Names of Greek letters are these letters,
/// digits at the end and what follows `_` are subscripts (`eps0`, `delta_3`), one letter is
/// slanted; every other name stands upright as it is.
layout set_name(const std::string& name, const symbol_table& symbols);

}  // namespace shufflecert::inline v0_1
