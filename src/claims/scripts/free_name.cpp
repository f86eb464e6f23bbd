#include <algorithm>
#include <set>

#include "claims/scripts/formula_printer.hpp"
#include "claims/scripts/library.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Names of the two languages that formulas may not take. GP has more than a thousand names of its
// own, of letters alone; free_name() keeps clear of them.
const std::set<std::string>& reserved_names(script_language language) {
  static const std::set<std::string> python{
      "False",      "None",        "True",       "and",
      "as",         "assert",      "async",      "await",
      "break",      "class",       "continue",   "def",
      "del",        "elif",        "else",       "except",
      "finally",    "for",         "from",       "global",
      "if",         "import",      "in",         "is",
      "lambda",     "nonlocal",    "not",        "or",
      "pass",       "raise",       "return",     "try",
      "while",      "with",        "yield",      "match",
      "case",       "abs",         "all",        "any",
      "bool",       "callable",    "dict",       "enumerate",
      "hasattr",    "int",         "isinstance", "len",
      "list",       "max",         "min",        "print",
      "range",      "reversed",    "set",        "sorted",
      "str",        "sum",         "tuple",      "zip",
      "mp",         "mpf",         "sys",        "comb",
      "namedtuple", "bisect_left", "ValueError", "ZeroDivisionError",
      "ABOUT",      "DIGITS",      "TOLERANCE",  "DROPPED",
      "QUADRATURE", "lhs",         "rhs",        "holds",
      "good",       "solutions"};
  static const std::set<std::string> gp{"I",     "O",         "Pi",      "ln",        "oo",
                                        "eint1", "log1p",     "expm1",   "besselh1",  "besselh2",
                                        "ABOUT", "TOLERANCE", "DROPPED", "QUADRATURE"};
  return language == script_language::python ? python : gp;
}

bool is_reserved(script_language language, const std::string& name) {
  return reserved_names(language).contains(name) || snippet_names(language).contains(name);
}

}  // namespace

std::string free_name(script_language language, const std::string& name) {
  if (language == script_language::python)
    // Names that start with two underscores are Python's own.
    return name == "lambda"              ? "lam"
           : name.starts_with("__")      ? "v" + name
           : is_reserved(language, name) ? name + "_"
                                         : name;
  const bool is_plain_word = name.size() > 2 && std::all_of(name.begin(), name.end(), [](char c) {
                               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                             });
  // A name of GP starts with a letter.
  const std::string chosen = name.front() == '_' ? "v" + name : name;
  return is_plain_word || is_reserved(language, chosen) ? chosen + "_" : chosen;
}

}  // namespace shufflecert::inline v0_1::claims
