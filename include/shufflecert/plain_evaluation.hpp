#pragma once

#include <optional>
#include <string>

#include "shufflecert/budget.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

// The second arithmetic: the same syntax trees, evaluated without balls. It shares no numerical
// code with the certified evaluation (formula.hpp): each function and quantity is written once more
// from its definition, over MPFR or in double. Nothing here is certified;
// docs/methods/second-arithmetic.md says what it is for.

/// What a plain evaluation says.
struct plain_value {
  std::optional<bool> truth;  ///< of a condition; nothing for a number, where a strict relation is
                              ///< asked of two sides that agree as far as the digits go, or where
                              ///< MPFR does not know the sides well enough to tell them apart
  std::string reason;         ///< why a condition has no truth; empty for anything else
  bool is_condition = false;  ///< else a number
  bool tied = false;       ///< a relation held only because both sides agree that far (MPFR only)
  std::string decimal;     ///< of a number: "0.25", "1.5e-300", "inf"; empty for a condition
  double nearest = 0;      ///< the number as a double
  std::string difference;  ///< MPFR: |difference| of the last two precisions tried, as decimal text
  unsigned agreeing_digits = 0;  ///< MPFR: digits on which the last two precisions agree
};

/// What a plain evaluation may use.
struct plain_options {
  /// The deadline, and the request to stop; none, unless given.
  budget limits = {};
  /// Counts the terms summed and the nodes evaluated, each the more the more digits it has: the
  /// same number on every machine. Must outlive the evaluation; null: nothing is counted.
  work_meter* work = nullptr;
};

/// Evaluates `formula` with Boost.Multiprecision over MPFR, at increasing precision until two
/// precisions agree to `digits` digits (1 to 10,000) or three have been tried. That agreement is
/// evidence and not a bound: the error is usually far below `difference`. A comparison is answered
/// where its sides are at least ten times as far apart as the last doubling of the digits moved
/// them.
///
/// @param formula    a number or a condition
/// @param visible    the named formulas that it may call
/// @param variables  values of its variables, each a formula over the others
/// @param digits     1 to 10,000
/// @param options    the deadline, and a meter for the work
/// @throws undefined_value  the value does not exist, the formula is a pair or a law, or calls a
///                          function that this arithmetic does not have
/// @throws beyond_reach     too many terms or outcomes, the deadline has passed, or `options.work`
///                          is used up
///
/// Boost keeps one default precision for the whole process, so calls from several threads run at
/// the same time only while they work with the same number of digits.
plain_value evaluate_mpfr(const expression& formula, const definitions& visible,
                          const variable_map& variables, unsigned digits,
                          const plain_options& options = {});

/// Evaluates `formula` in double: literals rounded to nearest, then the operations of the processor
/// and of the C++ library, and comparisons of doubles. Answers "what would double have said?".
/// Parameters and errors as for evaluate_mpfr().
plain_value evaluate_double(const expression& formula, const definitions& visible,
                            const variable_map& variables, const plain_options& options = {});

}  // namespace shufflecert::inline v0_1
