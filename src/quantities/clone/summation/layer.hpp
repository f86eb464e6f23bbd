#pragma once
// One layer of the clone pair, summed from its largest terms outward: docs/methods/summation.md.

#include <cstdint>
#include <optional>

#include "arithmetic/magnitude.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The order λ as the terms use it: μ = max(λ, 1 − λ), (S.3). Throws precision_needed where λ is
/// not known to be 1 or not.
struct term_order {
  term_order(const number& lambda, bits precision);

  bool is_one;
  bool below_one = false;
  /// |μ − 1|·2^roots, where that is whole and small enough to multiply.
  std::optional<ulong> whole;
  int roots = 0;
  ball distance;  ///< |μ − 1|
  ball unit;      ///< 1/(μ·|μ − 1|), and 1 at λ = 1
};

class clone_layer {
 public:
  /// @param tail  1 − t, with its own relative accuracy
  /// @param guard  bits that a term loses
  clone_layer(const ball& t, const ball& tail, const term_order& order, bits precision, bits guard,
              const budget& limits);

  /// Sums the layer from the outcome (a, layer − a), whose Bin_N(a) is `weight`, outward both ways.
  /// What adds less than 2^log2_threshold to K_N may be left out.
  void add(std::int64_t layer, std::int64_t a, const ball& weight, double log2_threshold);

  /// K_N of the layer added last, (S.2), is in [sum(), sum() + rest()].
  [[nodiscard]] ball sum() const;
  [[nodiscard]] ball rest() const;
  /// K_1 = k(t), an upper bound for every K_N.
  [[nodiscard]] ball largest() const;
  [[nodiscard]] std::int64_t visited() const { return visited_; }

 private:
  void add_term(std::int64_t a);
  void set_term(std::int64_t a, bits precision);
  void set_factor(bits precision);
  void set_rational_factor(bits precision);
  void sum_upward(std::int64_t a);
  void sum_downward(std::int64_t a);
  bool leave_out(const magnitude& bound);
  void set_upper_tail(magnitude& total, std::int64_t a) const;
  void set_lower_tail(magnitude& total, std::int64_t a) const;
  void set_mass_tail(magnitude& total, std::int64_t a) const;
  void set_ratio_up(magnitude& ratio, std::int64_t from, std::int64_t to) const;
  void set_ratio_down(magnitude& ratio, std::int64_t from, std::int64_t to) const;

  const term_order& order_;
  bits precision_;
  bits guard_;
  const budget& limits_;
  std::int64_t layer_ = 0;
  slong log2_threshold_ = 0;
  std::int64_t visited_ = 0;
  ball twice_t_;
  ball tail_;
  ball scaled_tail_;  // N·(1 − t)
  ball weight_;       // Bin_N(a)
  ball u_;            // N·(1 + tY)
  ball v_;            // N·(1 − tY)
  ball difference_;   // N·2tY
  ball power_;
  ball excess_;
  ball factor_;  // N·2k(tY)/unit
  ball term_;    // Bin_N(a)·factor
  ball sum_;
  ball largest_factor_;  // factor/N at Y = 1
  magnitude rest_;
  // Bounds of constants, upper and lower.
  magnitude t_up_;
  magnitude t_low_;
  magnitude tail_up_;
  magnitude tail_low_;
  magnitude slope_up_;   // λ + |λ − 1|
  magnitude slope_low_;  // λ + |λ − 1| − 1
};

}  // namespace shufflecert::inline v0_1
