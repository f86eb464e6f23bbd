#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/mechanisms/any_mechanism.hpp"

namespace shufflecert::inline v0_1::claims {

/// The parts of a claim's relation about any_mechanism(n, eps0), which `and` joins. Throws
/// formula_error where one of them is no comparison about it by <, <=, > or >=.
std::vector<mechanism_relation> mechanism_parts(const expression_ptr& relation);

/// The claim with `pair` in the place of every any_mechanism(n, eps0): what it says of one
/// mechanism, or of one for each point.
claim about_mechanism(const claim& subject, const expression_ptr& pair);

/// Binary randomized response of as many users as the relation has, all others with the input that
/// the differing user has under P: staircase_pair(eps0, 2, 1, 1, 10, 01, n − 1, 10).
expression_ptr binary_response(const mechanism_relation& relation);

/// A mechanism that a results file states.
struct recorded_mechanism {
  expression_ptr pair;
  std::int64_t users;  ///< the differing one included
};

/// Reads staircase_pair(eps0, k, …) with the relation's own eps0 and numbers else: of that form
/// every value is an ε0-LDP mechanism, or does not exist. Throws formula_error for another formula.
recorded_mechanism read_mechanism(const std::string& text, const mechanism_relation& relation);

}  // namespace shufflecert::inline v0_1::claims
