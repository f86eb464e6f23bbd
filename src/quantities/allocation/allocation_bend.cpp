#include "quantities/allocation/allocation_bend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "quantities/allocation/transform_near.hpp"
#include "quantities/allocation/whole_powers.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"

// Formula numbers refer to docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {

allocation_bend_plan plan_bend(std::int64_t terms, double a, double least_c, double largest_c,
                               double log2_error) {
  const double count = static_cast<double>(terms);
  const double log_error = log2_error * std::numbers::ln2 - 2;
  const double growth = count * std::numbers::pi * std::numbers::pi / (8 * a * a);
  allocation_bend_plan best{};
  double least_cost = std::numeric_limits<double>::infinity();
  best.cost = least_cost;
  // μTc at both ends
  for (double height = 0.5; height < 4096; height *= 1.25) {
    const double scale = height / (count * largest_c);
    const double lower = height * least_c / largest_c;
    const double common = growth - std::log(scale * std::sqrt(height));
    for (double reach = 0.25; reach < 0.96; reach += 0.1) {
      const double outside = height * (1 + reach) * (1 + reach) - 3 * std::log1p(reach);
      const double inside = height * (1 - reach) * (1 - reach) - 3 * std::log1p(-reach);
      const double most = std::max(outside, inside) + common;
      const double step = 2 * std::numbers::pi * reach / std::max(most - log_error, 1.0);
      const double fall = height + growth - std::log(scale) - log_error + 2;
      const double last = std::sqrt(std::max(fall, 1.0) / lower) / step;
      const double bits_of_sum = (height + growth - log_error) / std::numbers::ln2;
      const double cost = cost_of_nodes(last, bits_of_sum);
      if (cost < least_cost) {
        least_cost = cost;
        best = {scale,
                reach,
                step,
                static_cast<std::int64_t>(std::ceil(last)) + 1,
                (height + growth) / std::numbers::ln2,
                cost};
      }
    }
  }
  return best;
}

allocation_bend::allocation_bend(const log_normal_transform& transform, std::int64_t terms,
                                 const allocation_bend_plan& plan, double log2_error,
                                 const budget& limits)
    : terms_(terms),
      last_(plan.last),
      scale_(exactly(plan.scale, transform.precision())),
      step_(exactly(plan.step, transform.precision())),
      reach_(exactly(plan.reach, transform.precision())),
      growth_(exp(square(ball::pi(transform.precision()) / transform.a()) * terms / 8)) {
  const bits working = transform.precision();
  complex_ball root;
  complex_ball s;
  complex_ball value;
  nodes_.reserve(static_cast<std::size_t>(plan.last) + 1);
  for (std::int64_t k = 0; k <= plan.last; ++k) {
    limits.check();
    // s = μ(1 + iu)²
    const ball u = step_ * k;
    node each{ball(working), ball(working), scale_ * (1 - square(u)), scale_ * u * 2};
    transform.enclose(value, each.s_real, each.s_imaginary, log2_error);
    raise_to_whole(value, terms, working);
    acb_set_arb_arb(s.raw(), each.s_real.raw(), each.s_imaginary.raw());
    acb_one(root.raw());
    arb_set(acb_imagref(root.raw()), u.raw());
    acb_div(value.raw(), value.raw(), s.raw(), working);
    acb_div(value.raw(), value.raw(), root.raw(), working);
    arb_set(each.real.raw(), acb_realref(value.raw()));
    arb_set(each.imaginary.raw(), acb_imagref(value.raw()));
    nodes_.push_back(std::move(each));
  }
}

ball allocation_bend::shortfall(const ball& c) const {
  const bits working = scale_.precision();
  const ball total = c * terms_;
  ball sum(working);
  ball sine(working);
  ball cosine(working);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const node& each = nodes_[k];
    const ball angle = each.s_imaginary * total;
    arb_sin_cos(sine.raw(), cosine.raw(), angle.raw(), working);
    const ball part = exp(each.s_real * total) * (each.real * cosine - each.imaginary * sine);
    sum += k == 0 ? part / 2 : part;
  }
  // (GG.11)
  ball result = sum * step_ * 2 / ball::pi(working);
  const ball error = left_out(total);
  arb_add_error(result.raw(), error.raw());
  return nonnegative_part(result);
}

ball allocation_bend::left_out(const ball& total) const {
  const ball pi = ball::pi(scale_.precision());
  const ball fall = scale_ * total;
  const auto moved = [&](const ball& by) {  // (GG.12)
    return exp(fall * square(by)) * growth_ / (scale_ * square(by) * by * sqrt(pi * fall));
  };
  ball error = (moved(reach_ + 1) + moved(1 - reach_)) / expm1(pi * 2 * reach_ / step_);
  // (GG.13)
  const ball stretch = fall * square(step_) * last_;
  error += exp(fall - stretch * last_) * growth_ * step_ * 2 / (pi * scale_ * expm1(stretch * 2));
  return upper_bound(error);
}

}  // namespace shufflecert::inline v0_1
