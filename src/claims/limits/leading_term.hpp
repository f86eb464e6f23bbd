#pragma once
// What is known of a function of one variable x for all large x; docs/methods/rates.md.

#include <compare>
#include <cstdint>
#include <optional>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// x^power·log(x)^logarithms; the order is that of their sizes for large x.
struct magnitude {
  rational power = 0;
  std::int64_t logarithms = 0;

  friend bool operator==(const magnitude& a, const magnitude& b) {
    return a.power == b.power && a.logarithms == b.logarithms;
  }
  friend bool operator<(const magnitude& a, const magnitude& b) {
    return a.power != b.power ? a.power < b.power : a.logarithms < b.logarithms;
  }
  friend bool operator>(const magnitude& a, const magnitude& b) { return b < a; }
};

/// How much is known.
enum class known_term {
  zero,             ///< f(x) = 0 for all large x
  exact,            ///< f(x) = c·m(x) for all large x, c ≠ 0
  leading,          ///< f(x)/m(x) tends to c ≠ 0
  smaller,          ///< f(x)/m(x) tends to 0
  bounded,          ///< |f(x)/m(x)| stays bounded
  below_all_powers  ///< f(x)·x^k tends to 0 for every k
};

/// See above; in every case f has a value for all large x, whatever the values of the other
/// variables in the domain are. Limits and bounds are for fixed values of these.
struct leading_term {
  known_term known = known_term::zero;
  expression_ptr coefficient;  ///< c, of the other variables; null unless there is one
  int sign = 0;                ///< of c: 1 or −1; 0 unless there is a c
  magnitude size;              ///< m; without a meaning for zero and below_all_powers

  [[nodiscard]] bool has_coefficient() const { return sign != 0; }
  /// Whether f(x)/x^k·log(x)^r certainly stays bounded.
  [[nodiscard]] bool is_at_most(const magnitude& other) const;
  /// Whether it certainly tends to 0.
  [[nodiscard]] bool is_less_than(const magnitude& other) const;
};

/// The number as a formula.
expression_ptr number_of(const rational& x);

/// f·g, and f/g where g has a coefficient; nothing for other g.
leading_term product(const leading_term& f, const leading_term& g);
std::optional<leading_term> quotient(const leading_term& f, const leading_term& g);
/// −f
leading_term opposite(leading_term f);
/// f^exponent, where that exists for all large x.
std::optional<leading_term> power(const leading_term& f, const rational& exponent);

}  // namespace shufflecert::inline v0_1::claims
