#pragma once

#include <string>
#include <vector>

#include "claims/facts/proof_log.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the log says to people: a sentence for each step that says more than its form does.
std::vector<std::string> words_of(const proof_log& log);

}  // namespace shufflecert::inline v0_1::claims
