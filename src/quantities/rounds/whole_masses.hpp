#pragma once
// Masses on a grid as whole numbers, and their convolutions, which FLINT's integer polynomials
// compute without rounding. Formula numbers refer to docs/methods/rounds.md.

#include <cstdint>
#include <vector>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Whole masses c_0, c_1, … at the grid indices first, first + 1, …, in units of 2^−scale. Owns
/// FLINT's fmpz_poly_t.
class whole_masses {
 public:
  /// Rounds each mass down: (G.11).
  whole_masses(std::int64_t first, const std::vector<ball>& masses, bits scale);
  whole_masses(const whole_masses& other);
  whole_masses(whole_masses&& other) noexcept;
  whole_masses& operator=(const whole_masses&) = delete;
  whole_masses& operator=(whole_masses&& other) noexcept;
  ~whole_masses();

  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t size() const { return fmpz_poly_length(masses_); }
  [[nodiscard]] const fmpz* at(std::int64_t i) const { return masses_->coeffs + i; }

  /// Σ c_j·2^−scale, exactly.
  [[nodiscard]] ball total(bits precision) const;

  /// The masses of the sum with an independent loss, in the same units: the exact convolution,
  /// rounded down, without what is cut from its ends, which is at most 2^log2_cut.
  void convolve(const whole_masses& other, double log2_cut);
  void square(double log2_cut);

 private:
  void round_and_cut(double log2_cut);

  std::int64_t first_;
  bits scale_;
  fmpz_poly_t masses_;
};

/// The k-fold convolution, k >= 1, by repeated squaring; the cuts make it smaller by about
/// 2^log2_cut in all.
whole_masses power(const whole_masses& of, std::int64_t k, double log2_cut, const budget& limits);

}  // namespace shufflecert::inline v0_1
