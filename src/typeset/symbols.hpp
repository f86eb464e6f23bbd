#pragma once

#include <map>
#include <optional>
#include <string>

#include "typeset/layout.hpp"

namespace shufflecert {

/// How names of formulas are set, by name: `eps0` as "ε_0". A symbol is a letter or a word, with
/// one subscript after `_` and one superscript after `^`, if any.
using symbol_table = std::map<std::string, std::string, std::less<>>;

/// The symbol as it is set; nothing where the text is none.
std::optional<layout> read_symbol(const std::string& text);

/// A name as it is set: by the table, or else by custom. Names of Greek letters are these letters,
/// digits at the end and what follows `_` are subscripts (`eps0`, `delta_3`), one letter is
/// slanted; every other name stands upright as it is.
layout set_name(const std::string& name, const symbol_table& symbols);

}  // namespace shufflecert
