#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/box.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

inline constexpr bits box_precision = 128;

/// What is known about one choice of the universal variables.
struct existence {
  enum class answer { solution, sign_change, none, open, undefined } found = answer::open;
  check_point solution;
  bool tied = false;
  bits precision = 0;
  box searched;
  std::string reason;
  std::set<std::string> methods = {};  ///< of the values at a solution
};

/// Searches the box that the domain gives the existential variables of a claim.
class box_search {
 public:
  /// Everything referred to must outlive the search. `variables` are moved; `listed_only`, which
  /// the domain does not mention, are not.
  box_search(const claim_context& context, const expression_ptr& relation,
             const std::vector<std::string>& variables, const std::vector<std::string>& listed_only)
      : context_(context), relation_(relation), variables_(variables), listed_only_(listed_only) {}

  /// Subdivides the box until the relation is certainly false everywhere or a solution turns up.
  /// `checked` counts the points of the domain that were checked.
  [[nodiscard]] existence search(const check_point& universal, std::size_t& checked) const;

  [[nodiscard]] check_point middle_of(const box& part, const check_point& universal) const;

 private:
  [[nodiscard]] bool is_whole(const std::string& name) const;
  [[nodiscard]] std::optional<box> region_of(const check_point& universal, bool& is_empty) const;
  [[nodiscard]] bool certainly_without_solution(const box& part,
                                                const check_point& universal) const;
  [[nodiscard]] std::vector<box> split(const box& part) const;

  const claim_context& context_;
  const expression_ptr& relation_;
  const std::vector<std::string>& variables_;
  const std::vector<std::string>& listed_only_;
};

/// The variables but those named: they are bound to balls.
variable_map without(const std::vector<std::string>& names, variable_map variables);

}  // namespace shufflecert::inline v0_1::claims
