#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <cstdint>
#include "claims/catalogue/catalogue.hpp"
#include "claims/results/rate_trend.hpp"
#include "claims/results/region_records.hpp"
#include "claims/results/severity_record.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the commands search with unless told otherwise.
constexpr int default_effort = 1;
/// The largest effort that a search may be asked for.
constexpr int most_search_effort = 1000;

/// How far the search beyond the listed points goes, and where its random-like points start.
struct search_options {
  int effort = 0;  ///< 0: listed points only; 1: a thorough look; larger: as many times
  std::uint64_t seed = 1;
  /// Where a claim of a user's own file is costly, its search takes a larger effort by itself, up
  /// to this one, until it is enough for as many points as a person would want; 0: never.
  int largest_effort = 0;
};

/// Values that a variable took.
struct searched_range {
  std::string lower;
  std::string upper;
};

/// The point of a search at which the relation came closest to failing.
struct smallest_margin {
  std::map<std::string, std::string> point;
  double value = 0;  ///< by a quick look: not certified
};

/// What a search beyond the listed points checked.
struct search_record {
  int effort = 0;
  std::uint64_t seed = 0;
  std::size_t evaluations = 0;      ///< points of the domain that were checked
  std::size_t counterexamples = 0;  ///< of these, points at which the relation certainly fails
  std::size_t undecided = 0;        ///< points that looked like failures and stayed undecided
  std::map<std::string, searched_range> ranges;  ///< of the variables that were moved
  std::optional<smallest_margin> closest;
  bool is_complete = true;  ///< false if the time limit or an interrupt ended it
  std::string reason;       ///< why it checked few points; empty where it did not
};

/// The exact values of a point's variables, as text.
using point_texts = std::map<std::string, std::string>;

/// "eps0 = 4, n = 100"; for a claim without variables what `without_variables` says.
inline std::string point_in_words(const point_texts& point,
                                  const char* without_variables = "the only point") {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += (text.empty() ? "" : ", ") + name + " = " + chosen;
  return text.empty() ? without_variables : text;
}

/// Where a relation fails: the point, and both sides of the conjunct that fails there.
struct counterexample {
  point_texts point;
  std::optional<decimal_interval> lhs;
  std::optional<decimal_interval> rhs;
  std::string relation;  ///< the conjunct that fails, as text
  bits precision = 0;    ///< bits with which it was decided
};

/// The error of a `rate` claim at one size.
struct error_at_size {
  std::string size;
  decimal_interval error;
};

/// log2(e(n)/e(2n)) for the error e at one size n.
struct local_order {
  std::string from;
  std::string to;
  decimal_interval order;
};

/// The errors at doubling sizes for one choice of the other variables, and what they show.
struct rate_series {
  point_texts point;  ///< the other variables
  verdict outcome = verdict::undecided;
  std::string reason;
  std::vector<error_at_size> errors;
  std::vector<local_order> orders;
  std::optional<rate_trend> trend;  ///< where the last orders lead
};

/// What a `rate` claim rests on.
struct rate_evidence {
  std::string along;
  std::string error;    ///< the formula
  std::string claimed;  ///< "O(n^(-1/2))", or "-> 0"
  std::vector<rate_series> series;
  /// The series that the verdict is worded by; their number where a file states none of them so.
  std::size_t deciding = 0;
  /// What leading terms prove or refute (docs/methods/rates.md), step by step for people; empty
  /// where they decide nothing.
  std::vector<std::string> theorem = {};

  /// The series that the verdict is worded by; null where there is none.
  [[nodiscard]] const rate_series* front() const {
    return deciding < series.size() ? &series[deciding] : nullptr;
  }
};

/// How many points lie where the paper uses a statement, and how many of them are counterexamples.
struct regime_count {
  std::size_t checked = 0;
  std::size_t counterexamples = 0;
};

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

/// What the engine found out about one relation.
struct judgement {
  verdict outcome = verdict::undecided;
  std::size_t checked = 0;                ///< listed points certainly in the domain
  std::size_t tied = 0;                   ///< of these, points where the sides agree to 50 digits
  std::size_t counterexamples = 0;        ///< listed or found by the search
  std::vector<point_texts> undecided;     ///< points left open
  std::optional<counterexample> witness;  ///< the simplest counterexample, or the witness found
  std::optional<counterexample> worst;    ///< the counterexample with the largest violation
  std::map<std::string, decimal_interval> region;  ///< where an `exists` claim has no solution
  std::optional<rate_evidence> rate;               ///< for claims of kind `rate`
  std::optional<regime_count> regime;              ///< for `forall` claims that have a regime
  std::optional<regime_edge> edge;  ///< where all counterexamples lie outside of the regime
  bool only_rounding =
      false;  ///< only the last printed digits fail (src/claims/points/refuted_points.hpp)
  std::optional<proof_record> proof;            ///< for `forall` claims that ask for a proof
  std::vector<refuted_region> refuted_regions;  ///< for the regions that [[claim.refute]] states
  std::optional<search_record> search;          ///< what was checked beyond the listed points
  std::string unsearched;                       ///< without a search, why there was none
  std::optional<double_finding> in_double;      ///< what plain double would have said
  std::vector<std::string> methods;
  std::string message;
  /// What the verdict does not cover (src/claims/catalogue/cautions.hpp); nothing where a results
  /// file does not state it.
  std::optional<std::vector<std::string>> cautions = std::vector<std::string>();
  double seconds = 0;

  /// Whether a theorem decided a rate, and not its errors at finite sizes.
  [[nodiscard]] bool is_theorem_on_rate() const {
    return rate && (outcome == verdict::proved || outcome == verdict::refuted);
  }

  [[nodiscard]] std::vector<std::string> stated_cautions() const {
    return cautions.value_or(std::vector<std::string>());
  }
};

/// Why a search checked few points, or at none; empty where it checked enough.
inline std::string reason_of_search(const judgement& found) {
  if (found.search) return found.search->reason;
  return found.unsearched.empty() ? "the claim was not judged to the end" : found.unsearched;
}

struct claim_result {
  std::string id;
  judgement found;
  std::optional<judgement> corrected;
  std::optional<verdict> expect;
  bool as_expected = false;  ///< by is_as_expected()
  std::optional<severity_finding>
      severity;  ///< of what is refuted or contradicted (src/claims/judging/judge.hpp)
};

/// The main class of its severity for people; empty without one.
inline std::string severity_class_in_words(const claim_result& result) {
  return result.severity ? class_in_words(*result.severity, result.found.stated_cautions()) : "";
}

/// The severity in one line, by these words: "misprint: …"; empty without one.
inline std::string severity_in_one_line(const claim_result& result) {
  return result.severity ? severity_class_in_words(result) + ": " + result.severity->message : "";
}

}  // namespace shufflecert::inline v0_1::claims
