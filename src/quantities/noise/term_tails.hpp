#pragma once
// How terms P^α·Q^(−β) fall far out, and bounds for what they add up to there. Formula numbers
// refer to docs/methods/noise.md.

#include <optional>
#include <vector>

#include "quantities/noise/kinds/tail_slopes.hpp"
#include "quantities/noise/noise_spans.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The terms a^α·b^(−β) of a part a of P and a part b of Q on one side.
class term_tail {
 public:
  /// What the terms do far out: fall at least like a geometric series, fade as a power of y, come
  /// to a limit above 0, or rise without bound.
  enum class behaviour { falls, fades, stays, rises, unknown };

  term_tail(const noise_part& a, const noise_part& b, int side, const number& alpha,
            const number& beta, bits precision);

  [[nodiscard]] behaviour far_out() const { return behaviour_; }
  /// Whether the terms certainly have a finite sum, or where `is_largest` a bound; and whether they
  /// certainly have none.
  [[nodiscard]] bool is_finite(bool is_largest) const;
  [[nodiscard]] bool is_infinite(bool is_largest) const;
  /// The last outcome to sum so that the rest is about 2^log2_threshold, or so much times the
  /// largest term.
  [[nodiscard]] std::int64_t reach(double log2_threshold, bool is_relative) const;
  /// What bounds the share of the part in the terms of all of P beyond `last`: the first of a
  /// series that falls by the factor `falls` at least; nothing where that is not certain: (EE.8),
  /// (EE.9).
  struct bound {
    ball first;
    ball falls;
  };
  [[nodiscard]] std::optional<bound> beyond(const integer_noise& p, std::int64_t last,
                                            bits precision) const;

 private:
  [[nodiscard]] double log_term_near(double y) const;
  [[nodiscard]] double top_near() const;
  // The largest of log t(y'+1) − log t(y') for y' >= y; nothing where no bound is known.
  [[nodiscard]] std::optional<ball> steepest(std::int64_t y, bits precision) const;

  const noise_part& a_;
  const noise_part& b_;
  int side_;
  number alpha_;
  number beta_;
  bits precision_;
  bool is_linear_;  // the slope, in y
  far_slope slope_;
  behaviour behaviour_;
};

/// The tails of all parts on both sides. Q needs a part with infinitely many outcomes, else P > 0 =
/// Q somewhere or P is a table.
class term_tails {
 public:
  /// α = λ, β = λ − 1 for the moment of an order λ > 1; α = β = 1 for the ratio P/Q.
  term_tails(const noise_pair& pair, const number& alpha, const number& beta, bits precision);

  /// Whether Σ P^α·Q^(−β) is infinite.
  /// @throws precision_needed  that is not determined
  [[nodiscard]] bool has_infinite_sum() const;
  /// Whether the terms are unbounded.
  /// @throws precision_needed  that is not determined
  [[nodiscard]] bool is_unbounded() const;
  /// The outcomes to sum, such that the rest is about 2^log2_threshold, or so much times the
  /// largest term. Of terms with a finite sum.
  [[nodiscard]] outcome_span span(double log2_threshold, bool is_relative = true) const;
  /// Upper bounds for the sum of the terms outside of the span, and for the largest of them:
  /// (EE.8), (EE.9).
  /// @throws precision_needed  the span is too short for a bound
  [[nodiscard]] ball sum_outside(const outcome_span& span) const;
  [[nodiscard]] ball largest_outside(const outcome_span& span) const;
  /// The outcomes below which P has none where it has no tail, with those near its centres.
  [[nodiscard]] const outcome_span& least_span() const { return least_; }
  /// The largest limit of P/Q far out that is known, 0 where none is: (EE.11).
  [[nodiscard]] ball limit_of_ratio() const;

 private:
  // The terms of one part of P on one side; the least of those with each part of Q bounds them.
  struct group {
    int side;
    const noise_part* a;
    std::vector<term_tail> with_each;
  };

  template <class Bound>
  [[nodiscard]] ball bounds_on_side(int side, const outcome_span& span, bool is_largest,
                                    const Bound& bound) const;
  [[nodiscard]] bool every_group_has(bool is_largest) const;

  noise_pair pair_;
  number alpha_;
  bits precision_;
  outcome_span least_;
  std::vector<group> groups_;
};

}  // namespace shufflecert::inline v0_1
