#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/recorded_results.hpp"
#include "reports/plots/plot.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// A plot with its picture.
struct drawn_plot {
  plot content;
  std::string svg;  ///< empty: nothing could draw it; its numbers are shown all the same
};

/// A table of a figure, cells as text.
struct shown_table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A figure of a [[figure]] section.
struct shown_figure {
  std::string id;
  std::string paper;
  std::string where;
  std::string shows;
  std::string file;
  std::int64_t line = 0;
  std::vector<drawn_plot> plots;
  std::optional<shown_table> table;
};

/// A bound as the table of bounds shows it.
struct shown_bound {
  std::string name;
  std::string paper;
  std::string where;
  std::string formula;  ///< "name(n, eps0) = …"
  std::string on;       ///< the quantity that it bounds
  std::string side;     ///< "upper" or "lower"
  std::vector<std::string> domain;
  std::vector<std::string> claims;    ///< ids of the claims that the bound itself gives
  std::vector<std::string> rests_on;  ///< results in doubt, in words
  std::string file;
};

/// What a report shows beyond the results file: computed from the catalogue files that the results
/// were made with.
struct illustrations {
  std::map<std::string, std::vector<drawn_plot>> claims;  ///< by the claim's id
  std::vector<shown_figure> figures;
  std::vector<shown_bound> bounds;
  std::vector<drawn_plot> tightness;
  std::vector<std::string> left_out;   ///< bounds without a curve of tightness, and why
  std::vector<std::string> unplotted;  ///< "no plot of 'a', 'b': …", of a user's own claims
  std::string missing;                 ///< why there are no plots, or not all; empty where all are
};

/// Computes what a report shows beyond the results file: curves through the counterexamples, the
/// figures and the bounds of the catalogue, and draws them where gnuplot is installed. Every number
/// is certified; what cannot be computed within `limits` is a gap. In parallel.
///
/// @param results  what a results file says
/// @param sources  the files that it was made with
/// @param read     the catalogue that they hold, linked
/// @throws catalogue_error  where a [[figure]] cannot be used
illustrations illustrate(const recorded_results& results,
                         const std::vector<catalogue_source>& sources, const catalogue& read,
                         const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
