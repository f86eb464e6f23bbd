#include "claims/accounting/calibrated_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/accounting/places.hpp"

namespace shufflecert::inline v0_1::claims {

std::string short_text(const rational& x) {
  constexpr std::size_t longest = 40;
  constexpr int most_digits = 110;
  std::string text = to_text(x);
  if (text.size() <= longest) return text;
  int exponent = static_cast<int>(std::floor(log_near(x) / std::log(10.0))) + 1;
  for (int i = 0; i <= most_digits; ++i, --exponent) {
    const rational scaled = x / power_of_ten(exponent);
    if (is_integer(scaled)) return fmt::format("{}e{}", numerator(scaled).str(), exponent);
  }
  return text;
}

std::string text_of_value(const calibrated_value& found, const calibration_question& asked) {
  std::string text = short_text(found.value);
  if (asked.is_whole) return text;
  // Trailing zeros are digits, too: 3.14160.
  if (text.find_first_of("/e") != std::string::npos) return text;
  const std::size_t point = text.find('.');
  const std::size_t first = text.find_first_of("123456789");
  if (first == std::string::npos) return text;
  auto count =
      static_cast<long>(std::count_if(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                                      [](char c) { return c >= '0' && c <= '9'; }));
  if (count < asked.digits && point == std::string::npos) text += '.';
  for (; count < asked.digits; ++count) text += '0';
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
