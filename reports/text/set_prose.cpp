#include "reports/text/set_prose.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t longest_exponent = 60;
constexpr std::size_t longest_index = 3;

bool is_decimal_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// How many bytes the letter or digit at the start has; 0 where there is none. Letters are those of
// English and Greek.
std::size_t letter_at(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  if (std::isalnum(first) != 0) return 1;
  const bool is_greek = (first == 0xCE || first == 0xCF) && text.size() >= 2;
  return is_greek ? 2 : 0;
}

std::size_t letters_at(std::string_view text) {
  std::size_t end = 0;
  while (const std::size_t length = letter_at(text.substr(end))) end += length;
  return end;
}

std::size_t minus_at(std::string_view text) {
  constexpr std::string_view minus = "−";
  if (text.starts_with(minus)) return minus.size();
  return text.starts_with('-') ? 1 : 0;
}

// "−4.75", "ε0", "∞": an exponent without brackets.
std::size_t plain_exponent_at(std::string_view text) {
  constexpr std::string_view infinity = "∞";
  const std::size_t sign = minus_at(text);
  const std::string_view rest = text.substr(sign);
  if (rest.starts_with(infinity)) return sign + infinity.size();
  std::size_t end = letters_at(rest);
  if (end == 0) return 0;
  const bool is_number = std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(end),
                                     [](char c) { return is_decimal_digit(c); });
  if (is_number && end + 1 < rest.size() && rest[end] == '.' && is_decimal_digit(rest[end + 1]))
    end += 1 + letters_at(rest.substr(end + 1));
  return sign + end;
}

// "(ε0/2)" with its brackets, where all of it is on one line of prose.
std::size_t bracket_at(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  std::size_t open = 0;
  for (std::size_t i = 0; i < std::min(text.size(), longest_exponent); ++i) {
    if (text[i] == '<' || text[i] == '&' || text[i] == '\n') return 0;
    if (text[i] == '(') ++open;
    if (text[i] == ')' && --open == 0) return i + 1;
  }
  return 0;
}

// A piece of prose between two tags.
class prose {
 public:
  explicit prose(std::string_view text) : rest_(text) {}

  std::string set() {
    while (!rest_.empty())
      if (!take_power() && !take_index()) take_one();
    return std::move(result_);
  }

 private:
  void take(std::size_t length) {
    result_ += rest_.substr(0, length);
    rest_.remove_prefix(length);
  }

  void take_one() {
    const std::size_t letter = letter_at(rest_);
    is_single_letter_ = letter > 0 && !is_decimal_digit(rest_.front()) && !is_behind_letter_;
    is_behind_letter_ = letter > 0 && !is_decimal_digit(rest_.front());
    is_base_ = letter > 0 || rest_.front() == ')' || rest_.front() == '|';
    take(std::max<std::size_t>(letter, 1));
  }

  void add(std::string_view tag, std::string_view content) {
    result_ += "<";
    result_ += tag;
    result_ += ">";
    result_ += prose(content).set();
    result_ += "</";
    result_ += tag;
    result_ += ">";
    is_single_letter_ = false;
    is_behind_letter_ = true;
    is_base_ = true;
  }

  bool take_power() {
    if (!is_base_ || !rest_.starts_with('^')) return false;
    const std::string_view behind = rest_.substr(1);
    const std::size_t bracket = bracket_at(behind);
    const std::size_t length = bracket > 0 ? bracket : plain_exponent_at(behind);
    if (length == 0) return false;
    add("sup", bracket > 2 ? behind.substr(1, bracket - 2) : behind.substr(0, length));
    rest_ = behind.substr(length);
    return true;
  }

  // ε0, and R_α: behind one letter alone.
  bool take_index() {
    if (!is_single_letter_) return false;
    const bool has_sign = rest_.starts_with('_');
    const std::string_view behind = rest_.substr(has_sign ? 1 : 0);
    const std::size_t length = letters_at(behind);
    if (has_sign) {
      if (length == 0 || length > longest_index) return false;
    } else if (length != 1 || behind.front() != '0' || !result_.ends_with("ε")) {
      return false;
    }
    add("sub", behind.substr(0, length));
    rest_ = behind.substr(length);
    return true;
  }

  std::string_view rest_;
  std::string result_;
  bool is_behind_letter_ = false;
  bool is_single_letter_ = false;  ///< a letter that is no part of a word
  bool is_base_ = false;
};

// A long id, none of whose characters is escaped, where lines may end behind its slashes and
// underscores, which browsers do not see.
std::string with_breaks(std::string_view code) {
  constexpr std::size_t long_enough = 24;
  if (code.size() < long_enough || code.find('&') != std::string_view::npos)
    return std::string(code);
  std::string result;
  for (const char c : code) {
    result += c;
    if (c == '/' || c == '_') result += "<wbr>";
  }
  return result;
}

bool is_left_alone(std::string_view tag) {
  constexpr std::array<std::string_view, 8> names{"code",  "math", "script", "style",
                                                  "title", "pre",  "svg",    "option"};
  return std::find(names.begin(), names.end(), tag) != names.end();
}

}  // namespace

std::string with_prose_set(const std::string& html) {
  std::string result;
  result.reserve(html.size());
  std::string_view rest = html;
  bool is_in_link = false;  // directly behind the tag
  while (!rest.empty()) {
    const std::size_t text = std::min(rest.find('<'), rest.size());
    is_in_link = is_in_link && text == 0;
    result += prose(rest.substr(0, text)).set();
    rest.remove_prefix(text);
    if (rest.empty()) break;
    const std::string_view name = rest.substr(1, letters_at(rest.substr(1)));
    // What is left alone goes to the end of its last tag; none of these is nested in itself.
    const std::string closing = "</" + std::string(name) + ">";
    std::size_t end = is_left_alone(name) ? rest.find(closing) : rest.find('>');
    end = end == std::string_view::npos ? rest.size()
                                        : end + (is_left_alone(name) ? closing.size() : 1);
    constexpr std::string_view opening = "<code>";
    const std::string_view part = rest.substr(0, end);
    if (is_in_link && part.starts_with(opening) && part.ends_with(closing))
      result +=
          std::string(opening) +
          with_breaks(part.substr(opening.size(), part.size() - opening.size() - closing.size())) +
          closing;
    else
      result += part;
    is_in_link = name == "a";
    rest.remove_prefix(end);
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
