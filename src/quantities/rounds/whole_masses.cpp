#include "quantities/rounds/whole_masses.hpp"

#include <bit>
#include <cmath>

#include "shufflecert/flint_headers.hpp"

namespace shufflecert::inline v0_1 {

whole_masses::whole_masses(std::int64_t first, const std::vector<ball>& masses, bits scale)
    : first_(first), scale_(scale) {
  const auto count = static_cast<slong>(masses.size());
  fmpz_poly_init2(masses_, count);
  arf_t lower;
  arf_init(lower);
  for (slong i = 0; i < count; ++i) {
    const ball& mass = masses[static_cast<std::size_t>(i)];
    arb_get_lbound_arf(lower, mass.raw(), mass.precision());
    if (arf_sgn(lower) <= 0) continue;
    arf_mul_2exp_si(lower, lower, scale);
    arf_get_fmpz(masses_->coeffs + i, lower, ARF_RND_FLOOR);
  }
  arf_clear(lower);
  _fmpz_poly_set_length(masses_, count);
  _fmpz_poly_normalise(masses_);
}

whole_masses::whole_masses(const whole_masses& other) : first_(other.first_), scale_(other.scale_) {
  fmpz_poly_init(masses_);
  fmpz_poly_set(masses_, other.masses_);
}

whole_masses::whole_masses(whole_masses&& other) noexcept
    : first_(other.first_), scale_(other.scale_) {
  fmpz_poly_init(masses_);
  fmpz_poly_swap(masses_, other.masses_);
}

whole_masses& whole_masses::operator=(whole_masses&& other) noexcept {
  first_ = other.first_;
  scale_ = other.scale_;
  fmpz_poly_swap(masses_, other.masses_);
  return *this;
}

whole_masses::~whole_masses() {
  fmpz_poly_clear(masses_);
}

ball whole_masses::total(bits precision) const {
  fmpz_t sum;
  fmpz_init(sum);
  for (std::int64_t i = 0; i < size(); ++i) fmpz_add(sum, sum, at(i));
  ball result(precision);
  arb_set_round_fmpz(result.raw(), sum, precision);
  fmpz_clear(sum);
  arb_mul_2exp_si(result.raw(), result.raw(), -scale_);
  return result;
}

void whole_masses::convolve(const whole_masses& other, double log2_cut) {
  fmpz_poly_mul(masses_, masses_, other.masses_);
  first_ += other.first_;
  round_and_cut(log2_cut);
}

void whole_masses::square(double log2_cut) {
  fmpz_poly_sqr(masses_, masses_);
  first_ *= 2;
  round_and_cut(log2_cut);
}

void whole_masses::round_and_cut(double log2_cut) {
  _fmpz_vec_scalar_fdiv_q_2exp(masses_->coeffs, masses_->coeffs, fmpz_poly_length(masses_),
                               static_cast<ulong>(scale_));
  // Half of what may be cut from each end, in whole units.
  const double most = std::exp2(log2_cut + static_cast<double>(scale_) - 1);
  fmpz_t cut;
  fmpz_init(cut);
  const auto fits = [&](slong i) {
    fmpz_add(cut, cut, masses_->coeffs + i);
    return fmpz_get_d(cut) <= most;
  };
  slong end = fmpz_poly_length(masses_);
  while (end > 0 && fits(end - 1)) --end;
  fmpz_poly_truncate(masses_, end);
  fmpz_zero(cut);
  slong start = 0;
  while (start < fmpz_poly_length(masses_) && fits(start)) ++start;
  fmpz_clear(cut);
  fmpz_poly_shift_right(masses_, masses_, start);
  first_ += start;
}

whole_masses power(const whole_masses& of, std::int64_t k, double log2_cut, const budget& limits) {
  const auto steps = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(k))) - 1;
  // What is missing after k' of k rounds is missing k/k' times in the end.
  const double share = log2_cut - std::log2(2.0 * steps + 1);
  whole_masses result = of;
  std::int64_t reached = 1;
  const auto cut = [&] {
    return share + std::log2(static_cast<double>(reached) / static_cast<double>(k));
  };
  for (int bit = steps - 1; bit >= 0; --bit) {
    limits.check();
    reached *= 2;
    result.square(cut());
    if (((k >> bit) & 1) == 0) continue;
    limits.check();
    ++reached;
    result.convolve(of, cut());
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
