#pragma once
// The outcomes of shuffled_pair as rows of a table: docs/methods/sums.md, section 1.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quantities/outcomes/outcome_row.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The symbols of shuffled_pair: outcomes of a report that the others have too, those with the same
/// P/R and Q/R joined where all three are rational; and outcomes that only the differing user has.
struct shuffled_symbols {
  struct common {
    number p;
    number q;
    number r;
  };
  std::vector<common> shared;
  std::vector<outcome_row> own;
};

shuffled_symbols symbols_of(const shuffled_pair& pair);

/// The rows, one for each histogram of the shared symbols and one for each own symbol. In exact
/// rationals where `exact`, else in balls.
std::vector<outcome_row> shuffled_rows(const shuffled_pair& pair, bits precision, bool exact,
                                       const budget& limits);

}  // namespace shufflecert::inline v0_1
