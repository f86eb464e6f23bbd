#pragma once
// What the masses of one law of integer noise are asked for. Formula numbers refer to
// docs/methods/noise.md.

#include <cstdint>
#include <memory>

#include "shufflecert/ball.hpp"

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
  /// Upper bounds for the mass above x, and for that below: (EE.3), (EE.4), (EE.6), (EE.18),
  /// (EE.21), (EE.24).
  /// @throws precision_needed  x is not certainly on that side of the centre
  [[nodiscard]] virtual ball above(std::int64_t x) const = 0;
  [[nodiscard]] virtual ball below(std::int64_t x) const = 0;
  [[nodiscard]] virtual std::unique_ptr<mass_walk> walk_from(std::int64_t x) const = 0;
};

/// `first`/(1 − falls), for a tail whose masses fall by this factor at least, and never more than
/// `all`.
inline ball bound_of_tail(const ball& first, const ball& falls, const ball& all) {
  const ball rest = 1 - falls;
  if (!rest.is_certainly_positive()) return upper_bound(all);
  return min(upper_bound(first / rest), upper_bound(all));
}

}  // namespace shufflecert::inline v0_1
