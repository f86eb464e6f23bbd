#pragma once
// Quantities over ranges of their real parameters, from the ends: docs/methods/ranges.md.

#include <functional>

#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// How a quantity answers a change: of its own parameter, or of P and Q moving apart.
enum class trend { unknown, falling, rising };

struct trends {
  trend with_divergence;  ///< as every hockey-stick divergence of the pair rises
  trend with_parameter;   ///< as the quantity's own parameter rises
};

using point_evaluation = std::function<quantity(const distribution_pair&, const number&)>;

/// Encloses a quantity over every pair and parameter that the balls among the real parameters
/// cover. Where one of them is much wider than rounding makes it, the two corners of the box at
/// which the quantity is least and largest are evaluated instead of the box: (V.1)–(V.8), (V.11). A
/// range of pairs has two pairs for ends, and `evaluate` never sees it. Balls as narrow as rounding
/// leaves them are evaluated as they are, and by corners if that decides nothing. Parameters whose
/// trend is not known stay balls. Expects checked parameters; `evaluate` must enclose the quantity
/// for the balls it is given.
///
/// Throws what `evaluate` throws; precision_needed where the value is infinite at one corner only,
/// and for a range of pairs where the trend with the pair is not known.
quantity over_ranges(const distribution_pair& pair, const number& parameter, const trends& known,
                     bits precision, const point_evaluation& evaluate);

/// Whether a ball among the real parameters is so wide that over_ranges() takes the corners.
bool covers_a_range(const distribution_pair& pair, const number& parameter, bits precision);

/// The same for chi_moment(), whose order is no monotone parameter: (V.9) and (V.10).
quantity chi_moment_over_ranges(const distribution_pair& pair, const number& order, bits precision,
                                const point_evaluation& evaluate);

}  // namespace shufflecert::inline v0_1
