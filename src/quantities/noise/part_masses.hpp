#pragma once
// The masses of one law of integer noise, and bounds for those of its tails. Formula numbers refer
// to docs/methods/noise.md.

#include <cstdint>
#include <memory>

#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

/// Masses of neighbouring outcomes, one after the other.
class mass_walk {
 public:
  virtual ~mass_walk() = default;
  /// Of the outcome where the walk is.
  [[nodiscard]] virtual const ball& mass() const = 0;
  /// To the next outcome.
  virtual void step_up() = 0;
};

/// The masses of a part of a mixture, its weight included.
class part_masses {
 public:
  virtual ~part_masses() = default;
  [[nodiscard]] virtual ball at(std::int64_t x) const = 0;
  /// Upper bounds for the mass above x, and for that below: (EE.3), (EE.4), (EE.6).
  /// @throws precision_needed  x is not certainly on that side of the centre
  [[nodiscard]] virtual ball above(std::int64_t x) const = 0;
  [[nodiscard]] virtual ball below(std::int64_t x) const = 0;
  [[nodiscard]] virtual std::unique_ptr<mass_walk> walk_from(std::int64_t x) const = 0;
};

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
