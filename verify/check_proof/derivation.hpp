#pragma once

#include <string>

#include "lines.hpp"

namespace check {

/// The parts of a file before its rule.
struct statement {
  std::string claim;
  std::string stated;
  /// As the file states it, where that is about any_mechanism_alike(n, eps0): `stated` has
  /// rr_pair(n, eps0) in its place then. Else empty.
  std::string family;
  std::size_t line = 0;  ///< of `stated`
  std::vector<std::pair<std::size_t, std::string>> conditions;
  std::vector<std::pair<std::size_t, std::string>> integers;
  /// Of a claim of existence: what exists.
  std::vector<std::pair<std::size_t, std::string>> variables;
  std::vector<std::pair<std::size_t, std::string>> definitions;
  std::vector<std::pair<std::size_t, std::string>> lets;
  std::vector<std::pair<std::size_t, std::string>> values;
};

/// Checks the lines of the rule `derivation`, or none of the rules `subdivision` and `algebra`:
/// each follows from the domain, from those before it and from a rule of its own; and the claim
/// from all of them. Returns what is to be reported. Throws `wrong` at a line that is none,
/// `unchecked` where this program cannot follow.
std::string check_derivation(const statement& stated, line_reader& lines);

}  // namespace check
