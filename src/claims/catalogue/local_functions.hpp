#pragma once

#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The most nodes, and the deepest nesting, of a formula after its local functions were put in.
inline constexpr std::size_t most_expanded_parts = 100'000;
inline constexpr int deepest_expansion = 1'000;

/// The formula with every call of one of the `functions` replaced by the function's formula, its
/// parameters by the arguments. Names keep their meaning: a parameter or an index such as the j of
/// sum(j, …) hides a variable of the same name inside only, and an index is renamed where it would
/// catch a name that is put in. The functions must not be recursive and must be called with the
/// right number of arguments. Throws formula_error where the result passes the limits above.
expression_ptr expand_local_functions(const expression_ptr& formula,
                                      const std::vector<local_function>& functions);

/// The name of a function that leads back to itself, if there is one.
std::optional<std::string> recursive_function(const std::vector<local_function>& functions);

/// Whether putting the definitions' formulas in the place of their calls keeps what has no value
/// without one. A definition is evaluated at the values of its arguments, all of which must exist;
/// its formula may pass one over, as in f(a) = 1 or in the branch of an `if`. True where each
/// argument that may be passed over has a value for all values of the variables. `let` are the
/// local names of the claim.
bool keeps_every_argument(const expression& formula, const definitions& visible,
                          const variable_map& let);

}  // namespace shufflecert::inline v0_1::claims
