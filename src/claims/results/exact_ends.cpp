#include "claims/results/exact_ends.hpp"

#include "claims/catalogue/box.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The exponent up to which numbers are read exactly.
constexpr long largest_exponent = 1'000'000;

// An end of an enclosure, which may be a fraction.
struct read_end {
  extended value;
  bool is_widened = false;
};

// Beyond the exponents of exact numbers: moved outward. An end such as 1e-3000000 is read as 0
// below, and as 1e-1000000 above.
std::optional<read_end> widened_end(const std::string& text, bool is_lower) {
  constexpr std::size_t longest_exponent = 20;
  const std::size_t letter = text.find('e');
  if (letter == std::string::npos) return std::nullopt;
  const auto mantissa = parse_signed_decimal(text.substr(0, letter));
  std::string digits = text.substr(letter + 1);
  const bool is_small = digits.starts_with('-');
  if (is_small || digits.starts_with('+')) digits.erase(0, 1);
  const bool is_whole = !digits.empty() && digits.size() <= longest_exponent &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
  if (!mantissa || !is_whole) return std::nullopt;
  if (*mantissa == 0) return read_end{};
  const bool is_positive = *mantissa > 0;
  const rational kept =
      *mantissa * power(rational(10), is_small ? -largest_exponent : largest_exponent);
  // Toward 0 a small number loses all its size, away from 0 a large one.
  const bool toward_zero = is_positive == is_lower;
  if (is_small) return read_end{{0, toward_zero ? rational(0) : kept}, true};
  if (toward_zero) return read_end{{0, kept}, true};
  return read_end{{is_positive ? 1 : -1, 0}, true};
}

std::optional<read_end> end_of(const std::string& text, bool is_lower) {
  const std::size_t slash = text.find('/');
  const auto above = parse_extended(text.substr(0, slash));
  if (slash == std::string::npos) {
    if (!above) return widened_end(text, is_lower);
    return read_end{*above, false};
  }
  const auto below = parse_decimal(text.substr(slash + 1));
  if (!above || !below || *below == 0 || above->infinite != 0) return std::nullopt;
  return read_end{{0, above->value / *below}, false};
}

// The multiple of a step that has the first digits of the number.
rational toward_zero(const rational& x, const rational& step) {
  const rational size = x < 0 ? rational(-x) : x;
  const rational cut = rational(floor(size / step)) * step;
  return x < 0 ? rational(-cut) : cut;
}

// A number with so many decimals, which it has: "0.270".
std::string with_decimals(const rational& x, unsigned decimals) {
  const integer scaled = numerator(rational(x * power(rational(10), static_cast<int>(decimals))));
  std::string digits = integer(abs(scaled)).str();
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  if (decimals > 0) digits.insert(digits.size() - decimals, ".");
  return (scaled < 0 ? "-" : "") + digits;
}

}  // namespace

std::optional<exact_interval> exact_ends(const decimal_interval& stated) {
  const auto lower = end_of(stated.lower, true);
  const auto upper = end_of(stated.upper, false);
  if (!lower || !upper) return std::nullopt;
  return exact_interval{lower->value, upper->value, lower->is_widened || upper->is_widened};
}

std::optional<extended> parse_extended(const std::string& text) {
  constexpr std::size_t longest_exponent = 8;
  if (text == "inf") return extended{1, 0};
  if (text == "-inf") return extended{-1, 0};
  // Literals of formulas have smaller exponents than values may have.
  const std::size_t letter = text.find('e');
  auto value = parse_signed_decimal(text.substr(0, letter));
  if (!value || letter == std::string::npos)
    return value ? std::optional<extended>({0, *value}) : std::nullopt;
  const std::string digits = text.substr(letter + 1);
  const bool has_sign = digits.starts_with("-") || digits.starts_with("+");
  const auto size = parse_decimal(digits.substr(has_sign ? 1 : 0));
  if (!size || !is_integer(*size) || digits.size() > longest_exponent || *size > largest_exponent)
    return std::nullopt;
  const auto exponent = static_cast<long>(*to_int64(*size));
  return extended{0, *value * power(rational(10), digits.starts_with("-") ? -exponent : exponent)};
}

std::string rounded_in_words(const decimal_interval& value, const rational& unit) {
  constexpr unsigned most_decimals = 30;
  constexpr unsigned more_digits = 2;
  const auto ends = exact_ends(value);
  if (!ends || ends->lower.infinite != 0 || ends->upper.infinite != 0 || unit <= 0)
    return to_text(value);
  const rational& low = ends->lower.value;
  const rational& high = ends->upper.value;
  unsigned decimals = 0;
  while (!is_integer(unit * power(rational(10), decimals)))
    if (++decimals > most_decimals) return to_text(value);
  const rational step = power(rational(10), -static_cast<int>(decimals + more_digits));
  std::string text = to_text(value);
  const rational shown = toward_zero(low, step);
  if (shown == toward_zero(high, step) && (low >= 0 || shown < 0))
    text = with_decimals(shown, decimals + more_digits) + (low == high && low == shown ? "" : "…");
  // In a tie the number rounds to two neighbours, and rounds_to takes both.
  const rational half(1, 2);
  const integer least = -floor(half - low / unit);
  const integer most = floor(high / unit + half);
  if (least != most) return text;
  return text + ", which rounds to " + with_decimals(rational(least) * unit, decimals);
}

}  // namespace shufflecert::inline v0_1::claims
