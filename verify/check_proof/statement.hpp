#pragma once

#include <string>

#include "checker_names.hpp"

namespace check {

/// What a verdict is about, in whole lines and to the last letter: what the file's own names stand
/// for, the variables with the conditions on them, and the claim.
std::string statement_in_words(const statement& stated, const names& known);

/// The derivations by hand that were used, as a line; "" where there are none.
std::string by_hand_in_words(const std::set<std::string>& places);

}  // namespace check
