#pragma once

#include <string>
#include <vector>

#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a map shows at one point. Both texts are empty where no bound is to be named.
struct map_cell {
  std::string bound;  ///< its name
  std::string ratio;  ///< how many times the exact value it is, rounded up
};

/// A map of two parameters: the bound that is to be named at every point.
struct bound_map {
  std::string name;     ///< of its file, as for a plot
  std::string title;    ///< plain text
  std::string caption;  ///< what it shows, in a sentence or two of plain text
  std::string x_label;
  std::string y_label;
  std::vector<std::string> xs;  ///< the values, as they are written
  std::vector<std::string> ys;
  std::vector<map_cell> cells;  ///< that of xs[i] and ys[j] at i·ys.size() + j
};

/// Draws the map as an SVG text, with gnuplot: a cell for each point, with the colour and the
/// letter of its bound and the ratio; the legend has the names, the most frequent first. The same
/// map gives the same bytes. Throws as draw_svg does (draw_plot.hpp).
std::string draw_map(const bound_map& drawn, const budget& limits = {});

}  // namespace shufflecert::inline v0_1::claims
