#pragma once
// Turns the oracle's exact answers into questions about the library's enclosures.

#include <string>

#include "shufflecert/number.hpp"
#include "support/exact_oracle.hpp"

inline shufflecert::rational to_rational(const oracle::fraction& x) {
  return shufflecert::rational(oracle::text(x));
}

/// A ball is an interval: it contains all of `truth` when it contains both ends.
inline bool encloses(const shufflecert::ball& b, const oracle::interval& truth) {
  return contains(b, to_rational(truth.lower)) && contains(b, to_rational(truth.upper));
}

/// log(r), kept exact or as a ball, as the caller wishes.
inline shufflecert::number log_number(const oracle::fraction& r, bool exact,
                                      shufflecert::bits precision) {
  if (exact || r == 1) return shufflecert::log_multiple{1, to_rational(r)};
  return log(shufflecert::ball::of(to_rational(r), precision));
}
