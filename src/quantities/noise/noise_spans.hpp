#pragma once
// Which outcomes of integer noise to sum. All of this is chosen in doubles: it decides what a sum
// costs, and what is left out is bounded whatever it is.

#include <cstdint>
#include <vector>

#include "quantities/noise/kinds/outlines.hpp"
#include "shufflecert/noise_laws.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The least span with the spans of all parts.
outcome_span span_of(const integer_noise& law, double log2_threshold);

/// The spans of all parts of both laws, in ascending order, as few as have no outcome in common.
/// @throws beyond_reach  more than most_noise_outcomes
std::vector<outcome_span> joined_spans(const noise_pair& pair, double log2_threshold);

/// The least span that contains both.
outcome_span hull(const outcome_span& a, const outcome_span& b);
/// The number of outcomes.
std::int64_t size_of(const outcome_span& span);
/// @throws beyond_reach  more than most_noise_outcomes
void require_summable(const outcome_span& span);

/// Bits to work with so that the masses of the law along the spans keep `precision`: (EE.5).
bits walking_precision(const integer_noise& law, const outcome_span& all, bits precision);

/// Whether the part has finitely many outcomes.
bool is_table(const noise_part& part);

}  // namespace shufflecert::inline v0_1
