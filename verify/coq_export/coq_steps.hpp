#pragma once

#include <functional>
#include <string>

#include "shufflecert/expression.hpp"
#include "verify/coq_export/coq_terms.hpp"
#include "verify/coq_export/proof_lines.hpp"

namespace shufflecert::inline v0_1::claims {

/// Names a hypothesis that is not yet formalised: its place, and what it says at all points of the
/// domain, as a proposition. Returns the tactic that uses it.
using hypothesis_maker =
    std::function<std::string(const std::string& place, const std::string& proposition)>;

/// The proof of one step in the tactics of verify/coq/steps.v. Throws `not_exportable`.
std::string coq_step(const proof_step& step, const coq_terms& terms,
                     const std::vector<expression_ptr>& domain, const hypothesis_maker& hypothesis);

}  // namespace shufflecert::inline v0_1::claims
