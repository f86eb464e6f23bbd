#pragma once

#include <optional>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The shuffled reports of randomized response on inputs of which so many are each symbol:
/// rr_law() and krr_law().
struct response_law {
  expression_ptr eps0;
  std::vector<expression_ptr> counts;
};

std::optional<response_law> response_law_in(const expression_ptr& law);

/// Laws of shuffled reports that differ in the input of one user.
struct neighbours {
  expression_ptr eps0;
  std::vector<expression_ptr> others;  ///< how many other users have each symbol
  std::vector<std::size_t> symbols;    ///< of the one user, one for each law

  /// The number of users but for the one.
  [[nodiscard]] expression_ptr other_users() const;
  /// The number of users.
  [[nodiscard]] expression_ptr users() const;
  /// Whether all other users have one symbol.
  [[nodiscard]] bool all_others_have(std::size_t symbol) const;
};

/// The laws, if they are of this kind; the first and the second one differ.
std::optional<neighbours> neighbours_in(const std::vector<expression_ptr>& laws);

/// Whether an exchange of two symbols exchanges the two laws.
bool are_exchanged_by_symbols(const expression_ptr& first, const expression_ptr& second);

}  // namespace shufflecert::inline v0_1::claims
