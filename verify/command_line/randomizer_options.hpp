#pragma once
// The local randomizers that are defined as pairs of the variation-ratio reduction, for `show
// randomizers`.

#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// A definition whose value is variation_pair(n, p, beta, q) or variation_pair(n, p, beta, q0, q1).
struct randomizer_row {
  std::string name;                     ///< "variation_krr"
  std::vector<std::string> parameters;  ///< of the definition
  std::string p;                        ///< the arguments, as formulas
  std::string beta;                     ///<
  std::string q0;                       ///<
  std::string q1;                       ///< the same as q0 where one q is given
  bool is_bound;                        ///< for every randomizer with these parameters
  std::string source;                   ///< who described it; empty for definitions of others
};

/// All of them, by name.
std::vector<randomizer_row> randomizers_of(const definitions& visible, const budget& limits);

/// Prints the list, or with `as_json` an array of objects with the members above.
void print_randomizers(const definitions& visible, const budget& limits, bool as_json);

}  // namespace shufflecert::inline v0_1::claims
