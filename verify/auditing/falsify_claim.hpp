#pragma once

#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "verify/auditing/long_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// The claim with this id. Throws usage_error where there is none, or not one that can be true or
/// false at a point.
const claim& claim_to_falsify(const catalogue& read, const std::string& id);

/// Where a claim about every mechanism is checked: its relation with any_mechanism(n, eps0) in
/// the place of the pair of which it is stated, at some of its points.
class claim_search {
 public:
  /// `settings` are NAME=VALUES that take the place of the claim's own values; of these a few are
  /// taken. Throws usage_error: the claim bounds no quantity of every mechanism, a setting is not
  /// usable, or no point lies in the domain.
  claim_search(const claim& subject, const catalogue& read,
               const std::vector<std::string>& settings, const budget& limits);

  /// The parts of the claim at all points. Throws usage_error where none has a number of users and
  /// an ε0 for which mechanisms are looked for.
  [[nodiscard]] std::vector<mechanism_place> places();
  /// How many points these are.
  [[nodiscard]] std::size_t points() const { return usable_points_; }
  /// How many mechanisms there are for one place if there are so many for all.
  [[nodiscard]] std::size_t tries_of(std::size_t all) const;

 private:
  void choose_points(const std::vector<std::string>& settings);
  [[nodiscard]] std::optional<long> users_at(const mechanism_relation& part,
                                             const check_point& point) const;

  const catalogue& read_;
  budget limits_;
  claim subject_;
  quantity_cache cache_;
  judge_options judging_;
  std::vector<mechanism_relation> parts_;
  std::vector<check_point> points_;
  std::size_t usable_points_ = 0;
};

}  // namespace shufflecert::inline v0_1::claims
