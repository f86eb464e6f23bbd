#pragma once

#include <optional>

#include "claims/forms/recognised_forms.hpp"

namespace shufflecert::inline v0_1::claims {

/// sum(x, 0, n, f*pmf(P, x)) for a law P = rr_law() of n reports: the mean of f under P.
struct mean_over_reports {
  std::string index;
  expression_ptr law;    ///< P
  expression_ptr value;  ///< f
};
/// The formula, if it is of this kind.
std::optional<mean_over_reports> mean_over_reports_in(const expression_ptr& formula);

/// The form of tradeoff(pair(mix(w, P1, P2), mix(w, Q1, Q2)), w*A1 + (1 - w)*A2) where A1 and A2
/// are levels of tests at one threshold, (O.17) of docs/methods/orderings.md: A1 is sum(x, 0, n,
/// if(pmf(Q1, x) > t*pmf(P1, x), 1, if(pmf(Q1, x) == t*pmf(P1, x), c, 0))*pmf(P1, x)). Nothing for
/// another quantity.
std::optional<recognised> mixture_levels_in(const call& quantity);

}  // namespace shufflecert::inline v0_1::claims
