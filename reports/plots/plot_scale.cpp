#include "reports/plots/plot_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr double few_ticks = 8;

std::string superscript(long number) {
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                      "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = number < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(number)))
    result += digits.at(static_cast<std::size_t>(c - '0'));
  return result;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

// mantissa·10^exponent, where the mantissa needs `decimals` decimals; plainly where that is short.
std::string tick_label(double mantissa, long exponent, long decimals) {
  constexpr long most_zeros = 3;
  constexpr long most_digits = 5;
  if (mantissa == 0) return "0";
  if (exponent >= -most_zeros && exponent < most_digits)
    return with_minus(fmt::format("{:.{}f}", mantissa * std::pow(10.0, double(exponent)),
                                  std::max(0L, decimals - exponent)));
  const std::string front = with_minus(fmt::format("{:.{}f}", mantissa, std::max(0L, decimals)));
  if (front == "1") return "10" + superscript(exponent);
  return front + "·10" + superscript(exponent);
}

// The step of 1, 2 or 5 times a power of ten that divides `span` into about few_ticks parts.
double nice_step(double span) {
  const double raw = span / few_ticks;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// Equally spaced numbers between two ends, all with the same power of ten.
std::vector<plot_tick> linear_ticks(double from, double to, long exponent) {
  std::vector<plot_tick> ticks;
  const double step = nice_step(to - from);
  const long decimals = -static_cast<long>(std::floor(std::log10(step) + 1e-9));
  const double largest = std::max(std::abs(from), std::abs(to));
  const long shift = largest == 0 ? 0 : static_cast<long>(std::floor(std::log10(largest)));
  for (double index = std::ceil(from / step - 1e-9); index * step <= to + 1e-9 * step; ++index) {
    const double value = index * step;
    ticks.push_back({value, tick_label(value / std::pow(10.0, double(shift)), shift + exponent,
                                       decimals + shift)});
  }
  return ticks;
}

std::vector<plot_tick> logarithmic_ticks(double from, double to) {
  std::vector<plot_tick> ticks;
  const double decades = to - from;
  constexpr double many_decades = 2.7;
  constexpr double few_decades = 0.75;
  if (decades < few_decades) {
    const double exponent = std::floor(from);
    for (const plot_tick& tick :
         linear_ticks(std::pow(10.0, from - exponent), std::pow(10.0, to - exponent),
                      static_cast<long>(exponent)))
      ticks.push_back({std::log10(tick.position) + exponent, tick.label});
    return ticks;
  }
  const double step = decades < many_decades ? 1 : std::max(1.0, nice_step(decades));
  // One way to write all of them.
  constexpr double least_plain = -3;
  constexpr double most_plain = 5;
  const bool is_plain = decades < many_decades || (from > least_plain - 1 && to < most_plain);
  for (double power = std::ceil(from / step - 1) * step; power <= to; power += step)
    for (const int factor : {1, 2, 5}) {
      if (factor != 1 && decades >= many_decades) break;
      const double position = power + std::log10(factor);
      if (position >= from && position <= to)
        ticks.push_back({position, is_plain || power == 0
                                       ? tick_label(factor, static_cast<long>(power), 0)
                                       : "10" + superscript(static_cast<long>(power))});
    }
  return ticks;
}

}  // namespace

std::optional<double> position_of(const std::string& decimal, bool is_logarithmic) {
  if (decimal.empty()) return std::nullopt;
  const auto number_of = [](const std::string& text) -> std::optional<double> {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
    return value;
  };
  if (!is_logarithmic) return number_of(decimal);
  const std::size_t mark = decimal.find_first_of("eE");
  const std::optional<double> mantissa = number_of(decimal.substr(0, mark));
  const std::optional<double> exponent =
      mark == std::string::npos ? 0.0 : number_of(decimal.substr(mark + 1));
  if (!mantissa || !exponent || *mantissa <= 0) return std::nullopt;
  return std::log10(*mantissa) + *exponent;
}

plot_scale scale_of(const std::vector<double>& positions, bool is_logarithmic) {
  plot_scale result;
  if (positions.empty()) return result;
  const auto [least, most] = std::minmax_element(positions.begin(), positions.end());
  result.from = *least;
  result.to = *most;
  const double size = std::max(std::abs(result.from), std::abs(result.to));
  constexpr double narrowest = 1e-9;  // A double shows no finer differences well.
  if (result.to - result.from <= narrowest * (is_logarithmic ? 1 : size)) {
    const double room = is_logarithmic ? 0.1 : (size == 0 ? 1 : size / 10);
    result.from -= room;
    result.to += room;
  } else {
    constexpr double margin = 0.03;
    const double room = (result.to - result.from) * margin;
    const bool stops_at_zero = !is_logarithmic && result.from >= 0 && result.from < room;
    result.from = stops_at_zero ? 0 : result.from - room;
    result.to += room;
  }
  result.ticks = is_logarithmic ? logarithmic_ticks(result.from, result.to)
                                : linear_ticks(result.from, result.to, 0);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
