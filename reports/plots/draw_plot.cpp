#include "reports/plots/draw_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reports/plots/plot_scale.hpp"
#include "reports/plots/svg_texts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int width = 640;
constexpr int height_without_legend = 370;
constexpr int line_height = 21;
constexpr std::size_t longest_title = 80;
constexpr std::size_t longest_name = 80;

// Colours that the colour-blind tell apart (Okabe and Ito, a brown and a grey), and dashes and
// point shapes besides.
struct role_look {
  std::vector<const char*> colours;  // of the first, second … curve with the role
  const char* dash;
  double line_width;
};

role_look look_of(curve_role role) {
  switch (role) {
    case curve_role::exact:
      return {{"#000000"}, "solid", 2.2};
    case curve_role::value:
      return {
          {"#000000", "#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C564B"},
          "solid",
          1.8};
    case curve_role::mechanism:
      return {{"#009E73"}, "(12,4)", 1.8};
    case curve_role::upper:
      return {
          {"#D55E00", "#E69F00", "#CC79A7", "#0072B2", "#009E73", "#56B4E9", "#8C564B", "#7F7F7F"},
          "(8,4)",
          1.5};
    case curve_role::lower:
      return {{"#0072B2", "#56B4E9", "#009E73"}, "(3,4)", 1.5};
    case curve_role::left:
      return {{"#0072B2"}, "solid", 1.8};
    case curve_role::right:
      return {{"#D55E00"}, "(8,4)", 1.8};
    case curve_role::slope:
      return {{"#555555"}, "(2,5)", 1.3};
    case curve_role::frontier:
      return {{"#CC79A7"}, "(10,3,2,3)", 1.8};
  }
  return {{"#000000"}, "solid", 1.0};
}

// Point shapes of gnuplot: circle, box, triangles, diamond, pentagon, full and empty, and crosses.
int point_shape(curve_role role, std::size_t index) {
  static constexpr std::array<int, 12> shapes{7, 5, 9, 11, 13, 15, 6, 4, 8, 10, 12, 14};
  const std::size_t first = role == curve_role::right || role == curve_role::upper ? 1
                            : role == curve_role::lower                            ? 2
                            : role == curve_role::mechanism                        ? 3
                            : role == curve_role::frontier                         ? 4
                                                                                   : 0;
  return shapes.at((first + index) % shapes.size());
}

struct place {
  double x = 0;
  std::optional<double> y;  // nothing: a gap
};

std::optional<double> middle_of(const curve_point& at, bool is_logarithmic) {
  const std::optional<double> lower = position_of(at.lower, is_logarithmic);
  const std::optional<double> upper = position_of(at.upper, is_logarithmic);
  if (!lower || !upper) return std::nullopt;
  return *lower / 2 + *upper / 2;
}

std::vector<place> places_of(const std::vector<curve_point>& points, const plot& drawn) {
  std::vector<place> result;
  for (const curve_point& at : points)
    if (const auto x = position_of(at.x, drawn.x.is_logarithmic))
      result.push_back({*x, middle_of(at, drawn.y.is_logarithmic)});
  return result;
}

std::size_t points_with_values(const std::vector<place>& places) {
  return static_cast<std::size_t>(std::count_if(places.begin(), places.end(),
                                                [](const place& at) { return at.y.has_value(); }));
}

std::string data_block(const std::string& name, const std::vector<place>& places) {
  std::string result = "$" + name + " << EOD\n";
  for (const place& at : places)
    result += at.y ? fmt::format("{:.17g} {:.17g}\n", at.x, *at.y) : std::string("\n");
  return result + "EOD\n";
}

std::string tick_list(const plot_scale& scale, placeholders& texts) {
  std::string result;
  constexpr std::size_t longest = 40;
  for (const plot_tick& tick : scale.ticks)
    result += fmt::format("{}{} {:.17g}", result.empty() ? "" : ", ",
                          texts.add(tick.label, longest), tick.position);
  return "(" + result + ")";
}

// The name of a curve of which nothing can be drawn, and why.
std::string shown_name(const plot_curve& curve) {
  const auto is_infinite = [](const curve_point& at) {
    return at.lower.find("inf") != std::string::npos;
  };
  const bool all_infinite =
      !curve.points.empty() && std::all_of(curve.points.begin(), curve.points.end(), is_infinite);
  return (all_infinite ? "(infinite) " : "(no value to draw) ") + curve.name;
}

constexpr const char* shade = "fc rgb '#F6E3DA' fs solid noborder";

// The gnuplot commands of one plot.
class plot_script {
 public:
  plot_script(const plot& drawn, placeholders& texts) : drawn_(drawn), texts_(texts) {}

  // Empty where the plot has no point.
  std::string write(const std::string& file) {
    for (const plot_curve& curve : drawn_.curves) add_curve(curve);
    if (parts_.empty()) return "";
    for (const std::string& name : unseen_) legend_.push_back({name, "", "", false});
    add_witness();
    const plot_scale x = scale_of(xs_, drawn_.x.is_logarithmic);
    const plot_scale y = scale_of(ys_, drawn_.y.is_logarithmic);
    const std::string shading = shaded(x);
    height_ = height_without_legend + static_cast<int>(legend_.size()) * line_height;
    return data_ +
           fmt::format(
               "set terminal svg size {},{} fixed font 'sans-serif,13' noenhanced rounded "
               "background '#ffffff'\n"
               "set output '{}'\n"
               "set title {} offset 0,-0.7 font 'sans-serif,14'\n"
               "set xlabel {} offset 0,0.4\n"
               "set xrange [{:.17g}:{:.17g}]\nset yrange [{:.17g}:{:.17g}]\n"
               "set xtics {} nomirror\nset ytics {} nomirror\n"
               "set grid lc rgb '#DDDDDD' lw 0.7 dt solid\n"
               "set border 3 lc rgb '#444444'\nset tics scale 0.5\nunset key\n",
               width, height_, file, texts_.add(drawn_.title, longest_title),
               texts_.add(drawn_.x.label, longest_title), x.from, x.to, y.from, y.to,
               tick_list(x, texts_), tick_list(y, texts_)) +
           margins() + shading + legend() +
           fmt::format("plot {}\nset output\nreset\n", fmt::join(parts_, ", \\\n  "));
  }

 private:
  // A line of the legend: a text, and the line and the point that it explains.
  struct legend_entry {
    std::string text;
    std::string line;
    std::string point;
    bool is_shade;
  };

  void collect(const std::vector<place>& places) {
    for (const place& at : places) {
      xs_.push_back(at.x);
      if (at.y) ys_.push_back(*at.y);
    }
  }

  void add_curve(const plot_curve& curve) {
    const std::vector<place> places = places_of(curve.points, drawn_);
    const std::size_t index = with_role_[curve.role]++;
    if (points_with_values(places) == 0) {
      unseen_.push_back(shown_name(curve));
      return;
    }
    collect(places);
    const std::string block = "curve" + std::to_string(parts_.size());
    data_ += data_block(block, places);
    const role_look look = look_of(curve.role);
    const char* const colour = look.colours[index % look.colours.size()];
    const std::string line =
        fmt::format("lc rgb '{}' lw {} dt {}", colour, look.line_width, look.dash);
    constexpr std::size_t most_marked = 60;
    const bool is_marked = curve.role != curve_role::slope && places.size() <= most_marked;
    const std::string point =
        is_marked ? fmt::format("pt {} ps 0.55", point_shape(curve.role, index)) : "";
    parts_.push_back(fmt::format("${} using 1:2 with {} {} {} notitle", block,
                                 is_marked ? "linespoints" : "lines", line, point));
    legend_.push_back(
        {curve.name, line, is_marked ? fmt::format("{} lc rgb '{}'", point, colour) : "", false});
  }

  void add_witness() {
    const std::vector<place> witness = places_of(drawn_.witness, drawn_);
    if (points_with_values(witness) == 0) return;
    collect(witness);
    data_ += data_block("witness", witness);
    const std::string point = "lc rgb '#000000' lw 1.6 pt 6 ps 1.5";
    parts_.push_back("$witness using 1:2 with points " + point + " notitle");
    legend_.push_back({"counterexample", "", point, false});
  }

  // The stretches behind the curves.
  std::string shaded(const plot_scale& x) {
    std::string result;
    for (const plot_stretch& stretch : drawn_.violated) {
      const auto from = position_of(stretch.from, drawn_.x.is_logarithmic);
      const auto to = position_of(stretch.to, drawn_.x.is_logarithmic);
      if (!from || !to) continue;
      // A single point would be a stretch of no width.
      const double least = (x.to - x.from) * 0.012;
      const double room = std::max(0.0, (least - (*to - *from)) / 2);
      result +=
          fmt::format("set object rectangle from {:.17g}, graph 0 to {:.17g}, graph 1 {} behind\n",
                      std::max(x.from, *from - room), std::min(x.to, *to + room), shade);
    }
    if (!result.empty()) legend_.push_back({"fails here", "", "", true});
    return result;
  }

  // Where the plot stands above the legend: gnuplot's own layout takes bytes for characters.
  [[nodiscard]] std::string margins() const {
    constexpr int above_plot = 38;
    constexpr int below_plot = 64;
    const double bottom =
        double(static_cast<int>(legend_.size()) * line_height + below_plot) / height_;
    const double top = 1 - double(above_plot) / height_;
    return fmt::format(
        "set lmargin at screen 0.135\nset rmargin at screen 0.965\n"
        "set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n"
        "set label {} at screen 0.025, screen {:.6f} center rotate by 90\n",
        top, bottom, texts_.add(drawn_.y.label, longest_title / 2), (top + bottom) / 2);
  }

  // gnuplot's own leaves out what does not fit into the height of the plot.
  [[nodiscard]] std::string legend() const {
    std::string result;
    constexpr double first = 0.04;
    constexpr double middle = 0.0725;
    constexpr double last = 0.105;
    constexpr double text = 0.12;
    for (std::size_t i = 0; i < legend_.size(); ++i) {
      const legend_entry& entry = legend_[i];
      const int rows_below = static_cast<int>(legend_.size() - i) - 1;
      const double y = (rows_below * line_height + line_height * 0.75) / height_;
      const double half = line_height * 0.28 / height_;
      if (entry.is_shade)
        result += fmt::format(
            "set object rectangle from screen {}, screen {:.6f} to screen {}, screen {:.6f} {}\n",
            first, y - half, last, y + half, shade);
      if (!entry.line.empty())
        result += fmt::format(
            "set arrow from screen {0}, screen {1:.6f} to screen {2}, screen {1:.6f} nohead {3}\n",
            first, y, last, entry.line);
      if (!entry.point.empty())
        result += fmt::format("set label '' at screen {}, screen {:.6f} point {}\n", middle, y,
                              entry.point);
      result += fmt::format("set label {} at screen {}, screen {:.6f} left font 'sans-serif,12'\n",
                            texts_.add(entry.text, longest_name), text, y);
    }
    return result;
  }

  const plot& drawn_;
  placeholders& texts_;
  std::vector<double> xs_;
  std::vector<double> ys_;
  std::string data_;
  std::vector<std::string> parts_;
  std::vector<legend_entry> legend_;
  std::vector<std::string> unseen_;
  std::map<curve_role, std::size_t> with_role_;
  int height_ = 0;
};

}  // namespace

bool can_draw() {
  return has_gnuplot();
}

std::vector<std::string> draw_svg(const std::vector<plot>& plots, const budget& limits) {
  std::vector<std::string> result(plots.size());
  std::vector<placeholders> texts(plots.size());
  std::string script;
  std::vector<std::string> files;
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const std::string file = std::to_string(i) + ".svg";
    const std::string commands = plot_script(plots[i], texts[i]).write(file);
    if (commands.empty()) continue;
    files.push_back(file);
    drawn.push_back(i);
    script += commands;
  }
  if (script.empty()) return result;
  const std::vector<std::string> written =
      run_gnuplot("set encoding utf8\n" + script, files, limits);
  for (std::size_t k = 0; k < drawn.size(); ++k)
    result[drawn[k]] = finished_svg(
        written[k], {plots[drawn[k]].name, plots[drawn[k]].title, plots[drawn[k]].caption},
        texts[drawn[k]]);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
