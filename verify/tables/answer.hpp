#pragma once

#include <string>
#include <vector>

#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// How a value was computed: the methods of its quantities, or the arithmetic. `result` is the
/// value where it is a number, else null.
std::string method_text(const refined_value& known, const number* result);

/// The precisions at which a formula is tried for so many digits: range_for_digits(), and further
/// where a number that is written in it, or in the formulas of its variables, has so many bits that
/// less does not tell it from its neighbours. 1 - 1e-4000 is not 1.
precision_range range_for(const expression_ptr& formula, const variable_map& variables,
                          long digits);
/// The same for a range that is known.
precision_range widened_for(precision_range range, const expression_ptr& formula,
                            const variable_map& variables);

/// A number as `eval` shows it, to `digits` digits.
struct shown_number {
  decimal_interval ends;
  long digits = 0;  ///< those that are certain; 0 where `is_sufficient` is false
  bool is_sufficient = false;
  std::string reason;  ///< why not, where not
};
shown_number show_number(const number& result, const refined_value& known, long digits);

/// With what a formula was evaluated.
struct answer_context {
  const definitions& visible;
  const variable_map& variables;
  bool has_ranges = false;  ///< some variables were intervals
  const budget& limits;
  quantity_cache* cache = nullptr;
};

/// What the answer of `eval` does not cover.
std::vector<std::string> cautions_about_answer(const expression& formula,
                                               const refined_value& known,
                                               const answer_context& context);

/// What to ask of a value that is neither a number nor a comparison.
std::string without_a_number(const formula_value& found);

}  // namespace shufflecert::inline v0_1::claims
