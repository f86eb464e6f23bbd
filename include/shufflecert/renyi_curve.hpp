#pragma once

#include <vector>

#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// Rényi divergences D_λ(P‖Q) of one pair at many orders: what renyi() gives for each, in the order
/// of `orders`. For clone pairs of many users the moments of the pair are computed once for all
/// orders; see docs/methods/moments.md.
///
/// Each order is > 0, possibly inf. Other parameters, results and errors are those of renyi(); an
/// error at one order is an error.
std::vector<quantity> renyi_curve(const distribution_pair& pair, const std::vector<number>& orders,
                                  bits precision, const evaluation_options& options = {});

}  // namespace shufflecert::inline v0_1
