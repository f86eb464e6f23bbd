#include "reports/plots/bound_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "reports/plots/draw_plot.hpp"
#include "reports/plots/svg_texts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int cell_width = 74;
constexpr int cell_height = 30;
constexpr int left_of_map = 92;
constexpr int right_of_map = 24;
constexpr int above_map = 40;
constexpr int below_map = 64;
constexpr int legend_line = 21;
constexpr int least_width = 480;
constexpr std::size_t longest_map_text = 80;

// Light, so that the text of a cell can be read, and told apart by the colour-blind; the letter
// tells bounds apart where colours repeat.
const char* cell_colour(std::size_t index) {
  static constexpr std::array<const char*, 8> colours{"#F6C667", "#9CCBEB", "#8FD3B8", "#F2EB9A",
                                                      "#EBA98A", "#DDB7D2", "#BFC8CE", "#B4BFEA"};
  return colours.at(index % colours.size());
}

std::string bound_letter(std::size_t index) {
  constexpr std::size_t letters = 26;
  return index < letters ? std::string(1, static_cast<char>('A' + index))
                         : "A" + std::to_string(index);
}

// The bounds of the map, the most frequent first; by name where they are equally frequent.
std::vector<std::string> bounds_by_frequency(const bound_map& drawn) {
  std::map<std::string, std::size_t> counts;
  for (const map_cell& cell : drawn.cells)
    if (!cell.bound.empty()) ++counts[cell.bound];
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return counts.at(a) > counts.at(b);
  });
  return names;
}

std::string cell_ticks(const std::vector<std::string>& values, placeholders& texts) {
  std::vector<std::string> ticks;
  for (std::size_t i = 0; i < values.size(); ++i)
    ticks.push_back(fmt::format("{} {}.5", texts.add(values[i], longest_map_text), i));
  return fmt::format("({})", fmt::join(ticks, ", "));
}

}  // namespace

std::string draw_map(const bound_map& drawn, const budget& limits) {
  placeholders texts;
  const std::vector<std::string> names = bounds_by_frequency(drawn);
  const int columns = static_cast<int>(drawn.xs.size());
  const int rows = static_cast<int>(drawn.ys.size());
  const int width = std::max(least_width, left_of_map + columns * cell_width + right_of_map);
  const int legend_height = static_cast<int>(names.size()) * legend_line;
  const int height = above_map + rows * cell_height + below_map + legend_height;
  const double right = double(left_of_map + columns * cell_width) / width;
  const double bottom = double(below_map + legend_height) / height;
  const double top = 1 - double(above_map) / height;
  std::string script = fmt::format(
      "set encoding utf8\n"
      "set terminal svg size {},{} fixed font 'sans-serif,13' noenhanced rounded "
      "background '#ffffff'\n"
      "set output 'map.svg'\nunset key\n"
      "set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}\n"
      "set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}\n"
      "set xrange [0:{}]\nset yrange [0:{}]\n"
      "set label {} at screen 0.5, screen {:.6f} center font 'sans-serif,14'\n"
      "set xlabel {} offset 0,0.4\n"
      "set label {} at screen 0.025, screen {:.6f} center rotate by 90\n"
      "set xtics {} nomirror\nset ytics {} nomirror\n"
      "set border 3 lc rgb '#444444'\nset tics scale 0.5\n",
      width, height, double(left_of_map) / width, right, top, bottom, columns, rows,
      texts.add(drawn.title, longest_map_text), 1 - above_map * 0.5 / height,
      texts.add(drawn.x_label, longest_map_text), texts.add(drawn.y_label, longest_map_text),
      (top + bottom) / 2, cell_ticks(drawn.xs, texts), cell_ticks(drawn.ys, texts));
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const map_cell& cell = drawn.cells[static_cast<std::size_t>(i * rows + j)];
      if (cell.bound.empty()) continue;
      const auto index = static_cast<std::size_t>(
          std::find(names.begin(), names.end(), cell.bound) - names.begin());
      script += fmt::format(
          "set object rectangle from {},{} to {},{} fc rgb '{}' fs solid border lc rgb '#ffffff' "
          "behind\n"
          "set label {} at {}.5,{}.5 center font 'sans-serif,12'\n",
          i, j, i + 1, j + 1, cell_colour(index),
          texts.add(bound_letter(index) + "  " + cell.ratio, longest_map_text), i, j);
    }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const int rows_below = static_cast<int>(names.size() - k) - 1;
    const double y = (rows_below * legend_line + legend_line * 0.75) / height;
    const double half = legend_line * 0.34 / height;
    script += fmt::format(
        "set object rectangle from screen 0.04, screen {:.6f} to screen 0.105, screen {:.6f} "
        "fc rgb '{}' fs solid noborder\n"
        "set label {} at screen 0.12, screen {:.6f} left font 'sans-serif,12'\n",
        y - half, y + half, cell_colour(k),
        texts.add(bound_letter(k) + "  " + names[k], longest_map_text), y);
  }
  script += "plot NaN notitle\nset output\n";
  return finished_svg(run_gnuplot(script, {"map.svg"}, limits).front(),
                      {drawn.name, drawn.title, drawn.caption}, texts);
}

}  // namespace shufflecert::inline v0_1::claims
