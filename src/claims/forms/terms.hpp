#pragma once

#include <string_view>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// A part of a sum, with its sign.
struct signed_term {
  bool subtracted;
  expression_ptr operand;
};

/// A part of a product.
struct single_factor {
  bool divided;
  expression_ptr operand;
};

/// The formula, if it is a call of this function; else null.
const call* call_of(const expression_ptr& formula, std::string_view function);

/// Whether the formula is this number, as it is written.
bool is_literal(const expression_ptr& formula, int value);
/// Whether the formula is the variable of this name.
bool is_named(const expression_ptr& formula, const std::string& name);
/// Whether two formulas are written alike.
bool is_same_text(const expression_ptr& first, const expression_ptr& second);

/// low < high, or low <= high.
expression_ptr in_order(const expression_ptr& low, const expression_ptr& high, bool strictly);

/// The formula as a sum, with the signs and sums inside it written out.
std::vector<signed_term> terms_of(const expression_ptr& formula);
/// The same with products of sums multiplied out, as far as there are not too many terms.
std::vector<signed_term> terms_multiplied_out(const expression_ptr& formula);
/// The formula as a product, with the quotients, and whole powers up to 4, written out.
std::vector<single_factor> factors_of(const expression_ptr& formula);

/// The sum of the terms; 0 for none.
expression_ptr sum_of(const std::vector<signed_term>& terms);
/// The product of the factors; 1 for none. What is multiplied and divided by is left out.
expression_ptr product_of(std::vector<single_factor> factors);

/// Takes the first factor that is not divided by and fits out of the list; null where there is
/// none.
template <class Fits>
expression_ptr taken_out(std::vector<single_factor>& factors, Fits fits) {
  for (auto factor = factors.begin(); factor != factors.end(); ++factor) {
    if (factor->divided || !fits(*factor->operand)) continue;
    expression_ptr taken = factor->operand;
    factors.erase(factor);
    return taken;
  }
  return nullptr;
}

/// Leaves of the numbers among the factors of two products their quotient alone, where it is
/// positive. Whether there are fewer numbers then.
bool put_numbers_together(std::vector<single_factor>& a, std::vector<single_factor>& b);

/// first − second without the terms that both have; literals are added up.
expression_ptr without_common_terms(const expression_ptr& first, const expression_ptr& second);

}  // namespace shufflecert::inline v0_1::claims
