#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// One of the parts into which a run is cut: `index` of `count`, from 1 on. The whole run is part
/// 1 of 1.
struct run_part {
  std::size_t index = 1;
  std::size_t count = 1;

  [[nodiscard]] bool is_whole() const { return count == 1; }
  friend bool operator==(const run_part&, const run_part&) = default;
};

/// Reads "I/N" with 1 <= I <= N <= 10000. Throws usage_error.
run_part read_part(const std::string& text);

/// "2/7".
std::string to_text(const run_part& part);

/// The claims of one part, in their order. The cut depends on the claims and the number of parts
/// only, and every claim is in exactly one part. Parts are of about the same cost: the dearest
/// claims are dealt first, each to the part that costs least so far.
std::vector<const claim*> claims_of_part(const std::vector<const claim*>& all,
                                         const run_part& part);

}  // namespace shufflecert::inline v0_1::claims
