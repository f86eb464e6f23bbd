#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/proof/prove.hpp"
#include "language/analysis/taylor.hpp"

namespace shufflecert::inline v0_1::claims {

/// A range of a variable, without an upper end where there is none.
struct open_range {
  rational lower;
  std::optional<rational> upper;
  bool has_lower = true;  ///< `lower` is one of the values; else it is 0
};

/// What the variables of a claim are on a region, in terms of ranges.
struct chosen_region {
  check_point fixed;
  std::map<std::string, open_range> ranges;
  variable_map depending;        ///< variables that stand for formulas of the ranges' names
  std::set<std::string> shares;  ///< ranges that are no variables and reach down to 0 with it
  std::vector<expression_ptr> required;  ///< under which the ranges leave values
};

/// How many boxes are examined, at most.
struct region_effort {
  std::size_t unbounded = 20'000;
  /// Bounded pieces beyond these are left to subdivision with derivatives.
  std::size_t scaled = 2'000;
  proof_effort bounded;
  /// Whether a condition is left open that is not shown on an eighth of the region before a sixth
  /// of the boxes, on half before a quarter, on eight tenths before a third, or on nine tenths
  /// before half of them: more boxes have not been seen to help.
  bool gives_up_early = false;
};

/// How far a condition came that was not shown on all of a region.
struct open_condition {
  double settled = 0;      ///< the share of the region on which it was, where each cut counts half
  std::size_t boxes = 0;   ///< those that are open
  stated_region widest;    ///< the largest one that is open, its ends rounded
  stated_region tightest;  ///< the smallest one that it was cut down to
};

/// Shows conditions at every point of a region, which may be unbounded
/// (docs/methods/refuted-regions.md).
class region_conditions {
 public:
  /// Where one of the conditions of `domain`, written out, certainly fails, nothing has to hold.
  /// All that is referred to must outlive this.
  region_conditions(const claim_context& context, const chosen_region& chosen,
                    const std::vector<expression_ptr>& domain, const region_effort& effort);

  /// Whether the condition certainly holds at every point. Else `reason` says why not.
  bool holds(const expression_ptr& stated);

  /// Whether the last condition that did not hold is certainly false, or without a value, at some
  /// point where the conditions of `domain` hold.
  [[nodiscard]] bool is_hopeless() const { return is_hopeless_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// What is open of it; its boxes are 0 where nothing was cut.
  [[nodiscard]] const open_condition& open() const { return open_; }
  /// All boxes that were examined.
  [[nodiscard]] std::size_t boxes() const { return boxes_; }

 private:
  struct piece;
  /// What is known of a condition on a piece.
  struct known_truth {
    std::optional<bool> value;
    bool lacks_value = false;  ///< at every point of the piece
  };

  bool holds_by_pieces(const expression_ptr& stated);
  bool hold_far_out(const expression_ptr& condition, std::vector<proof_region>& bounded);
  /// What the sides of a comparison of one variable say of a piece with two ends: that it holds, or
  /// that a smaller piece at an end where they are equal may tell.
  enum class contact_answer { none, holds, smaller };
  [[nodiscard]] static contact_answer by_contact(contact_signs& sides, const piece& one);
  [[nodiscard]] std::deque<piece> first_pieces(contact_signs* sides) const;
  [[nodiscard]] bool is_too_slow(std::size_t examined, double settled) const;
  void leave_open(const piece& last, const std::vector<piece>& others, double settled);
  [[nodiscard]] stated_region shown(const piece& one) const;
  [[nodiscard]] std::string end_in_words(const std::string& range, const rational& end) const;
  [[nodiscard]] bool is_outside(piece& one) const;
  [[nodiscard]] bool is_inside(const piece& one) const;
  [[nodiscard]] std::string place_in(const piece& one) const;
  [[nodiscard]] bool has_scales(const piece& one) const;
  [[nodiscard]] bool may_have_scale(const std::string& name, const open_range& range) const;
  [[nodiscard]] proof_region closed(const piece& one) const;
  [[nodiscard]] known_truth over(const expression& condition, const piece& one) const;
  [[nodiscard]] known_truth with_scales(const expression& condition, const piece& one,
                                        bool all) const;

  const claim_context& context_;
  const chosen_region& chosen_;
  region_effort effort_;
  claim subject_;
  std::string why_;
  std::string reason_;
  open_condition open_;
  double bounded_share_ = 0;
  std::size_t boxes_ = 0;
  bool is_hopeless_ = false;
  bool leaves_pieces_early_ = false;  ///< to subdivision, once scales do not settle them
};

}  // namespace shufflecert::inline v0_1::claims
