#pragma once
// Arithmetic of functions on a box with their first and second derivatives: docs/methods/proofs.md.

#include <cstdint>
#include <string_view>
#include <vector>

#include "shufflecert/derivatives.hpp"

namespace shufflecert::inline v0_1 {

/// The density of the standard normal law.
ball normal_density(const ball& x);

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
/// At each point the smaller or the larger of f and g, it is not known which: kinks are possible,
/// jumps are not.
jet either(const jet& f, const jet& g, bits precision);

/// The built-in function of one number of this name (exp, log, …); null where there is none.
using jet_function = jet (*)(const jet&, bits);
jet_function find_jet_function(std::string_view name);

/// The one that takes two or more numbers, two at a time (min, max); null where there is none.
using jet_combination = jet (*)(const jet&, const jet&, bits);
jet_combination find_jet_combination(std::string_view name);

/// The form that combines the values of its body for a range of whole numbers (sum, product), and
/// what it starts from; null where there is none.
struct jet_repetition {
  std::int64_t start;
  jet_combination combine;
};
const jet_repetition* find_jet_repetition(std::string_view name);

/// The names that one of these knows.
std::vector<std::string_view> names_with_jets();

}  // namespace shufflecert::inline v0_1
