#pragma once
// Rényi divergence of pairs whose P/R and Q/R are means over all reports, by moments of these:
// docs/methods/kary.md, section 4.

#include <optional>
#include <vector>

#include "quantities/variation/kary.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// What one of n independent reports of the law R may be, and the terms x and y by which it moves
/// n·(P/R − 1) and n·(Q/R − 1).
struct report_kind {
  ball chance;
  ball x;
  ball y;
};

struct report_law {
  std::int64_t n;
  std::vector<report_kind> kinds;
  ball most;   ///< P/R and Q/R are at most this
  ball ratio;  ///< and P/Q at most this

  [[nodiscard]] bits precision() const { return most.precision(); }
};

report_law report_law_of(const kary_laws& of);
report_law report_law_of(const variation_laws& of);

/// D_λ for finite λ > 0, at a cost that does not grow with the users. Nothing where these are too
/// few for the order.
///
/// @param of  at variation_precision(precision + 2·bit_length(n), n) bits
std::optional<number> renyi_by_reports(const report_law& of, const number& lambda, bits precision,
                                       const budget& limits);

}  // namespace shufflecert::inline v0_1
