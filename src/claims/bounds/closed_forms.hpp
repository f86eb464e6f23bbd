#pragma once

#include <optional>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The number that a formula of numbers, signs, sums, products and quotients is; nothing for
/// another formula, and for a division by 0.
std::optional<rational> number_in(const expression_ptr& formula);

/// The formula, in which nothing is defined, with sums between numbers, binomial coefficients of
/// numbers and choices between numbers written out, as below, and nothing else.
expression_ptr with_sums_written(const expression_ptr& formula);

/// The formula, in which nothing is defined, with what its numbers settle written out: sums between
/// numbers as their terms (at most 64), binomial coefficients of numbers, choices whose condition
/// compares numbers, exp(log(f)) and log(exp(f)) as f,
/// and normal_mean(x, exp(f)) with an f that is linear in x by
/// (N.13) of docs/methods/normal.md. Has a value wherever the given formula has one, and the same
/// one.
expression_ptr with_closed_forms(const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1::claims
