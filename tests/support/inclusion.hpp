#pragma once
// Turns the oracle's exact answers into questions about the library's enclosures.

#include <memory>
#include <string>
#include <utility>

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"
#include "support/exact_oracle.hpp"

inline shufflecert::rational to_rational(const oracle::fraction& x) {
  return shufflecert::rational(oracle::text(x));
}

/// A ball is an interval: it contains all of `truth` when it contains both ends.
inline bool encloses(const shufflecert::ball& b, const oracle::interval& truth) {
  return contains(b, to_rational(truth.lower)) && contains(b, to_rational(truth.upper));
}

/// Whether all of the inner one is inside.
inline bool encloses(const shufflecert::ball& outer, const shufflecert::ball& inner) {
  return arb_contains(outer.raw(), inner.raw()) != 0;
}

/// Exactly this fraction, not merely a ball around it.
inline bool is_exactly(const shufflecert::number& x, const shufflecert::rational& value) {
  return x.as_rational() != nullptr && *x.as_rational() == value;
}

/// Whether the radius is below 2^exponent.
inline bool is_narrow(const shufflecert::ball& x, double exponent) {
  shufflecert::ball radius(x.precision());
  arb_get_rad_arb(radius.raw(), x.raw());
  return is_below_power_of_two(radius, exponent);
}

/// log(r), exactly.
inline shufflecert::number log_of(const shufflecert::rational& r) {
  return shufflecert::log_multiple{1, r};
}

/// The pair of which a user takes part with probability gamma.
inline shufflecert::distribution_pair subsampled(shufflecert::distribution_pair of,
                                                 shufflecert::number gamma) {
  return {shufflecert::subsampled_pair{
      std::make_shared<const shufflecert::distribution_pair>(std::move(of)), std::move(gamma)}};
}

/// log(r), kept exact or as a ball, as the caller wishes.
inline shufflecert::number log_number(const oracle::fraction& r, bool exact,
                                      shufflecert::bits precision) {
  if (exact || r == 1) return shufflecert::log_multiple{1, to_rational(r)};
  return log(shufflecert::ball::of(to_rational(r), precision));
}
