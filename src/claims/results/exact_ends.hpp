#pragma once

#include <optional>
#include <string>

#include "shufflecert/decimal.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// An exact number or ±infinity.
struct extended {
  int infinite = 0;  ///< −1 or 1 for −inf and inf, else 0
  rational value;    ///< where finite

  friend bool operator==(const extended& a, const extended& b) {
    return a.infinite == b.infinite && (a.infinite != 0 || a.value == b.value);
  }
  friend bool operator<(const extended& a, const extended& b) {
    if (a.infinite != 0 || b.infinite != 0) return a.infinite < b.infinite;
    return a.value < b.value;
  }
  friend bool operator<=(const extended& a, const extended& b) { return a < b || a == b; }
};

/// The two ends of an enclosure, exactly; an end with an exponent beyond ±1,000,000 is moved
/// outward, so that the enclosure is a wider one.
struct exact_interval {
  extended lower;
  extended upper;
  bool is_widened = false;
};

/// A number as to_decimal() and the second arithmetic print it: "0.1", "-1e-30000", "inf"; nothing
/// where it is none, or its exponent is beyond ±1,000,000.
std::optional<extended> parse_extended(const std::string& text);

/// The ends that the texts state: "0.25", "1/3", "-1e-30000", "inf"; nothing where one of them is
/// no number.
std::optional<exact_interval> exact_ends(const decimal_interval& stated);

/// The same for an enclosure of results that read_evidence() has read: its ends are numbers.
inline exact_interval ends_read(const decimal_interval& stated) {
  return exact_ends(stated).value();
}

/// What a value in a finite enclosure is, to two digits more than the unit, and which multiple of
/// the unit it rounds to: "0.2650…, which rounds to 0.27". "…" follows digits that are certain and
/// not all; the enclosure, or no multiple, where the ends do not agree on one, as in a tie.
std::string rounded_in_words(const decimal_interval& value, const rational& unit);

}  // namespace shufflecert::inline v0_1::claims
