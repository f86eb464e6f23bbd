#pragma once

#include <optional>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

// Where numbers stand on the axes of a plot. For drawing only: doubles decide nothing else.

/// A labelled place on an axis.
struct plot_tick {
  double position = 0;
  std::string label;
};

/// The part of an axis that is shown.
struct plot_scale {
  double from = 0;
  double to = 1;
  std::vector<plot_tick> ticks;
};

/// Where a decimal stands on an axis: its value, or its decimal logarithm on a logarithmic axis,
/// which also shows what is too small or too large for a double. Nothing where it cannot stand.
std::optional<double> position_of(const std::string& decimal, bool is_logarithmic);

/// A scale that shows all positions, with a little room around them.
plot_scale scale_of(const std::vector<double>& positions, bool is_logarithmic);

}  // namespace shufflecert::inline v0_1::claims
