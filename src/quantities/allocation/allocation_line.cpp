#include "quantities/allocation/allocation_line.hpp"

#include <algorithm>

#include "arithmetic/bit_length.hpp"
#include "quantities/allocation/whole_powers.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"

// Formula numbers refer to docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {
namespace {

ball whole_power(const ball& x, std::int64_t terms) {
  return pow(x, integer(terms));
}

}  // namespace

allocation_line::allocation_line(const log_normal_transform& transform, std::int64_t terms,
                                 const allocation_line_plan& plan, double log2_error,
                                 const budget& limits)
    : terms_(terms),
      abscissa_(exactly(plan.abscissa, transform.precision())),
      step_(exactly(plan.step, transform.precision())),
      left_(exactly(plan.left, transform.precision())),
      right_(exactly(plan.right, transform.precision())),
      at_left_(transform.precision()),
      at_right_(transform.precision()),
      beyond_(transform.precision()) {
  const bits working = transform.precision();
  const bits few = std::min<bits>(working, 32 + bit_length(terms));
  at_left_ = whole_power(transform.at(left_, few), terms);
  at_right_ = whole_power(transform.at(right_, few), terms);
  const ball past = transform.bound_beyond(abscissa_, step_ * (plan.last + 1), few);
  beyond_ = upper_bound(whole_power(past, terms) / (ball::pi(working) * step_ * plan.last));
  complex_ball power;
  complex_ball s;
  arb_set(acb_realref(s.raw()), abscissa_.raw());
  powers_.reserve(static_cast<std::size_t>(plan.last) + 1);
  for (std::int64_t k = 0; k <= plan.last; ++k) {
    limits.check();
    const ball y = step_ * k;
    transform.enclose(power, abscissa_, y, log2_error);
    raise_to_whole(power, terms, working);
    arb_set(acb_imagref(s.raw()), y.raw());
    acb_div(power.raw(), power.raw(), s.raw(), working);
    acb_div(power.raw(), power.raw(), s.raw(), working);
    node each{ball(working), ball(working)};
    arb_set(each.real.raw(), acb_realref(power.raw()));
    arb_set(each.imaginary.raw(), acb_imagref(power.raw()));
    powers_.push_back(std::move(each));
  }
}

// (GG.8)
ball allocation_line::aliases(const ball& total) const {
  const ball period = ball::pi(step_.precision()) * 2 / step_;
  const auto side = [&](const ball& s, const ball& power) {
    const ball ratio = exp(-abs(s - abscissa_) * period);
    return exp(s * total - 1) * power * ratio / (s * (1 - ratio));
  };
  const ball above = upper_bound(side(left_, at_left_));
  const bool has_none_below = less_equal(total, period).value_or(false);
  return has_none_below ? above : above + upper_bound(side(right_, at_right_));
}

ball allocation_line::shortfall(const ball& c) const {
  const bits working = step_.precision();
  const ball total = c * terms_;
  const ball turn = step_ * total;
  ball sum = powers_.front().real / 2;
  ball sine(working);
  ball cosine(working);
  for (std::size_t k = 1; k < powers_.size(); ++k) {
    const ball angle = turn * static_cast<std::int64_t>(k);
    arb_sin_cos(sine.raw(), cosine.raw(), angle.raw(), working);
    sum += powers_[k].real * cosine - powers_[k].imaginary * sine;
  }
  // (GG.9): the nodes on both sides of 0, and those beyond.
  const ball height = exp(abscissa_ * total);
  ball middle = sum * height * step_ / ball::pi(working);
  const ball left_out = upper_bound(beyond_ * height);
  arb_add_error(middle.raw(), left_out.raw());
  const ball low = nonnegative_part(lower_bound(middle) - aliases(total));
  return ball::hull(low, upper_bound(middle));
}

}  // namespace shufflecert::inline v0_1
