#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker_formula.hpp"

namespace check {

/// Powers of generators, by their places in the table, in rising order; exponents may be negative.
using monomial = std::vector<std::pair<int, long>>;
using polynomial = std::map<monomial, rational>;

/// A quotient. Wherever the formula that it was made of has a value, `bottom` is not 0, and the
/// quotient is that value.
struct fraction {
  polynomial top;
  polynomial bottom{{{}, 1}};
};

polynomial operator+(polynomial a, const polynomial& b);
polynomial operator*(const polynomial& a, const polynomial& b);
polynomial scaled(polynomial a, const rational& factor);
polynomial generator_power(int place, long exponent);
/// Of each generator in it the least power that a term has: 0 where one is without it.
std::map<int, long> least_exponents(const polynomial& x);
fraction operator+(const fraction& a, const fraction& b);
fraction operator*(const fraction& a, const fraction& b);
fraction negated(fraction a);
std::optional<rational> constant_in(const fraction& x);

/// Whether the formula might be infinite where its variables, which are numbers, have values.
bool may_be_infinite(const formula& x);

/// What a generator stands for: a variable, or a function of quotients.
struct generator {
  std::string function;  ///< "" for a variable
  std::string name;      ///< of a variable
  std::vector<fraction> arguments;
};

/// Formulas as quotients of polynomials in generators, with the identities of exponents, powers and
/// roots: e^(a+b) = e^a e^b, x^y = e^(y log x), sqrt(x)^2 = x, and what functions are by
/// definition.
class algebra {
 public:
  algebra();
  fraction of(const formula_ptr& x);
  /// Whether both are the same wherever both exist.
  bool is_same(const fraction& a, const fraction& b);
  [[nodiscard]] const generator& at(int place) const {
    return table_[static_cast<std::size_t>(place)];
  }
  /// The place of a function of quotients.
  int place_of(const std::string& function, std::vector<fraction> arguments,
               const std::string& name = "");

  /// What was used that is derived by hand.
  std::set<std::string> by_hand;

 private:
  fraction of_call(const formula& x);
  formula_ptr unexchanged(const formula_ptr& pair);
  fraction of_binder(const formula& x);
  std::optional<fraction> of_few_terms(const formula& x);
  std::optional<fraction> exponent_of(const fraction& x);
  fraction of_normal_mean(const formula& x);
  fraction whole_power(const fraction& base, long times);
  fraction root_of(const fraction& base);
  std::optional<fraction> power_of_logarithm(const monomial& powers, const rational& factor);
  fraction exponential(const fraction& exponent);
  fraction power(const fraction& base, const formula_ptr& exponent);
  bool has_logarithm(const fraction& x);
  bool vanishes_with_roots(const polynomial& x);
  [[nodiscard]] bool is_square_of_root(int place, long exponent) const;
  [[nodiscard]] bool has_squares_of_roots(const polynomial& x) const;
  std::optional<bool> truth_of(const formula& condition);
  void require_work_left() const;

  std::vector<generator> table_;
  std::map<std::string, fraction> known_;
  int binders_ = 0;         ///< around what is read
  std::uint64_t begun_at_;  ///< how much work was done before
};

}  // namespace check
