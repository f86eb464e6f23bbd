#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "claims/facts/certainty.hpp"
#include "claims/facts/stated_domain.hpp"
#include "claims/forms/stated_pair.hpp"

namespace shufflecert::inline v0_1::claims {

/// Which laws, pairs, curves and quantities of them certainly exist on a domain.
class quantity_existence {
 public:
  /// Both must outlive this.
  quantity_existence(const stated_domain& domain, certainty& facts)
      : domain_(domain), facts_(facts) {}

  /// Whether a quantity of laws, pairs or curves certainly has a finite value.
  bool has_value(const call& x);
  /// Whether the arguments certainly exist and are in the ranges of the function's parameters.
  bool arguments_exist(const call& x, const builtin& function);
  /// Whether the formula is certainly infinite, by (U.5) or (O.1).
  bool is_infinite(const expression_ptr& formula);

 private:
  /// Laws on whole numbers, or on tuples of them.
  struct existing_law {
    std::size_t coordinates;
    /// How many reports there are: two laws of as many give the same outcomes, each positive
    /// probability. Null where that is not known.
    expression_ptr reports;
  };

  std::optional<existing_law> law_that_exists(const expression_ptr& law);
  std::optional<existing_law> written_law_that_exists(const expression_ptr& law);
  bool pair_exists(const expression_ptr& pair);
  bool variation_pair_exists(const call& x);
  bool is_equivalent_pair(const expression_ptr& pair);
  bool has_same_outcomes(const std::vector<expression_ptr>& laws);
  bool curve_exists(const expression_ptr& curve);
  [[nodiscard]] bool is_whole(const expression& formula) const { return domain_.is_whole(formula); }

  const stated_domain& domain_;
  certainty& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
