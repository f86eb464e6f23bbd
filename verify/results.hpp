#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/decimal.hpp"
#include "verify/catalogue.hpp"

namespace shufflecert {

/// The verdicts of docs/verdicts.md.
enum class verdict { refuted, invalid, undecided, proved, verified };
std::string to_text(verdict v);

/// The exact values of a point's variables, as text.
using point_texts = std::map<std::string, std::string>;

/// Where a relation fails: the point, and both sides of the conjunct that fails there.
struct counterexample {
  point_texts point;
  std::optional<decimal_interval> lhs;
  std::optional<decimal_interval> rhs;
  std::string relation;  ///< the conjunct that fails, as text
  bits precision = 0;    ///< bits with which it was decided
};

/// What the engine found out about one relation.
struct judgement {
  verdict outcome = verdict::undecided;
  std::size_t checked = 0;  ///< points certainly in the domain that were looked at
  std::size_t tied = 0;     ///< of these, points where the sides agree to 50 digits
  std::size_t counterexamples = 0;
  std::vector<point_texts> undecided;     ///< points left open
  std::optional<counterexample> witness;  ///< the simplest counterexample, or the witness found
  std::optional<counterexample> worst;    ///< the counterexample with the largest violation
  std::map<std::string, decimal_interval> region;  ///< where an `exists` claim has no solution
  std::vector<std::string> methods;
  std::string message;
  double seconds = 0;
};

struct claim_result {
  std::string id;
  judgement found;
  std::optional<judgement> corrected;
  std::optional<std::string> expect;
  /// Whether the verdict is the expected one ("proved" satisfies "verified"); true without `expect`
  /// for verified and proved.
  bool as_expected = false;
};

}  // namespace shufflecert
