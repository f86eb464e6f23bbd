#pragma once

#include <set>
#include <string>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// Where Ziv's strategy (1991) starts and gives up: evaluate with more and more bits until the
/// enclosure decides.
struct precision_range {
  bits first = 64;   ///< of the first evaluation
  bits last = 2048;  ///< no evaluation has more
};

/// The range for that many significant digits: a few more bits than they have to start with, and 32
/// times as many, but at least 8192, at the end.
precision_range range_for_digits(long digits);

/// What an evaluation of a formula may use, and how: `{.limits = limits, .cache = &cache}`.
struct refine_options {
  /// The deadline, and the request to stop; none, unless given. A copy of a budget is the same one:
  /// it ends at the same time, and counts its work in the same meter.
  budget limits = {};
  /// Where values of quantities are kept between evaluations, which must outlive this one; null:
  /// nowhere.
  quantity_cache* cache = nullptr;
  /// For every quantity of a pair in the formula.
  evaluation_method method = evaluation_method::automatic;
};

/// What a formula evaluates to once it is known well enough, or as far as it became known.
struct refined_value {
  formula_value result = truth{};  ///< an enclosure, or a truth that may be undecided
  bits precision = 0;              ///< bits of the last evaluation
  bool sufficient = false;         ///< the digits, or the decision, asked for were reached
  std::string reason;              ///< why not, where not
  std::set<std::string> methods;   ///< of the quantities in the formula
};

/// Whether a number has relative radius at most 10^−digits, or a condition is decided.
bool is_sufficient(const formula_value& v, long digits, bits precision);

/// Evaluates at doubling precision until the value has relative radius at most 10^−digits (numbers)
/// or is decided (conditions). Lets undefined_value pass; returns with `sufficient` false and a
/// reason when the precision range or the time is used up, or the value is beyond reach.
refined_value refine(const expression& formula, const definitions& visible,
                     const variable_map& variables, long digits, precision_range range,
                     const refine_options& options);

}  // namespace shufflecert::inline v0_1
