#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "checker_formula.hpp"
#include "numbers.hpp"

namespace check {

/// All real numbers from `low` to `high`. An end may be infinite; the infinity is no member.
struct interval {
  real low;
  real high;
};

using box = std::map<std::string, interval>;

/// A formula has no value somewhere on a box, or may have none.
class no_value : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

interval point(const rational& x);
/// From `low` to `high`; without one of them, from or to infinity.
interval between(const std::optional<rational>& low, const std::optional<rational>& high);
bool is_finite(const interval& x);

interval operator-(const interval& x);
interval operator+(const interval& x, const interval& y);
interval operator-(const interval& x, const interval& y);
interval operator*(const interval& x, const interval& y);
interval operator/(const interval& x, const interval& y);
/// A function of one argument by its name. Throws `no_value`, or `unchecked` for an unknown one.
interval function_of(const std::string& name, const interval& x);
/// x to a whole power.
interval power(const interval& x, long exponent);

/// Encloses all values that the formula has on the box. Throws `no_value`, or `unchecked` where it
/// is outside of this arithmetic.
interval enclosure(const formula& x, const box& values);
/// Whether a condition is true, or false, at all points of the box; nothing where it is open.
std::optional<bool> truth(const formula& x, const box& values);

}  // namespace check
