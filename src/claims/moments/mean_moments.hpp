#pragma once
// The even moments of the mean of a random number of signs, and the series that they are put into:
// (C.2), (C.4) and (C.5) of docs/methods/leading-constant.md.

#include <vector>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// The bounds of (C.5): entry k, from 2 on, is at least the moment of order 2k of the mean of
/// 1 + Bin(n − 1, p) signs for all n and p with 1/((n − 1)p) <= spread, and divided by
/// 1/((n − 1)p)^k it rises with that number. Entries 0 and 1 are 1 and the spread. spread > 0.
std::vector<ball> mean_moments_above(const rational& spread, std::size_t count,
                                     const budget& limits);

/// The coefficients c_k of (C.2), one after the other: of u^(2k) in cosh((2λ−1)v)/cosh(v), u =
/// tanh(v), for κ² = λ(λ − 1) >= 0.
class order_series {
 public:
  explicit order_series(const ball& kappa_squared);

  /// c_0, c_1, … up to what has been asked for.
  [[nodiscard]] const std::vector<ball>& known() const { return known_; }
  /// The next one.
  const ball& next();

 private:
  ball four_kappa_squared_;
  std::vector<ball> known_;
};

}  // namespace shufflecert::inline v0_1::claims
