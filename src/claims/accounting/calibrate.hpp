#pragma once
// The largest or least value of one variable for which a relation holds: docs/guide/accounting.md.

#include "claims/accounting/calibration.hpp"

namespace shufflecert::inline v0_1::claims {

/// Finds such a pair by secant steps on the difference of both sides, and shows by an evaluation at
/// each of them what is certain of it. Then both parts of the range are tried as a whole, by the
/// rules of docs/methods/ranges.md. Where an end of the range stays open, the search goes from the
/// value nearest to it that was found to be decided.
///
/// @throws undefined_value  the relation has no value where it is checked, or the range reaches
///                          too far
/// @throws beyond_reach     the deadline has passed
calibration calibrate(const calibration_question& asked, const definitions& visible,
                      const budget& limits, quantity_cache& cache);

}  // namespace shufflecert::inline v0_1::claims
