#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

// What a plot shows, without how it is drawn: reports/plots/draw_plot.hpp draws it,
// reports/plots/plot.hpp writes its numbers.

/// A point of a curve: decimals as the tables have them. The true value lies in [lower, upper].
struct curve_point {
  std::string x;
  std::string lower;  ///< empty, as `upper`: the curve has no known value here
  std::string upper;
};

/// What a curve stands for; it decides dash and colour, so that the same thing looks the same
/// everywhere.
enum class curve_role {
  exact,      ///< the exact value
  value,      ///< one of several exact values
  mechanism,  ///< a real mechanism
  upper,      ///< an upper bound
  lower,      ///< a lower bound
  left,       ///< the left side of a claim
  right,      ///< its right side
  slope,      ///< a straight line to compare with
  frontier    ///< where a claim starts to fail
};

struct plot_curve {
  std::string name;  ///< as the legend has it, plain text
  curve_role role = curve_role::exact;
  std::vector<curve_point> points;  ///< in the order of x
};

struct plot_axis {
  std::string label;  ///< plain text: "ε₀", "λ", "Rényi divergence"
  bool is_logarithmic = false;
};

/// A stretch of the x axis, shaded: where a claim certainly fails at the points that were drawn.
struct plot_stretch {
  std::string from;
  std::string to;
};

struct plot {
  std::string name;     ///< of its files, without folder and ending; [A-Za-z0-9._-] only
  std::string title;    ///< plain text
  std::string caption;  ///< what it shows, in a sentence or two of plain text
  plot_axis x;
  plot_axis y;
  std::vector<plot_curve> curves;
  std::vector<plot_stretch> violated;
  std::vector<curve_point> witness;  ///< the sides at the witness, marked
  std::size_t unfinished = 0;        ///< places along x that time ran out for
};

/// The numbers of a plot as CSV: the x axis, then for every curve its lower and its upper end;
/// empty where a curve has no value. Quoted as RFC 4180 says; a text that a spreadsheet would take
/// for a formula gets an apostrophe in front.
std::string plot_csv(const plot& drawn);

/// The same for `\addplot table` of pgfplots: columns by white space, with the heads x, lower1,
/// upper1, lower2 …; a comment in front says which curve is which. `nan` where there is no value.
std::string plot_pgfplots(const plot& drawn);

}  // namespace shufflecert::inline v0_1::claims
