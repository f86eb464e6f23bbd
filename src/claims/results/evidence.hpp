#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/results/failure.hpp"
#include "claims/results/results_json.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert {

/// An exact number or ±infinity.
struct extended {
  int infinite = 0;  ///< −1 or 1 for −inf and inf, else 0
  rational value;    ///< where finite

  friend bool operator==(const extended& a, const extended& b) {
    return a.infinite == b.infinite && (a.infinite != 0 || a.value == b.value);
  }
  friend bool operator<(const extended& a, const extended& b) {
    if (a.infinite != 0 || b.infinite != 0) return a.infinite < b.infinite;
    return a.value < b.value;
  }
  friend bool operator<=(const extended& a, const extended& b) { return a < b || a == b; }
};

/// The two ends of an enclosure as the file states them, exactly; an end with an exponent beyond
/// ±1,000,000 is moved outward, so that the enclosure is a wider one.
struct recorded_enclosure {
  extended lower;
  extended upper;
  bool is_widened = false;
};

/// A number as to_decimal() and the second arithmetic print it: "0.1", "-1e-30000", "inf"; nothing
/// where it is none, or its exponent is beyond ±1,000,000.
std::optional<extended> parse_extended(const std::string& text);

/// A point with both sides of a relation there.
struct recorded_example {
  point_texts point;
  std::string relation;  ///< the part that fails; empty where nothing fails
  std::optional<recorded_enclosure> lhs;
  std::optional<recorded_enclosure> rhs;
};

struct recorded_error {
  std::string size;
  recorded_enclosure error;
};

struct recorded_order {
  std::string from;
  std::string to;
  recorded_enclosure order;
};

struct recorded_series {
  point_texts point;
  verdict outcome = verdict::undecided;
  std::vector<recorded_error> errors;
  std::vector<recorded_order> orders;
};

struct recorded_rate {
  std::string along;
  std::string error;
  std::vector<recorded_series> series;
  std::optional<std::size_t> deciding;  ///< the series that stands in front once more, if it does
};

/// What the file says of the proof that a claim asks for.
struct recorded_proof {
  bool is_complete = false;
  bool is_by_algebra = false;
  bool is_derived = false;
  std::optional<proof_coverage> covers;
  std::vector<stated_region> regions;
  std::uint64_t open_boxes = 0;
};

/// What the file says of one relation.
struct recorded_judgement {
  verdict outcome = verdict::undecided;
  std::uint64_t checked = 0;
  std::uint64_t counterexamples = 0;
  std::size_t undecided = 0;  ///< number of points left open
  std::optional<recorded_example> witness;
  std::optional<recorded_example> worst;
  std::map<std::string, recorded_enclosure> region;
  stated_region stated;  ///< the region as its text: an end may be a formula, such as log(3)
  std::optional<recorded_rate> rate;
  std::uint64_t tied = 0;
  std::optional<recorded_proof> proof;
  std::uint64_t refuted_regions = 0;         ///< regions that are said to be without solutions
  std::uint64_t found_counterexamples = 0;   ///< by the search beyond the listed points
  std::uint64_t regime_counterexamples = 0;  ///< where the paper uses the claim
};

// NOLINTNEXTLINE(bugprone-exception-escape): json's members are noexcept, and use what may throw.
struct recorded_claim {
  std::string id;
  recorded_judgement found;
  std::optional<recorded_judgement> corrected;
  std::optional<bool> as_expected;
  bool has_severity = false;
  json entry;  ///< everything that the file says of it
};

struct recorded_results {
  std::string version;
  std::vector<input_file> inputs;
  std::vector<recorded_claim> claims;
};

/// The JSON of a results file. Throws evidence_error, in one short line, where the text is no JSON,
/// repeats a key or is nested deeper than such files are: nothing is built from it then.
json parse_results(const std::string& text);

/// Reads what `verify --output` wrote. Keys that this version does not know are covered by the
/// digests and otherwise ignored. Throws evidence_error where the text is no JSON, repeats a key,
/// is nested deeper than such files are, lacks a key, has a value of the wrong kind, names a claim
/// twice, does not have the digests that it states, or is not what
/// docs/reference/results-schema.json allows.
recorded_results read_evidence(const std::string& text);

}  // namespace shufflecert
