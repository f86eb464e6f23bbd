#pragma once

#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// A claim with one value for a variable, which is no variable of it then.
struct claim_case {
  std::string text;  ///< "lambda = 2"
  claim subject;
  expression_ptr relation;
};

/// The claim at each value of one variable that the domain confines to few whole numbers (2 to 16):
/// together they say what the claim says. None where there is no such variable.
std::vector<claim_case> cases_of(const claim_context& context, const expression_ptr& relation);

}  // namespace shufflecert::inline v0_1::claims
