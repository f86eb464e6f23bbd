#pragma once
// What a pair does not bound: whoever reads its ε as a guarantee has to know.

#include <string>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether variation_pair(n, p, beta, ...) bounds every randomizer with these parameters, as far as
/// their form tells: the report that differs shows one of its two parts for certain, s = 1
/// (docs/methods/randomizers.md, (J.5)). Throws beyond_reach when the limits run out.
bool bounds_its_randomizers(const call& variation_pair, const definitions& visible,
                            const budget& limits);

/// One sentence for each function of the formula, itself or by what it calls, whose pair is that of
/// some inputs of the other users, or no bound in general. Throws beyond_reach when the limits run
/// out.
std::vector<std::string> cautions_about(const expression& formula, const definitions& visible,
                                        const budget& limits);

/// The cautions as lines for people, an empty one first, with what to use instead; none where there
/// are none.
std::vector<std::string> lines_of_cautions(const std::vector<std::string>& cautions);

}  // namespace shufflecert::inline v0_1::claims
