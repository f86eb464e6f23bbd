#pragma once

#include <cstdint>
#include <map>

#include "quantities/allocation/allocation_path.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// H_{e^ε} of allocation_pair at many ε: paths are shared by ε that are near to each other.
class allocation_profile {
 public:
  /// All values with an error of about 2^log2_error. `pair` and `limits` must outlive it.
  allocation_profile(const allocation_pair& pair, double log2_error, const budget& limits);

  /// Of (P, Q), or `swapped` of (Q, P).
  /// @throws beyond_reach  the deadline has passed
  [[nodiscard]] ball at(const ball& eps, bool swapped);

 private:
  [[nodiscard]] ball shortfall(const ball& log_c);

  const allocation_pair& pair_;
  double log2_error_;
  const budget& limits_;
  std::map<std::int64_t, allocation_path> paths_;  ///< by the band that log c is in
};

}  // namespace shufflecert::inline v0_1
