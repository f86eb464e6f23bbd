#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// The texts of one picture. gnuplot gets a placeholder for each: a character of Unicode's private
/// use area that tells which one, and as many others as fill the text's length.
class placeholders {
 public:
  /// The placeholder in quotes, for a gnuplot script; a longer text is cut off.
  std::string add(const std::string& text, std::size_t longest);
  /// The SVG text with the texts in their places.
  [[nodiscard]] std::string put_into(const std::string& svg) const;

 private:
  std::vector<std::string> texts_;
};

/// What an SVG says of itself.
struct svg_words {
  std::string name;     ///< distinguishes its ids from those of other pictures of a page
  std::string title;    ///< plain text
  std::string caption;  ///< plain text
};

/// What gnuplot wrote, with the picture's own texts; its ids with the picture's name, so that
/// several can stand in one page. Throws std::runtime_error where gnuplot wrote no SVG.
std::string finished_svg(std::string svg, const svg_words& words, const placeholders& texts);

}  // namespace shufflecert::inline v0_1::claims
