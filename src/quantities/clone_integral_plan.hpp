#pragma once

#include <cstdint>

#include "quantities/clone_integral.hpp"

namespace shufflecert {

/// Enough bits for the balls of an integral that is to have `precision` bits of D_λ: an estimate of
/// what the cancellation and the power n − 1 cost.
bits integral_precision(const clone_pair& pair, std::int64_t lambda, bits precision);

}  // namespace shufflecert
