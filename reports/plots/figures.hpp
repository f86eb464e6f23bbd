#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/figure.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/plot_points.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether a printed number is the value beside it, rounded to the digits printed.
enum class agreement {
  none,      ///< nothing is compared here
  yes,       ///< it certainly is
  no,        ///< it certainly is not
  undecided  ///< precision was used up, or the value does not exist
};
std::string to_text(agreement found);  ///< "", "yes", "no", "undecided"

/// A cell: what the paper prints, or an enclosure of a value; all empty where there is no value.
struct figure_cell {
  std::string printed;
  std::string lower;
  std::string upper;
  agreement agrees = agreement::none;
};

struct figure_table {
  struct column {
    std::string name;
    std::string of;  ///< the printed column that it is compared with, or empty
  };
  struct row {
    std::string value;               ///< of the variable, as the file has it
    std::vector<figure_cell> cells;  ///< one for each column
  };
  std::string along;  ///< what the rows go by
  std::vector<column> columns;
  std::vector<row> rows;
};

/// A figure with its values.
struct drawn_figure {
  std::string id;
  std::string paper;
  std::string where;
  std::string shows;
  std::string file;
  std::int64_t line = 0;
  std::vector<plot> plots;
  std::optional<figure_table> table;
};

/// Evaluates a figure: every value is certified, and a point whose value is not reached within the
/// precision of `how` is a gap. The result depends on `how.digits` and `how.precision` alone, as
/// long as `how.limits` sets no time. Safe to call for several figures at once. Throws
/// std::invalid_argument where `wanted` names a claim that `read` does not hold.
drawn_figure draw_figure(const figure& wanted, const catalogue& read, const sampling& how);

}  // namespace shufflecert::inline v0_1::claims
