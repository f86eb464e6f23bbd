#include "reports/plots/side_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/search/search_space.hpp"
#include "reports/plots/plot_points.hpp"
#include "reports/plots/plot_scale.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t longest_formula = 60;
constexpr auto longest_time = std::chrono::seconds(30);
// What one value, or one decision, may cost: looks at the budget.
constexpr std::int64_t work_of_a_value = 2'000'000;
constexpr double farthest_beyond_listed = 10;

// Whether the enclosures alone show that the comparison is false.
bool is_false_by_ends(const curve_point& left, relation op, const curve_point& right) {
  const auto left_lower = end_of(left.lower);
  const auto left_upper = end_of(left.upper);
  const auto right_lower = end_of(right.lower);
  const auto right_upper = end_of(right.upper);
  if (!left_lower || !left_upper || !right_lower || !right_upper) return false;
  switch (op) {
    case relation::less:
      return *left_lower >= *right_upper;
    case relation::less_equal:
      return *left_lower > *right_upper;
    case relation::greater:
      return *left_upper <= *right_lower;
    case relation::greater_equal:
      return *left_upper < *right_lower;
    case relation::equal:
      return *left_lower > *right_upper || *left_upper < *right_lower;
    case relation::not_equal:
      return *left_lower == *left_upper && *right_lower == *right_upper &&
             *left_lower == *right_lower;
  }
  return false;
}

class side_plotter {
 public:
  side_plotter(const failing_sides& shown, const sampling& how, quantity_cache& cache)
      : subject_(shown.subject),
        read_(shown.read),
        how_(how),
        failing_(shown.failing),
        sides_(std::get<comparison>(failing_->node)),
        witness_(shown.witness),
        cache_(cache) {}

  std::optional<plot> along(const std::string& variable, const std::vector<point_value>& searched) {
    const plot_points points = points_along(variable, searched);
    if (points.values.size() < 2) return std::nullopt;
    if (!how_.limits.is_limited()) limits_ = budget(budget::clock::now() + longest_time);
    plot result;
    result.title = subject_.id + ": along " + axis_label(variable);
    result.x = {axis_label(variable), points.is_logarithmic};
    result.y.label = "both sides";
    plot_curve left{"left: " + shortened_formula(to_text(*sides_.left)), curve_role::left, {}};
    plot_curve right{"right: " + shortened_formula(to_text(*sides_.right)), curve_role::right, {}};
    std::vector<bool> fails;
    check_point at = witness_;
    for (const point_value& value : points.values) {
      at[variable] = value;
      const std::string x = axis_text(value);
      const variable_map variables = variables_at(subject_, at);
      left.points.push_back(value_at(*sides_.left, variables, x));
      // The domain was checked already; a side without a value is a gap in that side alone.
      right.points.push_back(value_at(*sides_.right, variables, x));
      fails.push_back(is_certainly_false(left.points.back(), right.points.back(), variables));
      if (value.text == witness_.at(variable).text)
        for (const curve_point& side : {left.points.back(), right.points.back()})
          if (has_value(side)) result.witness.push_back(side);
    }
    if (!shows_something(left) && !shows_something(right)) return std::nullopt;
    result.violated = stretches(left.points, fails);
    result.curves = {std::move(left), std::move(right)};
    result.y.is_logarithmic = is_spread(result.curves, wide_spread);
    result.caption = caption_for(variable, !result.violated.empty());
    return result;
  }

 private:
  [[nodiscard]] std::vector<point_value> listed(const std::string& variable) const {
    std::vector<point_value> values;
    for (const axis& one : subject_.axes)
      if (one.variable == variable) values = one.values;
    for (const check_point& point : subject_.points)
      if (const auto found = point.find(variable); found != point.end())
        values.push_back(found->second);
    return values;
  }

  // Nothing where the claim does not vary the variable.
  [[nodiscard]] plot_points points_along(const std::string& variable,
                                         const std::vector<point_value>& searched) const {
    std::vector<std::pair<double, point_value>> ends;
    std::set<std::string> texts;
    std::vector<point_value> named = listed(variable);
    for (const point_value& value : named) {
      texts.insert(value.text);
      if (const auto near = near_value(value)) ends.emplace_back(*near, value);
    }
    const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!ends.empty() && !searched.empty()) {
      const double least = std::min_element(ends.begin(), ends.end(), before)->first;
      const double most = std::max_element(ends.begin(), ends.end(), before)->first;
      // A search goes so far that nothing would be seen of the rest.
      const double lowest = least > 0 ? least / farthest_beyond_listed : least;
      const double highest = most > 0 ? most * farthest_beyond_listed : most;
      const bool is_whole = is_whole_variable(subject_, variable);
      for (const point_value& value : searched) {
        const auto near = near_value(value);
        if (!near) continue;
        const double kept = std::clamp(*near, is_whole ? std::ceil(lowest) : lowest, highest);
        ends.emplace_back(kept, kept == *near ? value : shortest_decimal(kept));
        texts.insert(value.text);
      }
    }
    if (texts.size() < 2) return {};
    const point_value& here = witness_.at(variable);
    if (const auto near = near_value(here)) ends.emplace_back(*near, here);
    if (ends.empty()) return {};
    constexpr std::size_t few_values = 15;
    if (named.size() > few_values) named.clear();
    // In front: of values that look equal the counterexample's own stays.
    named.insert(named.begin(), here);
    const auto [from, to] = std::minmax_element(ends.begin(), ends.end(), before);
    return points_between(from->second, to->second, named, points_of_a_plot,
                          is_whole_variable(subject_, variable));
  }

  // What is allowed for one value. The meter must outlive it.
  [[nodiscard]] sampling metered(work_meter& meter) const {
    sampling result = how_;
    result.limits = (limits_ ? *limits_ : how_.limits).metered_by(meter);
    return result;
  }

  curve_point value_at(const expression& side, const variable_map& variables,
                       const std::string& x) {
    work_meter meter{0, work_of_a_value};
    return sample(side, subject_.domain, read_.visible, variables, x, metered(meter), &cache_);
  }

  bool is_certainly_false(const curve_point& left, const curve_point& right,
                          const variable_map& variables) {
    if (!has_value(left) || !has_value(right)) return false;
    if (is_false_by_ends(left, sides_.op, right)) return true;
    // Sides that agree in the digits that are drawn are told apart as a verdict tells them apart.
    work_meter meter{0, work_of_a_value};
    return decide(*failing_, read_.visible, variables, metered(meter), &cache_) == false;
  }

  static bool shows_something(const plot_curve& curve) {
    return std::count_if(curve.points.begin(), curve.points.end(), has_value) >= 2;
  }

  static std::vector<plot_stretch> stretches(const std::vector<curve_point>& points,
                                             const std::vector<bool>& fails) {
    std::vector<plot_stretch> result;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!fails[i]) continue;
      if (i > 0 && fails[i - 1])
        result.back().to = points[i].x;
      else
        result.push_back({points[i].x, points[i].x});
    }
    return result;
  }

  [[nodiscard]] std::string caption_for(const std::string& variable, bool is_shaded) const {
    std::string others;
    for (const auto& [name, value] : witness_)
      if (name != variable)
        others += (others.empty() ? "" : ", ") + axis_label(name) + " = " + value.text;
    return fmt::format(
        "Both sides of {} against {}, through the counterexample ({}{}{}).{}",
        shortened_formula(to_text(*failing_)), axis_label(variable),
        axis_label(variable) + " = " + witness_.at(variable).text, others.empty() ? "" : "; ",
        others,
        is_shaded ? " In the shaded stretches the relation is false at every point that was "
                    "checked."
                  : "");
  }

  const claim& subject_;
  const catalogue& read_;
  const sampling& how_;
  const expression_ptr& failing_;
  const comparison& sides_;
  const check_point& witness_;
  std::optional<budget> limits_;
  quantity_cache& cache_;
};

}  // namespace

std::string shortened_formula(const std::string& text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80) continue;
    if (++characters > longest_formula) return text.substr(0, i) + "…";
  }
  return text;
}

bool has_value(const curve_point& at) {
  return !at.lower.empty() && !at.upper.empty();
}

std::optional<rational> end_of(const std::string& decimal) {
  return parse_signed_decimal(decimal);
}

std::optional<plot> side_plot(const failing_sides& shown, const std::string& variable,
                              const std::vector<point_value>& searched, const sampling& how,
                              quantity_cache& cache) {
  return side_plotter(shown, how, cache).along(variable, searched);
}

}  // namespace shufflecert::inline v0_1::claims
