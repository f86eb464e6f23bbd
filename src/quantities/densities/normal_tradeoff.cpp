#include <utility>

#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/densities/normal_pairs.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

struct normal_law {
  number mean;
  number variance;
};

int required_sign(const number& x, bits precision, const char* what) {
  const auto s = sign(x, precision);
  if (!s) throw precision_needed(std::string(what) + " is not determined");
  return *s;
}

// One law seen from the centre c of the optimal tests: how far its mean is to the right of c, and
// its deviation.
struct seen_from_centre {
  ball shift;
  ball deviation;

  // The mass where |x − c| > s.
  [[nodiscard]] ball outside(const ball& s) const {
    return normal_cdf((-s - shift) / deviation) + normal_cdf((shift - s) / deviation);
  }
  // The mass where |x − c| < s, as a difference of the two smaller tails.
  [[nodiscard]] ball inside(const ball& s) const {
    const ball left = (-s - shift) / deviation;
    const ball right = (s - shift) / deviation;
    if ((left + right).is_certainly_positive()) return normal_cdf(-left) - normal_cdf(-right);
    return normal_cdf(right) - normal_cdf(left);
  }
};

seen_from_centre seen(const normal_law& law, const number& centre, bits precision) {
  return {subtract(law.mean, centre, precision).to_ball(precision),
          sqrt(law.variance, precision).to_ball(precision)};
}

}  // namespace

number gaussian_tradeoff(const number& mu, const number& alpha, bits precision) {
  if (mu.is_zero()) return subtract(1, alpha, precision);
  // Φ⁻¹(1 − α) = −Φ⁻¹(α).
  return normal_cdf(negate(add(normal_quantile(alpha, precision), mu, precision)), precision);
}

number normal_tradeoff(const normal_pair& pair, bool swapped, const number& alpha, bits precision,
                       const budget& limits) {
  normal_law p{pair.m1, pair.v1};
  normal_law q{pair.m2, pair.v2};
  if (swapped) std::swap(p, q);
  const number excess = subtract(q.variance, p.variance, precision);
  const int order = required_sign(excess, precision, "which variance is larger");
  if (order == 0) {
    const number gap = abs(subtract(p.mean, q.mean, precision), precision);
    return gaussian_tradeoff(divide(gap, sqrt(p.variance, precision), precision), alpha, precision);
  }
  // (T.13): log(q/p) is a parabola with its vertex at c = (m_P·v_Q − m_Q·v_P)/(v_Q − v_P).
  const number centre = divide(subtract(multiply(p.mean, q.variance, precision),
                                        multiply(q.mean, p.variance, precision), precision),
                               excess, precision);
  const seen_from_centre under_p = seen(p, centre, precision);
  const seen_from_centre under_q = seen(q, centre, precision);
  // The tests reject outside of [c − s, c + s] where Q is the wider law, else inside; (T.14).
  const bool rejects_outside = order > 0;
  const ball target =
      log((rejects_outside ? alpha : subtract(1, alpha, precision)).to_ball(precision));
  // c is far from both means where the variances are nearly equal: unless s is small, it is looked
  // for from the distance of P's mean on, so that its digits are not those of the distance.
  ball distance(precision);
  arf_set(arb_midref(distance.raw()), arb_midref(abs(under_p.shift).raw()));
  const bool is_near = !(log(under_p.outside(distance / 2)) - target).is_certainly_positive();
  const ball origin = is_near ? ball(precision) : distance;
  const auto value = [&](const ball& x) { return log(under_p.outside(origin + x)) - target; };
  ball unit(precision);
  arf_set(arb_midref(unit.raw()), arb_midref(under_p.deviation.raw()));
  const crossing at = is_near ? find_crossing(value, origin, unit, false, precision, limits)
                              : find_crossing(value, -unit, unit, true, precision, limits);
  const auto type_two = [&](const ball& x) {
    const ball s = origin + x;
    return rejects_outside ? under_q.inside(s) : under_q.outside(s);
  };
  return known(nonnegative_part(ball::hull(type_two(at.low), type_two(at.high))),
               "the trade-off function");
}

}  // namespace shufflecert::inline v0_1
