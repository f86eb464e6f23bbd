#include "language/evaluation/running_product.hpp"

#include <utility>

#include "arithmetic/exact_algebra.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Fractions below this size are multiplied at once: that costs no more than to keep them.
constexpr std::size_t least_waiting_bits = 512;

bool is_plain_ball(const number& x) {
  return !x.is_exact() && !is_infinite(x) && !x.is_whole_in_ball();
}

}  // namespace

running_product::running_product(number first, bits precision)
    : total_(std::move(first)), precision_(precision) {}

void running_product::take(const number& next, bool divides) {
  const rational* q = next.as_rational();
  const rational* so_far = total_.as_rational();
  if (q != nullptr && so_far != nullptr && !q->is_zero()) {
    if (!waiting_.empty() || bit_size(*q) + bit_size(*so_far) >= least_waiting_bits) {
      waiting_.push_back({*q, divides});
      return;
    }
  }
  if (is_plain_ball(next))
    catch_up_in_balls();
  else
    catch_up_exactly();
  total_ = divides ? divide(total_, next, precision_) : multiply(total_, next, precision_);
}

void running_product::catch_up_exactly() {
  for (const auto& [value, divides] : waiting_)
    total_ = divides ? divide(total_, value, precision_) : multiply(total_, value, precision_);
  waiting_.clear();
}

void running_product::catch_up_in_balls() {
  // A product with 0 stays 0, which is exact.
  if (waiting_.empty() || total_.is_zero()) {
    waiting_.clear();
    return;
  }
  ball product = total_.to_ball(precision_);
  for (const auto& [value, divides] : waiting_) {
    const ball factor = ball::of(value, precision_);
    product = divides ? product / factor : product * factor;
  }
  waiting_.clear();
  total_ = product;
}

number running_product::value() && {
  catch_up_exactly();
  return std::move(total_);
}

}  // namespace shufflecert::inline v0_1
