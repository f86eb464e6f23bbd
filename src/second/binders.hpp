#pragma once
// The forms that evaluate a body for many values of a name.

#include <boost/math/quadrature/tanh_sinh.hpp>

#include "second/functions.hpp"

namespace shufflecert::inline v0_1::second {

template <class R>
using body_of = std::function<R(const R&)>;

template <class R>
R repeated(const R& low_end, const R& high_end, bool adding, const body_of<R>& body,
           const setting<R>& in) {
  const std::int64_t low = whole_number(low_end, "a limit of the sum or product", in);
  const std::int64_t high = whole_number(high_end, "a limit of the sum or product", in);
  if (high >= low && (high - low >= 10'000'000 || high - low < 0))
    throw undefined_value("a sum or product of more than 10000000 terms");
  R total(adding ? 0 : 1);
  for (std::int64_t j = low; j <= high; ++j) {
    if (((j - low) & 255) == 0) in.limits.check();
    const R next = body(from_count<R>(j));
    total = adding ? added(total, next) : multiplied(total, next);
  }
  return total;
}

/// E body(m) for m ~ Bin(k, p); the body counts only where m has positive probability.
template <class R>
R binomial_mean(const R& k, const R& p, const body_of<R>& body, const setting<R>& in) {
  const binomial_law<R> law_of_m(k, p, in);
  R total(0);
  for (std::int64_t m = 0; m <= law_of_m.draws(); ++m) {
    if ((m & 255) == 0) in.limits.check();
    in.spend(1);
    const R weight = law_of_m.probability(m);
    if (weight > 0) total = added(total, multiplied(weight, body(from_count<R>(m))));
  }
  return total;
}

/// E body(b) for b ~ Poisson(mu): all terms up to where, beyond the mean, both the probability and
/// the term count for nothing. No bound of what is left out.
template <class R>
R poisson_mean(const R& mu, const body_of<R>& body, const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::log;
  using std::pow;
  if (mu < 0 || !is_finite(mu)) throw undefined_value("the mean of a Poisson law must be >= 0");
  if (mu == 0) return body(R(0));
  if (mu > R(1e7)) throw beyond_reach("a Poisson mean of more than 10^7 terms");
  const R log_mu = log(mu);
  const R little = pow(R(10), R(-2.0 * in.digits));
  R total(0);
  R log_weight = -mu;
  for (std::int64_t b = 0;; ++b) {
    if ((b & 255) == 0) in.limits.check();
    in.spend(1);
    const R weight = exp(log_weight);
    if (weight == 0 && from_count<R>(b) > mu) return total;
    const R term = weight == 0 ? R(0) : multiplied(weight, body(from_count<R>(b)));
    total = added(total, term);
    const R size = abs(term);
    if (from_count<R>(b) > 2 * mu && weight < little && size < abs(total) * little) return total;
    // Nothing was found at all, and hardly anything can come.
    if (from_count<R>(b) > 2 * mu && total == 0 && log_weight < R(-100.0 * in.digits)) return total;
    log_weight += log_mu - log(from_count<R>(b + 1));
  }
}

/// What a quadrature rule gives; its own complaints (a value that is not finite, no convergence)
/// say that there is no value.
template <class R, class Rule>
R integrated(const Rule& rule) {
  try {
    return existing(R(rule()), "the integral");
  } catch (const std::domain_error& error) {
    throw undefined_value(std::string("the integral has no value: ") + error.what());
  } catch (const boost::math::evaluation_error& error) {
    throw undefined_value(std::string("the integral has no value: ") + error.what());
  } catch (const std::overflow_error&) {
    throw undefined_value("the integral overflows");
  }
}

// Double-exponential rules double their digits with each refinement, so 0.6 of the digits asked for
// between two refinements mean nearly all of them after the second.
template <class R>
R asked_of_rule(const setting<R>& in) {
  using std::pow;
  return pow(R(10), R(-0.6 * in.digits));
}

template <class R>
bool is_accepted(const R& error, const R& size, const setting<R>& in) {
  using std::pow;
  return error <= size * pow(R(10), R(-0.5 * in.digits));
}

inline constexpr int most_halvings = 12;
inline constexpr double largest_limit = 1e15;
inline constexpr double smallest_limit = 1e-300;

/// ∫ body by the tanh-sinh rule, on halves where the rule gives up on the whole, as it does for
/// narrow peaks; no bound of its error. Infinite limits are possible.
template <class R>
R integral(const R& low, const R& high, const body_of<R>& body, const setting<R>& in,
           int halvings = 0) {
  using std::pow;
  if (low == high) return R(0);
  if (high < low) return R(-integral(high, low, body, in));
  // Boost's rule does not end between limits whose distance to the next number overflows its steps.
  const R farthest = R(largest_limit);
  for (const R& limit : {low, high})
    if (!is_infinite(limit) && (limit > farthest || limit < -farthest))
      throw beyond_reach("a limit of the integral is too large");
  // It reaches the next number by a recursion as deep as the exponent is long.
  const R nearest = R(smallest_limit);
  for (const R& limit : {low, high})
    if (limit != 0 && limit < nearest && limit > -nearest)
      throw beyond_reach("a limit of the integral is too near to 0");
  boost::math::quadrature::tanh_sinh<R> rule(15, pow(R(10), R(-4.0 * in.digits)));
  const auto integrand = [&](const R& x) {
    in.limits.check();
    return body(x);
  };
  R error(0);
  R size(0);
  R found = integrated<R>(
      [&] { return rule.integrate(integrand, low, high, asked_of_rule(in), &error, &size); });
  if (halvings == most_halvings || is_accepted(error, size, in)) return found;
  R middle = (low + high) / 2;
  if (is_infinite(low)) middle = is_infinite(high) ? R(0) : R(high - 1);
  if (is_infinite(high) && !is_infinite(low)) middle = low + 1;
  return integral(low, middle, body, in, halvings + 1) +
         integral(middle, high, body, in, halvings + 1);
}

/// E body(X) for X ~ N(0, 1), integrated as far out as the density counts against a body of at most
/// exponential growth. Boost's rule for the whole line (sinh_sinh, in Boost 1.74) reads beyond its
/// tables for numbers of variable precision.
template <class R>
R normal_mean(const body_of<R>& body, const setting<R>& in) {
  using std::exp;
  using std::sqrt;
  const R scale = sqrt(R(2 * real_type<R>::pi()));
  const body_of<R> integrand = [&](const R& x) {
    in.limits.check();
    in.spend(1);
    const R density = exp(R(-x * x / 2)) / scale;
    return density == 0 ? R(0) : R(density * body(x));
  };
  const R far = 4 * sqrt(R(2.4 * in.digits));
  return integral(R(-far), R(0), integrand, in) + integral(R(0), far, integrand, in);
}

/// The least body on [low, high] that 256 equal steps and a golden-section search around the best
/// of them find. A narrow dip between the steps is missed.
template <class R>
R least_found(const R& low, const R& high, const body_of<R>& body, const setting<R>& in) {
  using std::sqrt;
  if (!is_finite(low) || !is_finite(high) || low > high)
    throw undefined_value("minimum and maximum need finite limits lo <= hi");
  constexpr int steps = 256;
  const R width = (high - low) / steps;
  R best_x = low;
  R best = body(low);
  for (int i = 1; i <= steps; ++i) {
    in.limits.check();
    const R x = i == steps ? high : R(low + width * i);
    const R here = body(x);
    if (here < best) {
      best = here;
      best_x = x;
    }
  }
  const R golden = (sqrt(R(5)) - 1) / 2;
  R left = best_x - width < low ? low : R(best_x - width);
  R right = best_x + width > high ? high : R(best_x + width);
  // Near a smooth minimum half the digits of x give all digits of the value.
  for (unsigned step = 0; step < 3 * in.digits; ++step) {
    in.limits.check();
    const R first = right - golden * (right - left);
    const R second = left + golden * (right - left);
    const R at_first = body(first);
    const R at_second = body(second);
    best = std::min({best, at_first, at_second});
    (at_first < at_second ? right : left) = at_first < at_second ? second : first;
  }
  return best;
}

/// The law with these probabilities on low, …, high, which have to sum to 1 but for rounding.
template <class R>
law<R> law_from(const R& low_end, const R& high_end, const body_of<R>& body, const setting<R>& in) {
  using std::log;
  const std::int64_t low = whole_number(low_end, "a limit of the law", in);
  const std::int64_t high = whole_number(high_end, "a limit of the law", in);
  if (high < low || high - low >= static_cast<std::int64_t>(most_kept_outcomes))
    throw undefined_value("a law has between 1 and 2*10^6 outcomes");
  auto result = std::make_shared<finite_law<R>>();
  R total(0);
  for (std::int64_t x = low; x <= high; ++x) {
    in.limits.check();
    const R mass = body(from_count<R>(x));
    if (mass < 0 || !is_finite(mass)) throw undefined_value("a probability must be >= 0");
    if (mass > 0) result->emplace(outcome{x}, log(mass));
    total += mass;
  }
  if (const R gap = total - 1; gap > R(1e-9) || gap < R(-1e-9))
    throw undefined_value("the probabilities of a law must sum to 1");
  return std::shared_ptr<const finite_law<R>>(std::move(result));
}

/// E body(X) for X with this law.
template <class R>
R mean(const law<R>& of, const body_of<R>& body) {
  using std::exp;
  R total(0);
  for (const auto& [at, mass] : require_finite_law(of)) {
    if (at.size() != 1) throw undefined_value("mean needs a law of one count");
    const R weight = exp(mass);
    if (weight > 0) total = added(total, multiplied(weight, body(from_count<R>(at.front()))));
  }
  return total;
}

/// A form: `apply` takes the arguments between the name and the body.
template <class R>
struct binder {
  std::string_view name;
  std::size_t count;  ///< of arguments, the name and the body included
  value<R> (*apply)(const arguments<R>&, const body_of<R>&);
  bool looks_far_out = false;  ///< at the body, where its factors can overflow
};

template <class R>
const std::vector<binder<R>>& binders() {
  using args = const arguments<R>&;
  using body = const body_of<R>&;
  static const std::vector<binder<R>> all{
      {"sum", 4,
       [](args a, body f) -> value<R> { return repeated(a.real(0), a.real(1), true, f, a.in()); }},
      {"product", 4,
       [](args a, body f) -> value<R> { return repeated(a.real(0), a.real(1), false, f, a.in()); }},
      {"binomial_mean", 4,
       [](args a, body f) -> value<R> { return binomial_mean(a.real(0), a.real(1), f, a.in()); }},
      {"poisson_mean", 3,
       [](args a, body f) -> value<R> { return poisson_mean(a.real(0), f, a.in()); }},
      {"normal_mean", 2, [](args a, body f) -> value<R> { return normal_mean(f, a.in()); }, true},
      {"mean", 3, [](args a, body f) -> value<R> { return mean(a.law_at(0), f); }},
      {"integral", 4,
       [](args a, body f) -> value<R> { return integral(a.real(0), a.real(1), f, a.in()); }, true},
      {"minimum", 4,
       [](args a, body f) -> value<R> { return least_found(a.real(0), a.real(1), f, a.in()); }},
      {"maximum", 4,
       [](args a, body f) -> value<R> {
         const body_of<R> negated = [&](const R& x) { return R(-f(x)); };
         return R(-least_found(a.real(0), a.real(1), negated, a.in()));
       }},
      {"law", 4,
       [](args a, body f) -> value<R> { return law_from(a.real(0), a.real(1), f, a.in()); }},
  };
  return all;
}

template <class R>
const binder<R>* find_binder(std::string_view name) {
  for (const binder<R>& one : binders<R>())
    if (one.name == name) return &one;
  return nullptr;
}

}  // namespace shufflecert::inline v0_1::second
