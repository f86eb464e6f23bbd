#pragma once
// The ways from rounds to (ε, δ), as formulas: docs/guide/accounting.md.

#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// Independent rounds of one pair.
struct account_round {
  std::string pair;   ///< a formula, such as "clone_pair(1000, 2)"
  std::string times;  ///< a formula for how often, such as "1000"
};

/// One way to ε for a δ, or to δ for an ε.
struct account_route {
  std::string name;  ///< for people: "Rényi, optimal conversion"
  std::string key;   ///< for programs: "renyi-optimal"
  std::string formula;
  bool is_bound = true;  ///< no less than the exact value; else it is an approximation
  /// The names in the formula beside the user's, with their formulas.
  std::vector<std::pair<std::string, std::string>> let = {};
};

/// The routes to ε at δ, a formula, the exact one first. With `both_directions` everything is the
/// larger one of the pair's two directions.
std::vector<account_route> routes_to_epsilon(const std::vector<account_round>& rounds,
                                             const std::string& delta, bool both_directions);

/// The same to δ at ε. A route whose formula is a condition gives the least `delta` for which it
/// holds.
std::vector<account_route> routes_to_delta(const std::vector<account_round>& rounds,
                                           const std::string& eps, bool both_directions);

}  // namespace shufflecert::inline v0_1::claims
