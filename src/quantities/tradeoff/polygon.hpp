#pragma once
// Trade-off functions of finite pairs in exact rationals.

#include <cstddef>
#include <optional>
#include <vector>

#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/outcomes/outcome_rows.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// One piece of a convex piecewise linear trade-off function: the type I error rises by `p` while
/// the type II error falls by `q`. A piece with p = 0 is the drop from 1 to f(0).
struct tradeoff_piece {
  rational p;
  rational q;
};

/// The pieces in descending order of q/p, no two with the same ratio, none with p = q = 0;
/// Σ p = Σ q = 1. They are also the probabilities of a pair whose trade-off function this is.
using tradeoff_polygon = std::vector<tradeoff_piece>;

/// Throws undefined_value where α is certainly outside of [0, 1], precision_needed where that is
/// open.
void check_type_one_error(const number& alpha, bits precision);

/// The most outcomes of an exact polygon.
inline constexpr std::size_t most_polygon_outcomes = 4096;

/// How many of them are worth it for a single value: below the precision at which exact evaluation
/// decides ties, enclosures are sooner ready except for small pairs.
inline std::size_t most_exact_pieces(bits precision) {
  return precision >= least_exact_precision ? most_polygon_outcomes : 256;
}

/// The trade-off function of a pair with at most `most` outcomes of rational probabilities.
std::optional<tradeoff_polygon> exact_polygon(const distribution_pair& pair,
                                              std::size_t most = most_polygon_outcomes);

/// f(α) = 1 − α.
tradeoff_polygon identity_polygon();
/// f(α) for 0 <= α <= 1.
rational value_at(const tradeoff_polygon& f, const rational& alpha);
/// sup over α of 1 − α − factor·f(α) = Σ (p − factor·q)₊, factor >= 0.
rational positive_part(const tradeoff_polygon& f, const rational& factor);
/// The least k >= 0 with Σ (p − kq)₊ <= δ, 0 <= δ < 1; nothing where no k has it.
std::optional<rational> least_factor(const tradeoff_polygon& f, const rational& delta);
/// w·f + (1−w)·g, 0 <= w <= 1.
tradeoff_polygon mixed(const rational& w, const tradeoff_polygon& f, const tradeoff_polygon& g);
/// min{f, f⁻¹}**.
tradeoff_polygon symmetrized(const tradeoff_polygon& f);

std::vector<outcome_row> rows_of(const tradeoff_polygon& f);

}  // namespace shufflecert::inline v0_1
