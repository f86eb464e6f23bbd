#pragma once
// Quotients of polynomials with rational coefficients, over FLINT's fmpq_mpoly.

#include <string>

#include <flint/fmpq_mpoly.h>

#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// How many different generators there can be.
constexpr slong most_generators = 40;

/// A polynomial in generators 0, 1, …
class polynomial {
 public:
  polynomial();
  explicit polynomial(const rational& value);
  polynomial(const polynomial& other);
  polynomial(polynomial&& other) noexcept;
  polynomial& operator=(const polynomial& other);
  polynomial& operator=(polynomial&& other) noexcept;
  ~polynomial();

  static polynomial generator(std::size_t index);

  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] std::size_t terms() const;
  /// The value, if it is a constant.
  [[nodiscard]] bool is_constant(rational& value) const;
  [[nodiscard]] rational coefficient(std::size_t term) const;
  /// The term's monomial, with coefficient 1.
  [[nodiscard]] polynomial monomial(std::size_t term) const;
  /// The exponent of a generator in a term.
  [[nodiscard]] ulong exponent(std::size_t term, std::size_t generator) const;
  /// The same text for the same polynomial.
  [[nodiscard]] std::string text() const;

  friend polynomial operator+(const polynomial& a, const polynomial& b);
  friend polynomial operator-(const polynomial& a, const polynomial& b);
  friend polynomial operator*(const polynomial& a, const polynomial& b);
  friend polynomial power(const polynomial& a, ulong exponent);
  /// Divides both by their greatest common divisor.
  friend void cancel(polynomial& a, polynomial& b);

 private:
  fmpq_mpoly_t value_;
};

/// numerator/denominator in lowest terms, the denominator with leading coefficient 1.
struct rational_function {
  polynomial numerator;
  polynomial denominator = polynomial(rational(1));

  rational_function() = default;
  explicit rational_function(polynomial whole) : numerator(std::move(whole)) {}
  rational_function(polynomial top, polynomial bottom);

  [[nodiscard]] std::string text() const;
};

rational_function operator+(const rational_function& a, const rational_function& b);
rational_function operator-(const rational_function& a, const rational_function& b);
rational_function operator*(const rational_function& a, const rational_function& b);
/// b must not be zero.
rational_function operator/(const rational_function& a, const rational_function& b);

}  // namespace shufflecert::inline v0_1
