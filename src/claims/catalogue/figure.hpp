#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

// What the [[figure]] sections of a catalogue file ask for (docs/guide/figures.md).

enum class figure_kind {
  curves,    ///< values of formulas along one variable
  table,     ///< the same values in cells, beside what a paper prints
  frontier,  ///< where a relation switches between true and false
};

constexpr auto names_of(figure_kind) {
  return names_up_to<figure_kind::frontier>("curves", "table", "frontier");
}

/// What a drawn formula is.
enum class figure_role { exact, mechanism, upper, lower };
constexpr auto names_of(figure_role) {
  return names_up_to<figure_role::lower>("exact", "mechanism", "upper", "lower");
}

/// A formula to draw.
struct figure_curve {
  std::string name;
  figure_role role = figure_role::exact;
  expression_ptr value;
  std::vector<expression_ptr> domain;  ///< it is drawn only where all of these hold
};

/// An entry of a printed table.
struct printed_entry {
  std::string text;  ///< as the paper prints it
  /// The number, and what its last printed digit is worth; none for an entry that is not compared.
  std::optional<std::pair<rational, rational>> number;
};

/// A column of a table: either a formula, or what a paper prints.
struct figure_column {
  std::string name;
  expression_ptr value;                ///< null for a printed column
  std::vector<expression_ptr> domain;  ///< the formula has a value only where all of these hold
  std::vector<printed_entry> printed;  ///< one for each row
  std::string of;  ///< of a formula: the printed column that it is compared with, or empty
};

/// What a frontier figure looks for.
struct figure_frontier {
  std::string claim;        ///< the id of a claim; empty where the figure states a relation
  expression_ptr relation;  ///< null where it names a claim
  std::string over;         ///< the variable along which the relation switches
  rational from;
  rational to;
  std::optional<axis> each;  ///< a curve for each of its values
};

struct figure {
  std::string id;
  std::string paper;  ///< key of the paper it belongs to; empty without one
  std::string where;
  std::string shows;
  figure_kind kind = figure_kind::curves;
  check_point set;  ///< the variables with one value
  axis along;       ///< the variable on the axis, or of the rows
  std::vector<expression_ptr> domain;
  std::vector<std::string> integers;
  std::string x_label;
  std::string y_label;
  bool is_x_logarithmic = false;
  bool is_y_logarithmic = false;
  std::vector<figure_curve> curves;    ///< of a figure of curves
  std::vector<figure_column> columns;  ///< of a table
  figure_frontier frontier;
  std::string file;
  std::int64_t line = 0;
};

}  // namespace shufflecert::inline v0_1::claims
