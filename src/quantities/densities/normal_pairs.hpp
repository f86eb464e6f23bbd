#pragma once

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of two normal laws in closed form, λ > 0 or inf: see docs/methods/normal.md, (N.1)–(N.3).
number normal_renyi(const normal_pair& pair, bool swapped, const number& lambda, bits precision);

/// H_{e^ε} of two normal laws in closed form: see docs/methods/normal.md, (N.4)–(N.6).
number normal_hockey_stick(const normal_pair& pair, bool swapped, const number& eps,
                           bits precision);

/// T(P, Q)(α) of two normal laws, 0 < α < 1: docs/methods/tradeoff.md, (T.12)–(T.14).
number normal_tradeoff(const normal_pair& pair, bool swapped, const number& alpha, bits precision,
                       const budget& limits);

/// G_μ(α) = Φ(Φ⁻¹(1 − α) − μ) for μ >= 0 and 0 < α < 1.
number gaussian_tradeoff(const number& mu, const number& alpha, bits precision);

}  // namespace shufflecert::inline v0_1
