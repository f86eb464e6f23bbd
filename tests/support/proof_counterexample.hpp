#pragma once

#include <optional>
#include <string>
#include <vector>

/// A point of the domain of a proof file, given as its lines, at which its statement fails or does
/// not exist: "n = 1, x = 0, y = 2". It is looked for among some hundred points, by the evaluator,
/// which check-proof shares nothing with. Nothing is looked for where the file has definitions,
/// listed values, existence or other variables than n, x and y.
std::optional<std::string> counterexample_to(const std::vector<std::string>& lines);
