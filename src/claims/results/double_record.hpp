#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "claims/catalogue/verdict.hpp"

namespace shufflecert {

/// What plain double says of the points at which a relation was judged.
enum class double_outcome {
  agrees,       ///< the same truth at every point that it could evaluate
  differs,      ///< another truth than the certified one at some point
  no_value,     ///< NaN, infinity or no value at all at some point, and nowhere another truth
  out_of_reach  ///< too many terms at every point
};
constexpr auto names_of(double_outcome) {
  return names_up_to<double_outcome::out_of_reach>("agrees", "differs", "no value", "out of reach");
}

/// "What would double have said?" of one claim: the points at which certified values decided it,
/// evaluated again by the processor's arithmetic.
struct double_finding {
  double_outcome outcome = double_outcome::out_of_reach;
  std::optional<verdict> alone;              ///< the verdict that double alone would have given
  std::size_t compared = 0;                  ///< points evaluated in both
  std::size_t different = 0;                 ///< of these, points at which double says the opposite
  std::size_t without = 0;                   ///< of these, points at which double has no value
  std::size_t beyond = 0;                    ///< points that take double too many terms
  std::map<std::string, std::string> point;  ///< the first such point; empty without one
  std::string lhs;                           ///< there, in double: "0.25", "inf", "nan"
  std::string rhs;
  std::string certified;  ///< there: "holds", "fails"
};

}  // namespace shufflecert
