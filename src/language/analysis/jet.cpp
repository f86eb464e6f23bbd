#include "language/analysis/jet.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Index of the second derivative (i, j), i <= j, of `count` variables.
std::size_t place(std::size_t i, std::size_t j, std::size_t count) {
  return i * count - i * (i + 1) / 2 + j;
}

std::size_t variables_of(const jet& f, const jet& g) {
  return std::max(f.gradient.size(), g.gradient.size());
}

// Sums a·f' + b·g' over derivatives, of which an empty list is zeros.
std::vector<ball> combined(const ball& a, const std::vector<ball>& f, const ball& b,
                           const std::vector<ball>& g) {
  if (f.empty() && g.empty()) return {};
  std::vector<ball> result;
  result.reserve(std::max(f.size(), g.size()));
  for (std::size_t i = 0; i < std::max(f.size(), g.size()); ++i) {
    if (f.empty())
      result.push_back(b * g[i]);
    else if (g.empty())
      result.push_back(a * f[i]);
    else
      result.push_back(a * f[i] + b * g[i]);
  }
  return result;
}

// Adds c·(f_i g_j + f_j g_i) to the second derivatives.
void add_products(std::vector<ball>& curvature, const ball& c, const std::vector<ball>& f,
                  const std::vector<ball>& g, bits precision) {
  if (f.empty() || g.empty()) return;
  const std::size_t count = f.size();
  curvature.resize(count * (count + 1) / 2, ball(precision));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i; j < count; ++j)
      curvature[place(i, j, count)] += c * (f[i] * g[j] + f[j] * g[i]);
}

// A derivative that may be anything says nothing, nor does one of an infinite value.
jet checked(jet f, bits precision) {
  const auto all_finite = [](const std::vector<ball>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const ball& x) { return x.is_finite(); });
  };
  if (f.order == 2 && !all_finite(f.curvature)) f.order = 1;
  if (f.order >= 1 && !all_finite(f.gradient)) f.order = 0;
  if (!f.value.is_exact() && !f.value.to_ball(precision).is_finite()) f.order = 0;
  if (f.order < 2) f.curvature.clear();
  if (f.order < 1) f.gradient.clear();
  return f;
}

// h(f) from enclosures of h, h' and h'' on the values of f.
jet chained(number value, const jet& f, const ball& first, const ball& second, bits precision) {
  jet result{std::move(value), f.order, {}, {}};
  if (f.is_constant() || f.order == 0) return result;
  result.gradient = combined(first, f.gradient, ball(precision), {});
  if (f.order == 2) {
    result.curvature = combined(first, f.curvature, ball(precision), {});
    add_products(result.curvature, second / 2, f.gradient, f.gradient, precision);
  }
  return checked(std::move(result), precision);
}

ball one(bits precision) {
  return ball::of(std::int64_t{1}, precision);
}

// The digamma function and its derivative.
std::pair<ball, ball> digamma_and_slope(const ball& x) {
  const bits precision = x.precision();
  std::pair<ball, ball> result{ball(precision), ball(precision)};
  arb_poly_t argument;
  arb_poly_t series;
  arb_poly_init(argument);
  arb_poly_init(series);
  arb_poly_set_coeff_arb(argument, 0, x.raw());
  arb_poly_set_coeff_si(argument, 1, 1);
  arb_poly_digamma_series(series, argument, 2, precision);
  arb_poly_get_coeff_arb(result.first.raw(), series, 0);
  arb_poly_get_coeff_arb(result.second.raw(), series, 1);
  arb_poly_clear(series);
  arb_poly_clear(argument);
  return result;
}

jet exp_of(const jet& f, bits precision) {
  const number value = exp(f.value, precision);
  const ball slope = value.to_ball(precision);
  return chained(value, f, slope, slope, precision);
}

jet expm1_of(const jet& f, bits precision) {
  const ball slope = exp(f.value.to_ball(precision));
  return chained(expm1(f.value, precision), f, slope, slope, precision);
}

jet log_of(const jet& f, bits precision) {
  const ball slope = 1 / f.value.to_ball(precision);
  return chained(log(f.value, precision), f, slope, -(slope * slope), precision);
}

jet log1p_of(const jet& f, bits precision) {
  const ball slope = 1 / (f.value.to_ball(precision) + 1);
  return chained(log1p(f.value, precision), f, slope, -(slope * slope), precision);
}

jet sqrt_of(const jet& f, bits precision) {
  const number value = sqrt(f.value, precision);
  const ball slope = 1 / (value.to_ball(precision) * 2);
  return chained(value, f, slope, -(slope / (f.value.to_ball(precision) * 2)), precision);
}

jet tanh_of(const jet& f, bits precision) {
  const number value = tanh(f.value, precision);
  const ball t = value.to_ball(precision);
  const ball slope = 1 - t * t;
  return chained(value, f, slope, -(t * slope * 2), precision);
}

jet gamma_of(const jet& f, bits precision) {
  const number value = gamma(f.value, precision);
  const auto [psi, slope] = digamma_and_slope(f.value.to_ball(precision));
  const ball g = value.to_ball(precision);
  return chained(value, f, g * psi, g * (psi * psi + slope), precision);
}

jet lgamma_of(const jet& f, bits precision) {
  const auto [psi, slope] = digamma_and_slope(f.value.to_ball(precision));
  return chained(lgamma(f.value, precision), f, psi, slope, precision);
}

jet normal_cdf_of(const jet& f, bits precision) {
  const ball x = f.value.to_ball(precision);
  const ball density = normal_density(x);
  return chained(normal_cdf(f.value, precision), f, density, -(x * density), precision);
}

jet normal_quantile_of(const jet& f, bits precision) {
  const number value = normal_quantile(f.value, precision);
  const ball q = value.to_ball(precision);
  const ball slope = 1 / normal_density(q);
  return chained(value, f, slope, q * slope * slope, precision);
}

// f^k for a whole number k. A negative power of a ball with 0 has no value, which power() says.
jet whole_power(const jet& f, const number& value, const integer& k, bits precision) {
  const ball x = f.value.to_ball(precision);
  const auto derivative = [&](const integer& factor, const integer& exponent) {
    if (factor == 0) return ball(precision);
    return ball::of(factor, precision) * pow(x, exponent);
  };
  return chained(value, f, derivative(k, k - 1), derivative(k * (k - 1), k - 2), precision);
}

// f where it is certainly on one side of g, else one of the two, whichever is smaller.
jet smaller_of(const jet& f, const jet& g, number value, const truth& is_first, bits precision) {
  if (is_first.value && !is_first.tied) return *is_first.value ? f : g;
  jet result = either(f, g, precision);
  result.value = std::move(value);
  return result;
}

}  // namespace

ball normal_density(const ball& x) {
  return exp(-(x * x) / 2) / sqrt(ball::pi(x.precision()) * 2);
}

jet constant_jet(number value) {
  return {std::move(value), 2, {}, {}};
}

jet variable_jet(number value, std::size_t index, std::size_t count, bits precision) {
  jet result{std::move(value), 2, std::vector<ball>(count, ball(precision)), {}};
  result.gradient[index] = one(precision);
  return result;
}

jet rough_jet(number value) {
  return {std::move(value), 0, {}, {}};
}

jet negated(const jet& f) {
  jet result{negate(f.value), f.order, {}, {}};
  result.gradient.reserve(f.gradient.size());
  result.curvature.reserve(f.curvature.size());
  for (const ball& part : f.gradient) result.gradient.push_back(-part);
  for (const ball& part : f.curvature) result.curvature.push_back(-part);
  return result;
}

jet add(const jet& f, const jet& g, bits precision) {
  jet result{add(f.value, g.value, precision), std::min(f.order, g.order), {}, {}};
  if (result.order >= 1)
    result.gradient = combined(one(precision), f.gradient, one(precision), g.gradient);
  if (result.order == 2)
    result.curvature = combined(one(precision), f.curvature, one(precision), g.curvature);
  return checked(std::move(result), precision);
}

jet subtract(const jet& f, const jet& g, bits precision) {
  return add(f, negated(g), precision);
}

jet multiply(const jet& f, const jet& g, bits precision) {
  jet result{multiply(f.value, g.value, precision), std::min(f.order, g.order), {}, {}};
  if (result.order == 0) return result;
  const ball a = f.value.to_ball(precision);
  const ball b = g.value.to_ball(precision);
  result.gradient = combined(b, f.gradient, a, g.gradient);
  if (result.order == 2) {
    result.curvature = combined(b, f.curvature, a, g.curvature);
    add_products(result.curvature, one(precision), f.gradient, g.gradient, precision);
  }
  return checked(std::move(result), precision);
}

jet divide(const jet& f, const jet& g, bits precision) {
  jet result{divide(f.value, g.value, precision), std::min(f.order, g.order), {}, {}};
  if (result.order == 0) return result;
  const ball w = result.value.to_ball(precision);
  const ball b = 1 / g.value.to_ball(precision);
  result.gradient = combined(b, f.gradient, -(w * b), g.gradient);
  if (result.order == 2) {
    result.curvature = combined(b, f.curvature, -(w * b), g.curvature);
    add_products(result.curvature, -b, result.gradient, g.gradient, precision);
  }
  return checked(std::move(result), precision);
}

jet power(const jet& f, const jet& g, bits precision) {
  number value = power(f.value, g.value, precision);
  if (f.is_constant() && g.is_constant()) return constant_jet(std::move(value));
  if (g.is_constant())
    if (const auto k = g.value.to_int64()) return whole_power(f, value, integer(*k), precision);
  if (!f.value.to_ball(precision).is_certainly_positive()) return rough_jet(std::move(value));
  jet result = exp_of(multiply(g, log_of(f, precision), precision), precision);
  result.value = std::move(value);
  return result;
}

jet either(const jet& f, const jet& g, bits precision) {
  jet result{hull(f.value, g.value, precision), std::min({f.order, g.order, 1}), {}, {}};
  if (result.order == 0) return result;
  const std::size_t count = variables_of(f, g);
  const ball zero(precision);
  result.gradient.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    result.gradient.push_back(ball::hull(f.gradient.empty() ? zero : f.gradient[i],
                                         g.gradient.empty() ? zero : g.gradient[i]));
  return result;
}

jet min(const jet& f, const jet& g, bits precision) {
  return smaller_of(f, g, min(f.value, g.value, precision),
                    compare(f.value, relation::less_equal, g.value, precision), precision);
}

jet max(const jet& f, const jet& g, bits precision) {
  return smaller_of(f, g, max(f.value, g.value, precision),
                    compare(f.value, relation::greater_equal, g.value, precision), precision);
}

jet abs(const jet& f, bits precision) {
  const ball value = f.value.to_ball(precision);
  if (value.is_certainly_nonnegative()) return f;
  if (value.is_certainly_nonpositive()) return negated(f);
  jet result = either(f, negated(f), precision);
  result.value = abs(f.value, precision);
  return result;
}

namespace {

// A constant where the whole box gives the same whole number.
jet rounded(const jet& f, number (*round)(const number&, bits), bits precision) {
  number value = round(f.value, precision);
  if (value.is_exact() || value.to_ball(precision).is_exact())
    return constant_jet(std::move(value));
  return rough_jet(std::move(value));
}

jet floor_of(const jet& f, bits precision) {
  return rounded(f, floor, precision);
}

jet ceil_of(const jet& f, bits precision) {
  return rounded(f, ceil, precision);
}

// By the names of built-in functions.
constexpr std::array<std::pair<std::string_view, jet_function>, 13> functions_of_one{
    {{"exp", exp_of},
     {"expm1", expm1_of},
     {"log", log_of},
     {"log1p", log1p_of},
     {"sqrt", sqrt_of},
     {"abs", abs},
     {"tanh", tanh_of},
     {"gamma", gamma_of},
     {"lgamma", lgamma_of},
     {"Phi", normal_cdf_of},
     {"Phi_inv", normal_quantile_of},
     {"floor", floor_of},
     {"ceil", ceil_of}}};

constexpr std::array<std::pair<std::string_view, jet_combination>, 2> functions_of_two{
    {{"min", min}, {"max", max}}};

constexpr std::array<std::pair<std::string_view, jet_repetition>, 2> repetitions{
    {{"sum", {0, add}}, {"product", {1, multiply}}}};

template <class Table>
auto found_in(const Table& table, std::string_view name) -> decltype(&table.front().second) {
  const auto entry = std::find_if(table.begin(), table.end(),
                                  [&](const auto& known) { return known.first == name; });
  return entry == table.end() ? nullptr : &entry->second;
}

}  // namespace

jet_function find_jet_function(std::string_view name) {
  const auto* known = found_in(functions_of_one, name);
  return known == nullptr ? nullptr : *known;
}

jet_combination find_jet_combination(std::string_view name) {
  const auto* known = found_in(functions_of_two, name);
  return known == nullptr ? nullptr : *known;
}

const jet_repetition* find_jet_repetition(std::string_view name) {
  return found_in(repetitions, name);
}

std::vector<std::string_view> names_with_jets() {
  std::vector<std::string_view> names = names_in_table(functions_of_one);
  for (const auto& others : {names_in_table(functions_of_two), names_in_table(repetitions)})
    names.insert(names.end(), others.begin(), others.end());
  return names;
}

}  // namespace shufflecert::inline v0_1
