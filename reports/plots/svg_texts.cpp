#include "reports/plots/svg_texts.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace shufflecert::inline v0_1::claims {
namespace {

// A code point of UTF-8, and how many bytes it takes; U+FFFD and one byte where the text is broken
// or XML knows no such character.
std::pair<std::string, std::size_t> character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::string unknown = "\xEF\xBF\xBD";
  const unsigned first = byte(at);
  if (first < 0x20 || first == 0x7F) return {" ", 1};
  if (first < 0x80) return {std::string(1, text[at]), 1};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {unknown, 1};
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(at + i) & 0xC0U) != 0x80) return {unknown, 1};
  const unsigned second = byte(at + 1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_surrogate = first == 0xED && second >= 0xA0;
  const bool is_beyond = first == 0xF4 && second >= 0x90;
  if (is_overlong || is_surrogate || is_beyond) return {unknown, 1};
  const std::string whole = text.substr(at, size);
  if (whole == "\xEF\xBF\xBE" || whole == "\xEF\xBF\xBF" || (first == 0xC2 && second < 0xA0))
    return {unknown, size};
  return {whole, size};
}

std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, size] = character_at(text, at);
    result.push_back(character);
    at += size;
  }
  return result;
}

std::vector<std::string> shortened(std::vector<std::string> characters, std::size_t longest) {
  if (characters.size() <= longest) return characters;
  characters.resize(longest - 1);
  characters.emplace_back("…");
  return characters;
}

std::string xml_text(const std::vector<std::string>& characters) {
  std::string result;
  for (const std::string& c : characters)
    result += c == "&" ? "&amp;" : c == "<" ? "&lt;" : c == ">" ? "&gt;" : c == "\"" ? "&quot;" : c;
  return result;
}

// U+E000 + index, of which there are 4096 before U+F000.
std::string code(std::size_t index) {
  if (index >= 4096) throw std::runtime_error("a plot has too many texts");
  return {'\xEE', static_cast<char>(0x80U | (index / 64U)),
          static_cast<char>(0x80U | (index % 64U))};
}
std::string filler() {
  return "\xEF\xA3\xBF";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

void erase_between(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    const std::size_t end = text.find(to, at + from.size());
    if (end == std::string::npos) return;
    text.erase(at, end + to.size() - at);
  }
}

}  // namespace

std::string placeholders::add(const std::string& text, std::size_t longest) {
  const std::vector<std::string> characters = shortened(characters_of(text), longest);
  std::string result = code(texts_.size());
  for (std::size_t i = 1; i < characters.size(); ++i) result += filler();
  texts_.push_back(xml_text(characters));
  return "'" + result + "'";
}

std::string placeholders::put_into(const std::string& svg) const {
  std::string result;
  constexpr std::size_t size = 3;  // bytes of a private character in UTF-8
  for (std::size_t at = 0; at < svg.size();) {
    const unsigned char first = static_cast<unsigned char>(svg[at]);
    if (first != 0xEE && svg.compare(at, size, filler()) != 0) {
      result += svg[at++];
      continue;
    }
    if (first == 0xEE && at + 2 < svg.size()) {
      const std::size_t index = (static_cast<unsigned char>(svg[at + 1]) & 0x3FU) * 64U +
                                (static_cast<unsigned char>(svg[at + 2]) & 0x3FU);
      if (index < texts_.size()) result += texts_[index];
    }
    at += size;
  }
  return result;
}

std::string finished_svg(std::string svg, const svg_words& words, const placeholders& texts) {
  erase_between(svg, "<title>", "</title>");
  erase_between(svg, "<desc>", "</desc>\n");
  erase_between(svg, "<filter", "</filter>\n");
  erase_between(svg, " id=\"gnuplot_", "\"");
  std::string prefix = words.name;
  std::erase_if(prefix, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-';
  });
  replace_all(svg, "id='gp", "id='" + prefix + "-gp");
  replace_all(svg, "href='#gp", "href='#" + prefix + "-gp");
  svg = texts.put_into(svg);
  const std::size_t start = svg.find("<svg");
  const std::size_t end = start == std::string::npos ? start : svg.find('>', start);
  if (end == std::string::npos) throw std::runtime_error("gnuplot wrote no SVG");
  svg.insert(end + 1, "\n<title>" + xml_text(characters_of(words.title)) + "</title>\n<desc>" +
                          xml_text(characters_of(words.caption)) + "</desc>");
  svg.insert(start + 4, " role=\"img\"");
  return svg;
}

}  // namespace shufflecert::inline v0_1::claims
