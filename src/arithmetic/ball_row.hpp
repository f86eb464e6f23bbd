#pragma once
// Balls side by side, as FLINT's functions on vectors want them.

#include <cstddef>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// So many balls in one piece of memory, exact zeros at first. For arb_dot(), which rounds once
/// where products and sums that are taken one by one round at each step.
class ball_row {
 public:
  explicit ball_row(std::size_t size)
      : size_(static_cast<slong>(size)), values_(_arb_vec_init(size_)) {}
  ball_row(const ball_row&) = delete;
  ball_row& operator=(const ball_row&) = delete;
  ball_row(ball_row&& other) noexcept : size_(other.size_), values_(other.values_) {
    other.size_ = 0;
    other.values_ = nullptr;
  }
  ball_row& operator=(ball_row&& other) = delete;
  ~ball_row() {
    if (values_ != nullptr) _arb_vec_clear(values_, size_);
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(size_); }
  /// The ball at a place below the size.
  [[nodiscard]] arb_ptr at(std::size_t i) { return values_ + i; }
  [[nodiscard]] arb_srcptr at(std::size_t i) const { return values_ + i; }

 private:
  slong size_;
  arb_ptr values_;
};

}  // namespace shufflecert::inline v0_1
