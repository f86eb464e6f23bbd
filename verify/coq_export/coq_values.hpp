#pragma once

#include <string>
#include <vector>

#include "shufflecert/expression.hpp"
#include "verify/coq_export/coq_terms.hpp"

namespace shufflecert::inline v0_1::claims {

/// What has to hold for a formula without calls of definitions to have a value, each condition once
/// and as a proposition: divisors are not 0, the pair exists, and so on. Throws `not_exportable`.
std::vector<std::string> coq_values(const expression& formula, const coq_terms& terms);

}  // namespace shufflecert::inline v0_1::claims
