#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "claims/crosscheck/second_opinion.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/exact_ends.hpp"

namespace shufflecert::inline v0_1::claims {

/// What recheck found out about one relation of a claim.
struct relation_recheck {
  opinion found;
  std::size_t points_judged = 0;  ///< points, choices or sizes that were judged again
  std::size_t points_total = 0;   ///< of how many; 0 where no points are judged
};

struct recheck_options {
  /// Multiplies the work that a claim may take; docs/guide/recheck.md.
  double effort = 1;
  std::optional<budget::clock::time_point> deadline;  ///< of the whole run
  const std::atomic<bool>* stop = nullptr;
  int threads = 0;  ///< 0: as many as the machine has
  std::function<void(std::size_t claim, const std::string& id)> started;
  std::function<void(std::size_t claim)> finished;
};

inline opinion not_confirmed(const std::string& reason) {
  return {recheck_outcome::not_confirmed, reason, 0};
}

inline opinion out_of_reach(const std::string& reason) {
  return {recheck_outcome::beyond_reach, reason, 0};
}

/// The program writes both sides of a relation or none.
inline constexpr const char* one_side_is_missing = "one side is stated and the other is not";

/// A stated witness may take so many times the work that a point of the claim may.
constexpr double witness_share = 20;

// One relation of a claim judged again, by the claim's kind. `found` is what the evidence says of
// it; the verdict is one that the kind can have.

relation_recheck recheck_forall(second_opinion& second, const expression_ptr& relation,
                                const judgement& found, const recheck_options& options);
relation_recheck recheck_exists(second_opinion& second, const exists_claim& form,
                                const expression_ptr& relation, const judgement& found,
                                const recheck_options& options);
relation_recheck recheck_rate(second_opinion& second, const rate_claim& form,
                              const judgement& found, const recheck_options& options);

/// Whether what a results file states of a relation can carry its verdict, by what belongs to each
/// verdict (docs/guide/recheck.md); nothing where it can, else what is missing or in the way.
/// Nothing is evaluated: whether what is stated is true, others look at.
std::optional<std::string> flaw_of_evidence(const judgement& found, const claim& subject);

/// A stated point at which `relation` fails, with the two sides of the part that does: that the
/// point lies in the domain, that the part is one of the relation and fails there, and that the
/// stated enclosures contain both values and contradict the part.
opinion check_counterexample(second_opinion& second, const expression_ptr& relation,
                             const counterexample& stated, allowance& may);

/// Whether the relation holds at these points of the claim, by its index; what holds is counted in
/// `result`.
opinion check_points(second_opinion& second, const expression_ptr& relation,
                     const std::vector<std::size_t>& points, relation_recheck& result,
                     const recheck_options& options);

/// A verdict on a relation about any_mechanism(n, eps0), of which `points` lie in the domain:
/// refuted by a stated mechanism, which must be one, of as many users as the point has; or
/// verified, which is tried again with binary randomized response and with the mechanism that came
/// nearest.
opinion recheck_every_mechanism(second_opinion& second, const expression_ptr& relation,
                                const judgement& found, const std::vector<std::size_t>& points,
                                relation_recheck& result, const recheck_options& options);

/// So many times the work that the points of one relation may take.
allowance allowance_for(const recheck_options& options, double share);

/// At most this share of an allowance, and what it has left; what was used is counted there.
class part_of_allowance {
 public:
  part_of_allowance(allowance& whole, double share);
  part_of_allowance(const part_of_allowance&) = delete;
  part_of_allowance& operator=(const part_of_allowance&) = delete;
  ~part_of_allowance();

  allowance& may() { return may_; }

 private:
  allowance& whole_;
  allowance may_;
};

}  // namespace shufflecert::inline v0_1::claims
