#include "claims/moments/moment_growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "claims/moments/balls.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// One code for double, which chooses, and for balls, which decide.
template <class Real>
Real as(const rational& x);

template <>
double as<double>(const rational& x) {
  return x.convert_to<double>();
}

template <>
ball as<ball>(const rational& x) {
  return ball_of(x);
}

// Of what is on one side of 1 as ε0 is.
rational at_least_one(const rational& eps0) {
  return std::max(rational(1), eps0);
}

template <class Real>
Real tanh_of_half(const rational& eps0) {
  using std::tanh;
  return tanh(as<Real>(rational(eps0 / 2)));
}

template <class Real>
class growth_on_range {
 public:
  growth_on_range(const leading_statement& stated, const order_range& range, const division& parts)
      : range_(range),
        regime_(real(stated.regime)),
        near_(real(parts.near)),
        far_(real(parts.far)),
        slope_(real(parts.slope)),
        start_(real(range.least_eps0)),
        end_(real(range.largest_eps0.value_or(0))),
        order_(real(range.least_order)),
        first_(real(at_least_one(range.least_eps0))),
        product_(1 / (regime_ * first_)),
        least_product_(range.largest_eps0 ? 1 / (regime_ * real(at_least_one(*range.largest_eps0)))
                                          : product_),
        least_t_(tanh_of_half<Real>(range.least_eps0)),
        largest_t_(range.largest_eps0 ? tanh_of_half<Real>(*range.largest_eps0) : real(1)),
        clones_(exp_of(-start_)),
        shift_(1 / (1 - product_ * clones_ / order_)),
        spread_(shift_ * product_ / order_) {}

  // The constant that is reached; none where a condition fails.
  std::optional<Real> reached() const {
    const auto sum = growth();
    if (!sum) return std::nullopt;
    Real total = *sum;
    for (const bool is_whole : {false, true})
      for (const bool is_far : {false, true}) {
        if (is_whole && !is_far) continue;
        const auto rest = beyond(is_far, is_whole);
        if (!rest) return std::nullopt;
        total = total + *rest;
      }
    return total;
  }

 private:
  static Real real(const rational& x) { return as<Real>(x); }

  static Real exp_of(const Real& x) {
    using std::exp;
    return exp(x);
  }

  // α
  static Real rate() { return real(rational(7, 10)); }

  // (C.7): ρ(θ)
  static Real factor(const Real& theta) {
    using std::exp;
    const Real part = rate() * theta;
    return exp(part / (1 - part)) / (1 - part);
  }

  // G(θ) at τ² = v
  Real series_at(const Real& theta, const Real& v) const {
    const Real& y = spread_;
    const Real top = factor(near_);
    const Real ratio = v * (near_ * 2 + y) * top;
    Real sum = real(0);
    Real product = real(1);
    for (int j = 0; j < exact_terms; ++j) {
      const Real at = theta + y * j;
      const Real grown = factor(at);
      sum = sum + product * grown * (j + 1);
      product = product * v * (at * 2 + y) * grown;
    }
    const Real left = 1 - ratio;
    return sum + top * product * (real(exact_terms + 1) / left + ratio / (left * left));
  }

  // (C.8): (L/a − 1)/w
  std::optional<Real> growth() const {
    const Real& y = spread_;
    const Real largest = largest_t_ * largest_t_;
    const Real ratio = largest * (near_ * 2 + y) * factor(near_);
    if (!is_below(ratio, 1) || !is_below(rate() * (near_ + y * exact_terms), 1))
      return std::nullopt;
    Real scale = product_ * product_ * shift_ * shift_ * 2;
    if (range_.largest_order) scale = scale * (1 - 1 / real(*range_.largest_order));
    Real sum = real(0);
    for (int i = 1; i <= steps; ++i) {
      const Real v = largest * i / steps;
      const Real start = series_at(real(0), v);
      const Real chord = (series_at(near_, v) - start) / near_;
      const Real left = 1 - scale * chord * v;
      if (!is_below(1 - left, 1)) return std::nullopt;
      sum = sum + start / left;
    }
    return (shift_ * sum / steps - 1) / product_;
  }

  // One part of (C.9), divided by aw and e^a.
  std::optional<Real> beyond(bool is_far, bool is_whole) const {
    using std::exp;
    using std::log;
    using std::max;
    using std::sqrt;
    const Real& w = product_;
    const Real from = is_far ? far_ : near_;
    const Real to = from + spread_;
    if (!is_below(rate() * to, 1)) return std::nullopt;
    const Real tilt = is_whole ? real(0) : log(slope_) * 2;
    const Real rate_of_decay = max(decay(from) - from * tilt, decay(to) - to * tilt);
    // It falls with the size of w = λx.
    const Real& t = largest_t_;
    if (!is_at_most(order_ * t * t * w * w * 2 + w * 2, -(rate_of_decay * order_)))
      return std::nullopt;
    const bool is_endless = !range_.largest_eps0;
    const Real a = is_endless ? real(0) : least_t_ * least_t_ * least_product_ * 2;
    Real of_order = rate_of_decay * regime_ * first_ - a;
    Real constant = a - rate_of_decay * clones_;
    Real t_below = t;
    if (!is_whole) {
      const Real u = t * slope_;
      const Real gained = log((u + 1) / (1 - u));
      of_order = of_order + gained;
      constant = constant - gained;
    } else if (range_.least_eps0 >= 1) {
      if (!is_at_most(rate_of_decay * regime_ + 1, real(0))) return std::nullopt;
      of_order = of_order + start_;
      constant = constant - start_;
      t_below = least_t_;
    } else {
      of_order = of_order + end_;
      constant = constant - end_;
    }
    if (is_endless) {
      t_below = least_t_;
      if (!is_at_most(real(2), -(rate_of_decay * regime_ * order_ * start_)) ||
          !is_at_most(real(2), start_))
        return std::nullopt;
    }
    if (!is_at_most(of_order, real(0))) return std::nullopt;
    const Real& v = least_product_;
    const Real size = (order_ - 1) * t_below * t_below * v * v * 2;
    return sqrt(real(2)) * exp(of_order * order_ + constant) / size;
  }

  // ψ(θ)
  static Real decay(const Real& theta) {
    using std::log;
    return theta * log(theta * 2) - theta - theta * log(1 - rate() * theta);
  }

  static bool is_below(const Real& a, int b) {
    return is_at_most(a, real(rational(b) - rational(1, 1'000'000)));
  }

  static constexpr int exact_terms = 3;
  static constexpr int steps = 12;

  const order_range& range_;
  Real regime_;         // r
  Real near_;           // κ
  Real far_;            // κ'
  Real slope_;          // η
  Real start_;          // of ε0
  Real end_;            // of ε0, where there is one
  Real order_;          // the least
  Real first_;          // max(1, ε0), the least
  Real product_;        // w, the largest
  Real least_product_;  // w at the end
  Real least_t_;
  Real largest_t_;
  Real clones_;  // p, the largest
  Real shift_;   // n/(n − 1), the largest
  Real spread_;  // y = 1/((n − 1)p), the largest
};

}  // namespace

double growth_reached(const leading_statement& stated, const order_range& range,
                      const division& parts) {
  return growth_on_range<double>(stated, range, parts)
      .reached()
      .value_or(std::numeric_limits<double>::infinity());
}

bool holds_by_growth(const leading_statement& stated, const order_range& range,
                     const division& parts) {
  const auto reached = growth_on_range<ball>(stated, range, parts).reached();
  return reached && is_at_most(*reached, as<ball>(stated.constant));
}

}  // namespace shufflecert::inline v0_1::claims
