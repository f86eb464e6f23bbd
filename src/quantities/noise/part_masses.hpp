#pragma once
// The masses of one law of integer noise, and bounds for those of its tails. Formula numbers refer
// to docs/methods/noise.md.

#include <cstdint>
#include <memory>

#include "quantities/noise/kinds/mass_walk.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

std::unique_ptr<const part_masses> masses_of(const noise_part& part, bits precision);

/// The masses of a mixture.
class law_masses {
 public:
  law_masses(const integer_noise& law, bits precision);

  [[nodiscard]] ball at(std::int64_t x) const;
  [[nodiscard]] const part_masses& part(std::size_t i) const { return *parts_[i]; }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const;

 private:
  std::vector<std::unique_ptr<const part_masses>> parts_;
  bits precision_;
};

}  // namespace shufflecert::inline v0_1
