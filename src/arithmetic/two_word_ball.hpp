#pragma once
// Positive numbers of two machine words with their error: docs/methods/two-word-balls.md. Formula
// numbers refer to that page.

#include <bit>
#include <cstdint>
#include <optional>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// All numbers within error·2^exponent of mantissa·2^exponent, for recurrences of positive numbers
/// that are too long for FLINT's balls: 128 bits, and an operation takes a tenth of the time.
///
/// Once the error no longer fits, the ball is lost: it stays so, and encloses nothing.
class two_word_ball {
 public:
  __extension__ using words = unsigned __int128;

  /// What a sum starts with.
  two_word_ball() = default;
  /// Encloses the ball; lost unless that is certainly positive.
  explicit two_word_ball(const ball& x);

  [[nodiscard]] bool is_lost() const { return error_ == lost_error; }
  /// The midpoint, where it is not 0, is in [2^(k − 1), 2^k) for this k.
  [[nodiscard]] std::int64_t log2_above() const { return exponent_ + 128; }
  /// Encloses this; nothing where it is lost.
  [[nodiscard]] std::optional<ball> to_ball(bits precision) const;

  /// x + y: (BB.1)
  friend two_word_ball operator+(const two_word_ball& x, const two_word_ball& y) {
    if (x.is_lost() || y.is_lost()) return lost();
    if (x.mantissa_ == 0) return y;
    if (y.mantissa_ == 0) return x;
    return x.exponent_ < y.exponent_ ? y.plus_smaller(x) : x.plus_smaller(y);
  }

  /// x − y; lost unless x is certainly larger: (BB.2)
  friend two_word_ball operator-(const two_word_ball& x, const two_word_ball& y) {
    if (x.is_lost() || y.is_lost()) return lost();
    if (y.mantissa_ == 0) return x;
    if (x.exponent_ < y.exponent_) return lost();
    const aligned smaller = x.aligned_to_this(y);
    if (x.mantissa_ <= smaller.mantissa) return lost();
    return normalised(x.mantissa_ - smaller.mantissa, x.exponent_, words{x.error_} + smaller.error);
  }

  /// x·y: (BB.3)
  friend two_word_ball operator*(const two_word_ball& x, const two_word_ball& y) {
    if (x.is_lost() || y.is_lost()) return lost();
    if (x.mantissa_ == 0 || y.mantissa_ == 0) return {};
    const words inner = words{low(x.mantissa_)} * low(y.mantissa_);
    const words left = words{high(x.mantissa_)} * low(y.mantissa_);
    const words right = words{low(x.mantissa_)} * high(y.mantissa_);
    const words middle = words{high(inner)} + low(left) + low(right);
    const words top =
        words{high(x.mantissa_)} * high(y.mantissa_) + high(left) + high(right) + high(middle);
    const words error = share(x.error_, y.mantissa_) + share(y.error_, x.mantissa_) + 2;
    return normalised(top, x.exponent_ + y.exponent_ + 128, error);
  }

  /// x·k: (BB.4)
  friend two_word_ball operator*(const two_word_ball& x, std::uint64_t k) {
    if (x.is_lost()) return lost();
    if (x.mantissa_ == 0 || k == 0) return {};
    const words rest = words{low(x.mantissa_)} * k;
    const words top = words{high(x.mantissa_)} * k + high(rest);
    // The 64 bits below `top` fill the place of its leading zeros, of which there are at most 64.
    const int zeros = leading_zeros(top);
    if (zeros == 0) return {top, x.exponent_ + 64, capped(((words{x.error_} * k) >> 64) + 2)};
    const words filled = (top << zeros) | (low(rest) >> (64 - zeros));
    return {filled, x.exponent_ + 64 - zeros, capped(((words{x.error_} * k) >> (64 - zeros)) + 2)};
  }

  /// x/k, k >= 1: (BB.5)
  friend two_word_ball operator/(const two_word_ball& x, std::uint64_t k) {
    if (x.is_lost()) return lost();
    if (x.mantissa_ == 0) return {};
    const int zeros = std::countl_zero(k);
    const std::uint64_t divisor = k << zeros;
    const words first = x.mantissa_ >> 1;
    const words top = first / divisor;
    const words next = ((first % divisor) << 64) | ((x.mantissa_ << 127) >> 64);
    return normalised((top << 64) | (next / divisor), x.exponent_ + zeros - 63,
                      quotient_above(x.error_, divisor) + 1);
  }

 private:
  static constexpr std::uint64_t lost_error = ~std::uint64_t{0};
  static constexpr std::uint64_t largest_error = std::uint64_t{1} << 60;

  struct aligned {
    words mantissa;
    words error;
  };

  two_word_ball(words mantissa, std::int64_t exponent, std::uint64_t error)
      : mantissa_(mantissa), exponent_(exponent), error_(error) {}

  static two_word_ball lost() { return {0, 0, lost_error}; }
  static std::uint64_t low(words x) { return static_cast<std::uint64_t>(x); }
  static std::uint64_t high(words x) { return static_cast<std::uint64_t>(x >> 64); }
  static std::uint64_t capped(words error) {
    return error > largest_error ? lost_error : static_cast<std::uint64_t>(error);
  }
  static int leading_zeros(words x) {
    return high(x) != 0 ? std::countl_zero(high(x)) : 64 + std::countl_zero(low(x));
  }

  // error·mantissa/2^128, rounded up
  static words share(std::uint64_t error, words mantissa) {
    return error == 0 ? 0 : ((words{error} * high(mantissa) + error) >> 64) + 1;
  }

  // error·2^63/divisor, rounded up, for a divisor of 64 bits
  static words quotient_above(std::uint64_t error, std::uint64_t divisor) {
    constexpr std::uint64_t quick = std::uint64_t{1} << 32;
    if (error < quick) return (error << 31) / (divisor >> 32) + 1;
    return (words{error} << 63) / divisor + 1;
  }

  // With the top bit set, for a mantissa that is not 0.
  static two_word_ball normalised(words mantissa, std::int64_t exponent, words error) {
    const int zeros = leading_zeros(mantissa);
    if (zeros == 0) return {mantissa, exponent, capped(error)};
    // What is shifted out would be beyond the largest error anyway.
    if (zeros > 60 || error > largest_error) return lost();
    return {mantissa << zeros, exponent - zeros, capped(error << zeros)};
  }

  // One that is not larger, in units of this.
  [[nodiscard]] aligned aligned_to_this(const two_word_ball& smaller) const {
    const std::int64_t shift = exponent_ - smaller.exponent_;
    if (shift == 0) return {smaller.mantissa_, smaller.error_};
    // All of it is below two units.
    if (shift >= 128) return {0, 2};
    return {smaller.mantissa_ >> shift, (words{smaller.error_} >> shift) + 2};
  }

  [[nodiscard]] two_word_ball plus_smaller(const two_word_ball& y) const {
    const aligned smaller = aligned_to_this(y);
    const words sum = mantissa_ + smaller.mantissa;
    const words error = words{error_} + smaller.error;
    if (sum >= mantissa_) return {sum, exponent_, capped(error)};
    constexpr words top = words{1} << 127;
    return {(sum >> 1) | top, exponent_ + 1, capped((error >> 1) + 2)};
  }

  words mantissa_ = 0;  // 0 for the exact zero; else the top bit is set
  std::int64_t exponent_ = 0;
  std::uint64_t error_ = 0;
};

}  // namespace shufflecert::inline v0_1
