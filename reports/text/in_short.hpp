#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace shufflecert {

/// What a counterexample means, in one sentence for those who use the bound: "At λ = 2, n = 100 the
/// Rényi divergence is 3.5 % above the bound." The size is rounded towards 0 from certified ends.
/// Empty for claims that no point with two sides refutes.
std::string in_short(const nlohmann::ordered_json& claim);

/// What the word with which a paper weakens a statement makes of its refutation; empty for
/// statements that are not weakened, and for other verdicts. `results` is looked through for a
/// reading of the same statement as a limit.
std::string hedge_in_words(const nlohmann::ordered_json& results,
                           const nlohmann::ordered_json& claim);

}  // namespace shufflecert
