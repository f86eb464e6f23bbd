#pragma once

#include <optional>
#include <vector>

#include "domain.hpp"

namespace check {

/// The shuffled reports of randomized response on inputs of which so many are each symbol: rr_law()
/// and krr_law().
struct response_law {
  formula_ptr eps0;
  std::vector<formula_ptr> counts;
};
std::optional<response_law> response_law_in(const formula_ptr& x);

/// Laws of shuffled reports that differ in the input of one user.
struct neighbours {
  std::string function;  ///< "rr_law" or "krr_law"
  formula_ptr eps0;
  std::vector<formula_ptr> others;   ///< how many other users have each symbol
  std::vector<std::size_t> symbols;  ///< of the one user, one for each law

  /// The number of other users.
  [[nodiscard]] formula_ptr other_users() const;
};
/// The laws, if they are of this kind; the first two differ.
std::optional<neighbours> neighbours_in(domain& where, const std::vector<formula_ptr>& laws);
/// Whether all other users certainly have the symbol.
bool all_others_have(domain& where, const neighbours& near, std::size_t symbol);

/// Whether an exchange of outcomes exchanges the two laws.
bool are_exchanged(domain& where, const formula_ptr& first, const formula_ptr& second);

/// Whether the pair, or the trade-off curve, certainly exists at every point.
bool pair_exists(domain& where, const formula_ptr& pair);
bool curve_exists(domain& where, const formula_ptr& curve);
/// Whether the formula certainly is a number, a law, a pair or a curve at every point.
bool exists(domain& where, const formula_ptr& x);
/// Whether the laws certainly exist and have the same finitely many outcomes.
bool have_same_outcomes(domain& where, const std::vector<formula_ptr>& laws);
/// Whether the two laws of a pair that exists have the same finitely many outcomes.
bool is_equivalent_pair(domain& where, const formula_ptr& pair);
/// Whether renyi() certainly is infinite at every point: (O.1), or (U.5) of refuted-regions.md.
bool is_infinite(domain& where, const formula_ptr& quantity);

}  // namespace check
