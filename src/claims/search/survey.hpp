#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/results.hpp"
#include "claims/search/candidate.hpp"
#include "claims/search/search_budget.hpp"
#include "claims/search/search_space.hpp"

namespace shufflecert::inline v0_1::claims {

/// A point at which a relation certainly fails.
struct failing_point {
  check_point point;
  bits precision = 0;
  bool in_regime = false;  ///< certainly where the paper uses the claim
};

struct search_outcome {
  search_record record;
  std::vector<failing_point> failing;  ///< few, each certified; empty if none was found
  std::string unsearched;              ///< why no point was checked; empty where some were
};

/// What one search looks at: it reads margins within what may be spent, remembers what they show,
/// and certifies what looks like a failure. It chooses no points.
class survey {
 public:
  /// Everything referred to must outlive the survey; `variables` are moved.
  survey(const claim_context& context, const expression_ptr& relation,
         std::vector<std::string> variables);

  /// Looks at some of the listed points, and finds out what the work is enough for.
  void start_from(const std::vector<std::size_t>& listed);
  /// The listed points that a search starts from, closest to failing first.
  [[nodiscard]] const std::vector<candidate>& bases() const { return bases_; }
  /// The points that the work is about enough for.
  [[nodiscard]] std::size_t points() const { return points_; }
  /// The points of the domain that were checked so far.
  [[nodiscard]] std::size_t evaluations() const { return outcome_.record.evaluations; }
  /// Takes a larger effort, where points cost more than the listed ones did and that is allowed.
  bool top_up();
  /// Whether the claim is one of a user's own file.
  [[nodiscard]] bool is_own() const { return budget_.is_own(); }
  [[nodiscard]] bool has_work() const { return work_left_ > 0; }
  /// Whether looks are quick: by double, which agrees with balls at the listed points.
  [[nodiscard]] bool is_plain() const { return by_ == quick_arithmetic::plain_double; }
  /// Whether a failure is certain, or the time is over.
  [[nodiscard]] bool is_over();

  /// Reads the margins of all, in batches; those beyond what may be spent are dropped.
  void read_all(std::vector<candidate>& candidates);
  /// Settles with certainty what looked like a failure, and some of what could not be told.
  void certify();

  [[nodiscard]] const std::vector<std::string>& variables() const { return variables_; }
  [[nodiscard]] bool is_whole(std::size_t v) const;
  [[nodiscard]] candidate moved(const candidate& from, std::size_t variable, double to) const;
  [[nodiscard]] std::optional<search_line> line_of(const candidate& base, std::size_t v) const;
  [[nodiscard]] std::uint64_t seed() const { return context_.options.search.seed; }

  /// What was found. Nothing may be asked of the survey afterwards.
  [[nodiscard]] search_outcome finish();

 private:
  /// Reads the first listed points, and finds the effort and the precision that they need.
  void read_first(std::vector<candidate>& first, bool may_adapt);
  void plan();
  [[nodiscard]] double cost_of_look() const;
  [[nodiscard]] std::string why_unsearched() const;
  [[nodiscard]] std::string why_few() const;
  void note(const candidate& c);
  [[nodiscard]] check_point point_of(const candidate& c) const;
  candidate shortened(candidate c);
  void certify_all(const std::vector<candidate>& suspects);

  const claim_context& context_;
  const expression_ptr& relation_;
  std::vector<std::string> variables_;
  search_budget budget_;
  std::int64_t work_left_;
  std::int64_t work_done_ = 0;
  std::int64_t looks_ = 0;
  std::int64_t outside_ = 0;   ///< of these, those at points outside of the domain
  std::int64_t given_up_ = 0;  ///< of these, those that would have cost too much
  margin_reader reader_;
  quick_arithmetic by_;
  std::size_t points_ = 0;
  std::vector<candidate> bases_;
  std::vector<candidate> failing_;
  std::vector<candidate> unclear_;
  std::size_t came_to_nothing_ = 0;  ///< suspects that were certified, and do not fail
  std::optional<candidate> closest_;
  std::vector<double> lowest_;
  std::vector<double> highest_;
  std::set<point_texts> reported_;
  search_outcome outcome_;
};

}  // namespace shufflecert::inline v0_1::claims
