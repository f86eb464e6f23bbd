#pragma once

// The names of the interface, for headers that only mention them.

/// Certified divergences of the shuffle model: pairs of distributions, quantities of them,
/// formulas, and claims judged. Unless its comment says otherwise, a number or ball that a function
/// returns encloses the true value, whatever the rounding.
namespace shufflecert::inline v0_1 {

class ball;
class budget;
class number;
struct decimal_interval;
struct distribution_pair;
struct expression;
struct quantity;

}  // namespace shufflecert::inline v0_1
