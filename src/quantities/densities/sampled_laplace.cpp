#include <algorithm>
#include <cmath>
#include <exception>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/flint_complex.hpp"
#include "arithmetic/magnitude.hpp"
#include "quantities/densities/laplace.hpp"
#include "quantities/densities/orders.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// What is averaged under Q, of u = 1 + γ(P/Q − 1).
enum class averaged { power, entropy, minus_log };

struct sampled_body {
  averaged what;
  ball eps;
  ball gamma;
  ball others;  // 1 − γ
  ball order;   // a, for powers
  const budget& limits;
  std::exception_ptr failure = nullptr;

  // u^a − 1 − a(u − 1), u·log u − (u − 1) or (u − 1) − log u at the log-ratio `loss`.
  void value(acb_t out, const acb_t loss, bool is_analytic, slong precision) const {
    complex_ball u;
    complex_ball log_u;
    complex_ball above;  // u − 1
    acb_exp(u.raw(), loss, precision);
    acb_mul_arb(u.raw(), u.raw(), gamma.raw(), precision);
    acb_add_arb(u.raw(), u.raw(), others.raw(), precision);
    acb_log_analytic(log_u.raw(), u.raw(), is_analytic ? 1 : 0, precision);
    acb_sub_ui(above.raw(), u.raw(), 1, precision);
    switch (what) {
      case averaged::power:
        acb_mul_arb(log_u.raw(), log_u.raw(), order.raw(), precision);
        acb_expm1(out, log_u.raw(), precision);
        acb_mul_arb(above.raw(), above.raw(), order.raw(), precision);
        break;
      case averaged::entropy:
        acb_mul(out, u.raw(), log_u.raw(), precision);
        break;
      case averaged::minus_log:
        acb_neg(out, log_u.raw());
        acb_neg(above.raw(), above.raw());
        break;
    }
    acb_sub(out, out, above.raw(), precision);
  }

  static int call(acb_ptr out, const acb_t x, void* self, slong is_analytic, slong precision) {
    auto& body = *static_cast<sampled_body*>(self);
    if (body.failure) {
      acb_indeterminate(out);
      return 0;
    }
    try {
      body.limits.check();
    } catch (...) {
      body.failure = std::current_exception();
    }
    // The density of Q at x in [0, 1] is (ε/2)·e^{−εx}, and the log-ratio there ε(2x − 1).
    complex_ball loss;
    complex_ball weight;
    acb_mul_2exp_si(loss.raw(), x, 1);
    acb_sub_ui(loss.raw(), loss.raw(), 1, precision);
    acb_mul_arb(loss.raw(), loss.raw(), body.eps.raw(), precision);
    acb_mul_arb(weight.raw(), x, body.eps.raw(), precision);
    acb_neg(weight.raw(), weight.raw());
    acb_exp(weight.raw(), weight.raw(), precision);
    acb_mul_arb(weight.raw(), weight.raw(), body.eps.raw(), precision);
    acb_mul_2exp_si(weight.raw(), weight.raw(), -1);
    body.value(out, loss.raw(), is_analytic != 0, precision);
    acb_mul(out, out, weight.raw(), precision);
    return 0;
  }

  [[nodiscard]] ball at_end(const ball& loss) const {
    complex_ball at;
    complex_ball found;
    ball result(loss.precision());
    acb_set_arb(at.raw(), loss.raw());
    value(found.raw(), at.raw(), false, loss.precision());
    arb_set(result.raw(), acb_realref(found.raw()));
    return result;
  }
};

// (N.20)
ball mean_under_q(sampled_body& body, bits precision) {
  complex_ball start;
  complex_ball end;
  complex_ball inside;
  acb_one(end.raw());
  magnitude tolerance;
  mag_set_ui_2exp_si(tolerance.raw(), 1, -4 * precision);
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  acb_calc_integrate(inside.raw(), sampled_body::call, &body, start.raw(), end.raw(), precision,
                     tolerance.raw(), options, precision);
  if (body.failure) std::rethrow_exception(body.failure);
  ball sum(precision);
  arb_set(sum.raw(), acb_realref(inside.raw()));
  return sum + exp(-body.eps) / 2 * body.at_end(body.eps) + body.at_end(-body.eps) / 2;
}

}  // namespace

number sampled_laplace_renyi(const laplace_pair& pair, const number& gamma, bool swapped,
                             const number& lambda, bits precision, const budget& limits) {
  const int position = position_to_one(lambda, precision);
  if (lambda.to_ball(64).near() > most_sampled_order)
    throw beyond_reach("for subsampled Laplace pairs orders above 10^4 are not computed");
  const averaged what = position != 0 ? averaged::power
                        : swapped     ? averaged::minus_log
                                      : averaged::entropy;
  // What is averaged is about a(a − 1)/2 of the square of γ(P/Q − 1).
  const double log2_distance =
      log2_near(gamma.to_ball(64)) + std::min(0.0, log2_near(pair.eps.to_ball(64)));
  const double log2_order = position == 0
                                ? 0
                                : std::min(0.0, log2_near(subtract(lambda, 1, 64).to_ball(64))) +
                                      std::min(0.0, log2_near(lambda.to_ball(64)));
  const bits wide = precision + bits_lost(2 * log2_distance + 2 * log2_order) +
                    bits_near(std::log2(1 + lambda.to_ball(64).near()));
  const number order = swapped ? subtract(1, lambda, wide) : lambda;
  sampled_body body{what,
                    pair.eps.to_ball(wide),
                    gamma.to_ball(wide),
                    subtract(1, gamma, wide).to_ball(wide),
                    order.to_ball(wide),
                    limits};
  const ball found = mean_under_q(body, wide);
  if (what != averaged::power)
    return known(nonnegative_part(found).with_precision(precision), "renyi");
  const ball value = log1p(found) / subtract(lambda, 1, wide).to_ball(wide);
  return known(nonnegative_part(value).with_precision(precision), "renyi");
}

}  // namespace shufflecert::inline v0_1
