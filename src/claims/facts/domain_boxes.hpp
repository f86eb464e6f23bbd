#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "claims/facts/domain_regions.hpp"
#include "claims/facts/refuting_points.hpp"
#include "claims/facts/stated_domain.hpp"
#include "claims/proof/region_conditions.hpp"

namespace shufflecert::inline v0_1::claims {

/// Shows conditions on boxes that cover the domain of a claim, and remembers what came of each.
class domain_boxes {
 public:
  /// The domain must outlive this.
  domain_boxes(const stated_domain& domain, domain_regions regions);

  /// On how many boxes the condition is certain; nothing where it stays open.
  std::optional<std::size_t> shown(const expression_ptr& condition);
  /// Whether a point of the domain is known where the condition is certainly false, or has no
  /// value: then nothing shows it.
  [[nodiscard]] bool is_refuted(const expression& condition) const {
    return refuted_.contains(to_text(condition));
  }

  /// All boxes that were examined.
  [[nodiscard]] std::size_t examined() const { return examined_; }
  /// The last condition that stayed undecided, with the reason.
  [[nodiscard]] const std::string& open() const { return open_; }
  /// How far that one came on the domain as a whole; no boxes where it was not cut into any.
  [[nodiscard]] const open_condition& open_boxes() const { return open_boxes_; }
  void leave_open(std::string condition) { open_ = std::move(condition); }

 private:
  std::optional<std::size_t> sought(const expression_ptr& condition);
  bool are_tied(const expression& condition, const std::vector<expression_ptr>& considered) const;
  std::optional<std::size_t> shown_on(const expression_ptr& condition,
                                      const std::vector<chosen_region>& regions,
                                      const std::vector<expression_ptr>& conditions,
                                      bool is_whole_domain);
  std::vector<chosen_region> regions_for(const expression& condition,
                                         std::vector<expression_ptr>& conditions) const;

  const stated_domain& domain_;
  const claim_context& context_;
  domain_regions regions_;
  std::vector<expression_ptr> quick_conditions_;  ///< those that boxes are compared with
  bool are_all_quick_ = true;                     ///< whether these are all that are stated
  refuting_points points_;
  std::set<std::string> refuted_;
  std::map<std::string, std::optional<std::size_t>> answers_;
  std::size_t examined_ = 0;
  std::string open_;
  open_condition open_boxes_;
};

}  // namespace shufflecert::inline v0_1::claims
