#pragma once

#include <algorithm>
#include <ostream>
#include <type_traits>

#include "shufflecert/decimal.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

#if __has_include(<fmt/format.h>)
#include <fmt/format.h>
#endif

namespace shufflecert::inline v0_1 {

namespace detail {

inline ball as_ball(const ball& x, bits /*precision*/) {
  return x;
}
inline ball as_ball(const number& x, bits precision) {
  return x.to_ball(precision);
}
inline ball as_ball(const quantity& x, bits precision) {
  return x.value.to_ball(precision);
}

}  // namespace detail

/// Evaluates at growing precision until `digits` significant digits are certain: Ziv's strategy
/// (1991), so that nobody writes the loop.
///
///     to_digits(30, [&](bits p) { return renyi(pair, 4, p); })
///
/// @param digits    1 to 10,000
/// @param evaluate  gives a ball, a number or a quantity for a precision in bits; where it throws
///                  precision_needed, the next precision is tried
/// @param most      the last precision to try
/// @returns both ends, rounded outward; with fewer certain digits where `most` was reached
/// @throws what `evaluate` throws; precision_needed too, where it does so at every precision
template <class Evaluate>
decimal_interval to_digits(long digits, Evaluate evaluate, bits most = 1 << 17) {
  constexpr bits first_guard = 64;
  bits precision = std::min(first_guard + 4 * digits, most);
  for (;;) {
    const bool is_last = precision >= most;
    try {
      const ball value = detail::as_ball(evaluate(precision), precision);
      if (is_last || certain_digits(value, digits) >= digits) return to_decimal(value, digits);
    } catch (const precision_needed&) {
      if (is_last) throw;
    }
    precision = precision < most / 2 ? 2 * precision : most;
  }
}

/// "[lower, upper]", rounded outward.
inline std::ostream& operator<<(std::ostream& out, const decimal_interval& ends) {
  return out << '[' << ends.lower << ", " << ends.upper << ']';
}

/// The same with as many digits as the stream's precision() says.
inline std::ostream& operator<<(std::ostream& out, const ball& x) {
  const auto digits = static_cast<long>(out.precision());
  return out << to_decimal(x, digits > 0 ? digits : 1);
}

/// The same; an exact number that fits is written once.
inline std::ostream& operator<<(std::ostream& out, const number& x) {
  constexpr bits per_digit = 4;
  const auto digits = static_cast<long>(out.precision() > 0 ? out.precision() : 1);
  const decimal_interval ends = to_decimal(x, per_digit * digits + 64, digits);
  return ends.lower == ends.upper ? out << ends.lower : out << ends;
}

}  // namespace shufflecert::inline v0_1

#if __has_include(<fmt/format.h>)
/// `{}` gives both ends, `{:.30}` with 30 digits.
template <class Value>
struct fmt::formatter<Value, char,
                      std::enable_if_t<std::is_same_v<Value, shufflecert::ball> ||
                                       std::is_same_v<Value, shufflecert::number>>> {
  constexpr auto parse(fmt::format_parse_context& context) {
    auto at = context.begin();
    if (at != context.end() && *at == '.') {
      digits_ = 0;
      for (++at; at != context.end() && *at >= '0' && *at <= '9'; ++at)
        digits_ = 10 * digits_ + (*at - '0');
    }
    return at;
  }

  template <class Context>
  auto format(const Value& x, Context& context) const {
    constexpr shufflecert::bits per_digit = 4;
    const auto ends =
        shufflecert::to_decimal(shufflecert::detail::as_ball(x, per_digit * digits_ + 64), digits_);
    return fmt::format_to(context.out(), "[{}, {}]", ends.lower, ends.upper);
  }

 private:
  long digits_ = 15;
};
#endif
