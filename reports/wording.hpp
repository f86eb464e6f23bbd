#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace shufflecert {

/// What a verdict says, in words that claim no more than was shown. `judged` is a claim of the
/// results file or its corrected form.
std::string verdict_in_words(const nlohmann::ordered_json& judged);

/// What a refutation of a claim about mechanisms or pairs means; empty for other claims.
std::string meaning_of_refutation(const nlohmann::ordered_json& claim);

/// "n = 2, eps0 = 8"
std::string point_in_words(const nlohmann::ordered_json& point);

/// "[lower, upper]", or the number itself where both ends are the same.
std::string interval_in_words(const nlohmann::ordered_json& range);

/// A heading for an id: "corollary-2/pair" becomes "Corollary 2, pair".
std::string title_of(const std::string& id);

}  // namespace shufflecert
