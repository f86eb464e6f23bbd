#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

// Kinds that files name. Each enum has its names beside it, once,
//
//   constexpr auto names_of(side) { return names_up_to<side::lower>("upper", "lower"); }
//
// in the order of its values, which is the order of every list of them.

using shufflecert::to_text;  // of numbers, which the overloads below would hide

/// The names of all values of an enum, `last` being the last one.
template <auto last, class... Text>
constexpr auto names_up_to(Text... names) {
  static_assert(sizeof...(names) == static_cast<std::size_t>(last) + 1, "a value has no name");
  return std::array<std::string_view, sizeof...(names)>{names...};
}

template <class Kind>
concept named_kind = std::is_enum_v<Kind> && requires(Kind kind) {
  names_of(kind).size();
};

template <named_kind Kind>
std::string to_text(Kind kind) {
  return std::string(names_of(kind).at(static_cast<std::size_t>(kind)));
}

/// The text of a kind; empty without one.
template <named_kind Kind>
std::string to_text(const std::optional<Kind>& kind) {
  return kind ? to_text(*kind) : std::string();
}

/// The value with this name; nothing for other text.
template <named_kind Kind>
std::optional<Kind> from_text(std::string_view text) {
  const auto names = names_of(Kind{});
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Kind>(found - names.begin());
}

/// All values, in their order.
template <named_kind Kind>
std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < names_of(Kind{}).size(); ++i) kinds.push_back(static_cast<Kind>(i));
  return kinds;
}

}  // namespace shufflecert::inline v0_1::claims
