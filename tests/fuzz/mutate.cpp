#include "targets.hpp"

#include <cctype>

namespace fuzz {

std::string hostile_number(random_source& random) {
  return random.text(
      {"0",         "1",      "-1",      "2",        "1/2",        "inf",
       "-inf",      "1e9999", "1e-9999", "1e10000",  "10^18",      "10^30",
       "exp(10^9)", "log(3)", "2^63",    "2^63 - 1", "-2^63",      "477777777777777777777777777777",
       "0.1",       "pi",     "1e-400",  "10^-30",   "exp(10^18)", "9223372036854775807",
       "sqrt(2)",   "1e308",  "0.0",     "1e1e1",    "00001",      "exp(exp(exp(5)))"});
}

std::string hostile_text(random_source& random) {
  static const std::vector<std::string> texts{"",
                                              "\x1b[31mfzmarker\x1b[0m",
                                              "\rfzmarker()",
                                              "\nfzmarker",
                                              "<fzmarker>",
                                              "\"><fzmarker>",
                                              "</math><script>fzmarker</script>",
                                              "=fzmarker(1)",
                                              "'''\nfzmarker\n'''",
                                              "\\write18{fzmarker}",
                                              "`fzmarker`",
                                              "$(fzmarker)",
                                              "../fzmarker",
                                              "/dev/null",
                                              "\xc3\xa9",
                                              "\xff\xfe",
                                              std::string("\0", 1),
                                              "\x7f\xc2\x9b",
                                              "\xe2\x80\xae",
                                              "x",
                                              "n",
                                              std::string(300, 'a')};
  return random.of(texts);
}

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (is_word(text[i])) {
      while (end < text.size() && is_word(text[end])) ++end;
    } else if (text[i] == ' ') {
      while (end < text.size() && text[end] == ' ') ++end;
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::string with_changed_tokens(random_source& random, const std::string& text,
                                const std::string& other) {
  std::vector<std::string> tokens = tokens_of(text);
  const std::vector<std::string> more = tokens_of(other);
  const std::size_t changes = 1 + random.below(4);
  for (std::size_t change = 0; change < changes; ++change) {
    if (tokens.empty()) tokens.emplace_back("1");
    const std::size_t at = random.below(tokens.size());
    const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(9)) {
      case 0:
        tokens.erase(place);
        break;
      case 1:
        tokens.insert(place, tokens[at]);
        break;
      case 2:
        *place = hostile_number(random);
        break;
      case 3:
        *place = hostile_text(random);
        break;
      case 4:
        std::swap(*place, tokens[random.below(tokens.size())]);
        break;
      case 5: {
        // A stretch of the other text.
        if (more.empty()) break;
        const std::size_t first = random.below(more.size());
        const std::size_t count = std::min(more.size() - first, 1 + random.below(12));
        const auto begin = more.begin() + static_cast<std::ptrdiff_t>(first);
        tokens.insert(place, begin, begin + static_cast<std::ptrdiff_t>(count));
        break;
      }
      case 6:
        if (!more.empty()) *place = random.of(more);
        break;
      default:
        // A number in the place of a number: the structure stays.
        for (std::size_t k = 0; k < tokens.size(); ++k) {
          std::string& token = tokens[(at + k) % tokens.size()];
          if (std::isdigit(static_cast<unsigned char>(token.empty() ? ' ' : token[0])) == 0)
            continue;
          token = hostile_number(random);
          break;
        }
    }
  }
  std::string result;
  for (const std::string& token : tokens) result += token;
  return result;
}

std::string with_changed_bytes(random_source& random, std::string text) {
  const std::size_t changes = 1 + random.below(4);
  for (std::size_t change = 0; change < changes && !text.empty(); ++change) {
    const std::size_t at = random.below(text.size());
    switch (random.below(4)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, 1 + random.below(8));
        break;
      case 2:
        text.insert(at, 1, static_cast<char>(random.below(256)));
        break;
      default:
        text.insert(at, text.substr(at, 1 + random.below(30)));
    }
  }
  return text;
}

}  // namespace fuzz
