#pragma once
// Signs of parts of an integrand next to the edges of their domain, where the ball of a piece
// reaches over the edge by rounding alone: sqrt(x − 0.1) from 0.1 on.

#include <map>

#include "language/analysis/one_variable.hpp"

namespace shufflecert::inline v0_1 {

/// Shows that steps are not negative on a piece of an integral's range, as far as the range and the
/// branches that a step belongs to reach into the piece: docs/methods/quadrature.md, (Q.3).
class edge_signs {
 public:
  /// Over the range from `low` to `high`, either of them possibly infinite.
  edge_signs(const one_variable_function& function, const number& low, const number& high,
             bits precision);

  /// Whether the step is certainly >= 0 at all points of the piece that lie in the range, and at
  /// which a step guarded by `guarded_by` is asked for.
  bool is_nonnegative(std::size_t index, std::optional<std::size_t> guarded_by, const ball& piece);

 private:
  // a + b·x.
  struct line {
    rational a;
    rational b;
  };
  // A number that bounds the points in question from below or above, and the values of the steps
  // there, as far as they are exact.
  struct edge {
    number at;
    bool is_lower;
    std::vector<std::optional<number>> values;
  };

  [[nodiscard]] bool is_same(std::size_t i, std::size_t j) const;
  [[nodiscard]] bool is_said_by_guard(std::size_t index, const guard& condition) const;
  [[nodiscard]] bool rises_from(const edge& end, std::size_t index, const ball& piece) const;
  const std::optional<edge>& edge_of(std::size_t which);
  [[nodiscard]] edge edge_at(const number& x, bool is_lower) const;
  void find_lines();

  const one_variable_function& function_;
  number low_;
  number high_;
  bits precision_;
  std::vector<std::optional<line>> lines_;
  std::vector<std::optional<edge>> range_ends_;
  std::map<std::size_t, std::optional<edge>> of_guards_;
};

}  // namespace shufflecert::inline v0_1
