#include "verify/coq_export/coq_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace shufflecert::inline v0_1::claims {
namespace {

// Words of Coq, of its real numbers, of the theory, and of the exported files themselves.
constexpr std::array reserved_in_coq{
    "Axiom",    "Definition", "End",         "Hypothesis", "IZR",      "INR",
    "Lemma",    "PI",         "Prop",        "Proof",      "Qed",      "R",
    "Rabs",     "Rmax",       "Rmin",        "Section",    "Set",      "Theorem",
    "Type",     "Variable",   "Z",           "abs",        "andb",     "as",
    "at",       "bernoulli",  "bind",        "bool",       "by",       "ceil",
    "choice",   "claim",      "cofix",       "counts",     "curve_at", "curve_is_bounded",
    "do",       "else",       "end",         "exists",     "exp",      "false",
    "first",    "fix",        "floor",       "for",        "forall",   "fst",
    "fun",      "if",         "in",          "is_eq",      "is_le",    "is_lt",
    "is_whole", "law",        "law_between", "law_mean",   "let",      "list",
    "ln",       "match",      "mean",        "mix",        "mod",      "nat",
    "negb",     "nil",        "orb",         "outcome",    "outcomes", "pair_of",
    "pmf",      "power",      "return",      "second",     "snd",      "sqrt",
    "sum_over", "support",    "sure",        "swap",       "tanh",     "then",
    "true",     "users",      "using",       "value",      "where",    "with"};

}  // namespace

std::string coq_name(std::string_view name) {
  std::string_view stem = name;
  while (stem.ends_with('_')) stem.remove_suffix(1);
  const bool is_taken =
      std::find(reserved_in_coq.begin(), reserved_in_coq.end(), stem) != reserved_in_coq.end();
  return std::string(name) + (is_taken || stem.empty() ? "_" : "");
}

std::string coq_module(std::string_view claim_id) {
  std::string text;
  for (const char c : claim_id) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      text += c;
    else if (c == '/')
      text += "__";
    else if (c == '-')
      text += '_';
    else
      text += fmt::format("_{:02x}", static_cast<unsigned char>(c));
  }
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0)
    text = "claim_" + text;
  return text;
}

std::string coq_comment(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '"') {
      safe += '\'';
      continue;
    }
    const bool opens = c == '*' && safe.ends_with('(');
    const bool closes = c == ')' && safe.ends_with('*');
    if (opens || closes) safe += ' ';
    safe += c;
  }
  return safe;
}

std::string place_name(std::string_view place) {
  std::string text;
  for (const char c : place) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  }
  while (text.ends_with('_')) text.pop_back();
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
