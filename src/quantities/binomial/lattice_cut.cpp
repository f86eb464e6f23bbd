#include "quantities/binomial/lattice_cut.hpp"

#include <algorithm>

namespace shufflecert::inline v0_1 {
namespace {

std::vector<mp_limb_t> limbs_of(const integer& x, std::size_t count) {
  std::vector<mp_limb_t> limbs(count, 0);
  mpz_export(limbs.data(), nullptr, -1, sizeof(mp_limb_t), 0, 0, x.backend().data());
  return limbs;
}

}  // namespace

lattice_cut::lattice_cut(const rational& u, std::int64_t layer) {
  const integer step = numerator(u);
  const integer modulus = denominator(u);
  const integer reached = step * layer;
  const integer index = (reached + modulus - 1) / modulus;
  index_ = static_cast<std::int64_t>(index);
  const std::size_t count = mpz_size(modulus.backend().data()) + 1;
  excess_ = limbs_of(index * modulus - reached, count);
  step_ = limbs_of(step, count);
  modulus_ = limbs_of(modulus, count);
}

bool lattice_cut::is_on_lattice() const {
  return std::all_of(excess_.begin(), excess_.end(), [](mp_limb_t limb) { return limb == 0; });
}

bool lattice_cut::step_down() {
  const auto count = static_cast<mp_size_t>(excess_.size());
  mpn_add_n(excess_.data(), excess_.data(), step_.data(), count);
  if (mpn_cmp(excess_.data(), modulus_.data(), count) < 0) return false;
  mpn_sub_n(excess_.data(), excess_.data(), modulus_.data(), count);
  --index_;
  return true;
}

}  // namespace shufflecert::inline v0_1
