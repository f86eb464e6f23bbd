#pragma once
// Which outcomes a law of integer noise has, and in doubles where they are and how likely: that
// decides what a sum costs, and what is left out is bounded whatever it is.

#include <cstdint>

#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

/// The whole numbers from one to another.
struct outcome_span {
  std::int64_t first;
  std::int64_t last;
};

/// More outcomes than this take minutes.
inline constexpr std::int64_t most_noise_outcomes = 20'000'000;
[[noreturn]] void refuse_noise_span();

/// Which outcomes a law can have at all.
enum class outcome_set {
  whole_line,  ///< every whole number
  from_zero,   ///< 0, 1, 2, …
  listed       ///< those of a table
};
outcome_set outcomes_of(const noise_kind& kind);
/// Whether the law has outcomes however far out on the side, above (1) or below (−1).
bool has_tail(const noise_kind& kind, int side);

/// Beyond this span the law has a mass of about 2^log2_threshold; a table has none.
outcome_span span_of(const noise_kind& kind, double log2_threshold);

/// About where the law is centred; 0 for a table.
double centre_near(const noise_kind& kind);

/// About log P(x) without the weight, in doubles; −inf beyond the ends of what has ends.
double log_mass_near(const noise_kind& kind, double x);

/// About log t(x + side) − log t(x), for what has no ends on that side.
double step_near(const noise_kind& kind, double x, int side);

/// About the value of a number, and about the logarithm of one above 0.
double double_near(const number& x);
double log_near(const number& x);

}  // namespace shufflecert::inline v0_1
