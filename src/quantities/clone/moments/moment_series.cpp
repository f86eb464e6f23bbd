#include "quantities/clone/moments/moment_series.hpp"

#include <algorithm>

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/moments/clone_sign_moments.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

void add_product(ball& sum, const ball& x, const integer& whole) {
  fmpz_t view;
  fmpz_init_set_readonly(view, whole.backend().data());
  arb_addmul_fmpz(sum.raw(), x.raw(), view, sum.precision());
  fmpz_clear_readonly(view);
}

// b_2, b_4, … at the order μ, one after the other: (M.3).
class even_coefficients {
 public:
  explicit even_coefficients(const ball& mu)
      : slope_(mu * 2 - 1), even_(ball::of(2, mu.precision())), odd_(slope_ * 2 / 3) {}

  [[nodiscard]] const ball& value() const { return even_; }

  void step() {
    // (k+1)·b_{k+1} = (2μ−1)·b_k + (k−2)·b_{k−1}
    k_ += 2;
    advance(even_, odd_, k_);
    advance(odd_, even_, k_ + 1);
  }

 private:
  // The one after `newer`, b_k, into `older`, b_{k−1}.
  void advance(ball& older, const ball& newer, ulong k) const {
    const bits precision = older.precision();
    arb_mul_ui(older.raw(), older.raw(), k - 2, precision);
    arb_addmul(older.raw(), slope_.raw(), newer.raw(), precision);
    arb_div_ui(older.raw(), older.raw(), k + 1, precision);
  }

  ball slope_;
  ball even_;  // b_{k+1} of the last step's k
  ball odd_;
  ulong k_ = 1;
};

// (2j−1)!!, from j = 1 on.
class odd_factorial {
 public:
  explicit odd_factorial(bits precision) : value_(ball::of(1, precision)) {}

  [[nodiscard]] const ball& value() const { return value_; }

  void step() { value_ = value_ * (2 * ++j_ - 1); }

 private:
  ball value_;
  std::int64_t j_ = 1;
};

}  // namespace

std::size_t inverse_moment_count(const series_plan& plan) {
  return std::max(2 * plan.terms - 1, plan.bounded_terms + 1);
}

std::vector<ball> tilted_moments(const ball& t, const std::vector<ball>& inverse, std::size_t terms,
                                 const budget& limits) {
  const bits precision = t.precision();
  const ball t_squared = t * t;
  ball power = t_squared;
  std::vector<ball> result;
  result.reserve(terms);
  for (std::size_t j = 1; j <= terms; ++j) {
    if ((j & 15) == 0) limits.check();
    const std::vector<integer>& row = sign_moment(j, limits);
    ball sum(precision);
    for (std::size_t i = 1; i <= j; ++i) add_product(sum, inverse[2 * j - i - 1], row[i]);
    result.push_back(nonnegative_part(sum) * power);
    power *= t_squared;
  }
  return result;
}

ball even_series(const ball& mu, const std::vector<ball>& moments) {
  even_coefficients b(mu);
  ball sum(mu.precision());
  for (std::size_t j = 0; j < moments.size(); ++j) {
    if (j > 0) b.step();
    arb_addmul(sum.raw(), b.value().raw(), moments[j].raw(), sum.precision());
  }
  return sum;
}

ball series_remainder(const clone_parameters& of, const ball& eps0, const ball& mu,
                      const series_plan& plan, const std::vector<ball>& inverse,
                      std::int64_t first_layer) {
  const bits precision = bound_precision(of.n);
  const ball order = mu.with_precision(precision);
  const series_point full = full_point(eps0.with_precision(precision));
  const auto inverse_moment = [&](std::size_t s) {
    return inverse[s - 1].with_precision(precision);
  };
  // E[Y^{2j}] <= E[Y^{2i}] <= (2i−1)!!·E[N^{−i}] for i <= j
  even_coefficients b(order);
  odd_factorial odd(precision);
  const ball t_squared = full.z * full.z;
  ball power = t_squared;
  ball moment = inverse_moment(1);
  ball rest(precision);
  const std::size_t next = plan.bounded_terms + 1;
  for (std::size_t j = 1; j <= next; ++j) {
    moment = min(moment, upper_bound(odd.value() * inverse_moment(j)));
    if (plan.terms < j && j < next) rest += b.value() * power * moment;
    b.step();
    odd.step();
    power *= t_squared;
  }
  const ball all = series_bound(order, full);
  if (plan.cut >= 1) return upper_bound(rest + moment * all);
  const ball cut = exact_ball(plan.cut, precision);
  const ball inside = series_bound(order, cut_point(full.z, plan.cut));
  rest += moment * inside / pow(cut, integer(2 * next));
  // P(|Y| > y0 | N) <= 2·exp(−N·y0²/2)
  rest += all * 2 * layer_transform_bound(of, cut * cut / 2, first_layer);
  return upper_bound(rest);
}

ball layer_bound(const ball& eps0, const ball& mu, std::int64_t layer, double cut) {
  const series_point full = full_point(eps0);
  const ball all = series_bound(mu, full);
  if (cut >= 1) return upper_bound(min(all, all / layer));
  const ball y0 = exact_ball(cut, eps0.precision());
  const ball inside = series_bound(mu, cut_point(full.z, cut));
  const ball spread = y0 * y0 * layer;
  const ball bound = min(inside, inside / spread) + all * 2 * exp(-spread / 2);
  return upper_bound(min(all, bound));
}

}  // namespace shufflecert::inline v0_1
