#pragma once

#include <cstdint>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What one quick look at a relation says. It only guides where to look next: what it calls a
/// failure is decided anew, with certainty, before anything is said about the claim.
struct margin_reading {
  enum class state {
    holds,
    fails,
    unclear,  ///< the sides are too close to tell at the precision of a quick look
    outside,  ///< not in the domain, as far as a quick look can see
    no_value  ///< the relation has no value, or none that a quick look can afford
  } seen = state::no_value;
  /// How far the relation is from failing: negative where it fails, NaN without a value. `l <= r`
  /// has (r − l)/(|l| + |r|), and r − l where one side is the number 0; `and` has the least of its
  /// parts, `or` the largest, and what has no sides ±1.
  double margin = 0;
  std::int64_t work = 0;     ///< what the look cost, in the same unit on every machine
  bool is_given_up = false;  ///< it would have cost more than one look may
};

enum class quick_arithmetic { plain_double, balls };

/// Reads the margin of one relation at points, quickly. Safe to use from several threads.
class margin_reader {
 public:
  /// Everything referred to must outlive the reader. `most_work` bounds what one look may cost.
  margin_reader(const claim_context& context, expression_ptr relation, std::int64_t most_work);

  [[nodiscard]] margin_reading read(const check_point& point, quick_arithmetic by) const;

  /// Changes what one look may cost.
  void limit_work(std::int64_t most_work) { most_work_ = most_work; }

  /// Lets looks by balls work with this many bits; 64 unless told.
  void work_with(bits precision) { precision_ = precision; }

  /// Whether double can evaluate the relation and the domain, and cheaply: no quantities of pairs.
  [[nodiscard]] bool is_plain() const { return is_plain_; }

 private:
  const claim_context& context_;
  expression_ptr relation_;
  std::int64_t most_work_;
  bits precision_ = 64;
  std::int64_t size_;  ///< nodes of the relation, the domain, and what they call
  bool is_plain_;
};

}  // namespace shufflecert::inline v0_1::claims
