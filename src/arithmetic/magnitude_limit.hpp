#pragma once

#include <cstdint>

#include "shufflecert/ball.hpp"

namespace shufflecert {

/// The one limit for magnitudes: no number is larger than 2^largest_log2 in size. That leaves room
/// for e^n with n up to 10^18, the largest number of users that docs/methods/index.md speaks of;
/// MPFR holds and prints all of it, and products of several such numbers have exponents far from
/// those at which FLINT ends the program. Small numbers need no limit: a term such as e^(−e^256)
/// beside others is enclosed as well as 0 is, and its inverse is beyond the limit.
constexpr std::int64_t largest_log2 = std::int64_t{1} << 61;

/// Throws beyond_reach, naming `what`, for a finite ball that reaches beyond the limit. Infinities
/// pass.
void require_magnitude(const ball& x, const char* what);

}  // namespace shufflecert
