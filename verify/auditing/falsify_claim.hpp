#pragma once

#include <string>
#include <vector>

#include "claims/mechanisms/falsify.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// The claim with this id. Throws usage_error where there is none, or not one that can be true or
/// false at a point.
const claim& claim_to_falsify(const catalogue& read, const std::string& id);

/// What a search over the points of a claim found, with the place of the mechanism: of the one that
/// breaks it, or else of the nearest.
struct found_in_claim {
  std::string id;
  falsify_result result;  ///< of all points; its mechanism is that of the place
  std::size_t points = 0;
  mechanism_relation relation;
  variable_map variables;
  long users = 1;
};

/// The search for a mechanism that breaks a claim about every one: its relation with
/// any_mechanism(n, eps0) in the place of the pair of which it is stated, at some of its points.
class claim_search {
 public:
  /// `settings` are NAME=VALUES that take the place of the claim's own values; of these a few are
  /// taken. Throws usage_error: the claim bounds no quantity of every mechanism, a setting is not
  /// usable, or no point lies in the domain.
  claim_search(const claim& subject, const catalogue& read,
               const std::vector<std::string>& settings, const falsify_options& options);

  /// Looks at all points, with the tries divided among them. Throws usage_error where no point has
  /// a number of users and an ε0 for which mechanisms are looked for.
  found_in_claim look();

 private:
  void choose_points(const std::vector<std::string>& settings);
  [[nodiscard]] std::optional<long> users_at(const mechanism_relation& part,
                                             const check_point& point) const;

  const catalogue& read_;
  const falsify_options& options_;
  claim subject_;
  quantity_cache cache_;
  judge_options judging_;
  std::vector<mechanism_relation> parts_;
  std::vector<check_point> points_;
};

}  // namespace shufflecert::inline v0_1::claims
