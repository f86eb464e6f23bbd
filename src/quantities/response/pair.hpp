#pragma once

#include <optional>

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// rr_pair(n, eps0), subsampled with γ (γ = 1 for the pair itself): Q = Bin(n, q) and
/// P/Q = 1 + γ(e^ε0 − e^−ε0)(k − nq)/n with q = 1/(e^ε0 + 1).
struct response {
  rr_pair of;
  number gamma;
  bool swapped;
};

/// Nothing for pairs that are not of this form.
std::optional<response> as_response(const distribution_pair& pair);

}  // namespace shufflecert
