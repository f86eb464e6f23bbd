#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::python {

/// The named formulas of the built-in catalogue, which are read when they are first needed.
const definitions& visible_formulas();

/// A formula of the language over the given names. Throws formula_error.
expression_ptr read_formula(const std::string& text, const std::vector<std::string>& names = {});

/// The values of one variable, one for each point. Numbers stay what they were given as until they
/// are needed: their formulas cost more than one order of a Rényi curve does.
struct column {
  std::string name;
  /// Each double is exactly what it says, possibly infinite and never NaN.
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<expression_ptr>> values;
};

/// What is asked of a formula.
struct question {
  expression_ptr formula;
  std::vector<column> columns;  ///< all as long as there are points
  std::size_t points = 1;
  /// Significant digits of texts; nothing: doubles, rounded outward.
  std::optional<long> digits;
  evaluation_method method = evaluation_method::automatic;
};

/// What was found: of numbers both ends at each point, as doubles or as texts.
struct answer {
  bool is_truth = false;
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<std::string> lower_text;
  std::vector<std::string> upper_text;
  std::vector<std::optional<bool>> truths;
  std::size_t short_of_digits = 0;    ///< points with fewer digits than were asked for
  std::string reason;                 ///< why, at the first of them
  std::vector<std::string> cautions;  ///< what the values or truths do not cover
};

/// Evaluates the formula at every point by refine(). The Rényi divergences of one pair at many
/// orders share their work, see renyi_curve().
///
/// @throws formula_error    the formula is none, or gives no number and no truth
/// @throws undefined_value  it has no value at some point, which the message names
/// @throws beyond_reach     nothing is known of it at some point, which the message names
answer evaluate(const question& asked, const budget& limits);

/// The kind of what a formula without variables makes, which it does once: throws undefined_value
/// where a parameter is outside of its range.
value_kind kind_of_distribution(const expression& formula, const budget& limits);

}  // namespace shufflecert::inline v0_1::python
