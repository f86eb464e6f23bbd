#pragma once

#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether a formula calls any_mechanism_alike(...) anywhere.
bool calls_alike_mechanism(const expression& formula);

/// The formula with rr_pair(n, eps0) in the place of every any_mechanism_alike(n, eps0): of these
/// mechanisms it is one, and the one that leaks most, (A.7) of docs/methods/mechanisms.md. A
/// relation that `require_bound_on_alike` accepts is true for all of them where it is true for it.
expression_ptr with_extreme_mechanism(const expression_ptr& formula);

/// Accepts a relation that more leakage of any_mechanism_alike(n, eps0) can make false and not
/// true: comparisons, joined by `and` or `or`, of its divergences, bounded from above, and of its
/// trade-off function, bounded from below. The mechanism stands in them as it is, or in swap,
/// compose or subsampled.
///
/// @param local  what `let` gives names
/// @param domain  conditions that hold; they tell which variables are not negative
/// @throws formula_error  for another relation, or one about two different families
void require_bound_on_alike(const expression_ptr& relation, const definitions& visible,
                            const variable_map& local, const std::vector<expression_ptr>& domain);

/// Reads a comparison about any_mechanism_alike(n, eps0), as read_mechanism_relation() does one
/// about any_mechanism(n, eps0), and requires that it is such a bound.
mechanism_relation read_alike_relation(const expression_ptr& formula, const definitions& visible,
                                       const name_kinds& names);

/// The same in the relations of a claim, which keeps them as they were stated.
void put_in_extreme_mechanism(claim& c);

}  // namespace shufflecert::inline v0_1::claims
