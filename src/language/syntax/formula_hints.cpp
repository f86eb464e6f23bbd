#include "language/syntax/formula_hints.hpp"

#include <algorithm>
#include <array>

namespace shufflecert::inline v0_1 {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// The character there, or 0 beyond the ends of the text.
char character_at(std::string_view text, std::size_t position) {
  return position < text.size() ? text[position] : '\0';
}

// The last character before `position` that is not blank; 0 at the beginning.
char last_before(std::string_view text, std::size_t position) {
  while (position > 0 && is_blank(text[position - 1])) --position;
  return position == 0 ? '\0' : text[position - 1];
}

std::string_view word_at(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (begins_name(character_at(text, end)) || is_digit(character_at(text, end))) ++end;
  return text.substr(position, end - position);
}

std::size_t digits_from(std::string_view text, std::size_t position) {
  std::size_t end = position;
  while (is_digit(character_at(text, end))) ++end;
  return end - position;
}

// The digits of a number that is written in groups, 50_000 or 50,000, from its first one on.
std::string without_groups(std::string_view text, std::size_t position, char separator) {
  while (position > 0 && (is_digit(text[position - 1]) || text[position - 1] == separator))
    --position;
  std::string digits;
  for (; is_digit(character_at(text, position)) || character_at(text, position) == separator;
       ++position)
    if (text[position] != separator) digits += text[position];
  return digits;
}

// The number that ends before `position`.
std::string number_before(std::string_view text, std::size_t position) {
  const auto start_of_digits = [&](std::size_t end) {
    while (end > 0 && (is_digit(text[end - 1]) || text[end - 1] == '.')) --end;
    return end;
  };
  std::size_t first = start_of_digits(position);
  // 1e-6
  std::size_t exponent = first;
  if (exponent > 1 && (text[exponent - 1] == '-' || text[exponent - 1] == '+')) --exponent;
  if (exponent > 1 && (text[exponent - 1] == 'e' || text[exponent - 1] == 'E') &&
      is_digit(text[exponent - 2]))
    first = start_of_digits(exponent - 1);
  return std::string(text.substr(first, position - first));
}

// 50k, 3M.
std::string hint_at_suffix(std::string_view text, std::size_t position, std::string_view word) {
  const char* exponent = word == "k" || word == "K" ? "3" : word == "M" ? "6" : nullptr;
  if (exponent == nullptr) return "";
  return "a product needs '*'; a suffix is written as a power: " + number_before(text, position) +
         "*10^" + exponent;
}

std::string hint_at_comma(std::string_view text, std::size_t position) {
  const bool is_inside_number =
      position > 0 && is_digit(text[position - 1]) && is_digit(character_at(text, position + 1));
  if (is_inside_number && digits_from(text, position + 1) == 3)
    return "digits are not grouped: " + without_groups(text, position, ',');
  if (is_inside_number) return "a decimal point is written '.'";
  if (text.substr(0, position).find_first_of("<>=") != std::string_view::npos)
    return "one string for each condition, or 'and' between them";
  return "";
}

std::string hint_at_word(std::string_view text, std::size_t position) {
  const std::string_view word = word_at(text, position);
  if (word == "in") return "a domain is written as conditions: \"n >= 1\", \"n <= 100\"";
  constexpr std::array prose{"and", "or", "not", "for", "if", "when", "where", "with", "mod"};
  if (std::find(prose.begin(), prose.end(), word) != prose.end()) return "";
  const char before = last_before(text, position);
  const bool follows_digit = position > 0 && is_digit(text[position - 1]);
  if (follows_digit && word.size() > 1 && word.front() == '_' &&
      word.find_first_not_of("_0123456789") == std::string_view::npos)
    return "digits are not grouped: " + without_groups(text, position, '_');
  constexpr std::string_view long_minus = "\xe2\x88\x92";
  if (follows_digit && (word == "e" || word == "E") &&
      text.substr(position + 1, long_minus.size()) == long_minus)
    return "the minus sign is written '-'";
  // 0x10 is a number of other languages, and 1e+ the beginning of one.
  if (follows_digit && (word == "e" || word == "E" || (before == '0' && word.size() > 1)))
    return "";
  if (std::string hint = follows_digit ? hint_at_suffix(text, position, word) : ""; !hint.empty())
    return hint;
  const bool follows_operand = is_digit(before) || begins_name(before) || before == ')';
  return follows_operand ? "a product needs '*'" : "";
}

}  // namespace

std::string hint_at(std::string_view text, std::size_t position) {
  const char here = character_at(text, position);
  const char next = character_at(text, position + 1);
  const char before = position == 0 ? '\0' : text[position - 1];
  if (static_cast<unsigned char>(here) >= 0x80)
    return "formulas are written in ASCII: eps0, lambda, <=";
  if (begins_name(here)) return hint_at_word(text, position);
  switch (here) {
    case '=':
      if (next == '<') return "write '<='";
      if (next == '>') return "write '>='";
      return "equality is written '=='";
    case '*':
      return before == '*' ? "a power is written '^'" : "";
    case '&':
      return "write 'and'";
    case '|':
      return next == '|' ? "write 'or'" : "write abs(x)";
    case '!': {
      const char last = last_before(text, position);
      const bool follows_operand = is_digit(last) || begins_name(last) || last == ')';
      return follows_operand ? "write factorial(n)" : "write 'not'";
    }
    case '%':
      return is_digit(before) ? "write " + number_before(text, position) + "/100"
                              : "write 5/100 for 5 percent";
    case '\\':
    case '$':
      return "formulas are not LaTeX: a/b, sqrt(x), eps0";
    case '{':
    case '}':
      return "brackets are '(' and ')'";
    case '(':
      return is_digit(last_before(text, position)) || last_before(text, position) == ')'
                 ? "a product needs '*'"
                 : "";
    case ',':
      return hint_at_comma(text, position);
    default:
      return "";
  }
}

}  // namespace shufflecert::inline v0_1
