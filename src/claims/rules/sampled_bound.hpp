#pragma once

#include "shufflecert/version.hpp"

namespace shufflecert::inline v0_1::claims {

/// The bound of Rényi divergences with sampling, (O.7), in the letters n, eps0, p and g.
inline constexpr const char* sampled_renyi =
    "log(1 + 4*binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(eps0)) + "
    "sum(j, 3, lambda, binomial(lambda, j)*g^j*j*gamma(j/2)*"
    "(2*(exp(2*eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*eps0)))^(j/2)) + "
    "((1 + g*(exp(2*eps0) - 1)/exp(eps0))^lambda - 1 - lambda*g*(exp(2*eps0) - 1)/exp(eps0))*"
    "exp(-(n - 1)*p/8))/(lambda - 1)";

}  // namespace shufflecert::inline v0_1::claims
