#pragma once

#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether an exchange of outcomes exchanges the two laws of the pairs that this function makes.
bool is_symmetric_pair(const std::string& function);

/// Whether two formulas, in which nothing is defined, are the same number by algebra.
bool is_same_number(const expression& left, const expression& right);

/// The formula with quantities that are known in closed form, or by symmetry, put in their simplest
/// form: swap() leaves clone_pair(), unmixed_pair() and gaussian_pair() as they are,
/// pair(first(X), second(X)) is X, renyi(gaussian_pair(mu), lambda) is mu^2*lambda/2, and at() of
/// identity_curve, curve(X) and mix_curves() is what these are by definition. Has a value wherever
/// the given formula has one, and the same one.
expression_ptr simplified(const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1::claims
