#pragma once
// A product taken factor by factor, which stays exact only where that can be of use.

#include <vector>

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The product of numbers, in their order, with the values and the errors of `multiply` and
/// `divide`. Large fractions wait for what follows: reduced to lowest terms they cost more than
/// balls, and beside a factor that is a ball their exact product is of no use. Without such a
/// factor it is exact.
class running_product {
 public:
  /// Balls are formed with this many bits.
  running_product(number first, bits precision);

  void multiply_by(const number& factor) { take(factor, false); }

  /// Throws undefined_value where the divisor is 0.
  void divide_by(const number& divisor) { take(divisor, true); }

  /// The product of all that was taken: it contains the true one, and is exact as `multiply` keeps
  /// it.
  number value() &&;

 private:
  struct waiting_factor {
    rational value;
    bool divides;
  };

  void take(const number& next, bool divides);
  void catch_up_exactly();
  void catch_up_in_balls();

  number total_;
  bits precision_;
  std::vector<waiting_factor> waiting_;
};

}  // namespace shufflecert::inline v0_1
