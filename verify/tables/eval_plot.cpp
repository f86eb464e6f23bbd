#include "verify/tables/eval_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "claims/catalogue/axis.hpp"
#include "reports/plots/plot_points.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// As many as there are colours.
constexpr std::size_t most_curves = 8;
constexpr std::size_t most_points_of_a_curve = 2000;

// The axis of the grid that has the most values.
std::size_t axis_of_x(const grid& points) {
  const std::vector<value_list>& axes = points.axes();
  const auto longest = std::max_element(
      axes.begin(), axes.end(),
      [](const value_list& a, const value_list& b) { return a.size() < b.size(); });
  return static_cast<std::size_t>(longest - axes.begin());
}

// A value of the x axis: where it stands, and how it is written beside the curves' numbers.
struct place_on_axis {
  std::optional<double> position;
  std::string text;
};

place_on_axis place_on_axis_of(const std::string& value) {
  const point_value read = read_point_value(value);
  place_on_axis found{place_of(read), ""};
  if (found.position && !std::isfinite(*found.position)) found.position.reset();
  if (found.position) found.text = axis_text(read);
  return found;
}

std::string words_of(const std::vector<value_list>& axes, const std::vector<std::string>& texts,
                     std::size_t x, bool of_several) {
  std::string words;
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (k != x && (axes[k].size() > 1) == of_several)
      words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", axis_label(axes[k].variable),
                           texts[k]);
  return words;
}

}  // namespace

void require_plottable(const grid& points) {
  const std::vector<value_list>& axes = points.axes();
  const std::size_t longest = axes.empty() ? 0 : axes[axis_of_x(points)].size();
  if (longest < 2)
    throw usage_error(
        "--plot needs a variable with several values, such as --set n=10:1000:20:log, to draw "
        "along");
  if (longest > most_points_of_a_curve)
    throw usage_error(fmt::format("--plot: a curve of {} points; at most {} can be drawn", longest,
                                  most_points_of_a_curve));
  if (const std::size_t curves = points.size() / longest; curves > most_curves)
    throw usage_error(fmt::format(
        "--plot: the values of the other variables make {} curves; at most {} can be told apart",
        curves, most_curves));
}

plot plot_of_values(const std::string& formula, const grid& points,
                    const std::vector<std::optional<decimal_interval>>& values) {
  const std::vector<value_list>& axes = points.axes();
  const std::size_t x = axis_of_x(points);
  std::map<std::string, place_on_axis> places;
  for (const std::string& text : *axes[x].texts) places.emplace(text, place_on_axis_of(text));

  plot made;
  made.name = "eval";
  const std::string fixed = words_of(axes, points.texts_at(0), x, false);
  made.title = formula + (fixed.empty() ? "" : ", " + fixed);
  made.caption = fmt::format("Certified values of {} along {}.", made.title, axes[x].variable);
  // The points in the order of the axis.
  const auto place_at = [&](std::size_t i) -> const place_on_axis& {
    return places.at(points.texts_at(i)[x]);
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (place_at(i).position) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return place_at(a).position < place_at(b).position;
  });
  made.x = {axis_label(axes[x].variable),
            !order.empty() &&
                is_wide_range(*place_at(order.front()).position, *place_at(order.back()).position)};
  made.y.label = "value";

  std::map<std::string, std::size_t> curve_of;
  for (const std::size_t i : order) {
    const std::vector<std::string> texts = points.texts_at(i);
    const std::string several = words_of(axes, texts, x, true);
    const auto [found, is_new] = curve_of.emplace(several, made.curves.size());
    if (is_new) made.curves.push_back({several.empty() ? "value" : several, curve_role::value, {}});
    curve_point point{places.at(texts[x]).text, "", ""};
    if (values[i] && values[i]->lower != "-inf" && values[i]->upper != "inf") {
      point.lower = values[i]->lower;
      point.upper = values[i]->upper;
    }
    made.curves[found->second].points.push_back(std::move(point));
  }
  made.y.is_logarithmic = is_spread(made.curves, wide_spread);
  return made;
}

}  // namespace shufflecert::inline v0_1::claims
