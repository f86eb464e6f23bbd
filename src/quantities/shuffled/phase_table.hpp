#pragma once
// Where a characteristic function is certainly small, in whole numbers: docs/methods/sums.md,
// section 5. Every product is of 61-bit fractions, and every rounding is bounded.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// |Σ_j w_j e^{ikδg_j}|², for masses w_j that sum to 1, bounded from above around any whole k.
class phase_table {
 public:
  /// The most nodes: k < 2^40.
  static constexpr int longest_log2 = 40;
  /// Blocks of 2^p nodes, p below this.
  static constexpr int sizes = 40;

  /// @param values  the g_j
  /// @param masses  the w_j; their true values sum to 1
  /// @param turns  δ(g_j − g_0)/(2π)
  /// @param last  the largest k + 2^largest_size() that is asked for
  /// Nothing where these are not known well enough.
  static std::optional<phase_table> of(const std::vector<ball>& values,
                                       const std::vector<ball>& masses,
                                       const std::vector<ball>& turns, const ball& step,
                                       std::int64_t last);

  /// 2^61 times an upper bound of |…|² for all k within 2^(size−1) of `middle`; 0 <= size < sizes.
  [[nodiscard]] std::int64_t bound_around(std::int64_t middle, int size) const;

  [[nodiscard]] std::size_t terms() const { return terms_.size(); }

  /// The largest block of which bound_around() can say something: σδ2^size <= 1.
  [[nodiscard]] int largest_size() const { return largest_size_; }

 private:
  __extension__ using wide = unsigned __int128;

  struct term {
    wide turns;         // δ(g_j − g_0)/(2π) modulo 1, in units of 2^−128
    std::int64_t mass;  // w_j
    std::int64_t pull;  // w_j (g_j − μ)/G
  };
  struct growth {
    bool is_known;       // whether the block is small enough for the numbers below
    std::int64_t slope;  // 2bG in units of 2^−40
    std::int64_t bend;   // σ²b²
  };

  phase_table() = default;

  std::vector<term> terms_;
  std::vector<growth> growths_;
  int largest_size_ = 0;
};

}  // namespace shufflecert::inline v0_1
