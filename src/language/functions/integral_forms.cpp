#include <algorithm>
#include <exception>

#include "arithmetic/bit_length.hpp"
#include "language/analysis/complex_value.hpp"
#include "language/analysis/growth.hpp"
#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

constexpr const char* not_enclosed =
    "the integral could not be enclosed: the body may be unbounded or without a value somewhere "
    "between the limits, or vary too much";

// What FLINT's integration calls back into. An exception must not pass through C code: it is kept,
// and every later call answers "nothing known" at once.
struct integrand {
  complex_function function;
  const budget& limits;
  std::exception_ptr failure = nullptr;
  bool is_undefined = false;
  long calls = 0;

  static int call(acb_ptr out, const acb_t z, void* self, slong order, slong precision) {
    auto& at = *static_cast<integrand*>(self);
    if (at.failure != nullptr || at.is_undefined) {
      acb_indeterminate(out);
      return 0;
    }
    try {
      if ((++at.calls & 15) == 0) at.limits.check();
      at.function.evaluate(out, z, order != 0, precision);
      if (at.function.is_undefined()) at.is_undefined = true;
    } catch (...) {
      at.failure = std::current_exception();
      acb_indeterminate(out);
    }
    return 0;
  }
};

// FLINT gives up at the first place where it cannot go on, which need not be the one that tells
// why.
void look_for_undefined(integrand& body, const ball& from, const ball& to, bits precision) {
  constexpr std::int64_t pieces = 64;
  acb_t piece;
  acb_t value;
  acb_init(piece);
  acb_init(value);
  for (std::int64_t i = 0; i < pieces && !body.is_undefined; ++i) {
    const ball left = from + (to - from) * i / pieces;
    const ball right = from + (to - from) * (i + 1) / pieces;
    arb_set(acb_realref(piece), ball::hull(left, right).raw());
    integrand::call(value, piece, &body, 0, precision);
  }
  acb_clear(value);
  acb_clear(piece);
}

// One run of adaptive Gauss-Legendre quadrature to an absolute tolerance of 2^-exponent; the result
// encloses the integral whether or not that is reached.
ball integrated(integrand& body, const ball& from, const ball& to, bits exponent, bits goal) {
  acb_t result;
  acb_t a;
  acb_t b;
  mag_t tolerance;
  acb_init(result);
  acb_init(a);
  acb_init(b);
  mag_init(tolerance);
  acb_set_arb(a, from.raw());
  acb_set_arb(b, to.raw());
  mag_set_ui_2exp_si(tolerance, 1, -exponent);
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->eval_limit = 20'000 + 200 * goal;
  const bits precision = goal + 16;
  acb_calc_integrate(result, integrand::call, &body, a, b, goal, tolerance, options, precision);
  ball value(precision);
  arb_set(value.raw(), acb_realref(result));
  mag_clear(tolerance);
  acb_clear(b);
  acb_clear(a);
  acb_clear(result);
  if (body.failure != nullptr) std::rethrow_exception(body.failure);
  if (!body.is_undefined && !value.is_finite()) look_for_undefined(body, from, to, precision);
  if (body.is_undefined)
    throw undefined_value("the body has no value somewhere between the limits");
  return value;
}

// How many bits of an integral are worth their time. What is evaluated with 64 bits is wanted for a
// comparison or for nine digits; what needs more is evaluated with more. These leave room for the
// bits that its ends cost, and one word for the numbers.
bits wanted_bits(bits precision) {
  constexpr bits of_first_attempt = 64;
  constexpr bits enough = 46;
  return precision > of_first_attempt ? precision : std::min(precision, enough);
}

// −log2|x|, where that is positive.
bits leading_zeros(const ball& x) {
  mag_t size;
  mag_init(size);
  arb_get_mag(size, x.raw());
  const bool usable = mag_is_special(size) == 0 && mag_cmp_2exp_si(size, 0) < 0;
  const auto zeros = usable ? static_cast<bits>(-mag_get_d_log2_approx(size)) : 0;
  mag_clear(size);
  return zeros;
}

// One half of an infinite range: how far to integrate, and what the rest is at most.
struct tail {
  std::int64_t start;
  ball bound;
};

// Looks for a place from which on the body certainly has a value, and a bound for its size from
// there on that is small enough.
tail cut_off(const one_variable_function& body, int sign, std::int64_t at_least, bits exponent,
             const builtin_context& at) {
  constexpr std::int64_t farthest = std::int64_t{1} << 20;
  constexpr std::int64_t stride = 4;
  for (const rational& slack : {rational(1, 4), rational(1, 64), rational(1, 65'536)}) {
    for (std::int64_t start = at_least; start <= farthest;) {
      at.limits.check();
      const growth known = growth_of(body, sign, slack, start, at.precision);
      if (known.exists == existence::nowhere)
        throw undefined_value("the body has no value beyond " +
                              std::to_string(sign < 0 ? -start : start));
      if (known.exists == existence::open || !known.log_size) {
        start *= stride;
        continue;
      }
      // What holds from this start on holds from every later one.
      for (; start <= farthest; start += start / 4 + 1) {
        const auto bound = tail_bound(*known.log_size, ball::of(start, at.precision));
        if (!bound) break;
        if (is_below_power_of_two(*bound, -static_cast<double>(exponent))) return {start, *bound};
      }
      break;
    }
  }
  throw beyond_reach(
      "no exponential bound is known for the decay of the body toward an infinite limit");
}

bool is_infinite(const number& x) {
  return x.is_infinity(1) || x.is_infinity(-1);
}

// The smallest whole number that is not below |x|; of very large ones, a smaller one that is beyond
// every tail all the same.
std::int64_t size_of(const number& x, bits precision) {
  constexpr std::int64_t beyond_tails = std::int64_t{1} << 62;
  const auto whole = ceil(abs(x, precision), precision).to_int64();
  if (whole) return std::min(*whole, beyond_tails);
  const auto wider = ceil(upper_bound(abs(x, precision).to_ball(precision)), precision).to_int64();
  if (!wider) throw beyond_reach("a limit of the integral is too large");
  return std::min(*wider, beyond_tails);
}

// ∫ over [low, high], low < high, either of them possibly infinite.
ball enclosed(const one_variable_function& function, const number& low, const number& high,
              const builtin_context& at) {
  const bits precision = at.precision;
  integrand body{complex_function(function, low, high, precision), at.limits};
  const bool below = is_infinite(low);
  const bool above = is_infinite(high);
  std::int64_t nearest = 4;
  if (!below) nearest = std::max(nearest, size_of(low, precision) + 1);
  if (!above) nearest = std::max(nearest, size_of(high, precision) + 1);
  // How large the integral is: a small one needs a smaller tolerance for as many digits.
  const bits wanted = wanted_bits(precision);
  bits goal = std::min<bits>(wanted, 8);
  bits exponent = goal;
  ball value(precision);
  for (int run = 0; run < 4; ++run) {
    ball from = low.to_ball(precision);
    ball to = high.to_ball(precision);
    ball rest(precision);
    if (above) {
      const tail right = cut_off(function, 1, nearest, exponent, at);
      to = ball::of(right.start, precision);
      rest += right.bound;
    }
    if (below) {
      const tail left = cut_off(function, -1, nearest, exponent, at);
      from = ball::of(-left.start, precision);
      rest += left.bound;
    }
    value = integrated(body, from, to, exponent, goal).with_precision(precision);
    arb_add_error(value.raw(), upper_bound(rest).raw());
    const bits zeros = leading_zeros(value);
    if (!value.is_finite() || (goal >= wanted && exponent >= wanted + zeros)) break;
    goal = wanted;
    exponent = wanted + zeros + 4;
  }
  if (value.is_finite()) return value;
  constexpr bits enough = 256;
  if (precision < enough || function.needs_precision) throw precision_needed(not_enclosed);
  throw beyond_reach(not_enclosed);
}

void refuse_quantiles(const one_variable_function& function) {
  for (const step& s : function.steps)
    if (s.what == operation::normal_quantile)
      throw beyond_reach("'Phi_inv' of the bound name is not supported in an integral");
}

formula_value integral_of(const binder_call& call) {
  const bits precision = call.context.precision;
  const number& low = real_at(call.arguments, 0);
  const number& high = real_at(call.arguments, 1);
  const truth same = compare(low, relation::equal, high, precision);
  if (same.value == true && (is_infinite(low) || !same.tied)) return number(0);
  const truth order = compare(low, relation::less, high, precision);
  if (!order.value) throw precision_needed("the order of the limits is not determined");
  const one_variable_function function = function_of_name(call);
  refuse_quantiles(function);
  call.context.methods.insert("certified quadrature");
  if (*order.value) return number(enclosed(function, low, high, call.context));
  return number(-enclosed(function, high, low, call.context));
}

// E body(X) = ∫ body(x)·e^(−x²/2)/√(2π) dx.
formula_value normal_mean_of(const binder_call& call) {
  const bits precision = call.context.precision;
  one_variable_function function = function_of_name(call);
  refuse_quantiles(function);
  const auto append_constant = [&](const number& x) {
    step next{operation::constant};
    next.value = x;
    return function.append(std::move(next));
  };
  const std::size_t body = function.steps.size() - 1;
  const std::size_t x = function.append({operation::argument});
  const std::size_t square = function.append({operation::multiply, {x, x}});
  const std::size_t half = append_constant(rational(-1, 2));
  const std::size_t exponent = function.append({operation::multiply, {square, half}});
  const std::size_t density = function.append({operation::exp, {exponent}});
  const ball root = sqrt(ball::pi(precision + 16) * 2);
  const std::size_t scale = append_constant(number(1 / root));
  const std::size_t weighted = function.append({operation::multiply, {body, density}});
  function.append({operation::multiply, {weighted, scale}});
  call.context.methods.insert("certified quadrature");
  return number(enclosed(function, number(ball::infinity(precision, -1)),
                         number(ball::infinity(precision)), call.context));
}

// An upper bound for the sum of P(X = b)·e^(a + c·b) over b >= start, X ~ Poisson(mean), where it
// is above the mean ν = mean·e^c of the tilted law: e^a·e^(ν − mean)·P(Poisson(ν) >= start), the
// last by Chernoff.
std::optional<ball> poisson_tail(const quadratic& log_size, const ball& mean, std::int64_t start) {
  const quadratic top{upper_bound(log_size[0]), upper_bound(log_size[1]), upper_bound(log_size[2])};
  // A negative square only makes the body smaller.
  if (!top[2].is_certainly_nonpositive()) return std::nullopt;
  const ball from = ball::of(start, mean.precision());
  if (less(mean * exp(top[1]), from) != true) return std::nullopt;
  const ball bound = exp(top[0] + from - mean - from * (log(from / mean) - top[1]));
  if (!bound.is_finite()) return std::nullopt;
  return upper_bound(bound);
}

constexpr std::int64_t most_poisson_terms = 10'000'000;

// A whole number from which on the body certainly has a value, and what the terms from there on
// add up to at most, small enough.
tail poisson_cut_off(const one_variable_function& body, const ball& mean, std::int64_t at_least,
                     bits exponent, const builtin_context& at) {
  for (const rational& slack : {rational(1, 4), rational(1, 64), rational(1, 65'536)})
    for (std::int64_t start = at_least; start <= most_poisson_terms; start += start / 16 + 8) {
      at.limits.check();
      const growth known = growth_of(body, 1, slack, start, at.precision);
      if (known.exists == existence::nowhere)
        throw undefined_value("the body has no value beyond " + std::to_string(start));
      if (known.exists == existence::open || !known.log_size) continue;
      const auto bound = poisson_tail(*known.log_size, mean, start);
      if (bound && is_below_power_of_two(*bound, -static_cast<double>(exponent)))
        return {start, *bound};
    }
  throw beyond_reach("no bound is known for the growth of the body that makes its mean finite");
}

// The terms P(X = b)·body(b) from b = 0 on, as far as was asked for.
class poisson_sum {
 public:
  poisson_sum(const binder_call& call, const ball& mean)
      : call_(call), mean_(mean), weight_(exp(-mean)) {}

  void extend_to(std::int64_t end) {
    for (; next_ < end; ++next_) {
      if ((next_ & 255) == 0) call_.context.limits.check();
      const number value = std::get<number>(call_.evaluate(number(next_)));
      total_ = add(total_, multiply(number(weight_), value, mean_.precision()), mean_.precision());
      weight_ = weight_ * mean_ / (next_ + 1);
    }
  }

  [[nodiscard]] const number& total() const { return total_; }

 private:
  const binder_call& call_;
  ball mean_;
  ball weight_;
  std::int64_t next_ = 0;
  number total_ = 0;
};

formula_value poisson_mean_of(const binder_call& call) {
  const bits precision = call.context.precision;
  const number& mu = real_at(call.arguments, 0);
  const auto positive = sign(mu, precision);
  if (!positive) throw precision_needed("the sign of the Poisson mean is not determined");
  if (*positive < 0) throw undefined_value("the mean of a Poisson law must be >= 0");
  if (*positive == 0) return call.evaluate(number(0));
  if (is_infinite(mu)) throw undefined_value("the mean of a Poisson law must be finite");
  if (compare(mu, relation::less, most_poisson_terms, precision).value != true)
    throw beyond_reach("a Poisson mean of more than 10000000 terms");
  const one_variable_function function = function_of_name(call);
  // Each step costs a few units in the last place, and the first weight those of mu's digits.
  const std::int64_t size = size_of(mu, precision);
  const bits wide = precision + 2 * bit_length(size) + 32;
  const ball mean = mu.to_ball(wide).with_precision(wide);
  poisson_sum terms(call, mean);
  constexpr std::int64_t least_terms = 16;
  bits exponent = precision;
  number total = 0;
  // As for integrals, a small mean needs a smaller tolerance.
  for (int run = 0; run < 3; ++run) {
    const tail rest =
        poisson_cut_off(function, mean, std::max(least_terms, size), exponent, call.context);
    terms.extend_to(rest.start);
    total = terms.total();
    if (total.is_infinity(1) || total.is_infinity(-1)) return total;
    ball value = total.to_ball(wide);
    arb_add_error(value.raw(), rest.bound.raw());
    total = number(value.with_precision(precision));
    const bits zeros = leading_zeros(value);
    if (exponent >= precision + zeros) break;
    exponent = precision + zeros + 8;
  }
  call.context.methods.insert("ball arithmetic");
  return known(total.to_ball(precision), "the Poisson mean");
}

}  // namespace

std::vector<builtin> integral_forms() {
  return {
      {
          .name = "integral",
          .usage = "integral(x, lo, hi, body)",
          .parameters = {any, real, real, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .uses = argument_use::body,
          .form = integral_of,
      },
      {
          .name = "normal_mean",
          .usage = "normal_mean(x, body), the mean of the body for x standard normal",
          .parameters = {any, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .form = normal_mean_of,
      },
      {
          .name = "poisson_mean",
          .usage = "poisson_mean(mu, b, body), the mean of the body for b ~ Poisson(mu)",
          .parameters = {any, real, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .is_name_second = true,
          .form = poisson_mean_of,
      },
  };
}

}  // namespace shufflecert::inline v0_1
