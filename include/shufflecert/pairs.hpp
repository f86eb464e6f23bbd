#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/laws.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

// The pairs of neighbouring distributions (P, Q). Each is a plain value; its parameters stay exact
// where they are given exactly. Ranges are checked by make_pair(), which every quantity relies on.

/// The pair of "Hiding among the clones" (Feldman, McMillan, Talwar 2021, Theorem 3.2):
/// P = (A+Δ, C−A+1−Δ), Q = (A+1−Δ, C−A+Δ) with C ~ Bin(n−1, p), A ~ Bin(C, 1/2),
/// Δ ~ Bern(e^ε0/(e^ε0+1)); p = e^−ε0 unless given.
struct clone_pair {
  std::int64_t n;           ///< users, >= 1
  number eps0;              ///< local privacy parameter ε0, >= 0
  std::optional<number> p;  ///< probability of a clone, in (0, 1]
};

/// The clone pair of which C, the number of clones among the others, has a law of its own: P and Q
/// as above, C with the law given. For users whose reports are clones with different probabilities.
struct clone_law_pair {
  law_ptr clones;  ///< the law of C, on one whole number >= 0; never null
  number eps0;     ///< local privacy parameter ε0 of the differing user, >= 0
};

/// The same as clone_pair with Δ = 1: P = (A+1, C−A), Q = (A, C−A+1).
struct unmixed_pair {
  std::int64_t n;           ///< users, >= 1
  number eps0;              ///< local privacy parameter ε0, >= 0
  std::optional<number> p;  ///< probability of a clone, in (0, 1]
};

/// P = (A, C−A+Δ), Q = (A+Δ, C−A) with Δ ~ Bern(b) and p = e^−ε0: Theorem 1 of Chen, Cao and Ge
/// as it is printed.
struct printed_pair {
  std::int64_t n;  ///< users, >= 1
  number eps0;     ///< local privacy parameter ε0, >= 0
  number b;        ///< probability of Δ = 1, in [0, 1]
};

/// The number of ones among n shuffled reports of binary randomized response (Warner 1965), which
/// keeps its input with probability e^ε0/(e^ε0+1): P on the inputs (1, 0, …, 0), Q on (0, …, 0).
struct rr_pair {
  std::int64_t n;  ///< users, >= 1
  number eps0;     ///< local privacy parameter ε0, >= 0
};

/// P = N(m1, v1), Q = N(m2, v2). Their divergences have closed forms (Gil, Alajaji and Linder
/// 2013).
struct normal_pair {
  number m1;  ///< mean of P, finite
  number v1;  ///< variance of P, finite, > 0
  number m2;  ///< mean of Q, finite
  number v2;  ///< variance of Q, finite, > 0
};

/// P = N(μ, 1), Q = N(0, 1).
normal_pair gaussian_pair(number mu);

/// P with density (ε/2)·e^{−ε|x − 1|}, Q with (ε/2)·e^{−ε|x|}: Laplace noise of scale 1/ε on values
/// at distance 1 (Dwork, McSherry, Nissim and Smith 2006).
struct laplace_pair {
  number eps;  ///< 1/scale, > 0, finite
};

/// The histogram of n shuffled reports of k-ary randomized response (Kairouz, Oh and Viswanath
/// 2016), which keeps its input with probability e^ε0/(e^ε0 + k − 1) and else reports one of the
/// others: P on the inputs (0, 2, …, 2), Q on (1, 2, …, 2).
struct krr_pair {
  std::int64_t k;  ///< symbols, >= 3
  std::int64_t n;  ///< users, >= 1
  number eps0;     ///< local privacy parameter ε0, >= 0
};

/// The pair of the variation-ratio reduction (Wang, Peng, Li, Wen, Li, Yu, Wang and Yang 2024). Two
/// inputs are told apart by β (total variation) and p (largest ratio of probabilities), and another
/// input resembles them within factors q0 and q1. With β' = min(β, (p−1)/(p+1)), which is as far
/// apart as two laws within a factor p can be, α = β'/(p−1) and r_i = αp/q_i: of the n − 1 other
/// users each adds 1 to the first count with probability r_0, to the second with r_1, else nothing.
/// P adds 1 to the first with pα, to the second with α, else nothing; Q the other way round. With
/// p = inf the limits pα = β and α = 0 count.
struct variation_pair {
  std::int64_t n;  ///< users, >= 1
  number p;        ///< largest ratio P/Q and Q/P of one report, > 1; inf is legal
  number beta;     ///< total variation of one report, in [0, 1]
  number q0;       ///< ratio to another user's report where P is the larger, >= 1, finite
  number q1;       ///< ratio where Q is the larger, >= 1, finite; r_0 + r_1 <= 1
};

struct distribution_pair;

/// (γP + (1−γ)Q, Q) of a pair whose Q is the law without the differing user's input.
struct subsampled_pair {
  std::shared_ptr<const distribution_pair> of;  ///< (P, Q); never null
  number gamma;                                 ///< the sampling rate γ, in [0, 1]
};

/// Two laws on the same kind of outcomes.
struct law_pair {
  law_ptr p;  ///< P
  law_ptr q;  ///< Q, with outcomes of the same length
};

/// The histograms of n shuffled reports, one with the law P or Q and the others with the law R
/// each.
struct shuffled_pair {
  law_ptr p;  ///< P, the report of the differing user on one input
  law_ptr q;  ///< Q, the same on the other input
  law_ptr r;  ///< R, the report of every other user; all three with outcomes of the same length
  std::int64_t n;  ///< users, >= 1
};

/// One epoch of random allocation with Gaussian noise, as balls and bins: a record is in one of the
/// batches, chosen uniformly, and adds at most 1 to its noisy sum. P = (1/T)Σ_t N(e_t, σ²I) is the
/// law with the record, Q = N(0, σ²I) the one without it, on T coordinates (Chua, Ghazi, Harrison,
/// Leeman, Kamath, Kumar, Manurangsi, Sinha and Zhang 2025; Feldman and Shenfeld 2025).
struct allocation_pair {
  std::int64_t batches;  ///< T, >= 1
  number sigma;          ///< σ, noise multiplier, > 0, finite
};

/// Two laws on the whole numbers, one of which at least has infinitely many outcomes.
struct noise_pair {
  noise_ptr p;  ///< P
  noise_ptr q;  ///< Q
};

/// A pair that is the same in some rounds.
struct repeated_pair {
  std::shared_ptr<const distribution_pair> of;  ///< the pair of one round; never null
  std::int64_t rounds;                          ///< how many rounds, >= 1
};

/// Independent rounds: P and Q are the products of the laws of the rounds. compose() and
/// product_pair() make it, and give a simpler pair where there is one.
struct composed_pair {
  std::vector<repeated_pair> parts;  ///< at least one; none is itself a composed_pair
};

/// Some pair of neighbouring distributions of which it is known only that it lies between two
/// others in the order of data processing: what the pairs of a range of numbers of users are.
struct pair_range {
  std::shared_ptr<const distribution_pair> least;     ///< P and Q least apart; never null
  std::shared_ptr<const distribution_pair> greatest;  ///< P and Q most apart; never null
};

/// A pair of neighbouring distributions; `swapped` exchanges P and Q.
struct distribution_pair {
  std::variant<clone_pair, clone_law_pair, unmixed_pair, printed_pair, rr_pair, normal_pair,
               laplace_pair, krr_pair, variation_pair, subsampled_pair, law_pair, shuffled_pair,
               allocation_pair, noise_pair, composed_pair, pair_range>
      kind;              ///< which pair, with its parameters
  bool swapped = false;  ///< whether P and Q are exchanged
};

/// The pair (Q, P).
distribution_pair swap(distribution_pair pair);

/// k independent rounds of one pair: P^⊗k and Q^⊗k. Rounds of normal laws with the same exact
/// variance are again such a pair, and one round is the pair itself.
///
/// @param pair  any pair
/// @param rounds  k, >= 1
/// @param precision  bits for the parameters of normal laws, where they are not exact
/// @throws undefined_value  rounds < 1
/// @throws beyond_reach  more than 2^62 rounds in all
distribution_pair compose(const distribution_pair& pair, std::int64_t rounds, bits precision);

/// Two independent rounds, with a pair each: the products of the first laws and of the second laws.
/// Parameters and errors as for compose().
distribution_pair product_pair(const distribution_pair& a, const distribution_pair& b,
                               bits precision);

/// Checks the parameters' ranges. Throws undefined_value naming the parameter and its range where
/// one is certainly outside, precision_needed where an enclosure only touches the boundary.
void check_parameters(const distribution_pair& pair, bits precision);

/// Text that determines the pair when all its parameters are exact; nothing otherwise.
std::optional<std::string> exact_text(const distribution_pair& pair);

}  // namespace shufflecert::inline v0_1
