#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// A search that checked so many points needs no excuse.
constexpr std::size_t enough_points = 1'000;

/// What one search may spend, in work as margin_reading counts it. The claims of the built-in
/// catalogue have the effort that was asked for. A claim of any other file takes a larger one by
/// itself where its points are costly: enough for `enough_points`, as far as options.largest_effort
/// goes, and in any case for `least_points`, so that what fails on a wide part of the domain is
/// found.
class search_budget {
 public:
  search_budget(const search_options& options, const claim& subject);

  /// Whether the claim is one of a user's own file.
  [[nodiscard]] bool is_own() const { return is_own_; }
  [[nodiscard]] int effort() const { return effort_; }
  /// What all looks together may cost.
  [[nodiscard]] std::int64_t work() const;
  /// What one look may cost.
  [[nodiscard]] std::int64_t work_of_look() const;
  /// What it may cost to settle one point with certainty.
  [[nodiscard]] std::int64_t work_of_certification() const;

  /// Takes a larger effort where looks by balls cost so much, and that is allowed.
  void adapt_to(double cost_of_look);
  /// Takes the largest effort that is allowed; false where that is the one it has.
  bool take_largest();

  /// The least effort with which a search by balls has so many points.
  [[nodiscard]] static int effort_for(std::size_t points, double cost_of_look);

 private:
  bool is_own_;
  int effort_;
  int largest_;
};

/// Divergences and long sums take so much longer than double that they may spend this part only.
constexpr double part_for_balls = 0.55;

}  // namespace shufflecert::inline v0_1::claims
