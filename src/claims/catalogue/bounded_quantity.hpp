#pragma once

#include <optional>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

// What a [[bound]] bounds, and the relation that it claims.
//
// A bound on epsilon(pair, delta), the least eps with hockey_stick(pair, eps) <= delta, is judged
// by that definition: eps = b is enough exactly where b >= 0 and hockey_stick(pair, b) <= delta,
// since the hockey-stick divergence does not increase with eps and is continuous. It is too much,
// that is b is at most epsilon(pair, delta), where b <= 0 or hockey_stick(pair, b) > delta. So the
// inverse has to be computed only where a lower bound is not shown in this way, as where both are
// equal: at delta = 0, or where P has mass that Q has not, the divergence need not fall strictly.

/// True for `epsilon(pair, delta)`.
bool is_epsilon(const expression& on);

/// A formula that has the value, the kinds and the names of `on` as far as checking goes: `on`, or
/// for epsilon(pair, delta) the hockey-stick divergence that judges it.
expression_ptr checkable_form(const expression_ptr& on);

/// The quantities of the shuffled binary randomized response that stand in the place of `on` when
/// the pair of clones, clone_pair(n, eps0) or clone_pair(n, eps0, p), is exchanged for rr_pair(n,
/// eps0): both directions. Empty where `on` has no pair of clones.
std::vector<expression_ptr> randomized_response_forms(const expression_ptr& on);

/// What is claimed: that the largest of `quantities` (at least one, all of one kind) is at most
/// (`side` upper) or at least (lower) `value`.
expression_ptr claimed_relation(const std::vector<expression_ptr>& quantities, bound_side side,
                                const expression_ptr& value);

/// The largest of the quantities as one formula.
expression_ptr largest_of(const std::vector<expression_ptr>& quantities);

/// What it would mean that the quantity `on` breaks a bound: of a mechanism, the published
/// statement is then false; of a pair, a pair of distributions from an argument breaks it; of a
/// formula; or nothing that is on record.
std::optional<concern> meaning_of_failure(const bound& subject);

/// The same for the quantities of randomized response in its place.
concern meaning_of_mechanism_failure(const bound& subject);

/// Whether `on` is a quantity of clone_pair(n, eps0), with no p of its own: the pair of Feldman,
/// McMillan and Talwar (2021), of which every shuffled mechanism is a post-processing.
bool is_on_worst_case(const bound& subject);

/// Whether a bound is compared with shuffled randomized response, too: it is claimed of mechanisms,
/// and `on` speaks of the pair of clones.
bool has_mechanism_form(const bound& subject);

}  // namespace shufflecert::inline v0_1::claims
