#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// A condition that implies that a claim's relation is false, at every point where the conditions
/// in `required` hold besides.
struct refuting_condition {
  expression_ptr condition;              ///< of closed formulas, where `witness` is given
  std::vector<expression_ptr> required;  ///< under which the closed bounds hold
  /// The closed formula that stands for the side with divergences, if there is one.
  expression_ptr witness;
};

/// Conditions each of which refutes `relation` where it holds: the opposite of one of its parts. A
/// Rényi divergence of rr_pair(), clone_pair() or unmixed_pair(), swapped or not, is replaced by a
/// closed formula that is certainly below it (one outcome alone) or above it (ε0), whichever the
/// place where it stands needs; the formulas are derived in docs/methods/refuted-regions.md. Parts
/// in which another divergence is left are not bounded, and kept as they are.
std::vector<refuting_condition> refuting_conditions(const claim_context& context,
                                                    const expression_ptr& relation);

/// The formula with the claim's local names put in, all of them.
expression_ptr with_local_names(const claim& subject, expression_ptr formula);

/// The formula with the catalogue's definitions and the claim's local names put in, all of them,
/// and with its indices renamed apart from each other and from the claim's names. Throws
/// formula_error where it becomes too long.
expression_ptr written_out(const claim_context& context, const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1::claims
