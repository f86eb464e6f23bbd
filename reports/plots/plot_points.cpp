#include "reports/plots/plot_points.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "claims/search/search_space.hpp"
#include "reports/plots/plot_scale.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr double wide_ratio = 20;
constexpr int inner_digits = 4;

using placed_value = std::pair<double, point_value>;

bool is_whole_number(double x) {
  return x == std::round(x);
}

}  // namespace

plot_points points_between(const point_value& from, const point_value& to,
                           const std::vector<point_value>& named, std::size_t count,
                           bool is_whole) {
  plot_points result;
  const std::optional<double> first = near_value(from);
  const std::optional<double> last = near_value(to);
  if (!first || !last || !std::isfinite(*first) || !std::isfinite(*last) || *last < *first)
    return result;
  result.is_logarithmic = is_wide_range(*first, *last);
  std::vector<placed_value> placed;
  const auto add = [&](double near, const point_value& value) {
    if (near >= *first && near <= *last && (!is_whole || is_whole_number(near)))
      placed.emplace_back(near, value);
  };
  // What has a name comes first: of equal values the first one stays.
  add(*first, from);
  add(*last, to);
  for (const point_value& value : named)
    if (const auto near = near_value(value)) add(*near, value);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    const double near = result.is_logarithmic ? *first * std::pow(*last / *first, share)
                                              : *first + (*last - *first) * share;
    const double chosen = rounded(near, inner_digits, is_whole);
    add(chosen, shortest_decimal(chosen));
  }
  std::stable_sort(placed.begin(), placed.end(),
                   [](const placed_value& a, const placed_value& b) { return a.first < b.first; });
  const auto end =
      std::unique(placed.begin(), placed.end(),
                  [](const placed_value& a, const placed_value& b) { return a.first == b.first; });
  placed.erase(end, placed.end());
  result.values.reserve(placed.size());
  for (const placed_value& one : placed) result.values.push_back(one.second);
  return result;
}

bool is_wide_range(double least, double largest) {
  return least > 0 && largest > wide_ratio * least;
}

std::optional<double> place_of(const point_value& value) {
  return near_value(value);
}

point_value value_at_place(double place, bool is_whole) {
  constexpr int digits = 6;
  return shortest_decimal(is_whole ? std::ceil(place) : rounded(place, digits, false));
}

std::string axis_label(const std::string& variable) {
  static const std::map<std::string, std::string, std::less<>> names{
      {"eps0", "ε₀"}, {"eps", "ε"},   {"epsilon", "ε"}, {"lambda", "λ"}, {"delta", "δ"},
      {"alpha", "α"}, {"gamma", "γ"}, {"mu", "μ"},      {"beta", "β"},   {"sigma", "σ"}};
  const auto found = names.find(variable);
  return found == names.end() ? variable : found->second;
}

std::string axis_text(const point_value& value) {
  constexpr bits precision = 128;
  constexpr long digits = 15;
  return to_decimal(constant_value(value), precision, digits).lower;
}

std::optional<bool> decide(const expression& condition, const definitions& visible,
                           const variable_map& variables, const sampling& how,
                           quantity_cache* cache) {
  try {
    const refined_value found = refine(condition, visible, variables, how.digits, how.precision,
                                       {.limits = how.limits, .cache = cache});
    const auto* decided = std::get_if<truth>(&found.result);
    if (!found.sufficient || decided == nullptr) return std::nullopt;
    return decided->value;
  } catch (const undefined_value&) {
    return std::nullopt;
  } catch (const beyond_reach&) {
    return std::nullopt;
  }
}

curve_point sample(const expression& formula, const std::vector<expression_ptr>& domain,
                   const definitions& visible, const variable_map& variables, const std::string& x,
                   const sampling& how, quantity_cache* cache) {
  curve_point result{x, "", ""};
  try {
    for (const expression_ptr& condition : domain)
      if (decide(*condition, visible, variables, how, cache) != true) return result;
    const refined_value found = refine(formula, visible, variables, how.digits, how.precision,
                                       {.limits = how.limits, .cache = cache});
    const auto* value = std::get_if<number>(&found.result);
    if (value == nullptr || !found.sufficient) return result;
    const decimal_interval range = to_decimal(*value, found.precision, how.digits + 2);
    result.lower = range.lower;
    result.upper = range.upper;
  } catch (const undefined_value&) {  // A gap in the curve.
  } catch (const beyond_reach&) {
  }
  return result;
}

bool is_spread(const std::vector<plot_curve>& curves, double ratio) {
  std::vector<double> places;
  for (const plot_curve& curve : curves)
    for (const curve_point& at : curve.points) {
      if (at.lower.empty()) continue;
      const auto place = position_of(at.lower, true);
      if (!place) return false;
      places.push_back(*place);
    }
  if (places.empty()) return false;
  const auto [least, most] = std::minmax_element(places.begin(), places.end());
  return *most - *least > std::log10(ratio);
}

}  // namespace shufflecert::inline v0_1::claims
