#pragma once
// Binary randomized response by the moments of a binomial law. See docs/methods/response.md.

#include <optional>

#include "quantities/response/response_parameters.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ, λ finite and > 0, known to be 1 or not to be 1; nothing where the series does not reach.
/// Where `asked` is `automatic`, nothing also where direct summation is expected to be faster.
std::optional<quantity> response_renyi(const response& pair, const number& lambda, bits precision,
                                       const budget& limits, evaluation_method asked);
/// The same for E_Q|P/Q − 1|^a of the pair (of (Q, P) where it is swapped), a finite and > 0;
/// nothing also where a is not even.
std::optional<quantity> response_chi_moment(const response& pair, const number& a, bits precision,
                                            const budget& limits, evaluation_method asked);

struct ratio_series_plan;

/// The same with a plan of the caller's, which need not reach the precision: D_λ and E|P/Q − 1|^a,
/// a >= 2 even.
number response_renyi_by_series(const response& pair, const number& lambda,
                                const ratio_series_plan& plan, bits precision,
                                const budget& limits);
number response_chi_by_series(const response& pair, std::int64_t a, const ratio_series_plan& plan,
                              bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
