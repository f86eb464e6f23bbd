#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// Whether the formula itself, without what it calls, has pairs, laws or trade-off functions in it.
bool has_divergence(const expression& formula);

/// A pair in a formula, without swap().
struct stated_pair {
  std::string name;
  std::vector<expression_ptr> arguments;
  bool is_swapped = false;  ///< where the order matters

  /// The argument at a place of the built-in function, with what is left out filled in.
  [[nodiscard]] expression_ptr argument(std::size_t place) const;
  [[nodiscard]] expression_ptr users() const { return argument_of("n"); }
  [[nodiscard]] expression_ptr eps0() const { return argument_of("eps0"); }
  /// How often a report is a clone: of clone_pair() and unmixed_pair() their p, else exp(-eps0).
  [[nodiscard]] expression_ptr clone_rate() const { return argument_of("p"); }

 private:
  /// The argument of this role, also where a pair has no such parameter.
  [[nodiscard]] expression_ptr argument_of(std::string_view role) const;
};

/// clone_pair(), unmixed_pair(), rr_pair() or krr_pair() behind any number of swap(); nothing for
/// another pair.
std::optional<stated_pair> pair_in(const expression& formula);

/// exp(-eps0): how often a report is a clone where nothing else is said.
expression_ptr usual_clone_rate(const expression_ptr& eps0);

}  // namespace shufflecert::inline v0_1::claims
