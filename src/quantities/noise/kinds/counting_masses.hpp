#pragma once
// The masses of the laws of counts, and of the difference of two. Formula numbers refer to
// docs/methods/noise.md.

#include <memory>

#include "quantities/noise/kinds/mass_walk.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

/// (EE.16)–(EE.18)
std::unique_ptr<const part_masses> masses_of(const poisson_noise& of, const number& weight,
                                             bits precision);
/// (EE.19)–(EE.21)
std::unique_ptr<const part_masses> masses_of(const negative_binomial_noise& of,
                                             const number& weight, bits precision);
/// (EE.22)–(EE.24)
std::unique_ptr<const part_masses> masses_of(const skellam_noise& of, const number& weight,
                                             bits precision);

}  // namespace shufflecert::inline v0_1
