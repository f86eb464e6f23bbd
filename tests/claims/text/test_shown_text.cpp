// What a terminal shows of texts that others wrote.

#include "claims/text/shown_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_shown_text {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// A character in UTF-8, written here once more.
std::string utf8(unsigned code) {
  const auto tail = [](unsigned bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | (code >> 6U)), tail(code)};
  if (code < 0x10000)
    return {static_cast<char>(0xE0U | (code >> 12U)), tail(code >> 6U), tail(code)};
  return {static_cast<char>(0xF0U | (code >> 18U)), tail(code >> 12U), tail(code >> 6U),
          tail(code)};
}

}  // namespace

TEST_CASE("what a terminal obeys is shown escaped", "[shown]") {
  for (unsigned code = 0; code < 0xA0; ++code) {
    const bool is_control = code < 0x20 || code >= 0x7F;
    INFO(code);
    const std::string shown = shown_line("a" + utf8(code) + "b");
    CHECK((shown != "a" + utf8(code) + "b") == is_control);
    if (is_control) CHECK(shown.starts_with("a\\"));
    for (const char c : shown) CHECK((c >= 0x20 && c < 0x7F));
  }
  CHECK(shown_line("\x1b[31mred\x07") == "\\x1b[31mred\\x07");
  CHECK(shown_line("one\ntwo\r\tthree") == "one\\ntwo\\r\\tthree");
  CHECK(shown_lines("one\ntwo\x1b\n") == "one\ntwo\\x1b\n");
}

TEST_CASE("what turns the direction of writing, or is not seen, is shown escaped", "[shown]") {
  for (const unsigned code :
       {0x61CU, 0x200EU, 0x200FU, 0x202AU, 0x202BU, 0x202CU, 0x202DU, 0x202EU, 0x2066U, 0x2067U,
        0x2068U, 0x2069U, 0x2028U, 0x2029U, 0x200BU, 0xFEFFU, 0xFFFEU})
    CHECK(shown_line(utf8(code)) == fmt::format("\\u{:04x}", code));
  CHECK(shown_line(utf8(0xE0041)) == "\\U000e0041");
}

TEST_CASE("letters of all languages stay as they are", "[shown]") {
  for (const char* text :
       {"", "plain", "ε₀ ≤ λ", "Rényi", "日本語", "العربية", "𝛼 🧮", "back\\slash"})
    CHECK(shown_line(text) == text);
}

TEST_CASE("bytes that are no UTF-8 are shown one by one", "[shown]") {
  CHECK(shown_line("\xff\xfe") == "\\xff\\xfe");
  CHECK(shown_line("a\xc3") == "a\\xc3");
  CHECK(shown_line("\xc3(") == "\\xc3(");
  // Overlong forms, surrogates, beyond Unicode: each could hide a control character.
  CHECK(shown_line("\xc0\x9b") == "\\xc0\\x9b");
  CHECK(shown_line("\xe0\x80\x9b") == "\\xe0\\x80\\x9b");
  CHECK(shown_line("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(shown_line("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

TEST_CASE("long texts keep both ends", "[shown]") {
  const std::string shown = shown_line("start" + std::string(100'000, 'x') + "end", 60);
  CHECK(shown.size() < 120);
  CHECK(shown.starts_with("startxxx"));
  CHECK(shown.ends_with("xend"));
  CHECK(shown.find("99948 characters") != std::string::npos);
  std::string greek;
  for (int i = 0; i < 60; ++i) greek += "ε";
  CHECK(shown_line(greek, 60) == greek);
  CHECK(shown_line(greek + "ε", 60) != greek + "ε");
}

TEST_CASE("JSON says the same, whatever its texts hold", "[shown]") {
  const random_cases cases(7, 200);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    std::string text;
    for (int k = 0; k < 20; ++k) {
      const unsigned code = random() % 3 == 0 ? random() % 0x20 + 0x2020 : random() % 0x110000;
      if (code < 0xD800 || code > 0xDFFF) text += utf8(code);
    }
    const nlohmann::json value{{text, text}};
    const std::string shown = shown_json(value.dump(2));
    CHECK(nlohmann::json::parse(shown) == value);
    CHECK(shown_lines(shown) == shown);
  }
}

}  // namespace test_shown_text
