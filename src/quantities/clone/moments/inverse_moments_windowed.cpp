#include "quantities/binomial/walk.hpp"
#include "quantities/clone/moments/inverse_moments.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

class moment_accumulator {
 public:
  moment_accumulator(std::size_t count, bits precision, const budget& limits)
      : precision_(precision),
        limits_(limits),
        sums_(count, ball(precision)),
        scaled_(precision),
        inverse_(precision) {}

  void add(const binomial_walk& at) {
    if ((++visited_ & 63) == 0) limits_.check();
    arb_set_ui(inverse_.raw(), static_cast<ulong>(at.index() + 1));
    arb_inv(inverse_.raw(), inverse_.raw(), precision_);
    arb_set(scaled_.raw(), at.weight().raw());
    for (ball& sum : sums_) {
      arb_mul(scaled_.raw(), scaled_.raw(), inverse_.raw(), precision_);
      arb_add(sum.raw(), sum.raw(), scaled_.raw(), precision_);
    }
  }

  std::vector<ball> take() { return std::move(sums_); }

 private:
  bits precision_;
  const budget& limits_;
  std::vector<ball> sums_;
  ball scaled_;
  ball inverse_;
  std::int64_t visited_ = 0;
};

}  // namespace

std::vector<ball> windowed_inverse_moments(const clone_parameters& of, std::size_t count,
                                           const window_plan& plan, const budget& limits) {
  moment_accumulator sums(count, of.clone.precision(), limits);
  const binomial_walk start(of.n - 1, of.clone, of.no_clone);
  const auto layer = [](const binomial_walk& walk) { return walk.index() + 1; };
  const auto add = [&](const binomial_walk& walk) {
    if (plan.lowest <= layer(walk) && layer(walk) <= plan.highest) sums.add(walk);
  };
  add(start);
  for (binomial_walk walk = start; layer(walk) < plan.highest;) {
    walk.step_up();
    add(walk);
  }
  for (binomial_walk walk = start; layer(walk) > plan.lowest;) {
    walk.step_down();
    add(walk);
  }
  return sums.take();
}

}  // namespace shufflecert::inline v0_1
