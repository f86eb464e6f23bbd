#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace check {

/// What a node of a formula is. Code writes it as formulas do, `x.kind == "<="`, and what is no
/// kind does not compile.
class node_kind {
 public:
  /// Only a literal: the compiler looks it up.
  template <std::size_t N>
  consteval node_kind(const char (&text)[N]) : place_(place_of({text, N - 1})) {}

  [[nodiscard]] constexpr bool operator==(const node_kind&) const = default;

  /// "number", "name" and "call" for these; for all others the sign or the word between the parts.
  [[nodiscard]] std::string text() const { return std::string(all[place_]); }
  [[nodiscard]] constexpr bool is_relation() const {
    return place_ >= place_of("<=") && place_ <= place_of("!=");
  }

 private:
  static constexpr std::array<std::string_view, 18> all{
      "number", "name", "call", "neg", "+",  "-",  "*",   "/",  "^",
      "<=",     "<",    ">=",   ">",   "==", "!=", "and", "or", "not"};

  static constexpr unsigned char place_of(std::string_view text) {
    for (unsigned char place = 0; place < all.size(); ++place)
      if (all[place] == text) return place;
    throw "no kind of node";  // in a literal: an error of the compiler
  }

  unsigned char place_;
};

}  // namespace check
