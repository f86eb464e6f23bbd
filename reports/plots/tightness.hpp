#pragma once

#include <functional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/plot_points.hpp"

namespace shufflecert::inline v0_1::claims {

/// A bound that no plot shows, and why.
struct left_out_bound {
  std::string name;
  std::string paper;  ///< key of its paper; empty without one
  std::string reason;
};

struct tightness {
  std::vector<plot> plots;
  std::vector<left_out_bound> left_out;  ///< in the order of the catalogue
};

/// How tight the bounds of a catalogue are: bound / exact value of the quantity that it is stated
/// for, along ε0, λ and the number of users or reports, through one point (n = 10000, ε0 = 1, λ =
/// 4, ε = 1/10, δ = 10^-6, α = 1/10; k = 1000 reports at rate 1/10 where a quantity is sampled; k =
/// 3 inputs and n = 1000 for k-ary randomized response). Bounds on one quantity from one paper
/// share their plots. Every quotient is certified; where a bound is not stated, has no value, or
/// the exact value is 0, its curve has a gap. Bounds that are not wanted are passed over. Uses all
/// threads.
tightness tightness_plots(
    const catalogue& read, const sampling& how,
    const std::function<bool(const bound&)>& is_wanted = [](const bound&) { return true; });

}  // namespace shufflecert::inline v0_1::claims
