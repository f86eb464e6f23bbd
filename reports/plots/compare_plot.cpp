#include "reports/plots/compare_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "reports/plots/plot_points.hpp"
#include "reports/plots/plot_scale.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr double factor_around = 10;

// Where a range ends by itself.
struct sensible_range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
};

sensible_range sensible_for(const std::string& name, double value) {
  constexpr double close_to_one = 0.999;
  if (name == "n") return {2};
  if (name == "eps0") return {0, std::max(value, 10.0)};
  if (name == "delta" || name == "alpha") return {0, close_to_one};
  return {};
}

bool is_whole_parameter(const catalogue& read, const std::string& name) {
  return std::any_of(read.bounds.begin(), read.bounds.end(), [&](const bound& b) {
    return std::find(b.integers.begin(), b.integers.end(), name) != b.integers.end();
  });
}

// The curves of one quantity, as they grow from point to point.
struct quantity_curves {
  std::string formula;
  std::map<std::string, std::size_t> bounds;  // their curves, by name
  std::vector<plot_curve> curves;             // exact value, mechanism, then bounds
  std::vector<bool> is_refuted;
};

class collector {
 public:
  collector(const catalogue& read, const variable_map& point, const plotted_parameter& over,
            const comparison_options& options)
      : read_(read), point_(point), over_(over), options_(options) {}

  std::vector<plot> run() {
    for (const point_value& value : over_.points.values) xs_.push_back(axis_text(value));
    // First at the point itself, if it is one: its table says what the quantities are.
    if (point_.contains(over_.name)) take(compare_bounds(read_, point_, options_), std::nullopt);
    for (std::size_t i = 0; i < over_.points.values.size(); ++i) {
      variable_map at = point_;
      at[over_.name] = over_.points.values[i].formula;
      take(compare_bounds(read_, at, options_), i);
      if (options_.limits.is_exhausted()) ++unfinished_;
    }
    std::vector<plot> result;
    for (quantity_curves& quantity : quantities_) {
      plot made = plot_of(quantity);
      if (!made.curves.empty()) result.push_back(std::move(made));
    }
    return result;
  }

 private:
  [[nodiscard]] std::vector<curve_point> gaps() const {
    std::vector<curve_point> points;
    points.reserve(xs_.size());
    for (const std::string& x : xs_) points.push_back({x, "", ""});
    return points;
  }

  static void set(plot_curve& curve, std::optional<std::size_t> index,
                  const std::optional<decimal_interval>& value) {
    if (!index || !value) return;
    curve.points[*index].lower = value->lower;
    curve.points[*index].upper = value->upper;
  }

  quantity_curves& new_quantity(const compared_quantity& found) {
    quantity_curves made;
    made.formula = formula_over(found);
    made.curves = {
        {"exact: " + made.formula, curve_role::exact, gaps()},
        {"shuffled randomized response (a real mechanism)", curve_role::mechanism, gaps()}};
    made.is_refuted = {false, false};
    quantities_.push_back(std::move(made));
    return quantities_.back();
  }

  // The quantity with the values of the point, but for the parameter.
  [[nodiscard]] std::string formula_over(const compared_quantity& found) const {
    const bound& first = *(found.upper.empty() ? found.lower.front() : found.upper.front()).subject;
    variable_map others = point_;
    others.erase(over_.name);
    return to_text(*with_formulas(first.on, others));
  }

  // At different points the same quantity has different texts; it is known by the bounds on it.
  quantity_curves& quantity_of(const std::string& bound_name, const compared_quantity& found,
                               quantity_curves*& of_this_table) {
    for (quantity_curves& known : quantities_)
      if (known.bounds.contains(bound_name)) return known;
    if (of_this_table == nullptr) of_this_table = &new_quantity(found);
    return *of_this_table;
  }

  void take(const comparison_table& table, std::optional<std::size_t> index) {
    // Nothing refers to a quantity while another one is added.
    quantities_.reserve(quantities_.size() + table.quantities.size());
    for (const compared_quantity& found : table.quantities) {
      quantity_curves* of_this_table = nullptr;
      for (const auto* rows : {&found.upper, &found.lower})
        for (const compared_bound& row : *rows)
          for (quantity_curves& known : quantities_)
            if (of_this_table == nullptr && known.bounds.contains(row.subject->name))
              of_this_table = &known;
      for (const auto* rows : {&found.upper, &found.lower})
        for (const compared_bound& row : *rows) {
          const std::string& name = row.subject->name;
          quantity_curves& quantity = quantity_of(name, found, of_this_table);
          const auto [entry, is_new] = quantity.bounds.try_emplace(name, quantity.curves.size());
          if (is_new) {
            quantity.curves.push_back(
                {fmt::format("{} bound: {}", to_text(row.subject->side), name),
                 row.subject->side == bound_side::upper ? curve_role::upper : curve_role::lower,
                 gaps()});
            quantity.is_refuted.push_back(false);
          }
          set(quantity.curves[entry->second], index, row.value);
          if (index && verdict_of(row) == bound_verdict::refuted)
            quantity.is_refuted[entry->second] = true;
          set(quantity.curves[0], index, found.exact.value);
          if (found.mechanism) set(quantity.curves[1], index, found.mechanism->value);
        }
    }
  }

  static bool is_empty(const plot_curve& curve) {
    return std::all_of(curve.points.begin(), curve.points.end(),
                       [](const curve_point& at) { return at.lower.empty(); });
  }

  plot plot_of(quantity_curves& quantity) const {
    plot made;
    made.unfinished = unfinished_;
    const std::string label = axis_label(over_.name);
    made.title = quantity.formula + " along " + label;
    made.x = {label, over_.points.is_logarithmic};
    made.y.label = "value";
    bool any_refuted = false;
    for (std::size_t i = 0; i < quantity.curves.size(); ++i) {
      plot_curve& curve = quantity.curves[i];
      if (is_empty(curve)) continue;
      if (quantity.is_refuted[i]) curve.name += " (refuted in this range)";
      any_refuted = any_refuted || quantity.is_refuted[i];
      made.curves.push_back(std::move(curve));
    }
    std::vector<double> places;
    bool is_positive = true;
    for (const plot_curve& curve : made.curves)
      for (const curve_point& at : curve.points) {
        if (at.lower.empty()) continue;
        const auto place = position_of(at.lower, true);
        // A lower bound may say nothing; the others decide.
        if (place)
          places.push_back(*place);
        else if (curve.role != curve_role::lower && at.lower.find("inf") == std::string::npos)
          is_positive = false;
      }
    if (!places.empty() && is_positive) {
      const auto [least, most] = std::minmax_element(places.begin(), places.end());
      made.y.is_logarithmic = *most - *least > std::log10(wide_spread);
    }
    made.caption = fmt::format(
        "The exact value of {} along {}, with every bound in the catalogue where it applies.{}",
        quantity.formula, label,
        any_refuted
            ? " A bound that is named as refuted is certainly false, of a real mechanism or "
              "of the worst case, at a point that was checked."
            : "");
    return made;
  }

  const catalogue& read_;
  const variable_map& point_;
  const plotted_parameter& over_;
  const comparison_options& options_;
  std::size_t unfinished_ = 0;  ///< places at which time ran out
  std::vector<std::string> xs_;
  std::vector<quantity_curves> quantities_;
};

point_value value_of(const expression_ptr& formula) {
  return {to_text(*formula), formula};
}

}  // namespace

plotted_parameter range_over(const catalogue& read, const std::string& name,
                             const variable_map& point, const std::string& from,
                             const std::string& to) {
  const bool is_whole = is_whole_parameter(read, name);
  std::optional<point_value> here;
  if (const auto known = point.find(name); known != point.end()) here = value_of(known->second);
  const auto end_near = [&](bool is_lower) -> point_value {
    const auto centre = here ? place_of(*here) : std::nullopt;
    if (!centre || *centre <= 0)
      throw undefined_value(
          fmt::format("needs --from and --to, or a positive value of {} to go around", name));
    const sensible_range sensible = sensible_for(name, *centre);
    double end = is_lower ? *centre / factor_around : *centre * factor_around;
    // An order is above 1, and its distance from 1 is what matters.
    if (name == "lambda" && *centre > 1 && is_lower) end = 1 + (*centre - 1) / factor_around;
    end = std::clamp(end, sensible.least, std::max(sensible.most, *centre));
    return value_at_place(end, is_whole);
  };
  const point_value first = from.empty() ? end_near(true) : read_point_value(from);
  const point_value last = to.empty() ? end_near(false) : read_point_value(to);
  std::vector<point_value> named;
  if (here) named.push_back(*here);
  plotted_parameter result{name, points_between(first, last, named, points_of_a_plot, is_whole)};
  constexpr std::size_t fewest = 2;
  if (result.points.values.size() < fewest)
    throw undefined_value(
        fmt::format("there is nothing between {} and {}{}; --from must be less "
                    "than --to",
                    first.text, last.text, is_whole ? " (" + name + " is a whole number)" : ""));
  return result;
}

std::vector<plot> compare_plots(const catalogue& read, const variable_map& point,
                                const plotted_parameter& over, const comparison_options& options) {
  return collector(read, point, over, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
