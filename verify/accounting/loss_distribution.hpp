#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// A privacy-loss distribution on a grid, as accounting libraries have it: the loss is k * interval
/// with probability masses[k], and infinite with probability infinity_mass.
struct loss_distribution {
  rational interval;
  std::map<std::int64_t, rational> masses;
  rational infinity_mass;

  [[nodiscard]] rational total() const;
};

/// Reads one from JSON: an object with "interval" or "discretization", "infinity_mass", and either
/// "masses", "loss_probs" or "rounded_probability_mass_function", {"k": probability}, or
/// "lower_loss" with the list "probs". Numbers are read as doubles, as the libraries have them.
/// Throws std::invalid_argument, which says what is wrong and where.
loss_distribution read_loss_distribution(const std::string& json_text);

/// δ at one ε: the pair's, and what the distribution gives there.
struct compared_delta {
  rational epsilon;
  ball pair;
  ball distribution;
  std::optional<bool> is_enough;  ///< whether the distribution's is at least the pair's
};

/// How a distribution compares with a pair where that decides it for every ε: at each loss that has
/// a mass, at ε = 0, and by the total of its masses (docs/methods/adapters.md, (P.2)).
struct loss_comparison {
  std::vector<compared_delta> points;  ///< by rising ε
  bool has_enough_mass = false;        ///< the masses sum to at least 1, which ε → −∞ needs

  /// Whether the distribution gives at least the pair's δ at every ε, or at every ε >= 0.
  [[nodiscard]] std::optional<bool> is_pessimistic() const;
  [[nodiscard]] std::optional<bool> is_pessimistic_from_zero() const;
};

/// @param pair  a formula that is a pair, with `variables` for its variables
/// @throws undefined_value  where the pair does not exist
/// @throws beyond_reach  where the limits run out
loss_comparison compare_losses(const loss_distribution& distribution, const expression_ptr& pair,
                               const definitions& visible, const variable_map& variables,
                               const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
