#pragma once
// Taylor series of powers of the likelihood ratio of randomized response, in central moments of the
// binomial law: docs/methods/response.md, section 2.

#include <optional>
#include <vector>

#include "quantities/response/response_parameters.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// E_Q[z^i]/i!, i = 0, 1, …, one after the other: (R.3), (R.4).
class scaled_moments {
 public:
  explicit scaled_moments(const response_parameters& of);
  /// E_Q[z^i]/i!; costs O(i²) balls for all up to i.
  const ball& at(std::size_t i, const budget& limits);

 private:
  void extend();

  bits precision_;
  std::int64_t n_;
  ball step_up_;    // z of one user who reports 1, times n: c·(1 − q)/n
  ball step_down_;  // c·q/n
  ball flip_;
  ball keep_;
  ball power_up_;                // (c(1 − q)/n)^i·q/i!
  ball power_down_;              // (−c·q/n)^i·(1 − q)/i!
  std::vector<ball> one_;        // b_i, (R.3)
  std::vector<ball> cumulants_;  // i·H_i
  std::vector<ball> moments_;    // a_i
};

/// Σ_j f_j E[z^(offset+j)], j from `first` on, of a function whose Taylor coefficients obey
/// f_(j+1) = f_j·(κ − j)/(j + 1): z^offset·(1+z)^κ from first = 0, f_0 = 1, and
/// ((1+z)^κ − 1 − κz)/(κ(κ−1)) from first = 2, f_2 = 1/2.
struct ratio_series {
  ball exponent;       ///< κ
  std::size_t offset;  ///< even
  std::size_t first;   ///< 0 or 2
};

/// How far the series goes, and where the bound for its remainder changes. It steers the cost and
/// the radius; the remainder is bounded whatever it is.
struct ratio_series_plan {
  std::size_t terms;  ///< J, even, >= 2, > first: the series ends before j = J
  double split;       ///< z0 > 0 of (R.7), (R.8)
};

/// The sum, remainder (R.7) or (R.8) included. Throws precision_needed where `terms` >= κ is not
/// decided.
ball sum_of(const ratio_series& series, const response_parameters& of,
            const ratio_series_plan& plan, const budget& limits);

/// The most terms of a plan.
constexpr std::size_t most_series_terms = 1024;

/// A plan of at most `most` terms whose remainder is about 2^-precision of the first term; nothing
/// where no plan is.
std::optional<ratio_series_plan> plan_for(const ratio_series& series, const response_parameters& of,
                                          bits precision, std::size_t most, const budget& limits);

}  // namespace shufflecert::inline v0_1
