#pragma once

#include "checker_errors.hpp"
#include "checker_formula.hpp"
#include "checker_laws.hpp"
#include "checker_names.hpp"
#include "domain.hpp"
#include "language.hpp"

namespace check {

/// Whether what the definitions in the formulas written out so far need is certain: that their
/// arguments have values, and that these are in their domains. What is not, in words; else nothing.
inline std::optional<std::string> complaint_about_needed(domain& where, const names& known) {
  for (const formula_ptr& stated : known.needed.values) {
    const formula_ptr argument = known.without_fixed(stated);
    if (!exists(where, argument))
      return "an argument may have no value: " + shown(written(*argument));
  }
  for (const formula_ptr& stated : known.needed.conditions) {
    const formula_ptr condition = known.without_fixed(stated);
    require_kind(*condition, kind::condition);
    const bool is_certain = says_whole(*condition) && where.is_whole(*condition->parts[1])
                                ? where.has_value(condition->parts[1])
                                : where.is_certain(condition);
    if (!is_certain)
      return "the domain of a definition may not hold: " + shown(written(*condition));
  }
  return std::nullopt;
}

/// Demands the same.
inline void demand_needed(domain& where, const names& known) {
  if (const auto complaint = complaint_about_needed(where, known))
    demand_certain(false, *complaint);
}

}  // namespace check
