#include "language/syntax/rational_function.hpp"

#include <flint/fmpq.h>

#include <utility>

namespace shufflecert::inline v0_1 {
namespace {

struct generators {
  fmpq_mpoly_ctx_t ring;
  generators() { fmpq_mpoly_ctx_init(ring, most_generators, ORD_LEX); }
  generators(const generators&) = delete;
  generators& operator=(const generators&) = delete;
  ~generators() { fmpq_mpoly_ctx_clear(ring); }
};

const fmpq_mpoly_ctx_struct* ring() {
  static const generators shared;
  return shared.ring;
}

// A FLINT rational that frees itself.
struct fraction {
  fmpq_t value;
  fraction() { fmpq_init(value); }
  explicit fraction(const rational& x) : fraction() { fmpq_set_mpq(value, x.backend().data()); }
  fraction(const fraction&) = delete;
  fraction& operator=(const fraction&) = delete;
  ~fraction() { fmpq_clear(value); }

  [[nodiscard]] rational as_rational() const {
    rational result;
    fmpq_get_mpq(result.backend().data(), value);
    return result;
  }
};

}  // namespace

polynomial::polynomial() {
  fmpq_mpoly_init(value_, ring());
}

polynomial::polynomial(const rational& value) : polynomial() {
  const fraction constant(value);
  fmpq_mpoly_set_fmpq(value_, constant.value, ring());
}

polynomial::polynomial(const polynomial& other) : polynomial() {
  fmpq_mpoly_set(value_, other.value_, ring());
}

polynomial::polynomial(polynomial&& other) noexcept : polynomial() {
  fmpq_mpoly_swap(value_, other.value_, ring());
}

polynomial& polynomial::operator=(const polynomial& other) {
  if (this != &other) fmpq_mpoly_set(value_, other.value_, ring());
  return *this;
}

polynomial& polynomial::operator=(polynomial&& other) noexcept {
  fmpq_mpoly_swap(value_, other.value_, ring());
  return *this;
}

polynomial::~polynomial() {
  fmpq_mpoly_clear(value_, ring());
}

polynomial polynomial::generator(std::size_t index) {
  polynomial result;
  fmpq_mpoly_gen(result.value_, static_cast<slong>(index), ring());
  return result;
}

bool polynomial::is_zero() const {
  return fmpq_mpoly_is_zero(value_, ring()) != 0;
}

std::size_t polynomial::terms() const {
  return static_cast<std::size_t>(fmpq_mpoly_length(value_, ring()));
}

bool polynomial::is_constant(rational& value) const {
  if (fmpq_mpoly_is_fmpq(value_, ring()) == 0) return false;
  fraction constant;
  fmpq_mpoly_get_fmpq(constant.value, value_, ring());
  value = constant.as_rational();
  return true;
}

rational polynomial::coefficient(std::size_t term) const {
  fraction result;
  fmpq_mpoly_get_term_coeff_fmpq(result.value, value_, static_cast<slong>(term), ring());
  return result.as_rational();
}

polynomial polynomial::monomial(std::size_t term) const {
  polynomial result;
  fmpq_mpoly_get_term_monomial(result.value_, value_, static_cast<slong>(term), ring());
  return result;
}

ulong polynomial::exponent(std::size_t term, std::size_t generator) const {
  return fmpq_mpoly_get_term_var_exp_ui(value_, static_cast<slong>(term),
                                        static_cast<slong>(generator), ring());
}

std::string polynomial::text() const {
  char* characters = fmpq_mpoly_get_str_pretty(value_, nullptr, ring());
  std::string result(characters);
  flint_free(characters);
  return result;
}

polynomial operator+(const polynomial& a, const polynomial& b) {
  polynomial result;
  fmpq_mpoly_add(result.value_, a.value_, b.value_, ring());
  return result;
}

polynomial operator-(const polynomial& a, const polynomial& b) {
  polynomial result;
  fmpq_mpoly_sub(result.value_, a.value_, b.value_, ring());
  return result;
}

polynomial operator*(const polynomial& a, const polynomial& b) {
  polynomial result;
  fmpq_mpoly_mul(result.value_, a.value_, b.value_, ring());
  return result;
}

polynomial power(const polynomial& a, ulong exponent) {
  polynomial result;
  if (fmpq_mpoly_pow_ui(result.value_, a.value_, exponent, ring()) == 0)
    throw beyond_reach("a power of a polynomial that is too large");
  return result;
}

void cancel(polynomial& a, polynomial& b) {
  polynomial common;
  if (fmpq_mpoly_gcd(common.value_, a.value_, b.value_, ring()) == 0) return;
  polynomial top;
  polynomial bottom;
  if (fmpq_mpoly_divides(top.value_, a.value_, common.value_, ring()) == 0 ||
      fmpq_mpoly_divides(bottom.value_, b.value_, common.value_, ring()) == 0)
    return;
  a = std::move(top);
  b = std::move(bottom);
}

rational_function::rational_function(polynomial top, polynomial bottom)
    : numerator(std::move(top)), denominator(std::move(bottom)) {
  cancel(numerator, denominator);
  const polynomial scale(rational(1 / denominator.coefficient(0)));
  numerator = numerator * scale;
  denominator = denominator * scale;
}

std::string rational_function::text() const {
  return "(" + numerator.text() + ")/(" + denominator.text() + ")";
}

rational_function operator+(const rational_function& a, const rational_function& b) {
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

rational_function operator-(const rational_function& a, const rational_function& b) {
  return {a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator};
}

rational_function operator*(const rational_function& a, const rational_function& b) {
  return {a.numerator * b.numerator, a.denominator * b.denominator};
}

rational_function operator/(const rational_function& a, const rational_function& b) {
  if (b.numerator.is_zero()) throw undefined_value("division by 0");
  return {a.numerator * b.denominator, a.denominator * b.numerator};
}

}  // namespace shufflecert::inline v0_1
