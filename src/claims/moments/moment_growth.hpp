#pragma once
// How fast the moments of a mean of signs let the divergence of the clone pair grow with t =
// tanh(ε0/2): (C.7), (C.8) and (C.9) of docs/methods/leading-constant.md.

#include <optional>

#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// D <= 2λt²x(1 + cλx), x = e^ε0/n, for every order λ >= 2 and n >= rλ·max(1, ε0)·e^ε0.
struct leading_statement {
  rational constant = 1;  ///< c > 0
  rational regime = 3;    ///< r >= 1
};

/// A range of orders and of ε0, either of which may have no end. 2 <= least_order, 0 <= least_eps0;
/// 1 is not inside.
struct order_range {
  rational least_order;
  std::optional<rational> largest_order;
  rational least_eps0;
  std::optional<rational> largest_eps0;
};

/// How a moment is divided in (C.9): the sum up to κμ, what lies beyond for means of signs below η,
/// and the rest. 0 < κ < 1/2, 0 < κ' < 1/2, 0 < η < 1.
struct division {
  rational near;   ///< κ
  rational far;    ///< κ'
  rational slope;  ///< η
};

/// The constant c that (C.8) and (C.9) reach on a range, in double; infinite where they do not
/// apply.
double growth_reached(const leading_statement& stated, const order_range& range,
                      const division& parts);

/// Whether (C.8) and (C.9) show the statement on a range.
bool holds_by_growth(const leading_statement& stated, const order_range& range,
                     const division& parts);

}  // namespace shufflecert::inline v0_1::claims
