#pragma once
// Numbers for the slow evaluator of tests/support/slow_definedness.hpp: exact rationals as long as
// that is possible, then intervals whose ends MPFR rounds outward. It shares nothing with the
// library but the type of exact rationals.

#include <mpfr.h>

#include <optional>
#include <string>
#include <vector>

#include "shufflecert/number.hpp"

namespace slow {

using shufflecert::integer;
using shufflecert::rational;

/// An end of an interval: 240 bits, about 72 digits.
class end {
 public:
  end() { mpfr_init2(value_, digits_in_bits); }
  end(const end& other) : end() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  end(end&& other) noexcept : end() { mpfr_swap(value_, other.value_); }
  end& operator=(const end& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  end& operator=(end&& other) noexcept {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~end() { mpfr_clear(value_); }

  static constexpr mpfr_prec_t digits_in_bits = 240;
  mpfr_ptr raw() { return value_; }
  [[nodiscard]] mpfr_srcptr raw() const { return value_; }

 private:
  mpfr_t value_;
};

/// What is known of a number that exists: it is exactly this rational, or exactly an infinity, or a
/// finite number between two ends (of which one or both may be infinite: not bounded there).
class number {
 public:
  number() = default;                                   ///< any finite number
  number(rational value) : exact_(std::move(value)) {}  // NOLINT: exact, so implicit
  number(end lower, end upper);
  static number infinity(int sign);
  /// A finite number with at least (or most) this value; nothing else is known.
  static number between(const number& lower, const number& upper);

  [[nodiscard]] const rational* exact() const { return exact_ ? &*exact_ : nullptr; }
  /// 1 for inf, −1 for −inf, 0 for everything finite.
  [[nodiscard]] int infinite() const { return infinite_; }
  [[nodiscard]] end lower() const;
  [[nodiscard]] end upper() const;
  /// −1, 0, 1 where it is certain.
  [[nodiscard]] std::optional<int> sign() const;
  [[nodiscard]] bool is_zero() const { return exact_ && *exact_ == 0; }
  /// Whether it is a whole number, where that is certain.
  [[nodiscard]] std::optional<bool> is_whole() const;
  /// Whether anything at all is known of it.
  [[nodiscard]] bool is_bounded() const;
  [[nodiscard]] std::string text() const;

 private:
  std::optional<rational> exact_;
  int infinite_ = 0;
  std::optional<end> lower_;
  std::optional<end> upper_;
};

/// What an operation gives: a number, certainly nothing, or it is open which.
struct outcome {
  enum class kind { value, none, open };
  kind is = kind::open;
  number value;
  const char* why = "";
};

inline outcome some(number value) {
  return {outcome::kind::value, std::move(value), ""};
}
inline outcome none(const char* why) {
  return {outcome::kind::none, {}, why};
}
inline outcome open() {
  return {};
}

outcome add(const number& a, const number& b);
outcome negate(const number& a);
outcome multiply(const number& a, const number& b);
outcome divide(const number& a, const number& b);
outcome power(const number& a, const number& b);

/// exp, log, Phi and so on, by name; nothing for a name that it does not know.
std::optional<outcome> elementary(const std::string& name, const number& x);
outcome least(const number& a, const number& b);
outcome largest(const number& a, const number& b);

/// −1, 0, 1 as a < b, a == b, a > b, where that is certain.
std::optional<int> order(const number& a, const number& b);
/// A rational inside the interval, near its middle (or at its finite end).
rational inside(const number& a);

// Where the slow evaluator looks at a body: ends, a grid, whole numbers, far points.

/// Points of [lower, upper], sorted, both ends among them where they are exact numbers; an end that
/// is not exact is replaced by one just inside. Few of them for bodies inside of bodies.
/// Empty where the ends are not known well enough.
std::vector<rational> points_between(const number& lower, const number& upper, bool few);

/// A rational with the smallest denominator between two others.
rational simplest_between(const rational& lower, const rational& upper);

}  // namespace slow
