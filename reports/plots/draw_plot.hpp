#pragma once

#include <string>
#include <vector>

#include "reports/plots/plot.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether gnuplot is in the PATH.
bool has_gnuplot();

/// Runs a script in a directory of its own, where gnuplot reads no settings of the user's; the
/// contents of the files that it writes, whose names have no folders. Throws std::runtime_error, in
/// one line, where gnuplot is not there, fails, or does not end within the budget; no process is
/// left behind.
std::vector<std::string> run_gnuplot(const std::string& script,
                                     const std::vector<std::string>& files, const budget& limits);

/// Whether gnuplot, which draws the plots, is in the path.
bool can_draw();

/// Draws every plot as an SVG text, by running gnuplot once; in the order of the plots, and empty
/// where a plot has no point to draw. Enclosures are drawn at their midpoint, points that a
/// logarithmic axis cannot show are left out, and what has no value is a gap. The same plots give
/// the same bytes. No text of a plot reaches gnuplot: it lays out placeholders of the same length,
/// which become the texts in the SVG. gnuplot ends with the budget, and so does every process that
/// it started. Throws std::runtime_error, in one line, where gnuplot cannot be run or fails.
std::vector<std::string> draw_svg(const std::vector<plot>& plots, const budget& limits = {});

}  // namespace shufflecert::inline v0_1::claims
