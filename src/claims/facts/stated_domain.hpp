#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the domain of a claim says of its variables, and the ends of an index say of it while it
/// lives: by these words alone, without boxes.
class stated_domain {
 public:
  /// The context must outlive this.
  explicit stated_domain(const claim_context& context);

  /// The formula with its indices renamed apart from each other and from the claim's names, so that
  /// no rule ever sees an index that hides a name: what is known of a variable is not known of an
  /// index.
  [[nodiscard]] expression_ptr with_indices_apart(const expression_ptr& formula) const;

  /// Whether a condition of the domain is this one, word by word.
  [[nodiscard]] bool has(const std::string& condition) const { return stated_.contains(condition); }
  /// Whether a condition says at least as much: x >= 2 says x > 0 besides.
  [[nodiscard]] bool says(const comparison& wanted) const;
  /// Whether a condition compares the same formula, by algebra, with the same number.
  [[nodiscard]] bool says_by_algebra(const comparison& wanted) const;

  /// The conditions as the claim states them, with definitions put in.
  [[nodiscard]] const std::vector<expression_ptr>& written() const { return written_; }
  /// The same with numbers such as 1/100 as one literal besides, and the ends of indices.
  [[nodiscard]] const std::vector<expression_ptr>& conditions() const { return conditions_; }
  /// The claim's names for whole numbers, and those of indices: nothing else is in it.
  [[nodiscard]] const claim& names() const { return names_; }
  [[nodiscard]] const claim_context& context() const { return context_; }
  /// Whether the formula is a whole number, by the names in it.
  [[nodiscard]] bool is_whole(const expression& formula) const;

  /// The indices that live.
  [[nodiscard]] const std::set<std::string>& indices() const { return indices_; }
  [[nodiscard]] bool has_index(const expression& formula) const;

 private:
  friend class domain_index;

  const claim_context& context_;
  claim names_;
  std::set<std::string> names_of_claim_;
  std::set<std::string> indices_;
  std::size_t indices_made_ = 0;
  std::vector<expression_ptr> written_;
  std::vector<expression_ptr> conditions_;
  std::set<std::string> stated_;
};

/// A name that stands for the whole numbers between two formulas while this lives, as the index of
/// a sum does, or for all real ones. Nothing is shown of it by boxes.
class domain_index {
 public:
  /// An end that is null is none.
  domain_index(stated_domain& domain, const expression_ptr& from, const expression_ptr& to);
  /// For all real numbers.
  explicit domain_index(stated_domain& domain);
  ~domain_index();
  domain_index(const domain_index&) = delete;
  domain_index& operator=(const domain_index&) = delete;
  /// `body` with this name in the place of `name`.
  [[nodiscard]] expression_ptr in(const expression_ptr& body, const expression_ptr& name) const;

 private:
  stated_domain& domain_;
  std::string name_;
  std::size_t conditions_;
  bool is_whole_ = true;
};

}  // namespace shufflecert::inline v0_1::claims
