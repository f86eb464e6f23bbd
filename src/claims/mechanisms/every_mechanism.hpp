#pragma once

#include <vector>

#include "claims/mechanisms/any_mechanism.hpp"

namespace shufflecert::inline v0_1::claims {

/// The parts of a claim that bound a quantity of mechanisms from above (a trade-off function from
/// below), with any_mechanism(n, eps0) in the place of the randomized response, or of the pair of
/// clones, of which the claim states it: rr_pair, krr_pair, and clone_pair with the p of every
/// mechanism or with p = 2/(e^ε0 + 1). Definitions and local names that lead to these are put in. A
/// part that names any_mechanism itself stays as it is. Parts of another form are left out.
///
/// @param relation  a claim's relation
/// @param local  its local names
/// @param visible  what it calls
std::vector<mechanism_relation> every_mechanism_parts(const expression_ptr& relation,
                                                      const variable_map& local,
                                                      const definitions& visible);

}  // namespace shufflecert::inline v0_1::claims
