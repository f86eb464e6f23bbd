#pragma once

#include "domain.hpp"
#include "errors.hpp"
#include "formula.hpp"
#include "laws.hpp"
#include "names.hpp"

namespace check {

/// Demands that what the definitions in the formulas written out so far need is certain: that their
/// arguments have values, and that these are in their domains.
inline void demand_needed(domain& where, const names& known) {
  for (const formula_ptr& stated : known.needed.values) {
    const formula_ptr argument = known.without_fixed(stated);
    demand_certain(exists(where, argument),
                   "an argument may have no value: " + shown(text_of(*argument)));
  }
  for (const formula_ptr& stated : known.needed.conditions) {
    const formula_ptr condition = known.without_fixed(stated);
    const bool is_certain = says_whole(*condition) && where.is_whole(*condition->parts[1])
                                ? where.has_value(condition->parts[1])
                                : where.is_certain(condition);
    demand_certain(is_certain,
                   "the domain of a definition may not hold: " + shown(text_of(*condition)));
  }
}

}  // namespace check
