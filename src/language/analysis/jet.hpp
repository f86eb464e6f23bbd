#pragma once
// Arithmetic of functions on a box with their first and second derivatives: docs/methods/proofs.md.

#include "shufflecert/derivatives.hpp"

namespace shufflecert {

jet constant_jet(number value);
/// The variable with this index of `count`.
jet variable_jet(number value, std::size_t index, std::size_t count, bits precision);
/// Nothing but an enclosure of the values.
jet rough_jet(number value);

jet negated(const jet& f);
jet add(const jet& f, const jet& g, bits precision);
jet subtract(const jet& f, const jet& g, bits precision);
jet multiply(const jet& f, const jet& g, bits precision);
jet divide(const jet& f, const jet& g, bits precision);
/// As power() of numbers.
jet power(const jet& f, const jet& g, bits precision);
jet min(const jet& f, const jet& g, bits precision);
jet max(const jet& f, const jet& g, bits precision);
jet abs(const jet& f, bits precision);
/// floor() and ceil(): a constant where the whole box gives the same whole number.
jet rounded(const jet& f, number (*round)(const number&, bits), bits precision);
/// At each point the smaller or the larger of f and g, it is not known which: kinks are possible,
/// jumps are not.
jet either(const jet& f, const jet& g, bits precision);

/// The function of one variable of this name (exp, log, …); null where there is none.
using jet_function = jet (*)(const jet&, bits);
jet_function find_jet_function(std::string_view name);

}  // namespace shufflecert
