#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "claims/results/results.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// What is known of a condition at one point.
enum class point_state {
  outside,  ///< the point is not certainly in the domain
  holds,
  tied,  ///< both sides agree to 50 digits, and no algebra shows that they are equal
  fails,
  undecided,
  invalid  ///< the condition does not exist there
};

struct point_outcome {
  point_state state = point_state::undecided;
  bits precision = 0;
  std::string reason;
  std::set<std::string> methods;
  bool in_regime = false;  ///< certainly where the paper uses the claim
  bool is_certain = true;  ///< of a point that is outside: not only as far as is known

  /// Whether the law of a side has a total of 1 only up to rounding: no proof rests on the point.
  [[nodiscard]] bool accepts_rounded_law() const;
};

/// How far the judging of a claim may go.
struct judge_options {
  precision_range precision{64, 2048};
  budget limits;
  search_options search;  ///< of points beyond the listed ones; none by default
  /// Whether claims that hold at their points are to be proved on their whole domain.
  bool derives_theorems = false;
  /// Called with the number of points done and their total; from any thread.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

/// What evaluating a claim's formulas needs, with the settings shared by all its points.
struct claim_context {
  const claim& subject;
  const catalogue& visible;
  quantity_cache& cache;
  const judge_options& options;
};

/// The variables of `point` together with the claim's local names.
variable_map variables_at(const claim& c, const check_point& point);
point_texts texts_of(const check_point& point);

/// Decides the claim's domain and then `relation` at a point.
point_outcome evaluate_at(const claim_context& context, const expression_ptr& relation,
                          const check_point& point);

/// The certain truth of one condition at a point; nothing where it stays open or does not exist.
std::optional<bool> decide_condition(const claim_context& context, const expression& condition,
                                     const check_point& point);

/// Whether a point certainly lies where the paper uses the claim; nowhere if the claim does not
/// say.
bool is_in_regime(const claim_context& context, const check_point& point);

/// Both sides, to 20 digits, of the conjunct of `relation` that certainly fails at `point`; for a
/// relation that holds there, of its first conjunct. Those of rounds_to(value, printed, unit) are
/// the value and the printed number.
counterexample describe(const claim_context& context, const expression_ptr& relation,
                        const check_point& point, bits precision);

/// How far a failing relation is from holding, relative to its sides; for choosing what to report.
double violation(const claim_context& context, const expression_ptr& relation,
                 const check_point& point);

}  // namespace shufflecert::inline v0_1::claims
