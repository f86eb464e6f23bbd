#pragma once

#include <memory>

namespace shufflecert {

struct curve_node;

/// A trade-off function f: [0, 1] → [0, 1], convex, non-increasing, f(α) <= 1 − α (Dong, Roth and
/// Su 2022). Curves are immutable and shared; never null.
using curve_ptr = std::shared_ptr<const curve_node>;

}  // namespace shufflecert
