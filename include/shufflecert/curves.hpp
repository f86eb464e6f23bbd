#pragma once

#include <memory>
#include <optional>
#include <string>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

struct distribution_pair;
struct quantity;
struct curve_node;

/// A trade-off function f: [0, 1] → [0, 1], convex, non-increasing, f(α) <= 1 − α (Dong, Roth and
/// Su 2022). Curves are immutable and shared; never null.
using curve_ptr = std::shared_ptr<const curve_node>;

/// @name Making curves
/// `precision`, in bits, serves only to check the parameters. Curves of finite pairs with rational
/// probabilities (at most 4096 outcomes) are kept as exact piecewise linear functions, and so is
/// what is made of them. Each throws undefined_value for a parameter outside of its range. See
/// docs/methods/tradeoff.md, section 3.
///@{

/// f(α) = 1 − α: nothing distinguishes the laws.
curve_ptr identity_curve();
/// G_μ(α) = Φ(Φ⁻¹(1 − α) − μ), the trade-off function of N(0, 1) and N(μ, 1), for finite μ >= 0.
curve_ptr gaussian_curve(number mu, bits precision);
/// T(P, Q), within the ranges of parameters that pairs.hpp states.
curve_ptr curve_of(const distribution_pair& pair, bits precision);
/// The function w·f + (1−w)·g, for w in [0, 1].
curve_ptr mix_curves(const number& w, curve_ptr f, curve_ptr g, bits precision);
/// min{f, f⁻¹}**: the largest convex function below f and its inverse.
curve_ptr symmetrized(curve_ptr f);
///@}

/// @name Values of curves
/// Each throws as the quantities of pairs do, and beyond_reach for curves that are made of others
/// in a way for which this version has no enclosure.
///@{

/// Encloses f(α) for α in [0, 1].
quantity curve_value(const curve_ptr& f, const number& alpha, bits precision,
                     const budget& limits = {});
/// sup over α of 1 − α − e^ε·f(α), which is H_{e^ε}(P‖Q) of every pair with f = T(P, Q).
/// ε is real and finite.
quantity curve_delta(const curve_ptr& f, const number& eps, bits precision,
                     const budget& limits = {});
/// D_λ(P‖Q) of every pair with f = T(P, Q), for an order λ > 0, possibly inf.
quantity curve_renyi(const curve_ptr& f, const number& lambda, bits precision,
                     const budget& limits = {});
///@}

/// Text that determines the curve when all its parameters are exact; nothing otherwise.
std::optional<std::string> exact_text(const curve_ptr& f);

}  // namespace shufflecert::inline v0_1
