#pragma once

#include "shufflecert/budget.hpp"
#include "shufflecert/method.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// A value with the method that gave it.
struct quantity {
  number value;              ///< an enclosure, exact where that is possible
  evaluation_method method;  ///< never automatic
};

/// How a quantity is evaluated, beyond the bits: `{.method = evaluation_method::closed_moments}`.
struct evaluation_options {
  /// The deadline, and the request to stop; none, unless given. A copy of a budget is the same one:
  /// it ends at the same time, and counts its work in the same meter.
  budget limits = {};
  /// The method to use. A value that needs no computation (P = Q, say, or an infinite one) is given
  /// as it is, whatever is asked for.
  evaluation_method method = evaluation_method::automatic;
};

/// Rényi divergence D_λ(P‖Q) of order λ, natural logarithm (Rényi 1961; van Erven and Harremoës
/// 2014): log Σ P^λ Q^(1−λ) / (λ−1), KL divergence at λ = 1, max-divergence sup log(P/Q) at λ =
/// inf.
///
/// @param pair    any pair within the ranges that pairs.hpp states
/// @param lambda  order, > 0, possibly inf
/// @param precision  bits to work with; the enclosure shrinks with more of them
/// @param options  deadline, and how to compute it
/// @returns an enclosure of the divergence; exactly inf where it is infinite, exactly 0 where P = Q
/// @throws undefined_value  a parameter is outside its range
/// @throws method_unavailable  `options.method` does not compute this here (method_unavailable.hpp)
/// @throws precision_needed  the enclosure decides nothing at this precision
/// @throws beyond_reach  direct summation would take too many terms, or the deadline has passed
///
/// The clone pair of many users goes through the moments of docs/methods/moments.md; else the
/// discrete pairs are summed outcome by outcome with certified bounds for what is left out, see
/// docs/methods/outcomes.md, sections 1 and 2. From some precision on, small pairs with rational
/// probabilities are summed exactly; see docs/methods/laws.md, section 5.
quantity renyi(const distribution_pair& pair, const number& lambda, bits precision,
               const evaluation_options& options = {});

/// Hockey-stick divergence H_{e^ε}(P‖Q) = sup_S P(S) − e^ε Q(S) = Σ (P − e^ε Q)₊ for finite real ε
/// (E_γ of Sason and Verdú 2016, γ = e^ε): the least δ for which the pair is (ε,
/// δ)-indistinguishable in this direction. Parameters, result and errors as for renyi(); see
/// docs/methods/outcomes.md, section 3.
quantity hockey_stick(const distribution_pair& pair, const number& eps, bits precision,
                      const evaluation_options& options = {});

/// Total variation distance sup_S |P(S) − Q(S)| = H_1(P‖Q), in [0, 1]. Parameters, result and
/// errors as for renyi().
quantity total_variation(const distribution_pair& pair, bits precision,
                         const evaluation_options& options = {});

/// Pearson–Vajda divergence E_Q|P/Q − 1|^a of order a > 0, the f-divergence of f(t) = |t − 1|^a
/// with its usual convention where Q = 0 < P: such an outcome adds inf for a > 1, its P for a = 1
/// and 0 for a < 1. So order 1 is twice the total variation. Parameters, result and errors as for
/// renyi(); for pairs of normal laws only even orders are computed. See docs/methods/laws.md,
/// section 4.
quantity chi_moment(const distribution_pair& pair, const number& a, bits precision,
                    const evaluation_options& options = {});

/// Ternary divergence E_R|(P − Q)/R|^a of order a > 0 (Wang, Balle and Kasiviswanathan 2019); where
/// R = 0 and P ≠ Q an outcome adds inf for a > 1, |P − Q| for a = 1 and 0 for a < 1. The three laws
/// have outcomes of the same length. Other parameters, result and errors as for renyi(). See
/// docs/methods/laws.md, section 4.
quantity ternary_moment(const law_ptr& p, const law_ptr& q, const law_ptr& r, const number& a,
                        bits precision, const evaluation_options& options = {});

/// Trade-off function T(P, Q) at α (Dong, Roth, Su 2022): the least type II error Q(accept) among
/// the tests of P against Q, randomized ones included, with type I error P(reject) at most α.
/// Convex and non-increasing in α, at most 1 − α, and 0 at α = 1.
///
/// α is a type I error in [0, 1]. Other parameters, result and errors as for renyi(); exact where α
/// and the probabilities of at most 4096 outcomes are rational. See docs/methods/tradeoff.md,
/// sections 1 and 4.
quantity tradeoff(const distribution_pair& pair, const number& alpha, bits precision,
                  const evaluation_options& options = {});

/// The inverse of hockey_stick() in ε: the least ε, possibly negative, with H_{e^ε}(P‖Q) <= δ.
///
/// δ is in [0, 1]. The result is an enclosure: −inf for δ = 1, inf where P gives more than δ to
/// outcomes that Q does not have, and the max-divergence for δ = 0. It is exact where δ and the
/// probabilities of at most 4096 outcomes are rational. Other parameters and errors as for renyi();
/// see docs/methods/tradeoff.md, section 2.
quantity epsilon(const distribution_pair& pair, const number& delta, bits precision,
                 const evaluation_options& options = {});

}  // namespace shufflecert::inline v0_1
