#pragma once
// H_κ of shuffled_pair as the positive part of a sum: docs/methods/sums.md, section 1.

#include <cstdint>
#include <optional>
#include <vector>

#include "quantities/pairs/shuffled_reports.hpp"
#include "quantities/shuffled/node_choice.hpp"
#include "quantities/shuffled/report_sum.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Which ways to a value may be taken; `all`: the one that is expected to be fastest.
enum class sum_methods { all, outcomes_only, line_only };

/// H_κ = identified + E(S)₊/n: (FF.2).
struct divergence_sum {
  ball identified;  ///< Σ (p − κq)₊ over the outcomes that no other user has
  report_sum sum;
};

/// A value, and whether it is that of a line.
struct summed_value {
  ball value;
  bool is_by_line;
};

/// A shuffled pair, prepared for several κ.
class shuffled_divergence {
 public:
  /// @param swapped  of (Q', P')
  shuffled_divergence(const shuffled_pair& pair, bool swapped);

  /// H_κ, κ > 0, as well as the effort allows; never nothing unless `ways` exclude the line.
  [[nodiscard]] std::optional<summed_value> at(const number& factor, sum_methods ways,
                                               const sum_effort& effort, bits precision,
                                               const budget& limits) const;

  /// The mass of P' where Q' is 0, to which H_κ falls for κ → ∞: (FF.6).
  [[nodiscard]] ball mass_without_second(bits precision) const;

 private:
  [[nodiscard]] divergence_sum sum_at(const number& factor, bits precision) const;

  std::int64_t n_;
  std::vector<report_outcome> outcomes_;
};

}  // namespace shufflecert::inline v0_1
