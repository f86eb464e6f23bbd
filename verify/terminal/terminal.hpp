#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {

// The only way to the terminal. Texts of catalogues, results, file names and command lines pass
// through shown_text.hpp here, so that none of them can steer the terminal or fake a line.

/// One line on standard error, after the program's name. Goes on where standard error is closed.
void complain(const std::string& message);

/// Writes lines that the program put together; shown_lines().
void print_lines(const std::string& text);

/// Writes JSON and a line feed; see shown_json().
void print_json_text(const nlohmann::ordered_json& root);

/// Writes a text that was made fit to be shown.
void put_shown(const std::string& text);

/// A text argument as it is shown; anything else as it is.
template <class Argument>
decltype(auto) as_shown(const Argument& argument) {
  if constexpr (std::is_convertible_v<const Argument&, std::string_view>)
    return shown_line(argument);
  else
    return (argument);
}

/// fmt::print() to standard output with every text among the arguments shown as one line.
template <class... Arguments>
void say(std::string_view format, const Arguments&... arguments) {
  const auto put = [&](const auto&... shown) {
    put_shown(fmt::vformat(format, fmt::make_format_args(shown...)));
  };
  put(as_shown(arguments)...);
}

}  // namespace shufflecert::inline v0_1::claims
