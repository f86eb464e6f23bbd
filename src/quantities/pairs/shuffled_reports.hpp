#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// One outcome of a report of shuffled_pair, exactly 0 where a law does not list it.
struct report_outcome {
  number p;
  number q;
  number r;
};

/// All outcomes that P, Q or R lists, those that only R lists included.
std::vector<report_outcome> outcomes_of_report(const shuffled_pair& pair);

/// The symbols of shuffled_pair: outcomes of a report that the others have too, those with the same
/// P/R and Q/R joined where all three are rational; and outcomes that only the differing user has.
struct shuffled_symbols {
  struct own_outcome {
    number p;
    number q;
  };
  std::vector<report_outcome> shared;
  std::vector<own_outcome> own;
};

shuffled_symbols symbols_of(const shuffled_pair& pair);

/// P(X = k), k = 0, …, trials, for X ~ Bin(trials, p) with q = 1 − p.
using count_weights =
    std::function<std::vector<number>(std::int64_t trials, const number& p, const number& q)>;
/// Sees the masses of one outcome under both laws.
using row_visitor = std::function<void(number p, number q)>;

/// Every histogram of the shared symbols and every own symbol, each of which decides P/Q alone: see
/// docs/methods/sums.md, section 1. In exact rationals where `exact`, else in balls.
void visit_histograms(const shuffled_pair& pair, bits precision, bool exact,
                      const count_weights& weights, const row_visitor& see);

}  // namespace shufflecert::inline v0_1
