#pragma once

#include <optional>
#include <string>

#include "claims/points/point_evaluation.hpp"
#include "claims/scripts/library.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a script is about: a claim at one point, and what the engine certified there.
struct script_subject {
  const claim& judged;
  const catalogue& visible;
  check_point point;
  /// A refutation to reproduce; otherwise the script evaluates the claim at the point.
  bool refutes = false;
  /// Whether the relation holds at the point; nothing where that stayed undecided.
  std::optional<bool> holds;
  /// The two sides at the point, of the part that fails or else of the first part.
  counterexample sides;
  /// The bits with which both sides became known to the digits that `sides` has.
  bits precision = 0;
  /// Where a claim of existence has no solution; empty for other claims.
  std::map<std::string, decimal_interval> region;
  /// The verdict in words, where the whole claim was judged; empty otherwise.
  std::string finding;
  budget limits;  ///< of what writing the program takes
};

/// The subject from a verdict: its witness, or else the first point in the domain, which the engine
/// judges. Throws script_unavailable as the other one.
script_subject script_subject_of(const claim_context& context, const judgement& found);

/// Chooses the point and has the engine judge it: the witness of the claim's verdict, or else the
/// first point in the domain; with `point` that one. A claim that is refuted on record has a
/// refutation to reproduce, wherever the point is. Throws script_unavailable for a claim about a
/// rate, for one that cannot be judged, and where the given point lacks a variable.
script_subject script_subject_of(const claim_context& context,
                                 const std::optional<check_point>& point);

/// The program of a verdict on a claim about any_mechanism(n, eps0): the mechanism that breaks it
/// stands in its place, or else the one that came nearest, at the point where it was found. Throws
/// script_unavailable, also where no mechanism was checked.
std::string write_mechanism_script(const claim_context& context, const judgement& found,
                                   script_language language);

/// A self-contained program for standard mpmath or PARI/GP: it evaluates both sides by plain sums
/// over outcomes, written from the definitions, checks the domain, the relation and the enclosures,
/// and ends with "refutation reproduced", "evaluation reproduced" (exit status 0) or "NOT
/// reproduced" (1). Throws script_unavailable, also where such a program could not end, and
/// beyond_reach where the time is over before its work is estimated.
std::string write_script(const script_subject& subject, script_language language);

}  // namespace shufflecert::inline v0_1::claims
