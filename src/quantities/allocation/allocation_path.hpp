#pragma once
// E(c − W)₊ for the mean W of the ratios of an allocation, by the cheaper of both paths:
// docs/methods/allocation.md, sections 3 and 4.

#include <variant>

#include "quantities/allocation/allocation_bend.hpp"
#include "quantities/allocation/allocation_line.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// For all c between two ends.
class allocation_path {
 public:
  /// With an error of about 2^log2_error.
  /// @throws beyond_reach  the deadline has passed
  allocation_path(const allocation_pair& pair, double least_c, double largest_c, double log2_error,
                  const budget& limits);

  [[nodiscard]] ball shortfall(const ball& c) const;

 private:
  std::int64_t terms_;
  bits working_ = 0;
  std::variant<std::monostate, allocation_line, allocation_bend> path_;
};

}  // namespace shufflecert::inline v0_1
