#pragma once

#include <string>
#include <vector>

#include "claims/limits/leading_terms.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula without divergences that is on one side of another one for all large values of the
/// variable that grows, and how: sentences for people.
struct closed_side {
  expression_ptr formula;
  std::vector<std::string> steps;
  std::vector<std::string> rules = {};  ///< the places of the bounds: "(K.9)"
};

/// Formulas that `formula` does not exceed, or does not fall below, for all large values: with the
/// bounds of src/claims/rules, whose conditions hold there, in the place of its divergences. The
/// formula itself where it has none. Empty where no bound is known.
std::vector<closed_side> closed_sides(domain_facts& facts, leading_terms& terms,
                                      const std::string& along, const expression_ptr& formula,
                                      bool is_above);

}  // namespace shufflecert::inline v0_1::claims
