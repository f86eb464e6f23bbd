#pragma once

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

/// The formula as a sum, with the signs and sums inside it written out.
std::vector<signed_term> terms_of(const expression_ptr& formula);
/// The formula as a product, with the quotients, and whole powers up to 4, written out.
std::vector<single_factor> factors_of(const expression_ptr& formula);

/// The sum of the terms; 0 for none.
expression_ptr sum_of(const std::vector<signed_term>& terms);
/// The product of the factors; 1 for none. What is multiplied and divided by is left out.
expression_ptr product_of(std::vector<single_factor> factors);

/// first − second without the terms that both have; literals are added up.
expression_ptr without_common_terms(const expression_ptr& first, const expression_ptr& second);

}  // namespace shufflecert::inline v0_1::claims
