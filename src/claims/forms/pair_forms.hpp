#pragma once

#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether two formulas, in which nothing is defined, are the same number by algebra.
bool is_same_number(const expression& left, const expression& right);

/// The formula with quantities that are known in closed form, or by symmetry, put in their simplest
/// form: pair(first(X), second(X)) is X, renyi(gaussian_pair(mu), lambda) is mu^2*lambda/2, and
/// at() of identity_curve, curve(X) and mix_curves() is what these are by definition. Where only
/// the probabilities of outcomes matter, as in a quantity of a pair, swap() leaves clone_pair(),
/// unmixed_pair() and gaussian_pair() as they are; elsewhere, as in first(), it does not. Has a
/// value wherever the given formula has one, and the same one.
expression_ptr simplified(const expression_ptr& formula);

/// The same of a pair in a place where only the probabilities of its outcomes matter: equal to the
/// given one up to an exchange of outcomes.
expression_ptr simplified_up_to_outcomes(const expression_ptr& pair);

}  // namespace shufflecert::inline v0_1::claims
