#pragma once

#include <string>

#include "reports/plots/plot.hpp"

namespace shufflecert {

/// The numbers of a plot as CSV: the x axis, then for every curve its lower and its upper end;
/// empty where a curve has no value. Quoted as RFC 4180 says; a text that a spreadsheet would take
/// for a formula gets an apostrophe in front.
std::string plot_csv(const plot& drawn);

/// The same for `\addplot table` of pgfplots: columns by white space, with the heads x, lower1,
/// upper1, lower2 …; a comment in front says which curve is which. `nan` where there is no value.
std::string plot_pgfplots(const plot& drawn);

}  // namespace shufflecert
