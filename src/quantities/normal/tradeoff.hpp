#pragma once

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// T(P, Q)(α) of two normal laws, 0 < α < 1: docs/methods/tradeoff.md, (T.12)–(T.14).
number normal_tradeoff(const normal_pair& pair, bool swapped, const number& alpha, bits precision,
                       const budget& limits);

/// G_μ(α) = Φ(Φ⁻¹(1 − α) − μ) for μ >= 0 and 0 < α < 1.
number gaussian_tradeoff(const number& mu, const number& alpha, bits precision);

}  // namespace shufflecert
