#pragma once

#include <cstdint>
#include <vector>

#include "shufflecert/flint_headers.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// k = ⌈N·u⌉ for an exact u in (0, 1] while N goes down by one at a time, in whole numbers: no
/// rounding decides on which side of a cut an outcome lies.
class lattice_cut {
 public:
  lattice_cut(const rational& u, std::int64_t layer);

  [[nodiscard]] std::int64_t index() const { return index_; }
  /// Whether N·u is the whole number index().
  [[nodiscard]] bool is_on_lattice() const;
  /// From N to N − 1; whether the index falls by one.
  bool step_down();

 private:
  std::int64_t index_;
  // With u = U/D, the excess is k·D − N·U, in [0, D). All three have one limb more than D.
  std::vector<mp_limb_t> excess_;
  std::vector<mp_limb_t> step_;
  std::vector<mp_limb_t> modulus_;
};

}  // namespace shufflecert::inline v0_1
