#pragma once

#include <fmt/format.h>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// Judges a claim of kind `forall`: at the listed points, and where it holds there by a search for
/// counterexamples and by proofs on its domain. What double says at these points goes with it.
judgement judge_forall(const claim_context& context, const expression_ptr& relation);

/// Judges a relation about any_mechanism(n, eps0) at the listed points: at each a search for a
/// mechanism that breaks it, as far as the search's effort goes. `refuted` with a mechanism for
/// which it is certainly false, at most `verified` else; the witness has the mechanism as the value
/// of any_mechanism, and so has the place where the search came nearest.
judgement judge_every_mechanism(const claim_context& context, const expression_ptr& relation);

/// Judges a claim of kind `exists`. For every choice of the universal variables it looks for values
/// of the existential ones: first among the listed points, then by a certified change of sign for
/// an equation, then by subdividing the box that the domain's conditions give. `refuted` only where
/// the relation is certainly false on the whole box.
judgement judge_exists(const claim_context& context, const exists_claim& form,
                       const expression_ptr& relation);

/// Judges a claim of kind `rate` by the local orders log2(e(n)/e(2n)) of its error e at the listed
/// sizes, at their doubles and beyond until the orders settle, for every choice of the other
/// variables. The rule is that of docs/guide/verdicts.md, "Rates". Never more than evidence:
/// `supported` or `contradicted`, and where the orders lead.
judgement judge_rate(const claim_context& context, const rate_claim& form);

/// What only adds to a verdict does not cost it where it fails: the message says so.
template <class Use>
void add_to(judgement& found, const char* what, Use use) {
  try {
    use();
  } catch (...) {
    found.message += fmt::format("; {}: {}", what, failure_of(std::current_exception()).reason);
  }
}

constexpr const char* double_is_unknown = "what double says is not known";

/// An equation between continuous sides has a solution between two points of opposite sign: the
/// second of the first two such points, if there are any. `members` are the points to check,
/// which differ in `variable` only. Nothing for other relations, for whole variables, and where the
/// domain is not certainly an interval.
std::optional<check_point> sign_change(const claim_context& context, const expression_ptr& relation,
                                       const std::string& variable,
                                       const std::vector<std::size_t>& members);

}  // namespace shufflecert::inline v0_1::claims
