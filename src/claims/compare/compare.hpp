#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether a bound holds at a point.
struct standing {
  std::optional<bool> holds;  ///< nothing: not decided, see reason
  bool tied = false;          ///< holds in the sense that both sides agree to 50 digits
  std::string reason;         ///< why it is not decided, or cannot be
};

/// What is on record for a claim that the bound gives.
struct bound_record {
  std::string claim;  ///< its id, bound/NAME or bound/NAME/mechanism
  verdict expect = verdict::undecided;
  std::string transcription;  ///< doubt about the text that the formula was taken from
};

/// A bound that applies at the point, against the exact value.
struct compared_bound {
  const bound* subject = nullptr;
  decimal_interval value;
  bool digits_reached = false;
  std::optional<decimal_interval>
      ratio;             ///< value / exact value, where that is finite and the exact value positive
  std::size_t rank = 0;  ///< 1 for the tightest of its side; ties share a rank
  standing exact;        ///< against the quantity that it is stated for
  std::optional<standing> mechanism;  ///< against shuffled randomized response, where that is apt
  /// Why the bound says nothing here, since less is known without it: an upper bound is certainly
  /// above ε0, or above 1 for δ, or a lower bound at most 0. Empty where it says something.
  std::string vacuous;
  std::vector<cited_result> depends;  ///< the results that it rests on
  std::vector<bound_record> records;  ///< for the bound as a whole, not for this point
};

/// What a row says.
enum class bound_verdict {
  holds,      ///< where it was checked
  violated,   ///< the quantity that it is stated for breaks it; if it is claimed of every
              ///< mechanism, the argument by the pair of clones does not give it, no more
  refuted,    ///< it is claimed of every mechanism and certainly false: a real mechanism exceeds
              ///< an upper bound, or a lower bound exceeds what any mechanism can have
  undecided,  ///< precision or time ran out
};
constexpr auto names_of(bound_verdict) {
  return names_up_to<bound_verdict::undecided>("holds", "violated", "refuted", "undecided");
}
bound_verdict verdict_of(const compared_bound& row);
/// The same in words for a reader, with what is to be known besides: that the bound says nothing
/// here, that it fails elsewhere, that it rests on a result in doubt. "holds" where there is
/// nothing to add.
std::string in_words(const compared_bound& row);

/// A value at the point; without one the reason why.
struct exact_value {
  std::string formula;
  std::optional<decimal_interval> value;
  bool digits_reached = false;
  std::string reason;
};

/// A quantity at the point with the bounds on it, tightest first: the smallest upper bound, the
/// largest lower bound. Bounds whose enclosures overlap keep the order of the catalogue.
struct compared_quantity {
  exact_value exact;
  std::optional<exact_value> mechanism;  ///< shuffled randomized response, the larger direction
  bool is_worst_case =
      false;  ///< of the pair of clones of 2021, which no shuffled mechanism exceeds
  std::vector<compared_bound> upper;
  std::vector<compared_bound> lower;
  bool stands_for_some_inputs = false;  ///< or is no bound in general: a caution says so
};

/// Whether a failure of the bound is on record, here or elsewhere, or it rests on a result in
/// doubt.
bool is_disputed(const compared_bound& row);
/// The same of a bound of a linked catalogue, wherever it is checked.
bool is_disputed(const catalogue& read, const bound& subject);
/// The tightest bound of one side that holds at the point and says something; null without one.
/// `rows` is tightest first. Those that are disputed are passed over unless they may be.
const compared_bound* tightest_that_holds(const std::vector<compared_bound>& rows,
                                          bool may_be_disputed = true);

/// A bound that does not apply at the point, and why.
struct unfit_bound {
  const bound* subject = nullptr;
  std::string reason;
  std::string condition;  ///< the condition of its domain that fails; empty for another reason
  std::string parameter;  ///< the first parameter without a value; empty for another reason
  std::vector<cited_result> depends;  ///< the results that it rests on
};

struct comparison_table {
  /// First that of every mechanism, then the others, in the order of their first bound.
  std::vector<compared_quantity> quantities;
  std::vector<unfit_bound> unfit;          ///< in the order of the catalogue
  bool is_open = false;                    ///< something was not decided, or has too few digits
  std::vector<std::string> cautions = {};  ///< what its numbers and verdicts do not cover
};

struct comparison_options {
  long digits = 6;  ///< relative accuracy 10^−digits of every number, at least 1
  precision_range precision{64, 8192};
  budget limits;
};

/// Holds every bound of the catalogue against the exact value at one point. `point` gives variables
/// values, formulas without variables. A bound applies where all its parameters have values, the
/// ones that `integers` names whole ones, every condition of its domain is certainly true and its
/// value exists. A parameter without a value takes the value of the variable at the same place in
/// `on` of another bound whose `on` is the same tree, so that names do not matter. Every decision
/// is certified as for claims (judge.hpp); nothing is thrown for what a bound contains.
comparison_table compare_bounds(const catalogue& read, const variable_map& point,
                                const comparison_options& options);

/// The parameters of all bounds: what a point can give values to.
std::vector<std::string> parameters_of_bounds(const catalogue& read);

}  // namespace shufflecert::inline v0_1::claims
