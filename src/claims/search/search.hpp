#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "claims/search/survey.hpp"

namespace shufflecert::inline v0_1::claims {

/// Why a claim without variables is not searched.
inline constexpr const char* no_variables = "the claim has no variables";

/// Looks for a point of a `forall` claim's domain, beyond the listed ones, at which `relation`
/// certainly fails. Only variables that the domain mentions are moved. The outcome depends on
/// options.search and on nothing else: work is counted, not timed; only the time limit can end it
/// earlier, and the record then says so. See docs/guide/search.md.
///
/// @param listed  indices of the listed points at which the relation holds
/// @returns nothing where there is no listed point to start from; an outcome that says why, where
///          no search was made
std::optional<search_outcome> search_beyond(const claim_context& context,
                                            const expression_ptr& relation,
                                            const std::vector<std::size_t>& listed);

}  // namespace shufflecert::inline v0_1::claims
