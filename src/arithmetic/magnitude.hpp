#pragma once

#include "shufflecert/flint_headers.hpp"

namespace shufflecert {

/// A bound: a number >= 0 of 30 bits, rounded up or down by the function that made it. Owns FLINT's
/// mag_t.
class magnitude {
 public:
  magnitude() { mag_init(value_); }
  magnitude(const magnitude& other) { mag_init_set(value_, other.value_); }
  magnitude(magnitude&&) = delete;
  magnitude& operator=(const magnitude& other) {
    if (this != &other) mag_set(value_, other.value_);
    return *this;
  }
  magnitude& operator=(magnitude&&) = delete;
  ~magnitude() { mag_clear(value_); }

  [[nodiscard]] mag_srcptr raw() const { return value_; }
  [[nodiscard]] mag_ptr raw() { return value_; }

 private:
  mag_t value_;
};

}  // namespace shufflecert
