#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "claims/facts/domain_regions.hpp"
#include "claims/facts/proof_log.hpp"
#include "claims/facts/refuting_points.hpp"
#include "claims/proof/closed_bounds.hpp"

namespace shufflecert::inline v0_1::claims {

/// Conditions that are certain on the whole of a claim's domain, and how they became so.
class domain_facts {
 public:
  /// The context must outlive this. `is_in_case`: the claim is one at a value of a variable.
  domain_facts(const claim_context& context, domain_regions domain, bool is_in_case = false);
  [[nodiscard]] bool is_in_case() const { return is_in_case_; }

  /// The formula with its indices renamed apart from each other and from the claim's names. All
  /// that is asked here and of a formula_order passes through this, so that no rule ever sees an
  /// index that hides a name: what is known of a variable is not known of an index.
  [[nodiscard]] expression_ptr with_indices_apart(const expression_ptr& formula) const;

  /// Whether the condition certainly holds at every point of the domain, and its sides exist:
  /// stated by the domain itself, or shown by boxes.
  bool is_certain(const expression_ptr& stated);
  /// The same for `left op right`.
  bool is_certain(const expression_ptr& left, relation op, const expression_ptr& right);
  /// The formula without what guards the domains of the definitions in it, as far as their
  /// conditions certainly hold at every point of the domain: there it has the same value.
  [[nodiscard]] expression_ptr without_guards(const expression_ptr& formula);
  /// Whether a point of the domain is known where the condition is certainly false, or has no
  /// value: then nothing shows it.
  [[nodiscard]] bool is_refuted(const expression_ptr& condition) const;
  /// Whether two formulas are the same by algebra. The same ones are compared again and again.
  bool are_same_by_algebra(const expression& left, const expression& right);
  /// Whether the formula certainly has a finite value at every point of the domain.
  bool has_value(const expression_ptr& stated);

  /// What has been shown, and how.
  [[nodiscard]] proof_log& log() { return log_; }
  [[nodiscard]] const proof_log& log() const { return log_; }
  [[nodiscard]] std::size_t boxes() const { return boxes_; }
  /// The last condition that stayed open, with the reason.
  [[nodiscard]] const std::string& open() const { return open_; }
  /// How far that one came on the domain as a whole; no boxes where it was not cut into any.
  [[nodiscard]] const open_condition& open_boxes() const { return open_boxes_; }
  void leave_open(std::string condition) { open_ = std::move(condition); }
  [[nodiscard]] const claim_context& context() const { return context_; }
  /// The claim's names for whole numbers, and those of indices: nothing else is in it.
  [[nodiscard]] const claim& names() const { return names_; }

  /// A name that stands for the whole numbers between two formulas while this lives, as the index
  /// of a sum does, or for all real ones. Nothing is shown of it by boxes.
  class index {
   public:
    /// An end that is null is none.
    index(domain_facts& facts, const expression_ptr& from, const expression_ptr& to);
    /// For all real numbers.
    explicit index(domain_facts& facts);
    ~index();
    index(const index&) = delete;
    index& operator=(const index&) = delete;
    /// `body` with this name in the place of `name`.
    [[nodiscard]] expression_ptr in(const expression_ptr& body, const expression_ptr& name) const;

   private:
    domain_facts& facts_;
    std::string name_;
    std::size_t conditions_;
    bool is_whole_ = true;
  };

  /// Laws on whole numbers, or on tuples of them.
  struct known_law {
    std::size_t coordinates;
    /// How many reports there are: two laws of as many give the same outcomes, each positive
    /// probability. Null where that is not known.
    expression_ptr reports;
  };
  /// The law, where it certainly exists at every point of the domain.
  std::optional<known_law> law_that_exists(const expression_ptr& law);
  /// Whether the pair certainly exists at every point of the domain.
  bool pair_exists(const expression_ptr& pair);
  /// Whether the formula is certainly infinite at every point of the domain.
  bool is_infinite(const expression_ptr& formula);

 private:
  /// What the form of a formula says of its sign, wherever it has a value.
  enum class sign { unknown, at_least_zero, positive, at_most_zero, negative };

  [[nodiscard]] bool is_stated(const comparison& wanted) const;
  [[nodiscard]] bool is_stated_by_algebra(const comparison& wanted) const;
  static sign opposite(sign known);
  static const std::vector<std::pair<relation, sign>>& signs_of_relations();
  sign sign_of_difference(const expression_ptr& first, const expression_ptr& second);
  sign sign_across_one(const expression_ptr& first, const expression_ptr& second);
  sign sign_of(const expression_ptr& formula);
  sign sign_of_sum(const sum_chain& x);
  sign sign_beyond_stated(const expression_ptr& sum);
  sign sign_of_product(const product_chain& x);
  sign sign_of_call(const call& x);
  sign sign_of_body(const call& x);
  sign sign_of_extreme(const call& x);
  sign sign_above_one(const expression_ptr& formula);
  [[nodiscard]] bool is_room_of_index(const expression_ptr& formula) const;
  static bool is_weak_sign(sign known) {
    return known == sign::at_least_zero || known == sign::positive;
  }
  bool is_at_most_one(const expression_ptr& formula);
  bool is_mean_of_shares(const expression_ptr& formula);
  bool is_falling_product(const product_chain& x);
  bool is_excess_of_power(const sum_chain& x);
  bool is_central_moment(const call& x);
  bool follows_from_sign(const comparison& wanted);
  [[nodiscard]] bool has_index(const expression& formula) const;
  [[nodiscard]] bool is_whole(const expression& formula) const;
  std::optional<std::size_t> shown_by_boxes(const expression_ptr& condition);
  bool are_tied(const expression& condition, const std::vector<expression_ptr>& considered) const;
  std::optional<std::size_t> shown_on(const expression_ptr& condition,
                                      const std::vector<chosen_region>& regions,
                                      const std::vector<expression_ptr>& conditions,
                                      bool is_whole_domain);
  std::vector<chosen_region> regions_for(const expression& condition,
                                         std::vector<expression_ptr>& conditions) const;
  [[nodiscard]] bool may_be_infinite(const expression_ptr& formula) const;
  bool has_value_by_form(const expression_ptr& formula);
  bool call_has_value(const call& x);
  bool quantity_has_value(const call& x);
  bool power_has_value(const power_of& x);
  bool choice_has_value(const call& x);
  bool body_has_value(const call& x);
  bool normal_mean_has_value(const call& x);
  bool is_nonzero(const expression_ptr& formula);
  bool is_at_least(const expression_ptr& formula, std::int64_t end);
  bool is_at_most(const expression_ptr& formula, std::int64_t end);
  bool is_share(const expression_ptr& formula);
  bool known_pair_exists(const stated_pair& pair);
  bool variation_pair_exists(const call& x);
  std::optional<known_law> written_law_that_exists(const expression_ptr& law);
  bool is_equivalent_pair(const expression_ptr& pair);
  bool has_same_outcomes(const std::vector<expression_ptr>& laws);
  bool curve_exists(const expression_ptr& curve);

  const claim_context& context_;
  domain_regions domain_;
  bool is_in_case_;
  claim names_;
  std::set<std::string> names_of_claim_;
  std::set<std::string> indices_;  ///< those that live
  std::size_t indices_made_ = 0;
  std::vector<expression_ptr> conditions_;        ///< of the domain, written out
  std::vector<expression_ptr> quick_conditions_;  ///< those that boxes are held against
  bool are_all_quick_ = true;                     ///< whether these are all that are stated
  std::set<std::string> stated_;
  /// What is known of conditions: on how many boxes one is shown, or nothing where it stayed open.
  std::map<std::string, std::optional<std::size_t>> known_;
  refuting_points points_;
  std::set<std::string> refuted_;
  std::map<std::string, bool> with_value_;
  std::map<std::pair<std::string, std::string>, bool> same_by_algebra_;
  std::size_t values_left_open_ = 0;  ///< of parts, while the form of what they are in is looked at
  proof_log log_;
  std::size_t boxes_ = 0;
  std::string open_;
  open_condition open_boxes_;
};

}  // namespace shufflecert::inline v0_1::claims
