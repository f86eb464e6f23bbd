#pragma once

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// D_λ of two normal laws in closed form, λ > 0 or inf: see docs/methods/normal.md, (N.1)–(N.3).
number normal_renyi(const normal_pair& pair, bool swapped, const number& lambda, bits precision);

/// H_{e^ε} of two normal laws in closed form: see docs/methods/normal.md, (N.4)–(N.6).
number normal_hockey_stick(const normal_pair& pair, bool swapped, const number& eps,
                           bits precision);

}  // namespace shufflecert
