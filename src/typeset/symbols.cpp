#include "typeset/symbols.hpp"

#include <algorithm>
#include <cctype>

namespace shufflecert::inline v0_1 {
namespace {

const std::map<std::string, std::string, std::less<>>& greek_letters() {
  static const std::map<std::string, std::string, std::less<>> letters{
      {"alpha", "α"},   {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"eps", "ε"},
      {"epsilon", "ε"}, {"zeta", "ζ"},   {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},
      {"kappa", "κ"},   {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},
      {"pi", "π"},      {"rho", "ρ"},    {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},
      {"chi", "χ"},     {"psi", "ψ"},    {"omega", "ω"}, {"Delta", "Δ"}, {"Gamma", "Γ"},
      {"Lambda", "Λ"},  {"Phi", "Φ"},    {"Psi", "Ψ"},   {"Omega", "Ω"}, {"Sigma", "Σ"},
      {"Theta", "Θ"},   {"Xi", "Ξ"},     {"Pi", "Π"},    {"inf", "∞"}};
  return letters;
}

// Bytes that begin a character of UTF-8.
std::size_t characters_in(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

layout set_piece(const std::string& text) {
  if (std::all_of(text.begin(), text.end(), is_digit)) return leaf(layout::kind::number, text);
  return leaf(characters_in(text) == 1 ? layout::kind::letter : layout::kind::word, text);
}

// A letter: a Latin one, or the name of a Greek one.
std::optional<layout> letter_of(const std::string& name) {
  if (const auto greek = greek_letters().find(name); greek != greek_letters().end())
    return leaf(layout::kind::letter, greek->second);
  if (name.size() == 1) return leaf(layout::kind::letter, name);
  return std::nullopt;
}

std::optional<layout> by_custom(const std::string& name) {
  if (auto letter = letter_of(name)) return letter;
  std::size_t end = name.find('_');
  std::string lower;
  if (end != std::string::npos) {
    lower = name.substr(end + 1);
  } else {
    end = name.size();
    while (end > 0 && is_digit(name[end - 1])) --end;
    lower = name.substr(end);
  }
  auto letter = letter_of(name.substr(0, end));
  if (!letter || lower.empty() || lower.find('_') != std::string::npos) return std::nullopt;
  auto script = letter_of(lower);
  return scripts(std::move(*letter), script ? std::move(*script) : set_piece(lower));
}

}  // namespace

std::optional<layout> read_symbol(const std::string& text) {
  const std::size_t lower = text.find('_');
  const std::size_t upper = text.find('^');
  const std::size_t base_end = std::min({lower, upper, text.size()});
  const auto piece = [&](std::size_t mark, std::size_t other) {
    const std::size_t end = other != std::string::npos && other > mark ? other : text.size();
    return text.substr(mark + 1, end - mark - 1);
  };
  const auto is_piece = [](const std::string& part) {
    return !part.empty() && part.find_first_of("_^") == std::string::npos &&
           std::none_of(part.begin(), part.end(),
                        [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; });
  };
  const std::string base = text.substr(0, base_end);
  if (!is_piece(base)) return std::nullopt;
  layout below;
  layout above;
  if (lower != std::string::npos) {
    if (!is_piece(piece(lower, upper))) return std::nullopt;
    below = set_piece(piece(lower, upper));
  }
  if (upper != std::string::npos) {
    if (!is_piece(piece(upper, lower))) return std::nullopt;
    above = set_piece(piece(upper, lower));
  }
  if (below.is_empty() && above.is_empty()) return set_piece(base);
  return scripts(set_piece(base), std::move(below), std::move(above));
}

layout set_name(const std::string& name, const symbol_table& symbols) {
  if (const auto own = symbols.find(name); own != symbols.end())
    if (auto symbol = read_symbol(own->second)) return std::move(*symbol);
  if (auto usual = by_custom(name)) return std::move(*usual);
  return leaf(layout::kind::word, name);
}

}  // namespace shufflecert::inline v0_1
