#pragma once
// Which outcomes of integer noise to sum. All of this is chosen in doubles: it decides what a sum
// costs, and what is left out is bounded whatever it is.

#include <cstdint>
#include <vector>

#include "shufflecert/noise_laws.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The whole numbers from one to another.
struct outcome_span {
  std::int64_t first;
  std::int64_t last;
};

/// More outcomes than this take minutes.
inline constexpr std::int64_t most_noise_outcomes = 20'000'000;
[[noreturn]] void refuse_noise_span();

/// Beyond this span the law has a mass of about 2^log2_threshold; a table has none.
outcome_span span_of(const noise_kind& kind, double log2_threshold);
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

/// About the value of a number.
double double_near(const number& x);

/// Whether the part has finitely many outcomes.
bool is_table(const noise_part& part);

/// About log P(x) without the weight, in doubles; −inf beyond a table's ends.
double log_mass_near(const noise_kind& kind, double x);

}  // namespace shufflecert::inline v0_1
