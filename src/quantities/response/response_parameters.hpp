#pragma once
// The pairs of binary randomized response, and their parameters as balls: docs/methods/response.md,
// (R.1).

#include <cstdint>
#include <optional>

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// rr_pair(n, eps0), subsampled with γ (γ = 1 for the pair itself): Q = Bin(n, q) and
/// P/Q = 1 + γ(e^ε0 − e^−ε0)(k − nq)/n with q = 1/(e^ε0 + 1).
struct response {
  rr_pair of;
  number gamma;
  bool swapped;
};

/// Nothing for pairs that are not of this form.
std::optional<response> as_response(const distribution_pair& pair);

/// Q = Bin(n, flip), and P/Q = 1 + z at k with z = scale·(k − n·flip)/n.
struct response_parameters {
  std::int64_t n;
  ball flip;   ///< q = 1/(e^ε0 + 1)
  ball keep;   ///< 1 − q
  ball scale;  ///< c = γ(e^ε0 − e^−ε0)
  ball least;  ///< the least value of 1 + z, at k = 0: (1 − γ) + γe^−ε0
};

/// The parameters at `precision`. Throws precision_needed where c or the least ratio is not
/// certainly positive.
response_parameters parameters_of(const response& pair, bits precision);

/// x with a relative radius of about 2^−(precision + 16) at least: a tie of two sides is looked for
/// at 50 digits, and must not be found before small pairs are evaluated exactly
/// (docs/methods/laws.md, section 5).
ball as_asked(const ball& x, bits precision);

}  // namespace shufflecert::inline v0_1
